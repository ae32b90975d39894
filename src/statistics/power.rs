//! What a test of counts can see: its power, and the smallest effect it catches.

use statrs::distribution::{Binomial, DiscreteCDF};

use super::one_step::{relative_entropy, threshold};
use crate::numbers::Rational;

/// The counts, up to `low` and from `high` on, at which a state of exact
/// probability `exact` raises the alarm.
pub fn alarm_region(
    exact: f64,
    states: usize,
    experiments: u64,
    level: f64,
) -> (Option<u64>, Option<u64>) {
    let threshold = threshold(states, level);
    region(exact, experiments, |count| {
        experiments as f64 * relative_entropy(count as f64 / experiments as f64, exact) > threshold
    })
}

/// The counts, up to `low` and from `high` on, that alarm, where counts are
/// more alarming the further they are from what is expected.
pub(super) fn region(
    exact: f64,
    experiments: u64,
    alarms: impl Fn(u64) -> bool,
) -> (Option<u64>, Option<u64>) {
    let center = ((exact * experiments as f64) as u64).min(experiments);
    // The statistic grows with the distance from the center on both sides.
    let low = boundary(center + 1, |distance| alarms(center - distance))
        .map(|distance| center - distance);
    let high = boundary(experiments - center + 1, |distance| {
        alarms(center + distance)
    })
    .map(|distance| center + distance);
    (low, high)
}

/// The first number below `end` from which on the condition holds.
fn boundary(end: u64, holds: impl Fn(u64) -> bool) -> Option<u64> {
    let (mut low, mut high) = (0, end);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    (low < end).then_some(low)
}

/// The probability that the test raises the alarm when one state of exact
/// probability `exact` is reached with probability `actual` instead.
pub fn power(exact: f64, actual: f64, states: usize, experiments: u64, level: f64) -> f64 {
    beyond(
        actual,
        experiments,
        alarm_region(exact, states, experiments, level),
    )
}

/// The same for all the states of a row: at least the largest of theirs.
///
/// # Panics
/// If the lengths differ.
pub fn row_power(exact: &[Rational], actual: &[Rational], experiments: u64, level: f64) -> f64 {
    assert_eq!(exact.len(), actual.len(), "the same states");
    let states = exact.len();
    let pairs = exact.iter().zip(actual);
    pairs
        .map(|(exact, actual)| power(exact.to_f64(), actual.to_f64(), states, experiments, level))
        .fold(0.0, f64::max)
}

/// How many experiments, at least one, give the test of a row at least this power, where
/// one experiment less does not; nothing if 2⁴⁰ are not enough.
///
/// # Panics
/// If the lengths differ.
pub fn experiments_needed(
    exact: &[Rational],
    actual: &[Rational],
    power: f64,
    level: f64,
) -> Option<u64> {
    let enough = |experiments: u64| row_power(exact, actual, experiments, level) >= power;
    let end = (0..=40)
        .map(|exponent| 1 << exponent)
        .find(|&experiments| enough(experiments))?;
    let fewer = boundary(end, |experiments| experiments > 0 && enough(experiments));
    Some(fewer.unwrap_or(end))
}

/// The probability of a count in the region.
pub(super) fn beyond(
    actual: f64,
    experiments: u64,
    (low, high): (Option<u64>, Option<u64>),
) -> f64 {
    let Ok(arrivals) = Binomial::new(actual, experiments) else {
        return 0.0;
    };
    let below = low.map_or(0.0, |low| arrivals.cdf(low));
    let above = match high {
        None => 0.0,
        Some(0) => 1.0,
        Some(high) => arrivals.sf(high - 1),
    };
    below + above
}

/// The smallest difference |actual − exact| that is caught with probability at
/// least 0.999, on the side where there is more room.
pub fn detectable_effect(exact: f64, states: usize, experiments: u64, level: f64) -> f64 {
    let upward = exact <= 0.5;
    let room = if upward { 1.0 - exact } else { exact };
    let actual = |effect: f64| {
        if upward {
            exact + effect
        } else {
            exact - effect
        }
    };
    let (mut low, mut high) = (0.0, room);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if power(exact, actual(middle), states, experiments, level) >= 0.999 {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn false_alarms_stay_below_the_level() {
        for (exact, experiments) in [(0.5, 100), (0.01, 1_000), (0.9, 10_000)] {
            for level in [0.05, 1e-3, 1e-6] {
                let alarm = power(exact, exact, 1, experiments, level);
                assert!(alarm <= level, "{exact} {experiments} {level}: {alarm}");
            }
        }
    }

    #[test]
    fn the_experiments_needed_are_enough_and_one_less_is_not() {
        let coin = |n: i64| [Rational::new(n, 100), Rational::new(100 - n, 100)];
        let (fair, bent) = (coin(50), coin(53));
        let experiments = experiments_needed(&fair, &bent, 0.99, 1e-6).expect("coins that differ");
        assert!(row_power(&fair, &bent, experiments, 1e-6) >= 0.99);
        assert!(row_power(&fair, &bent, experiments - 1, 1e-6) < 0.99);
        // What is impossible is caught when it first happens: 1 − (97/100)ⁿ ≥ 99/100.
        assert_eq!(
            experiments_needed(&coin(0), &coin(3), 0.99, 1e-6),
            Some(152)
        );
        assert_eq!(experiments_needed(&fair, &fair, 0.99, 1e-6), None);
        // There is no test of nothing.
        assert_eq!(experiments_needed(&fair, &bent, 0.0, 1e-6), Some(1));
    }

    #[test]
    fn the_detectable_effect_is_detected_and_half_of_it_is_not() {
        let (exact, states, experiments, level) = (0.3, 4, 1_000_000, 1e-8);
        let effect = detectable_effect(exact, states, experiments, level);
        assert!(effect < 0.005, "{effect}");
        assert!(power(exact, exact + effect, states, experiments, level) >= 0.998);
        assert!(power(exact, exact + effect / 2.0, states, experiments, level) < 0.5);
    }

    #[test]
    fn effects_are_the_same_on_both_sides() {
        let effect = |exact| detectable_effect(exact, 3, 10_000, 1e-6);
        for exact in [0.1, 0.25, 0.4] {
            assert!(
                (effect(exact) - effect(1.0 - exact)).abs() < 1e-6,
                "{exact}"
            );
            let power = |effect: f64| power(exact, exact + effect, 3, 10_000, 1e-6);
            assert!(power(effect(exact) + 1e-6) >= 0.999 && power(effect(exact) - 1e-3) < 0.999);
        }
    }

    #[test]
    fn regions_reach_to_both_ends() {
        // Of ten experiments four are expected; counts that differ by three alarm.
        let alarms = |count: u64| count.abs_diff(4) >= 3;
        assert_eq!(region(0.4, 10, alarms), (Some(1), Some(7)));
        assert_eq!(region(0.4, 10, |count| count == 0), (Some(0), None));
        assert_eq!(region(0.4, 10, |count| count == 10), (None, Some(10)));
        assert_eq!(region(0.0, 10, |count| count > 2), (None, Some(3)));
        assert_eq!(region(1.0, 10, |count| count < 8), (Some(7), None));
        assert!((beyond(0.5, 2, (Some(0), Some(2))) - 0.5).abs() < 1e-12);
        assert_eq!(beyond(0.5, 2, (None, Some(0))), 1.0);
    }

    /// Eight heads of a fair coin have the statistic 8 ln 2. That is the threshold
    /// at the level 2/2⁸, which has to be exceeded.
    #[test]
    fn to_reach_the_threshold_raises_no_alarm() {
        assert_eq!(threshold(1, 2.0 / 256.0), 8.0 * relative_entropy(1.0, 0.5));
        assert_eq!(alarm_region(0.5, 1, 8, 2.0 / 256.0), (None, None));
        assert_eq!(alarm_region(0.5, 1, 9, 2.0 / 256.0), (Some(0), Some(9)));
    }
}
