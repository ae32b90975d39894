//! What a test of counts can see: its power, and the smallest effect it catches.

use super::binomial::{Binomial, MOST_EXPERIMENTS};
use super::one_step::threshold;
use crate::numbers::Rational;

/// How sure a test is to catch an effect that it is said to detect.
pub(super) const SURE: f64 = 0.999;

/// The counts, up to `low` and from `high` on, at which a state of exact
/// probability `exact` raises the alarm.
///
/// # Panics
/// If there are more than 2⁴⁰ experiments, as for all functions here.
pub fn alarm_region(
    exact: f64,
    states: usize,
    experiments: u64,
    level: f64,
) -> (Option<u64>, Option<u64>) {
    let threshold = threshold(states, level);
    let law = Binomial::new(experiments, exact);
    region(exact, experiments, |count| law.surprise(count) > threshold)
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
    let sizes = (0..=MOST_EXPERIMENTS.ilog2()).map(|exponent| 1 << exponent);
    let end = sizes.into_iter().find(|&experiments| enough(experiments))?;
    let fewer = boundary(end, |experiments| experiments > 0 && enough(experiments));
    Some(fewer.unwrap_or(end))
}

/// The probability of a count in the region.
pub(super) fn beyond(
    actual: f64,
    experiments: u64,
    (low, high): (Option<u64>, Option<u64>),
) -> f64 {
    let counts = Binomial::new(experiments, actual);
    let below = low.map_or(0.0, |low| counts.at_most(low));
    let above = high.map_or(0.0, |high| counts.at_least(high));
    below + above
}

/// How far a probability can be from `exact` and not be caught: any that is
/// farther away, on either side, is caught with probability at least 0.999.
/// Nothing if there is none: so few experiments are sure of nothing.
pub fn detectable_effect(exact: f64, states: usize, experiments: u64, level: f64) -> Option<f64> {
    surely_caught(exact, states, experiments, level, SURE)
}

/// The same with this probability.
pub(super) fn surely_caught(
    exact: f64,
    states: usize,
    experiments: u64,
    level: f64,
    sure: f64,
) -> Option<f64> {
    let (low, high) = alarm_region(exact, states, experiments, level);
    // By one tail alone, which grows with the effect.
    let up = |effect: f64| beyond((exact + effect).min(1.0), experiments, (None, high));
    let down = |effect: f64| beyond((exact - effect).max(0.0), experiments, (low, None));
    let caught = |room: f64, power: &dyn Fn(f64) -> f64| {
        (room > 0.0 && power(room) >= sure).then(|| first(room, |effect| power(effect) >= sure))
    };
    let (above, below) = (1.0 - exact, exact);
    // A side that is not caught even at its end ends there, sooner than the other:
    // A side that is not caught to its end has less room than the other one.
    match (caught(above, &up), caught(below, &down)) {
        (None, None) => None,
        (up, down) => Some(up.unwrap_or(above).max(down.unwrap_or(below))),
    }
}

/// The largest probability with which so few experiments succeed, or fewer, as
/// often as this error: an upper confidence bound (Clopper and Pearson 1934).
pub(super) fn at_most_probable(successes: u64, experiments: u64, error: f64) -> f64 {
    let rare =
        |probability: f64| Binomial::new(experiments, probability).at_most(successes) <= error;
    match rare(1.0) {
        true => first(1.0, rare),
        false => 1.0,
    }
}

/// Where a condition begins to hold between zero and a number at which it does,
/// rounded up.
fn first(end: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, end);
    for _ in 0..50 {
        let middle = low + (high - low) / 2.0;
        match holds(middle) {
            true => high = middle,
            false => low = middle,
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
        let effect = detectable_effect(exact, states, experiments, level).expect("an effect");
        assert!(effect < 0.005, "{effect}");
        assert!(power(exact, exact + effect, states, experiments, level) >= 0.999);
        assert!(power(exact, exact + effect / 2.0, states, experiments, level) < 0.5);
    }

    /// Everything farther away is caught on both sides, and on one of them
    /// nothing is that is closer.
    #[test]
    fn effects_are_caught_on_both_sides() {
        let (mut found, mut one_sided, mut nothing) = (0, 0, 0);
        for exact in [0.0, 1e-3, 0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.9, 0.999, 1.0] {
            for experiments in [8, 30, 100, 1_000, 10_000] {
                let power = |actual: f64| power(exact, actual, 3, experiments, 1e-6);
                let Some(effect) = detectable_effect(exact, 3, experiments, 1e-6) else {
                    assert!(
                        power(0.0) < 0.999 || power(1.0) < 0.999,
                        "{exact} {experiments}"
                    );
                    nothing += 1;
                    continue;
                };
                found += 1;
                let sides = [exact + effect, exact - effect];
                let inside = sides.map(|actual| (0.0..=1.0).contains(&actual));
                one_sided += usize::from(inside != [true; 2]);
                for step in [1e-9, 1e-3, 0.01, 0.1, 0.3] {
                    for actual in [exact + effect + step, exact - effect - step] {
                        if (0.0..=1.0).contains(&actual) {
                            assert!(power(actual) >= 0.999, "{exact} {experiments} {actual}");
                        }
                    }
                }
                let closer = [exact + effect - 1e-6, exact - effect + 1e-6];
                let missed = closer
                    .into_iter()
                    .filter(|actual| (0.0..=1.0).contains(actual));
                assert!(
                    missed.into_iter().any(|actual| power(actual) < 0.999),
                    "{exact} {experiments}"
                );
            }
        }
        assert!(
            found > 20 && one_sided > 5 && nothing > 3,
            "{found} {one_sided} {nothing}"
        );
    }

    /// Eight experiments at this level alarm at no count: there is no effect.
    #[test]
    fn where_no_count_alarms_there_is_no_effect() {
        assert_eq!(alarm_region(0.5, 2, 8, 1e-6), (None, None));
        assert_eq!(power(0.5, 1.0, 2, 8, 1e-6), 0.0);
        assert_eq!(detectable_effect(0.5, 2, 8, 1e-6), None);
        // What is rare is never missed, and what is frequent is seen.
        let effect = detectable_effect(0.001, 2, 200, 1e-6).expect("upward");
        assert!(power(0.001, 0.0, 2, 200, 1e-6) == 0.0 && effect > 0.001);
    }

    /// The bound is met with the error, and the share seen is below it.
    #[test]
    fn confidence_bounds_by_their_definition() {
        for (successes, experiments) in [(0, 10), (3, 10), (26, 2_000), (500, 1_000)] {
            let bound = at_most_probable(successes, experiments, 5e-4);
            let tail = |p: f64| Binomial::new(experiments, p).at_most(successes);
            assert!(tail(bound) <= 5e-4 && tail(bound - 1e-9) > 5e-4);
            assert!(bound > successes as f64 / experiments as f64);
        }
        assert_eq!(at_most_probable(7, 7, 5e-4), 1.0);
        assert_eq!(at_most_probable(0, 0, 5e-4), 1.0);
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
    /// at the level 2/2⁸ up to rounding, which has to be exceeded.
    #[test]
    fn to_reach_the_threshold_raises_no_alarm() {
        let eight = Binomial::new(8, 0.5).surprise(8);
        assert!(threshold(1, 2.0 / 256.0) > eight && threshold(1, 2.01 / 256.0) < eight);
        assert_eq!(alarm_region(0.5, 1, 8, 2.0 / 256.0), (None, None));
        assert_eq!(alarm_region(0.5, 1, 9, 2.0 / 256.0), (Some(0), Some(9)));
    }
}
