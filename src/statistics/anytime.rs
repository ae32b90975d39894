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
//!
//! With h(k) = Γ(k + ½)/Γ(k + 1) the martingale is h(k) h(n − k) over π times the
//! binomial probability of k, which loses no digits in long runs.

use super::binomial::{Binomial, ROUNDING, log_half_ratio};
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
    /// If the lengths of a row differ, or a state has more than 2⁴⁰ visits.
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
                let evidence = log_martingale(law(row, probability, visits), count, visits);
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
    let law = Binomial::new(visits, exact);
    let alarms = |count| log_martingale(law, count, visits) > threshold;
    beyond(actual, visits, region(exact, visits, alarms))
}

fn threshold(outcomes: usize, level: f64) -> f64 {
    (outcomes.max(1) as f64 / level).ln() + ROUNDING
}

/// The law of the count of an outcome of a row: the complement of a likely one
/// is the sum of the others, and no difference of doubles.
fn law(row: &[f64], probability: f64, visits: u64) -> Binomial {
    if probability <= 0.5 {
        return Binomial::new(visits, probability);
    }
    let others = row.iter().filter(|other| **other <= 0.5).sum();
    Binomial::with_both(visits, probability, others)
}

fn log_martingale(law: Binomial, count: u64, visits: u64) -> f64 {
    let mixture = log_half_ratio(count) + log_half_ratio(visits - count);
    mixture - std::f64::consts::PI.ln() - law.log_mass(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Rational;
    use approx::assert_relative_eq;

    fn log_martingale(probability: f64, count: u64, visits: u64) -> f64 {
        super::log_martingale(Binomial::new(visits, probability), count, visits)
    }

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

    /// B(k + ½, n − k + ½)/π is rational: ½·¾·…, and over pᵏ(1 − p)ⁿ⁻ᵏ exactly.
    #[test]
    fn martingales_are_exact_ratios() {
        let half = |i: u64| Rational::new(2 * i as i64 - 1, 2);
        for number in 1..400u64 {
            let (visits, count) = (number % 40, (number * 7) % (number % 40 + 1));
            let p = (number % 19 + 1) as f64 / 20.0 * 0.5f64.powi((number % 30) as i32);
            let rising = |k: u64| (1..=k).map(half).product::<Rational>();
            let factorial: Rational = (1..=visits).map(Rational::from).product();
            let exact = Rational::exactly(p);
            let likelihood = exact.power(count as usize)
                * (Rational::ONE - &exact).power((visits - count) as usize);
            let ratio = rising(count) * rising(visits - count) / factorial / likelihood;
            let found = log_martingale(p, count, visits);
            // Halved until it is a double.
            let halvings = (found / std::f64::consts::LN_2).round() as i32;
            let scale = Rational::new(1, 2).power(halvings.max(0) as usize)
                * Rational::from(2).power((-halvings).max(0) as usize);
            let exact =
                (ratio * scale).to_f64().ln() + f64::from(halvings) * std::f64::consts::LN_2;
            assert!(
                (found - exact).abs() < 1e-12 * (1.0 + exact.abs()),
                "{number}: {found} {exact}"
            );
        }
    }

    /// From one visit to the next the martingale changes by (k + ½)/((n + 1)p) if the
    /// outcome happens, also in runs so long that logarithms of factorials would lose
    /// the digits.
    #[test]
    fn long_runs_lose_no_digits() {
        for exponent in [10, 20, 30, 39] {
            let (visits, p) = (1u64 << exponent, 0.3);
            for standard in [-4.0, 0.0, 7.0] {
                let deviation = (visits as f64 * p * (1.0 - p)).sqrt();
                let count = (visits as f64 * p + standard * deviation) as u64;
                let [now, hit, miss] = [(count, 0), (count + 1, 1), (count, 1)]
                    .map(|(count, more)| log_martingale(p, count, visits + more));
                let of =
                    |times: u64, p: f64| ((times as f64 + 0.5) / (visits as f64 + 1.0) / p).ln();
                assert!(
                    (hit - now - of(count, p)).abs() < 2e-9,
                    "{visits} {standard}"
                );
                assert!((miss - now - of(visits - count, 1.0 - p)).abs() < 2e-9);
            }
        }
    }

    /// The chance that a fair run of a coin ever raises the alarm, by all its paths:
    /// at most the level, and not much less.
    #[test]
    fn alarms_at_any_time_are_as_rare_as_promised() {
        const VISITS: usize = 400;
        for p in [0.5, 0.3, 0.05] {
            for level in [0.5, 0.1, 0.02] {
                let mut alive = vec![1.0];
                let mut alarmed = 0.0;
                for visits in 1..=VISITS {
                    let mut next = vec![0.0; visits + 1];
                    for (count, mass) in alive.iter().enumerate() {
                        next[count] += mass * (1.0 - p);
                        next[count + 1] += mass * p;
                    }
                    for (count, mass) in next.iter_mut().enumerate() {
                        let (hits, misses) = (count as u64, (visits - count) as u64);
                        let rows = [(vec![p, 1.0 - p], vec![hits, misses])];
                        if *mass > 0.0 && !Anytime::test(&rows, level).passes() {
                            alarmed += std::mem::take(mass);
                        }
                    }
                    alive = next;
                }
                assert!(
                    alarmed <= level && alarmed > level / 20.0,
                    "{p} {level} {alarmed}"
                );
            }
        }
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
    #[should_panic(expected = "at most 2^40 experiments")]
    fn runs_that_are_too_long_are_refused() {
        Anytime::test(&[(vec![0.5; 2], vec![1 << 40, 1])], 1e-6);
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
