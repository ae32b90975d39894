//! The law of an outcome from many weighted paths, reduced once at the end.
//!
//! Weights are added up per denominator as plain integers; greatest common
//! divisors, which dominate rational sums, are taken once per denominator and
//! once per outcome.

use std::collections::BTreeMap;

use super::exact::{Natural, least_common_multiple};
use super::law::Law;
use super::weights::Weights;

/// A running count of outcomes by weight.
#[derive(Clone, Debug)]
pub struct Tally<T> {
    by_denominator: BTreeMap<Natural, BTreeMap<T, Natural>>,
}

impl<T> Default for Tally<T> {
    fn default() -> Self {
        Tally {
            by_denominator: BTreeMap::new(),
        }
    }
}

impl<T: Ord> Tally<T> {
    /// Adds an outcome of weight `numerator / denominator`, which is positive
    /// and need not be in lowest terms.
    pub fn add(&mut self, outcome: T, numerator: &Natural, denominator: &Natural) {
        let outcomes = match self.by_denominator.get_mut(denominator) {
            Some(outcomes) => outcomes,
            None => self.by_denominator.entry(denominator.clone()).or_default(),
        };
        *outcomes.entry(outcome).or_insert(Natural::ZERO) += numerator;
    }

    /// The law of the outcome, or nothing if the weights do not add up to
    /// exactly 1.
    pub fn law(self) -> Option<Law<T>> {
        let common = least_common_multiple(self.by_denominator.keys());
        let mut merged: BTreeMap<T, Natural> = BTreeMap::new();
        for (denominator, outcomes) in self.by_denominator {
            let factor = &common / denominator;
            for (outcome, numerator) in outcomes {
                *merged.entry(outcome).or_insert(Natural::ZERO) += numerator * &factor;
            }
        }
        let (values, weights): (Vec<T>, Vec<Natural>) = merged.into_iter().unzip();
        let total = weights
            .iter()
            .fold(Natural::ZERO, |sum, weight| sum + weight);
        (!values.is_empty() && total == common)
            .then(|| Law::from_parts(values, Weights::from_naturals(weights)))
    }
}
