//! A sum of many fractions, reduced once at the end.
//!
//! Numerators are added up per denominator as plain integers; greatest common
//! divisors, which dominate rational sums, are taken once per denominator.

use std::collections::BTreeMap;

use super::exact::{Integer, Natural, Rational};

/// A running sum of nonnegative fractions.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    numerators: BTreeMap<Natural, Natural>,
}

impl Sum {
    /// Adds `numerator / denominator`, which need not be in lowest terms.
    ///
    /// # Panics
    /// If the denominator is zero.
    pub fn add(&mut self, numerator: &Natural, denominator: &Natural) {
        assert!(!denominator.is_zero(), "a fraction over zero");
        match self.numerators.get_mut(denominator) {
            Some(sum) => *sum += numerator,
            None => {
                self.numerators
                    .insert(denominator.clone(), numerator.clone());
            }
        }
    }

    /// The sum in lowest terms.
    pub fn total(&self) -> Rational {
        self.numerators
            .iter()
            .map(|(denominator, numerator)| {
                Rational::from_parts(Integer::from(numerator.clone()), denominator.clone())
            })
            .sum()
    }
}
