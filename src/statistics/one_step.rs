//! One step, many times from the same state, against the exact row.
//!
//! For each state the number of arrivals is binomial. By Chernoff's bound
//! P(X/n at least as far from p as k/n, on the same side) ≤ exp(−n·KL(k/n‖p)),
//! so that the largest n·KL over the states exceeds ln(2·states/α) with
//! probability at most α: a bound for every n, not an approximation.

use std::collections::BTreeMap;

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
    /// The largest n·KL(observed‖exact) over the states.
    pub statistic: f64,
    /// The statistic is above this with probability at most the level.
    pub threshold: f64,
}

impl OneStep {
    /// Tests counts against an exact row at a level.
    ///
    /// # Panics
    /// If the lengths differ or nothing was counted.
    pub fn test(row: &[Rational], counts: &[u64], level: f64) -> Self {
        assert_eq!(row.len(), counts.len(), "one count for each state");
        let experiments: u64 = counts.iter().sum();
        assert!(experiments > 0, "something was counted");
        let surprise = |(probability, &count): (&Rational, &u64)| {
            experiments as f64
                * relative_entropy(count as f64 / experiments as f64, probability.to_f64())
        };
        OneStep {
            statistic: row.iter().zip(counts).map(surprise).fold(0.0, f64::max),
            threshold: threshold(row.len(), level),
        }
    }

    /// A bound on the p-value for a row of so many states.
    pub(super) fn bound(&self, states: usize) -> f64 {
        (2.0 * states as f64 * (-self.statistic).exp()).min(1.0)
    }

    /// Does the sampler agree with the row?
    pub fn passes(&self) -> bool {
        self.statistic <= self.threshold
    }
}

/// The threshold for so many states at a level.
pub(super) fn threshold(states: usize, level: f64) -> f64 {
    (2.0 * states as f64 / level).ln()
}

/// KL(observed‖exact) between two coins, in nats.
pub(super) fn relative_entropy(observed: f64, exact: f64) -> f64 {
    let term = |observed: f64, exact: f64| {
        if observed == 0.0 {
            0.0
        } else if exact == 0.0 {
            f64::INFINITY
        } else {
            observed * (observed / exact).ln()
        }
    };
    // Rounding can make it barely negative.
    (term(observed, exact) + term(1.0 - observed, 1.0 - exact)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn relative_entropy_by_hand() {
        assert_relative_eq!(
            relative_entropy(0.5, 0.25),
            0.5 * (4.0f64 / 3.0).ln(),
            max_relative = 1e-12
        );
        assert_relative_eq!(relative_entropy(1.0, 0.5), 2f64.ln(), max_relative = 1e-12);
        assert_eq!(relative_entropy(0.3, 0.3), 0.0);
        assert_eq!(relative_entropy(0.1, 0.0), f64::INFINITY);
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
        assert_relative_eq!(bound(60f64.ln(), 3), 0.1, max_relative = 1e-12);
        assert_relative_eq!(bound(60f64.ln(), 1), 1.0 / 30.0, max_relative = 1e-12);
        assert_eq!(bound(0.0, 3), 1.0);
    }
}
