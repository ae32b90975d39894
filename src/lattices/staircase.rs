//! Sums over pairs (y, y') of levels where a monotone condition holds.
//!
//! For each y the y' that satisfy it are all from some level on, or all below
//! it, and that level moves one way as y grows: the region under a staircase.
//! Its mass is a sum of products of partial sums, one for each step.

use std::cmp::Ordering;
use std::ops::Range;

use super::mass::Mass;

/// A condition on (y, y'), and whether growing y' makes it true (`Greater`),
/// false (`Less`), or does nothing.
pub(super) struct Condition<F> {
    pub(super) holds: F,
    pub(super) inner: Ordering,
}

/// A step: consecutive y, and the y' that satisfy the condition with them.
pub(super) struct Step {
    pub(super) outer: Range<usize>,
    pub(super) inner: Range<usize>,
}

/// The level from which on a monotone condition holds, among `0..levels`;
/// `levels` if it never does.
pub(super) fn first_level(levels: usize, holds: impl Fn(usize) -> bool) -> usize {
    first_between(0, levels, holds)
}

/// The same, near a guess: two comparisons, and at most two more for every binary
/// digit of the distance to it.
pub(super) fn first_level_near(
    guess: usize,
    levels: usize,
    holds: impl Fn(usize) -> bool,
) -> usize {
    let (mut low, mut high, mut step) = (guess.min(levels), guess.min(levels), 1);
    while low > 0 && holds(low - 1) {
        high = low - 1;
        low = high.saturating_sub(step);
        step *= 2;
    }
    while high < levels && !holds(high) {
        low = high + 1;
        high = levels.min(low + step);
        step *= 2;
    }
    first_between(low, high, holds)
}

fn first_between(mut low: usize, mut high: usize, holds: impl Fn(usize) -> bool) -> usize {
    while low < high {
        let middle = (low + high) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The steps of the staircase over some y. Two comparisons for each y, and
/// one for each level that the border passes.
pub(super) fn steps<F: Fn(usize, usize) -> bool>(
    outer: Range<usize>,
    levels: usize,
    condition: &Condition<F>,
) -> Vec<Step> {
    // Above the border the condition holds, or where it falls, fails.
    let falls = condition.inner == Ordering::Less;
    let above = |y: usize, level: usize| (condition.holds)(y, level) != falls;
    let mut found: Vec<Step> = Vec::new();
    let mut border = first_level(levels, |level| above(outer.start, level));
    for y in outer {
        while border > 0 && above(y, border - 1) {
            border -= 1;
        }
        while border < levels && !above(y, border) {
            border += 1;
        }
        let inner = if falls { 0..border } else { border..levels };
        match found.last_mut() {
            Some(step) if step.inner == inner => step.outer.end = y + 1,
            _ => found.push(Step {
                outer: y..y + 1,
                inner,
            }),
        }
    }
    found
}

/// The part of running sums within a range.
pub(super) fn part<X: Mass>(sums: &[X], range: &Range<usize>) -> X {
    if range.start == 0 {
        return sums[range.end].clone();
    }
    sums[range.end].minus(&sums[range.start])
}

/// The levels outside of which a law has next to nothing; it has some mass, so that
/// there is a level within.
pub(super) fn window<X: Mass>(sums: &[X]) -> Range<usize> {
    let levels = sums.len() - 1;
    let start = first_level(levels, |level| !sums[level + 1].is_negligible());
    let rest = |level: usize| sums[levels].minus(&sums[level]).is_negligible();
    start..first_level(levels, rest)
}

/// The mass of the pairs that satisfy a condition. What lies outside of the
/// outer law's window may or may not, and counts as unknown.
pub(super) fn mass<X: Mass, F: Fn(usize, usize) -> bool>(
    outer: &[X],
    window: &Range<usize>,
    inner: &[X],
    condition: &Condition<F>,
) -> X {
    let levels = inner.len() - 1;
    let mut total = X::zero();
    for step in steps(window.clone(), levels, condition) {
        if !step.inner.is_empty() {
            total = total.plus(&part(outer, &step.outer).times(&part(inner, &step.inner)));
        }
    }
    let outside =
        part(outer, &(0..window.start)).plus(&part(outer, &(window.end..outer.len() - 1)));
    total.plus(&outside.at_most())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{Interval, Natural};

    #[test]
    fn a_guess_changes_the_way_and_not_the_answer() {
        for levels in 0..20 {
            for border in 0..=levels {
                for guess in 0..levels + 3 {
                    let asked = std::cell::Cell::new(0);
                    let holds = |level: usize| {
                        assert!(level < levels);
                        asked.set(asked.get() + 1);
                        level >= border
                    };
                    assert_eq!(first_level_near(guess, levels, holds), border);
                    assert_eq!(first_level(levels, holds), border);
                    if guess == border {
                        asked.set(0);
                        first_level_near(guess, levels, holds);
                        assert!(asked.get() <= 2);
                    }
                }
            }
        }
    }

    #[test]
    fn a_guess_costs_by_the_digits_of_its_distance() {
        let levels: usize = 1_000_000;
        for guess in [0, 1, 2, 1_000, 500_000, levels] {
            for distance in [0, 1, 2, 3, 5, 8, 100, 1_000, 400_000] {
                let borders = [guess.checked_sub(distance), guess.checked_add(distance)];
                for border in borders.into_iter().flatten().filter(|&b| b <= levels) {
                    let asked = std::cell::Cell::new(0);
                    let holds = |level: usize| {
                        asked.set(asked.get() + 1);
                        level >= border
                    };
                    assert_eq!(first_level_near(guess, levels, holds), border);
                    let digits = usize::BITS - distance.leading_zeros();
                    assert!(asked.get() <= 2 + 2 * digits, "{guess} {border}");
                }
            }
        }
    }

    #[test]
    fn a_step_is_all_neighbors_with_the_same_levels() {
        let levels = 6;
        for borders in [
            [0, 0, 0, 0, 0],
            [6, 6, 6, 6, 6],
            [0, 0, 2, 2, 6],
            [6, 6, 3, 3, 0],
            [1, 2, 4, 5, 5],
            [5, 5, 4, 2, 1],
        ] {
            for inner in [Ordering::Less, Ordering::Greater] {
                let falls = inner == Ordering::Less;
                let condition = Condition {
                    holds: |y: usize, level: usize| {
                        assert!((1..5).contains(&y) && level < levels);
                        (level < borders[y]) == falls
                    },
                    inner,
                };
                let found = steps(1..5, levels, &condition);
                let listed: Vec<(usize, Range<usize>)> = found
                    .iter()
                    .flat_map(|step| step.outer.clone().map(|y| (y, step.inner.clone())))
                    .collect();
                let one_by_one = (1..5).map(|y| match falls {
                    true => (y, 0..borders[y]),
                    false => (y, borders[y]..levels),
                });
                assert!(listed.into_iter().eq(one_by_one), "{borders:?}");
                let differ = |pair: &[Step]| pair[0].inner != pair[1].inner;
                assert!(found.windows(2).all(differ), "{borders:?}");
            }
        }
    }

    fn running(masses: &[Natural]) -> Vec<Natural> {
        let sums = (0..=masses.len()).map(|level| masses[..level].iter().sum());
        sums.collect()
    }

    #[test]
    fn a_window_leaves_out_what_has_no_mass() {
        for (masses, levels) in [
            (&[0_u32, 0, 3, 0, 1, 0][..], 2..5),
            (&[1, 2], 0..2),
            (&[0, 5], 1..2),
            (&[5, 0], 0..1),
            (&[7], 0..1),
        ] {
            let masses: Vec<Natural> = masses.iter().map(|&mass| mass.into()).collect();
            assert_eq!(window(&running(&masses)), levels);
        }
        // Of what is rounded, also that which is less than the errors: 2⁻¹²⁰ at both ends.
        let most = (Natural::ONE << 120_usize) - Natural::from(2_u32);
        let sums = running(&[Natural::ONE, most, Natural::ONE]);
        let rounded: Vec<Interval> = sums.iter().map(|sum| Interval::of(sum, &sums[3])).collect();
        assert_eq!(window(&rounded), 1..2);
        assert_eq!(window(&sums), 0..3);
    }
}
