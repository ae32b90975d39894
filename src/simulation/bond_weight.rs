//! The weight t = e^{2βJ} of an agreeing pair, at least 1: neighbors attract.
//!
//! It is a rational number. A real coupling is turned into the double nearest
//! to e^{2βJ}, and that double, a dyadic rational, is then taken exactly.

use super::SimulationError;
use crate::numbers::Rational;

/// A weight of at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BondWeight(Rational);

impl BondWeight {
    /// This weight.
    pub fn new(weight: Rational) -> Result<Self, SimulationError> {
        if weight < Rational::ONE {
            return Err(SimulationError::Repelling { weight });
        }
        Ok(BondWeight(weight))
    }

    /// The double nearest to e^{2βJ}, taken exactly.
    pub fn of_coupling(coupling: f64) -> Result<Self, SimulationError> {
        let weight = (2.0 * coupling).exp();
        if !(1.0..f64::INFINITY).contains(&weight) {
            return Err(SimulationError::Coupling { coupling });
        }
        Ok(BondWeight(Rational::exactly(weight)))
    }

    /// t.
    pub fn value(&self) -> &Rational {
        &self.0
    }

    /// t^a / (t^a + t^d): the probability that a spin is up of which `up`
    /// neighbors are up and the others down.
    pub fn probability_up(&self, up: usize, degree: usize) -> Rational {
        let (up, down) = (self.0.power(up), self.0.power(degree - up));
        &up / (&up + &down)
    }

    /// 1 − 1/t: the probability that an agreeing pair is bound.
    pub fn binding(&self) -> Rational {
        (&self.0 - Rational::ONE) / &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_taken_exactly() {
        for coupling in [0.0, 0.1, 0.44, 3.0, 30.0] {
            let weight = BondWeight::of_coupling(coupling).expect("a weight");
            assert_eq!(weight.value().to_f64(), (2.0 * coupling).exp());
        }
    }

    #[test]
    fn weights_below_one_and_infinite_ones_are_refused() {
        assert!(BondWeight::new(Rational::new(99, 100)).is_err());
        for coupling in [-0.1, 400.0, f64::NAN, f64::INFINITY] {
            assert!(BondWeight::of_coupling(coupling).is_err(), "{coupling}");
        }
    }

    #[test]
    fn probabilities_by_hand() {
        let two = BondWeight::new(Rational::from(2)).expect("a weight");
        assert_eq!(two.probability_up(2, 3), Rational::new(2, 3));
        assert_eq!(two.probability_up(2, 4), Rational::new(1, 2));
        assert_eq!(two.binding(), Rational::new(1, 2));
    }
}
