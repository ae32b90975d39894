//! The law of T without a lattice: from the exact counts g(T).
//!
//! T has the weight g(T) tᵀ, an integer after clearing denominators.
//! [`Lottery`](crate::chance::Lottery) draws from it in a few nanoseconds,
//! without any rounding.

use super::SimulationError;
use crate::models::Lattice;
use crate::numbers::{Law, Natural, Rational, magnitude};

/// The exact law of T over so many independent lattices.
///
/// ```
/// use peskun::chance::{Lottery, Sampler};
/// use peskun::models::{Boundary, Lattice};
/// use peskun::numbers::Rational;
/// use peskun::simulation::agreements_law;
///
/// let lattice = Lattice::new(10, 10, Boundary::Free)?;
/// let law = agreements_law(&lattice, 1, &Rational::new(11, 9))?;
/// let lottery = Lottery::new(law.weights());
/// let drawn = law.values()[Sampler::new(7, 0).draw_from(&lottery)];
/// assert!(drawn <= 180);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn agreements_law(
    lattice: &Lattice,
    replicates: usize,
    weight: &Rational,
) -> Result<Law<usize>, SimulationError> {
    if !weight.is_positive() {
        return Err(SimulationError::NotPositive {
            weight: weight.clone(),
        });
    }
    Ok(weighted(
        &lattice.replicated_agreements(replicates)?,
        weight,
    ))
}

/// The law of T with these counts g(T), at a positive t.
pub(super) fn weighted(counts: &[Natural], weight: &Rational) -> Law<usize> {
    let (above, below) = (magnitude(weight.numerator()), weight.denominator());
    // g(T) n^T d^(bonds − T): the powers of d come first, from the end.
    let mut weights = counts.to_vec();
    let mut power = Natural::ONE;
    for weight in weights.iter_mut().rev() {
        *weight *= &power;
        power *= below;
    }
    power = Natural::ONE;
    for weight in &mut weights {
        *weight *= &power;
        power *= &above;
    }
    let atoms = weights.into_iter().map(Rational::from);
    Law::proportional_to(atoms.enumerate()).expect("some configuration has positive weight")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::Boundary;

    #[test]
    fn the_law_of_a_square_by_hand() {
        let square = Lattice::new(2, 2, Boundary::Free).expect("a lattice");
        let law = agreements_law(&square, 1, &Rational::new(3, 2)).expect("a law");
        // 2·2⁴ : 12·3²·2² : 2·3⁴ = 32 : 432 : 162.
        assert_eq!(law.values(), [0, 2, 4]);
        assert_eq!(law.probability(&2), Rational::new(432, 626));
        assert_eq!(law.probability(&4), Rational::new(162, 626));
        assert!(agreements_law(&square, 1, &Rational::ZERO).is_err());
    }
}
