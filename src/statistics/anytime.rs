//! A run of any length against the exact rows: a test that may be looked at,
//! and stopped, at any time.
//!
//! The visits of a state are as random as what happens there, so that a bound
//! for a fixed number of draws does not hold. A mixture does (Robbins 1970,
//! *Statistical methods related to the law of the iterated logarithm*): for an
//! outcome of probability p that happened k times in n visits,
//! B(k + ½, n − k + ½) / (π pᵏ (1 − p)ⁿ⁻ᵏ) is a nonnegative martingale with
//! mean 1 along the chain, and by Ville's inequality it ever exceeds 1/α with
//! probability at most α. The largest of the logarithms over m outcomes is
//! above ln(m/α) with probability at most α, whenever the run ends.

use statrs::function::gamma::ln_gamma;

use super::power::{beyond, region};

/// The outcome of a test of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anytime {
    /// The largest logarithm of a martingale over all outcomes.
    pub statistic: f64,
    /// The statistic ever is above this with probability at most the level.
    pub threshold: f64,
    /// The row with the largest; the first of them, where there are several.
    pub worst: usize,
}

impl Anytime {
    /// Tests rows of counts against exact probabilities: one row for each
    /// state, with as many counts as probabilities.
    ///
    /// ```
    /// use peskun::statistics::Anytime;
    /// let row = vec![0.25, 0.75];
    /// assert!(Anytime::test(&[(row.clone(), vec![260, 740])], 1e-6).passes());
    /// assert!(!Anytime::test(&[(row, vec![500, 500])], 1e-6).passes());
    /// ```
    ///
    /// # Panics
    /// If the lengths of a row differ.
    pub fn test(rows: &[(Vec<f64>, Vec<u64>)], level: f64) -> Self {
        let outcomes = rows.iter().map(|(row, _)| row.len()).sum();
        let mut test = Anytime {
            statistic: f64::NEG_INFINITY,
            threshold: threshold(outcomes, level),
            worst: 0,
        };
        for (position, (row, counts)) in rows.iter().enumerate() {
            assert_eq!(row.len(), counts.len(), "one count for each outcome");
            let visits = counts.iter().sum();
            for (&probability, &count) in row.iter().zip(counts) {
                let evidence = log_martingale(probability, count, visits);
                if evidence > test.statistic {
                    (test.statistic, test.worst) = (evidence, position);
                }
            }
        }
        test
    }

    /// Does the run agree with the rows?
    pub fn passes(&self) -> bool {
        self.statistic <= self.threshold
    }
}

/// The probability of an alarm after so many visits of a state where an
/// outcome of exact probability `exact` happens with probability `actual`
/// instead: that of the binomial tails where its martingale is too large.
pub fn anytime_power(exact: f64, actual: f64, outcomes: usize, visits: u64, level: f64) -> f64 {
    let threshold = threshold(outcomes, level);
    let alarms = |count| log_martingale(exact, count, visits) > threshold;
    beyond(actual, visits, region(exact, visits, alarms))
}

fn threshold(outcomes: usize, level: f64) -> f64 {
    (outcomes.max(1) as f64 / level).ln()
}

fn log_martingale(probability: f64, count: u64, visits: u64) -> f64 {
    // 0 · ln 0 = 0: what cannot happen and did not is no evidence.
    let term = |count: u64, probability: f64| match count {
        0 => 0.0,
        _ => count as f64 * probability.ln(),
    };
    let (k, rest) = (count as f64, (visits - count) as f64);
    let mixture = ln_gamma(k + 0.5) + ln_gamma(rest + 0.5) - ln_gamma(visits as f64 + 1.0);
    let exact = term(count, probability) + term(visits - count, 1.0 - probability);
    mixture - std::f64::consts::PI.ln() - exact
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn the_martingale_by_hand_and_its_mean() {
        // One visit: B(3/2, 1/2)/π = 1/2, over p.
        assert_relative_eq!(log_martingale(0.25, 1, 1), 2f64.ln(), max_relative = 1e-10);
        assert_eq!(log_martingale(0.0, 1, 5), f64::INFINITY);
        let p: f64 = 0.3;
        let mean: f64 = (0..=12u64)
            .map(|k| {
                let ways = (1..=k).fold(1.0, |ways, i| ways * (13 - i) as f64 / i as f64);
                let chance = ways * p.powi(k as i32) * (1.0 - p).powi(12 - k as i32);
                chance * log_martingale(p, k, 12).exp()
            })
            .sum();
        assert_relative_eq!(mean, 1.0, max_relative = 1e-9);
    }

    #[test]
    fn an_alarm_is_rare_without_and_certain_with_a_defect() {
        assert!(anytime_power(0.3, 0.3, 4, 100_000, 1e-6) < 1e-6);
        assert!(anytime_power(0.3, 0.32, 4, 100_000, 1e-6) > 0.999);
        assert!(anytime_power(0.3, 0.301, 4, 100_000, 1e-6) < 0.01);
    }

    #[test]
    fn what_cannot_happen_and_did_not_is_no_evidence() {
        // One visit: B(1/2, 3/2)/π = 1/2, over 1.
        let half = 0.5f64.ln();
        assert_relative_eq!(log_martingale(0.0, 0, 1), half, max_relative = 1e-10);
        assert_relative_eq!(log_martingale(1.0, 1, 1), half, max_relative = 1e-10);
        let test = Anytime::test(&[(vec![0.0, 1.0], vec![0, 1])], 1e-6);
        assert_relative_eq!(test.statistic, half, max_relative = 1e-10);
    }

    #[test]
    fn the_worst_row_is_the_first_of_those() {
        let (good, bad) = (vec![50, 50], vec![90, 10]);
        let rows = [&good, &bad, &good, &bad].map(|counts| (vec![0.5; 2], counts.clone()));
        assert_eq!(Anytime::test(&rows, 1e-6).worst, 1);
    }

    /// The statistic has to be above the threshold, and nothing is above infinity.
    #[test]
    fn there_is_no_alarm_at_the_level_zero() {
        let test = Anytime::test(&[(vec![0.0, 1.0], vec![1, 0])], 0.0);
        assert_eq!(
            (test.statistic, test.threshold),
            (f64::INFINITY, f64::INFINITY)
        );
        assert!(test.passes());
        assert_eq!(anytime_power(0.0, 0.5, 2, 10, 0.0), 0.0);
        // At any other it is heard if the outcome ever happens.
        let power = anytime_power(0.0, 0.5, 2, 10, 1e-9);
        assert_relative_eq!(power, 1.0 - 0.5f64.powi(10), max_relative = 1e-9);
    }
}
