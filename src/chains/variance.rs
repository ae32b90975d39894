//! The exact asymptotic variance of an average along the chain.

use super::Chain;
use crate::numbers::{Matrix, Rational, solve_by_lifting};

/// lim n·Var(average of f over n steps) for a chain with this unique
/// stationary law: 2⟨f̄, g⟩ − ⟨f̄, f̄⟩ with (1 − P)g = f̄ = f − π(f).
///
/// Periodic chains included. By p-adic lifting.
///
/// # Panics
/// If the lengths differ, or the law is not the unique stationary one.
pub fn asymptotic_variance(
    chain: &Chain,
    stationary: &[Rational],
    function: &[Rational],
) -> Rational {
    let size = chain.states().len();
    assert_eq!(function.len(), size, "one value for each state");
    let mean: Rational = stationary.iter().zip(function).map(|(p, f)| p * f).sum();
    let centered: Vec<Rational> = function.iter().map(|f| f - &mean).collect();
    // 1 − P + (a matrix with every row π) is regular, and its solution is the
    // one with π(g) = 0.
    let system = Matrix::from_fn(size, size, |i, j| {
        let identity = if i == j {
            Rational::ONE
        } else {
            Rational::ZERO
        };
        identity - chain.matrix().entry(i, j) + &stationary[j]
    });
    let solution = solve_by_lifting(&system, &centered).expect("the stationary law is unique");
    let inner = |g: &[Rational]| -> Rational {
        let terms = stationary.iter().zip(&centered).zip(g);
        terms.map(|((p, f), g)| p * f * g).sum()
    };
    Rational::from(2) * inner(&solution) - inner(&centered)
}
