//! Certified figures: the exact value never lies outside its enclosure, and the
//! enclosure is as narrow as was asked for.

use crate::support;

use peskun::chains::{
    Accuracy, Chain, ChainParts, Entries, Figure, Obtained, asymptotic_variance, enclosed_law,
    enclosed_modulus, enclosed_radius, enclosed_radius_by_classes, enclosed_variance,
    second_modulus, stationary_law,
};
use peskun::numbers::{Matrix, Rational, SparseMatrix, solve, solve_by_lifting};
use rayon::prelude::*;
use support::q;
use support::size::sized;

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn chain(target: Vec<Rational>, rows: Vec<Vec<Rational>>) -> Chain {
    let unused = vec![Rational::ZERO; target.len()];
    Chain::from_parts(ChainParts {
        states: (0..target.len()).map(|state| state.to_string()).collect(),
        target,
        matrix: SparseMatrix::from_rows(rows),
        accepted: unused.clone(),
        moved: unused.clone(),
        costs: unused,
        obtained: Obtained::Import,
        used_doubles: false,
    })
}

/// A chain that satisfies detailed balance: symmetric weights w(i, j), some of
/// them tiny, over the sums of their rows.
fn reversible(numbers: &mut Numbers, size: usize, tiny: bool) -> Chain {
    let mut weights = vec![vec![Rational::ZERO; size]; size];
    let pairs = (0..size).flat_map(|i| (0..=i).map(move |j| (i, j)));
    for (i, j) in pairs {
        let scale = match tiny && numbers.below(3) > 0 {
            true => q(1, 1_000_000_000_000),
            false => Rational::ONE,
        };
        let whole = numbers.below(6) + u64::from(i == j + 1);
        let weight = Rational::from(whole) * scale;
        weights[i][j] = weight.clone();
        weights[j][i] = weight;
    }
    let sums: Vec<Rational> = weights
        .iter()
        .map(|row| row.iter().cloned().sum())
        .collect();
    let total: Rational = sums.iter().cloned().sum();
    let rows = weights.iter().zip(&sums);
    let rows = rows.map(|(row, sum)| row.iter().map(|weight| weight / sum).collect());
    chain(
        sums.iter().map(|sum| sum / &total).collect(),
        rows.collect(),
    )
}

/// Any chain on so many states; its target is not invariant in general.
fn any(numbers: &mut Numbers, size: usize) -> Chain {
    let rows = (0..size).map(|from| {
        let mut row: Vec<u64> = (0..size).map(|_| numbers.below(4)).collect();
        row[(from + 1) % size] += 1;
        over_their_sum(&row)
    });
    let rows = rows.collect();
    chain(vec![q(1, size as i64); size], rows)
}

/// A chain that goes around several groups of states: of period two or more.
fn periodic(numbers: &mut Numbers, size: usize) -> Chain {
    let groups = 2 + numbers.below(size as u64 - 1) as usize;
    let rows = (0..size).map(|from| {
        let next = |to: usize| to % groups == (from + 1) % groups;
        let weight = |to: usize| u64::from(next(to)) * (1 + numbers.below(4));
        over_their_sum(&(0..size).map(weight).collect::<Vec<u64>>())
    });
    let rows = rows.collect();
    chain(vec![q(1, size as i64); size], rows)
}

/// (1 − a) + a·(draw from π): every eigenvalue but one is 1 − a.
fn with_equal_eigenvalues(target: &[Rational], a: &Rational) -> Chain {
    let size = target.len();
    let rows = (0..size).map(|i| {
        let entry = |j: usize| {
            let stay = Rational::from(u64::from(i == j)) * (Rational::ONE - a);
            stay + a * &target[j]
        };
        (0..size).map(entry).collect()
    });
    chain(target.to_vec(), rows.collect())
}

fn over_their_sum(weights: &[u64]) -> Vec<Rational> {
    let total = Rational::from(weights.iter().sum::<u64>());
    let share = |&weight: &u64| Rational::from(weight) / &total;
    weights.iter().map(share).collect()
}

/// The kinds of chains, in turn.
const KINDS: [&str; 5] = [
    "reversible",
    "nearly reducible",
    "any",
    "periodic",
    "with equal eigenvalues",
];

/// A chain of the kind whose turn it is; those that are not irreducible are
/// drawn again.
fn irreducible(numbers: &mut Numbers, kind: &str) -> Chain {
    loop {
        let size = 2 + numbers.below(4) as usize;
        let chain = match kind {
            "reversible" => reversible(numbers, size, false),
            "nearly reducible" => reversible(numbers, size, true),
            "any" => any(numbers, size),
            "periodic" => periodic(numbers, size),
            _ => {
                let weights: Vec<u64> = (0..size).map(|_| 1 + numbers.below(9)).collect();
                let a = q(1 + numbers.below(50) as i64, 50);
                with_equal_eigenvalues(&over_their_sum(&weights), &a)
            }
        };
        if chain.is_irreducible() {
            return chain;
        }
    }
}

fn all_of(chain: &Chain) -> Vec<usize> {
    (0..chain.states().len()).collect()
}

/// The exact law and variance by elimination, against the enclosures and against
/// lifting.
fn check_solutions(chain: &Chain, numbers: &mut Numbers, accuracy: Accuracy) {
    let every = all_of(chain);
    let law = stationary_law(chain).expect("irreducible");
    let enclosed = enclosed_law(chain, &every, accuracy).expect("narrow");
    for (mass, figure) in law.iter().zip(&enclosed) {
        assert!(
            figure.contains(mass) && accuracy.allows(figure),
            "{figure:?} {mass}"
        );
    }
    let function: Vec<Rational> = every
        .iter()
        .map(|_| Rational::from(numbers.below(7)) - Rational::from(3))
        .collect();
    let exact = asymptotic_variance(chain, &law, &function);
    let invariant = chain.is_invariant();
    let enclosed = enclosed_variance(chain, &every, invariant, &function, accuracy);
    let enclosed = enclosed.expect("narrow");
    assert!(
        enclosed.contains(&exact) && accuracy.allows(&enclosed),
        "{enclosed:?} {exact}"
    );
    // The same system by elimination.
    let size = every.len();
    let mean: Rational = law.iter().zip(&function).map(|(p, f)| p * f).sum();
    let centered: Vec<Rational> = function.iter().map(|f| f - &mean).collect();
    let system = Matrix::from_fn(size, size, |i, j| {
        Rational::from(u64::from(i == j)) - chain.matrix().entry(i, j) + &law[j]
    });
    assert_eq!(
        solve(&system, &centered),
        solve_by_lifting(&system, &centered)
    );
}

/// What is known of |λ₂| before anything is computed.
fn anywhere() -> Figure {
    Figure::between(Rational::ZERO, Rational::ONE)
}

fn meet(one: &Figure, other: &Figure) -> bool {
    one.low() <= other.high() && other.low() <= one.high()
}

#[test]
fn the_exact_value_never_lies_outside() {
    let chains = sized("chains", 10_000, 1_000);
    let accuracy = Accuracy::default();
    (0..chains).into_par_iter().for_each(|seed| {
        let mut numbers = Numbers(seed);
        let kind = KINDS[seed as usize % KINDS.len()];
        let chain = irreducible(&mut numbers, kind);
        check_solutions(&chain, &mut numbers, accuracy);
        // |λ₂| by the characteristic polynomial, by squaring and by inertia.
        let exact = second_modulus(&chain, accuracy).expect("short");
        let every = all_of(&chain);
        let aperiodic = chain.period(&every) == 1;
        assert_eq!(aperiodic, exact.high() < &Rational::ONE, "{seed} {kind}");
        if !aperiodic {
            return;
        }
        let radius = enclosed_radius(&chain, accuracy);
        assert!(meet(&radius, &exact), "{seed} {kind}: {radius:?} {exact:?}");
        if chain.imbalance().is_none() {
            let modulus = enclosed_modulus(&chain, &anywhere(), accuracy);
            assert!(
                meet(&modulus, &exact),
                "{seed} {kind}: {modulus:?} {exact:?}"
            );
        }
    });
    let kinds = KINDS.join(", ");
    println!("{chains} irreducible chains of 2 to 5 states, as many of each kind: {kinds}");
}

#[test]
fn equal_eigenvalues() {
    let accuracy = Accuracy { digits: 30 };
    for (numerator, denominator) in [(1, 3), (2, 3), (1, 1_000_000), (999, 1_000)] {
        let a = q(numerator, denominator);
        let chain = with_equal_eigenvalues(&[q(1, 6), q(1, 3), q(1, 2)], &a);
        let modulus = enclosed_modulus(&chain, &anywhere(), accuracy);
        assert!(modulus.contains(&(Rational::ONE - &a)) && accuracy.allows(&modulus));
        let radius = enclosed_radius(&chain, accuracy);
        assert!(radius.contains(&(Rational::ONE - &a)) && accuracy.allows(&radius));
    }
}

/// Independent draws have no other eigenvalue than 1 and 0.
#[test]
fn independent_draws() {
    let target = [q(1, 7), q(2, 7), q(4, 7)].to_vec();
    let chain = chain(target.clone(), vec![target; 3]);
    let radius = enclosed_radius(&chain, Accuracy::default());
    assert!(radius.contains(&Rational::ZERO) && Accuracy::default().allows(&radius));
}

/// Complex eigenvalues: a lazy walk around a ring of three has |λ₂| = 1/2.
#[test]
fn complex_eigenvalues() {
    let third = vec![q(1, 3); 3];
    let row = |from: usize| {
        let mut row = vec![Rational::ZERO; 3];
        row[from] = q(1, 2);
        row[(from + 1) % 3] = q(1, 2);
        row
    };
    let chain = chain(third, (0..3).map(row).collect());
    let accuracy = Accuracy::default();
    let radius = enclosed_radius(&chain, accuracy);
    assert!(
        radius.contains(&q(1, 2)) && accuracy.allows(&radius),
        "{radius:?}"
    );
}

/// A draw from the uniform law with probability 1 − λ, and otherwise the same state; and
/// a nilpotent part: λ is an eigenvalue without as many eigenvectors.
fn defective(numbers: &mut Numbers, size: usize) -> (Chain, Rational) {
    let lambda = q(numbers.below(12) as i64, 12);
    let uniform = q(1, size as i64);
    // The nilpotent part is u vᵀ with u = e₁ − e₂ and v = e₁ + e₂ − 2 e₃.
    let most = (Rational::ONE - &lambda) * &uniform * q(1, 2);
    let part = most * q(1 + numbers.below(8) as i64, 8);
    let u = |i: usize| [1, -1].get(i).copied().unwrap_or(0);
    let v = |j: usize| [1, 1, -2].get(j).copied().unwrap_or(0);
    let entry = |i: usize, j: usize| {
        let same = Rational::from(u64::from(i == j)) * &lambda;
        same + (Rational::ONE - &lambda) * &uniform + Rational::from(u(i) * v(j)) * &part
    };
    let rows = (0..size).map(|i| (0..size).map(|j| entry(i, j)).collect());
    (chain(vec![uniform.clone(); size], rows.collect()), lambda)
}

/// A mixture of permutations; the first goes around all states.
fn permutations(numbers: &mut Numbers, size: usize) -> Chain {
    let mut weights = vec![vec![0; size]; size];
    for mixed in 0..1 + numbers.below(3) {
        let mut order: Vec<usize> = (0..size).map(|i| (i + 1) % size).collect();
        for i in (1..size).filter(|_| mixed > 0) {
            order.swap(i, numbers.below(i as u64 + 1) as usize);
        }
        let weight = 1 + numbers.below(5);
        for (row, to) in weights.iter_mut().zip(order) {
            row[to] += weight;
        }
    }
    let rows = weights.iter().map(|row| over_their_sum(row)).collect();
    chain(vec![q(1, size as i64); size], rows)
}

/// A step forward around a ring with one probability, and with another it stays.
fn rotation(numbers: &mut Numbers, size: usize) -> Chain {
    let stay = numbers.below(9);
    let rows = (0..size).map(|from| {
        let mut row = vec![0; size];
        row[from] += stay;
        row[(from + 1) % size] += 9 - stay;
        over_their_sum(&row)
    });
    chain(vec![q(1, size as i64); size], rows.collect())
}

/// Blocks that are left rarely, or never if they are not the first.
fn nearly_reducible(numbers: &mut Numbers, size: usize) -> Chain {
    let half = size.div_ceil(2);
    let rare = Rational::new(1, 10).power(1 + 3 * numbers.below(8) as usize);
    let rows = (0..size).map(|from| {
        let block = if from < half { 0..half } else { half..size };
        let weight = |to: usize| u64::from(block.contains(&to)) * (1 + numbers.below(4));
        let mut row = over_their_sum(&(0..size).map(weight).collect::<Vec<u64>>());
        let stays = Rational::ONE - &rare;
        row.iter_mut().for_each(|entry| *entry = &*entry * &stays);
        let other = if from < half { size - 1 } else { 0 };
        row[other] = &row[other] + &rare;
        row
    });
    let rows = rows.collect();
    chain(vec![q(1, size as i64); size], rows)
}

/// Later states go to earlier ones only, or stay: the eigenvalues are on the diagonal.
fn downward(numbers: &mut Numbers, size: usize) -> (Chain, Rational) {
    let mut largest = Rational::ZERO;
    let rows = (0..size).map(|from| {
        let weight = |to: usize| u64::from(to <= from) * (numbers.below(4) + u64::from(to == 0));
        let row = over_their_sum(&(0..size).map(weight).collect::<Vec<u64>>());
        if from > 0 {
            largest = row[from].clone().max(largest.clone());
        }
        row
    });
    let rows = rows.collect();
    (chain(vec![q(1, size as i64); size], rows), largest)
}

/// The chains whose |λ₂| is held to what it is, in turn.
const MODULI: [&str; 9] = [
    "reversible",
    "any",
    "with equal eigenvalues",
    "equal rows",
    "defective",
    "permutations",
    "rotation",
    "nearly reducible",
    "downward",
];

/// A chain with one aperiodic closed class of the kind whose turn it is, and its |λ₂| to
/// many more digits than are asked for below.
fn with_its_modulus(numbers: &mut Numbers, kind: &str) -> (Chain, Figure) {
    let many = Accuracy { digits: 60 };
    loop {
        let size = 3 + numbers.below(4) as usize;
        let (chain, known) = match kind {
            "reversible" => (reversible(numbers, size, false), None),
            "any" => (any(numbers, size), None),
            "equal rows" => {
                let weights: Vec<u64> = (0..size).map(|_| 1 + numbers.below(9)).collect();
                let rows = vec![over_their_sum(&weights); size];
                (
                    chain(vec![q(1, size as i64); size], rows),
                    Some(Rational::ZERO),
                )
            }
            "defective" => {
                let (chain, lambda) = defective(numbers, size);
                (chain, Some(lambda))
            }
            "permutations" => (permutations(numbers, size), None),
            "rotation" => (rotation(numbers, size), None),
            "nearly reducible" => (nearly_reducible(numbers, size), None),
            "downward" => {
                let (chain, largest) = downward(numbers, size);
                (chain, Some(largest))
            }
            _ => {
                let weights: Vec<u64> = (0..size).map(|_| 1 + numbers.below(9)).collect();
                let a = q(1 + numbers.below(50) as i64, 50);
                let chain = with_equal_eigenvalues(&over_their_sum(&weights), &a);
                (chain, Some(Rational::ONE - a))
            }
        };
        let exact = second_modulus(&chain, many).expect("few states");
        if let Some(known) = known {
            assert!(exact.contains(&known), "{kind}: {exact:?} {known}");
        }
        if exact.low() < &Rational::ONE {
            return (chain, exact);
        }
    }
}

/// A chain of which only ends of the entries are known.
struct Loose {
    chain: Chain,
    ends: Vec<Vec<Figure>>,
}

impl Loose {
    /// Ends that are up to 2⁻ᵇ away from the entry, or none where that is 0 or 1.
    fn around(chain: Chain, bits: usize, numbers: &mut Numbers) -> Self {
        let unit = q(1, 2).power(bits) * q(1, 8);
        let mut ends = |entry: &Rational| {
            let mut away = || &unit * Rational::from(numbers.below(9));
            let (low, high) = (entry - away(), entry + away());
            Figure::between(low.max(Rational::ZERO), high.min(Rational::ONE))
        };
        let states = 0..chain.states().len();
        let mut row = |from: usize| {
            let to = 0..chain.states().len();
            to.map(|to| ends(chain.matrix().entry(from, to))).collect()
        };
        let ends = states.map(&mut row).collect();
        Loose { chain, ends }
    }
}

impl Entries for Loose {
    fn states(&self) -> &[String] {
        self.chain.states()
    }

    fn target(&self) -> &[Rational] {
        self.chain.target()
    }

    fn entry(&self, from: usize, to: usize) -> Figure {
        self.ends[from][to].clone()
    }

    fn is_reversible(&self) -> bool {
        self.chain.imbalance().is_none()
    }
}

/// |λ₂| by powers against what it is: at several accuracies, class by class and of all
/// states together, and where only ends of the entries are known.
#[test]
fn moduli_by_powers() {
    let chains = sized("chains", 4_500, 180);
    let narrow: Vec<bool> = (0..chains)
        .into_par_iter()
        .map(|seed| {
            let mut numbers = Numbers(seed);
            let kind = MODULI[seed as usize % MODULI.len()];
            let (chain, exact) = with_its_modulus(&mut numbers, kind);
            let digits = [0, 3, 12, 30][numbers.below(4) as usize];
            let accuracy = Accuracy { digits };
            let named = || format!("seed {seed}, {kind}, {digits} digits: {exact:?}");
            let by_class = enclosed_radius_by_classes(&chain, accuracy);
            let together = enclosed_radius(&chain, accuracy);
            for found in [&by_class, &together] {
                assert!(meet(found, &exact), "{}: {found:?}", named());
                assert!(found.high() <= &Rational::ONE, "{}: {found:?}", named());
            }
            let bits = numbers.below(60) as usize;
            let loose = Loose::around(chain, bits, &mut numbers);
            let found = enclosed_radius(&loose, accuracy);
            assert!(meet(&found, &exact), "{}, ends: {found:?}", named());
            if loose.is_reversible() {
                let found = enclosed_modulus(&loose, &found, accuracy);
                assert!(meet(&found, &exact), "{}, ends: {found:?}", named());
            }
            accuracy.allows(&by_class)
        })
        .collect();
    let wide: Vec<usize> = (0..narrow.len()).filter(|&seed| !narrow[seed]).collect();
    println!(
        "{} of {chains} are wider than asked for: {wide:?}",
        wide.len()
    );
    assert!(wide.is_empty(), "{wide:?}");
}

/// Ends that are far apart enclose what lies between: every mixture of two chains.
#[test]
fn moduli_between_two_chains() {
    let pairs = sized("pairs", 3_000, 100);
    (0..pairs).into_par_iter().for_each(|seed| {
        let mut numbers = Numbers(seed);
        let size = 3 + numbers.below(3) as usize;
        let (one, other) = (any(&mut numbers, size), any(&mut numbers, size));
        let entry = |chain: &Chain, i: usize, j: usize| chain.matrix().entry(i, j).clone();
        let share = q(numbers.below(9) as i64, 8);
        let mixed = |i: usize, j: usize| {
            &share * entry(&one, i, j) + (Rational::ONE - &share) * entry(&other, i, j)
        };
        let between = |i: usize, j: usize| {
            let (p, r) = (entry(&one, i, j), entry(&other, i, j));
            Figure::between(p.clone().min(r.clone()), p.max(r))
        };
        let square = |of: &dyn Fn(usize, usize) -> Figure| -> Vec<Vec<Figure>> {
            let row = |i| (0..size).map(|j| of(i, j)).collect();
            (0..size).map(row).collect()
        };
        let rows = (0..size).map(|i| (0..size).map(|j| mixed(i, j)).collect());
        let chain = chain(vec![q(1, size as i64); size], rows.collect());
        let exact = second_modulus(&chain, Accuracy::default()).expect("few states");
        let loose = Loose {
            chain,
            ends: square(&between),
        };
        let found = enclosed_radius(&loose, Accuracy::default());
        assert!(meet(&found, &exact), "seed {seed}: {found:?} {exact:?}");
    });
}

/// Digits are asked for and given, up to the limit.
#[test]
fn as_many_digits_as_are_asked_for() {
    let chain = reversible(&mut Numbers(5), 4, false);
    let function: Vec<Rational> = (0..4).map(Rational::from).collect();
    let law = stationary_law(&chain).expect("irreducible");
    let exact = asymptotic_variance(&chain, &law, &function);
    let mut before = Rational::ONE;
    for digits in [1, 12, 100, 1_000] {
        let accuracy = Accuracy { digits };
        let figure = enclosed_variance(&chain, &all_of(&chain), true, &function, accuracy);
        let figure = figure.expect("narrow");
        assert!(figure.contains(&exact) && accuracy.allows(&figure));
        assert!(figure.width() < before);
        before = figure.width();
    }
}
