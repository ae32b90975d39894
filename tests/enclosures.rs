//! Certified figures: the exact value never lies outside its enclosure, and the
//! enclosure is as narrow as was asked for.

use crate::support;

use peskun::chains::{
    Accuracy, Chain, Figure, asymptotic_variance, enclosed_law, enclosed_modulus, enclosed_radius,
    enclosed_variance, second_modulus, stationary_law,
};
use peskun::numbers::{Matrix, Rational, solve, solve_by_lifting};
use rayon::prelude::*;
use support::chains::{
    Numbers, any, chain, meet, over_their_sum, periodic, reversible, with_equal_eigenvalues,
};
use support::q;
use support::size::sized;

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
