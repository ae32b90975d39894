//! One step, many times from the same state, against the exact row.
//!
//! For each state the number of arrivals X is binomial. The probability of a
//! count at least as far from the mean as the one observed, on its side, is at
//! most t with probability at most t, for each of the two sides (a p-value). So
//! the largest −ln of these tails over the states exceeds ln(2·states/α) with
//! probability at most α: a theorem for every n, not an approximation. The tails
//! are exact up to rounding, for which the threshold has room, where Chernoff's
//! bound exp(−n·KL(k/n‖p)) would ask for a tenth to a fifth more experiments.

use std::collections::BTreeMap;

use super::binomial::{Binomial, ROUNDING};
use crate::chance::{Interrupted, Sampler};
use crate::kernels::FiniteKernel;
use crate::numbers::Rational;

/// How often a sampler went from one state to each of the states.
pub fn one_step_counts<K: FiniteKernel>(
    kernel: &K,
    from: &K::State,
    experiments: u64,
    sampler: &mut Sampler,
) -> Result<Vec<u64>, Interrupted> {
    let states = kernel.states();
    let positions: BTreeMap<&K::State, usize> = states.iter().zip(0..).collect();
    let mut counts = vec![0; states.len()];
    for _ in 0..experiments {
        let end = kernel.step(from, sampler)?.state;
        let Some(&position) = positions.get(&end) else {
            return Err(Interrupted::Escaped {
                from: kernel.label(from),
                to: kernel.label(&end),
            });
        };
        counts[position] += 1;
    }
    Ok(counts)
}

/// The outcome of a one-step test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneStep {
    /// The largest −ln of a tail over the states: of the probability of a count
    /// at least as far from the mean, on the same side.
    pub statistic: f64,
    /// The statistic is above this with probability at most the level.
    pub threshold: f64,
}

impl OneStep {
    /// Tests counts against an exact row at a level.
    ///
    /// # Panics
    /// If the lengths differ, or if nothing or more than 2⁴⁰ was counted.
    pub fn test(row: &[Rational], counts: &[u64], level: f64) -> Self {
        assert_eq!(row.len(), counts.len(), "one count for each state");
        let experiments: u64 = counts.iter().sum();
        assert!(experiments > 0, "something was counted");
        let surprise = |(probability, &count): (&Rational, &u64)| {
            Binomial::of(experiments, probability).surprise(count)
        };
        OneStep {
            statistic: row.iter().zip(counts).map(surprise).fold(0.0, f64::max),
            threshold: threshold(row.len(), level),
        }
    }

    /// A bound on the p-value for a row of so many states.
    pub(super) fn bound(&self, states: usize) -> f64 {
        (2.0 * states as f64 * (ROUNDING - self.statistic).exp()).min(1.0)
    }

    /// Does the sampler agree with the row?
    pub fn passes(&self) -> bool {
        self.statistic <= self.threshold
    }
}

/// The threshold for so many states at a level.
pub(super) fn threshold(states: usize, level: f64) -> f64 {
    (2.0 * states as f64 / level).ln() + ROUNDING
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// Of eight throws of a fair coin 0 or 8 heads have probability 1/256 each,
    /// and 1 or 7 with what is beyond 9/256; of four states a fourth of arrivals.
    #[test]
    fn tails_by_hand() {
        let coin = [Rational::new(1, 2), Rational::new(1, 2)];
        let statistic = |counts: &[u64]| OneStep::test(&coin, counts, 0.1).statistic;
        assert_relative_eq!(statistic(&[8, 0]), 256f64.ln(), max_relative = 1e-14);
        assert_relative_eq!(
            statistic(&[1, 7]),
            (256.0f64 / 9.0).ln(),
            max_relative = 1e-14
        );
        // Half of the counts, and all.
        assert_relative_eq!(
            statistic(&[4, 4]),
            (256.0f64 / 163.0).ln(),
            max_relative = 1e-14
        );
        let sure = [Rational::ONE, Rational::ZERO];
        assert_eq!(OneStep::test(&sure, &[9, 0], 0.1).statistic, 0.0);
    }

    #[test]
    fn the_impossible_is_never_excused() {
        let row = [Rational::ONE, Rational::ZERO];
        assert!(OneStep::test(&row, &[1_000_000, 0], 1e-9).passes());
        assert!(!OneStep::test(&row, &[999_999, 1], 1e-9).passes());
    }

    #[test]
    fn the_bound_on_the_p_value_by_hand() {
        let bound = |statistic: f64, states| {
            let threshold = 0.0;
            OneStep {
                statistic,
                threshold,
            }
            .bound(states)
        };
        // 2 · 3 · 1/60, and 2 · 1 · 1/60.
        assert_relative_eq!(bound(60f64.ln(), 3), 0.1, max_relative = 1e-7);
        assert_relative_eq!(bound(60f64.ln(), 1), 1.0 / 30.0, max_relative = 1e-7);
        assert!(bound(60f64.ln(), 3) > 0.1, "rounding is on the safe side");
        assert_eq!(bound(0.0, 3), 1.0);
    }
}
