//! The law of an outcome from many weighted paths, reduced once at the end.
//!
//! Weights are added up per denominator as plain integers; greatest common
//! divisors, which dominate rational sums, are taken once per denominator and
//! once per outcome.

use std::collections::{BTreeMap, BTreeSet};

use super::exact::{Natural, bit_length, least_common_multiple};
use super::law::Law;
use super::weights::Weights;

/// Bytes that an entry takes beside its outcome and its weight.
const OVERHEAD: usize = 32;

/// A running count of outcomes by weight.
#[derive(Clone, Debug)]
pub struct Tally<T> {
    by_denominator: BTreeMap<Natural, BTreeMap<T, Natural>>,
    /// How many outcomes there are, over each denominator anew.
    entries: usize,
}

impl<T> Default for Tally<T> {
    fn default() -> Self {
        Tally {
            by_denominator: BTreeMap::new(),
            entries: 0,
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
        let before = outcomes.len();
        *outcomes.entry(outcome).or_insert(Natural::ZERO) += numerator;
        self.entries += outcomes.len() - before;
    }

    /// How many outcomes there are, over each denominator anew.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// About how many bytes it takes, without what outcomes keep elsewhere.
    pub fn bytes(&self) -> u64 {
        let each = size_of::<T>() + size_of::<Natural>() + OVERHEAD;
        (self.entries * each) as u64
    }

    /// The law as in [`Tally::law`]; or, if that would take more bytes than
    /// `most`, how many outcomes it has and about how many bytes it would take.
    pub fn law_within(self, most: u64) -> Result<Option<Law<T>>, (usize, u64)> {
        let bytes = |count: usize, common: &Natural| {
            count as u64 * (bit_length(common) as u64 / 8 + (size_of::<T>() + OVERHEAD) as u64)
        };
        let mut distinct = None;
        let mut common = Natural::ONE;
        for denominator in self.by_denominator.keys() {
            common = least_common_multiple([&common, denominator].into_iter());
            if bytes(self.entries, &common) > most {
                let count = *distinct.get_or_insert_with(|| self.distinct());
                if bytes(count, &common) > most {
                    return Err((count, bytes(count, &common)));
                }
            }
        }
        Ok(self.over(&common))
    }

    /// How many outcomes there are.
    fn distinct(&self) -> usize {
        let outcomes = self.by_denominator.values().flat_map(BTreeMap::keys);
        outcomes.collect::<BTreeSet<&T>>().len()
    }

    /// The law of the outcome, or nothing if the weights do not add up to
    /// exactly 1.
    pub fn law(self) -> Option<Law<T>> {
        let common = least_common_multiple(self.by_denominator.keys());
        self.over(&common)
    }

    /// The law with weights over a multiple of all denominators.
    fn over(self, common: &Natural) -> Option<Law<T>> {
        let mut merged: BTreeMap<T, Natural> = BTreeMap::new();
        for (denominator, outcomes) in self.by_denominator {
            let factor = common / denominator;
            for (outcome, numerator) in outcomes {
                *merged.entry(outcome).or_insert(Natural::ZERO) += numerator * &factor;
            }
        }
        let (values, weights): (Vec<T>, Vec<Natural>) = merged.into_iter().unzip();
        let total = weights
            .iter()
            .fold(Natural::ZERO, |sum, weight| sum + weight);
        (!values.is_empty() && total == *common)
            .then(|| Law::from_parts(values, Weights::from_naturals(weights)))
    }
}
