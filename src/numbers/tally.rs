//! The law of an outcome from many weighted paths, reduced once at the end.
//!
//! Weights are added up per denominator as plain integers; greatest common
//! divisors, which dominate rational sums, are taken once per denominator and
//! once per outcome.

use std::collections::BTreeMap;

use super::distinct::Distinct;
use super::exact::{Natural, bit_length, least_common_multiple};
use super::law::Law;
use super::weights::Weights;

/// Bytes that an entry takes beside its outcome and its weight.
const OVERHEAD: usize = 32;

/// A running count of outcomes by weight.
#[derive(Clone, Debug)]
pub struct Tally<T> {
    outcomes: Distinct<T>,
    sums: Sums,
}

/// Weights of outcomes by their numbers, over each denominator apart.
#[derive(Clone, Debug, Default)]
struct Sums {
    by_denominator: BTreeMap<Natural, BTreeMap<usize, Natural>>,
    /// How many outcomes there are, over each denominator anew.
    entries: usize,
}

impl<T> Default for Tally<T> {
    fn default() -> Self {
        Tally {
            outcomes: Distinct::default(),
            sums: Sums::default(),
        }
    }
}

impl<T: Ord> Tally<T> {
    /// Adds an outcome of weight `numerator / denominator`, which is positive
    /// and need not be in lowest terms.
    pub fn add(&mut self, outcome: T, numerator: &Natural, denominator: &Natural) {
        let number = self.outcomes.number(outcome);
        self.sums.add(number, numerator, denominator);
    }

    /// How many outcomes there are, over each denominator anew.
    pub fn entries(&self) -> usize {
        self.sums.entries
    }

    /// About how many bytes it takes, without what outcomes keep elsewhere.
    pub fn bytes(&self) -> u64 {
        let each = size_of::<T>() + size_of::<Natural>() + OVERHEAD;
        (self.sums.entries * each) as u64
    }

    /// The law as in [`Tally::law`]; or, if that would take more bytes than
    /// `most`, how many outcomes it has and about how many bytes it would take.
    pub fn law_within(self, most: u64) -> Result<Option<Law<T>>, (usize, u64)> {
        let count = self.outcomes.len();
        let common = self.sums.common_within(count, size_of::<T>(), most);
        let common = common.map_err(|bytes| (count, bytes))?;
        Ok(self.over(&common))
    }

    /// The law of the outcome, or nothing if the weights do not add up to
    /// exactly 1.
    pub fn law(self) -> Option<Law<T>> {
        let common = least_common_multiple(self.sums.by_denominator.keys());
        self.over(&common)
    }

    /// The law with weights over a multiple of all denominators.
    fn over(self, common: &Natural) -> Option<Law<T>> {
        let (values, numbers) = self.outcomes.sorted();
        let weights = self.sums.over(common, &numbers)?;
        Some(Law::from_parts(values, weights))
    }
}

impl Sums {
    fn add(&mut self, number: usize, numerator: &Natural, denominator: &Natural) {
        let outcomes = match self.by_denominator.get_mut(denominator) {
            Some(outcomes) => outcomes,
            None => self.by_denominator.entry(denominator.clone()).or_default(),
        };
        let before = outcomes.len();
        *outcomes.entry(number).or_insert(Natural::ZERO) += numerator;
        self.entries += outcomes.len() - before;
    }

    /// The least common multiple of all denominators; or, if so many weights over
    /// it, beside outcomes of this size, would take more bytes than `most`, about
    /// how many.
    fn common_within(&self, count: usize, size: usize, most: u64) -> Result<Natural, u64> {
        let mut common = Natural::ONE;
        for denominator in self.by_denominator.keys() {
            common = least_common_multiple([&common, denominator].into_iter());
            let each = bit_length(&common) as u64 / 8 + (size + OVERHEAD) as u64;
            let bytes = count as u64 * each;
            if bytes > most {
                return Err(bytes);
            }
        }
        Ok(common)
    }

    /// The weights over a multiple of all denominators, in the order of these
    /// numbers; nothing if they do not add up to exactly 1.
    fn over(self, common: &Natural, numbers: &[usize]) -> Option<Weights> {
        let mut merged = vec![Natural::ZERO; numbers.len()];
        for (denominator, outcomes) in self.by_denominator {
            let factor = common / denominator;
            for (number, numerator) in outcomes {
                merged[number] += numerator * &factor;
            }
        }
        let take = |&number: &usize| std::mem::take(&mut merged[number]);
        let weights: Vec<Natural> = numbers.iter().map(take).collect();
        let total = weights
            .iter()
            .fold(Natural::ZERO, |sum, weight| sum + weight);
        (!weights.is_empty() && total == *common).then(|| Weights::from_naturals(weights))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn natural(number: u64) -> Natural {
        Natural::from(number)
    }

    #[test]
    fn entries_are_counted_over_each_denominator() {
        let mut tally = Tally::default();
        for (outcome, numerator, denominator) in
            [(1u64, 1, 4), (2, 1, 4), (1, 1, 4), (1, 1, 8), (2, 1, 8)]
        {
            tally.add(outcome, &natural(numerator), &natural(denominator));
        }
        assert_eq!(tally.entries(), 4);
        let each = 8 + size_of::<Natural>() as u64 + 32;
        assert_eq!(tally.bytes(), 4 * each);
        let law = tally.law().expect("a total of 1");
        assert_eq!(law.probability(&1).to_string(), "5/8");
    }

    #[test]
    fn laws_with_long_weights_are_refused() {
        let tally = || {
            let mut tally = Tally::default();
            let half = Natural::ONE << 799usize;
            tally.add(1u64, &half, &(Natural::ONE << 800usize));
            tally.add(2, &natural(1), &natural(2));
            tally
        };
        // Two outcomes with 801 bits, 8 bytes and what else an entry takes.
        let bytes = 2 * (801 / 8 + 8 + 32);
        assert!(tally().law_within(bytes).expect("it fits").is_some());
        assert_eq!(tally().law_within(bytes - 1).map(|_| ()), Err((2, bytes)));
    }
}
