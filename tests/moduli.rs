//! |λ₂| by powers of the matrix: the exact value never lies outside, whatever the chain
//! and however little is known of its entries.

use crate::support;

use peskun::chains::{
    Accuracy, Chain, Entries, Figure, enclosed_modulus, enclosed_radius,
    enclosed_radius_by_classes, second_modulus,
};
use peskun::numbers::Rational;
use rayon::prelude::*;
use support::chains::{
    Numbers, any, chain, meet, over_their_sum, reversible, with_equal_eigenvalues,
};
use support::q;
use support::size::sized;

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
    let chains = sized("chains", 1_080, 180);
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
