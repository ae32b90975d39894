//! Does a sampler leave its target where it is? Starts against ends, in a test
//! that is exact in finite samples for any kernel and any number of steps.
//!
//! Draw a start from the target and run so many steps. If the target is
//! invariant, then for every set as many experiments enter as leave: both
//! probabilities are the mass of the set less that of starting and ending in
//! it. So of D experiments that crossed its bounds the number that entered is
//! binomial(D, 1/2) given D (Q. McNemar, 1947), and −ln of the probability of a
//! number at least as far from D/2, on its side, exceeds ln(2·sets/α) for any of
//! the sets with probability at most α. A kernel that rarely moves has few
//! crossings, and the test then says that it cannot say.

use super::binomial::Binomial;
use super::crossing_test::{CrossingTest, SetTest};
use super::one_step::threshold;

/// Parts of equal mass that the line is divided into.
const PARTS: usize = 10;

/// The sets that are tested, as parts of the line: all that is below a bound,
/// what is between two neighboring ones, and both tails.
fn sets() -> impl Iterator<Item = (String, u16)> {
    let below = |part: usize| (1 << part) - 1;
    let line: u16 = below(PARTS);
    let tenths = |count: usize| match count {
        1 => "tenth".to_string(),
        _ => format!("{count} tenths"),
    };
    let halves = (1..PARTS).map(move |part| (format!("the lowest {}", tenths(part)), below(part)));
    let between = (1..PARTS - 1).map(|part| (format!("tenth {}", part + 1), 1 << part));
    let tails = (1..PARTS / 2).map(move |part| {
        let tails = line & !(below(PARTS - part) & !below(part));
        (format!("the outer {} on either side", tenths(part)), tails)
    });
    halves.chain(between).chain(tails)
}

/// How many experiments started in one part of the line and ended in another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crossings {
    flows: [[u64; PARTS]; PARTS],
}

impl Crossings {
    /// Counts an experiment, where these are the target's masses below its start
    /// and below its end.
    pub fn count(&mut self, start: f64, end: f64) {
        let part = |mass: f64| ((mass * PARTS as f64) as usize).min(PARTS - 1);
        self.flows[part(start)][part(end)] += 1;
    }

    /// The experiments of both.
    pub fn and(mut self, other: &Self) -> Self {
        let counts = self.flows.iter_mut().flatten();
        for (count, more) in counts.zip(other.flows.iter().flatten()) {
            *count += more;
        }
        self
    }

    /// How many experiments there are.
    pub fn experiments(&self) -> u64 {
        self.flows.iter().flatten().sum()
    }

    /// How many entered a set, and how many left it.
    fn across(&self, set: u16) -> (u64, u64) {
        let inside = |part: usize| set >> part & 1 == 1;
        let pairs = (0..PARTS).flat_map(|from| (0..PARTS).map(move |to| (from, to)));
        pairs.fold((0, 0), |(entered, left), (from, to)| {
            let count = self.flows[from][to];
            match (inside(from), inside(to)) {
                (false, true) => (entered + count, left),
                (true, false) => (entered, left + count),
                _ => (entered, left),
            }
        })
    }

    /// Is the target left where it is, at this level?
    ///
    /// ```
    /// use peskun::statistics::{Crossings, Stays};
    ///
    /// // Every experiment ends where another started: nothing flows.
    /// let mut turning = Crossings::default();
    /// for start in 0..10_000 {
    ///     turning.count(f64::from(start) / 10_000.0, f64::from((start + 5_000) % 10_000) / 10_000.0);
    /// }
    /// assert_eq!(turning.test(1e-6).stays(), Stays::Yes);
    /// // All go to the middle; and nothing can be said of those that stay.
    /// let (mut shrinking, mut stuck) = (Crossings::default(), Crossings::default());
    /// for start in 0..10_000 {
    ///     let start = f64::from(start) / 10_000.0;
    ///     shrinking.count(start, 0.25 + start / 2.0);
    ///     stuck.count(start, start);
    /// }
    /// assert_eq!(shrinking.test(1e-6).stays(), Stays::No);
    /// assert_eq!(stuck.test(1e-6).stays(), Stays::TooShort);
    /// ```
    ///
    /// # Panics
    /// If the level is not between 0 and 1, or there are more than 2⁴⁰ experiments.
    pub fn test(&self, level: f64) -> CrossingTest {
        assert!(level > 0.0 && level < 1.0, "a level is a probability");
        let named: Vec<(String, u16)> = sets().collect();
        let about = |(name, set): &(String, u16)| {
            let (entered, left) = self.across(*set);
            SetTest {
                name: name.clone(),
                entered,
                left,
                statistic: Binomial::new(entered + left, 0.5).surprise(entered),
            }
        };
        CrossingTest {
            experiments: self.experiments(),
            threshold: threshold(named.len(), level),
            sets: named.iter().map(about).collect(),
            level,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Stays;
    use super::*;
    use approx::assert_relative_eq;

    /// The test of crossings from one mass to another, each so many times.
    pub(in crate::statistics) fn tested(moves: &[(f64, f64, u64)], level: f64) -> CrossingTest {
        let mut crossings = Crossings::default();
        for &(start, end, times) in moves {
            (0..times).for_each(|_| crossings.count(start, end));
        }
        crossings.test(level)
    }

    pub(in crate::statistics) fn named<'t>(test: &'t CrossingTest, name: &str) -> &'t SetTest {
        let mut sets = test.sets.iter();
        sets.find(|set| set.name == name).expect("a set")
    }

    #[test]
    fn the_sets_are_distinct_and_none_is_another_ones_complement() {
        let all: Vec<u16> = sets().map(|(_, set)| set).collect();
        assert_eq!(all.len(), 21);
        let line = (1 << PARTS) - 1;
        for (place, set) in all.iter().enumerate() {
            assert!(*set != 0 && *set != line, "{set:b}");
            let others = &all[place + 1..];
            assert!(
                !others.contains(set) && !others.contains(&(line & !set)),
                "{set:b}"
            );
        }
    }

    /// The fewest crossings that can fail do, if all go one way; one less does
    /// not, and is too short.
    #[test]
    fn too_short_is_what_could_not_have_failed() {
        let across = |count: u64| {
            let mut crossings = Crossings::default();
            (0..count).for_each(|_| crossings.count(0.25, 0.35));
            crossings.test(1e-6)
        };
        let (_, needed) = across(1).crossings();
        assert_eq!(needed, 26);
        assert_eq!(across(needed).stays(), Stays::No);
        assert_eq!(across(needed - 1).stays(), Stays::TooShort);
        assert_eq!(Crossings::default().test(1e-6).stays(), Stays::TooShort);
    }

    #[test]
    fn what_enters_and_what_leaves() {
        let mut crossings = Crossings::default();
        crossings.count(0.05, 0.95);
        crossings.count(1.0, 0.5);
        let test = crossings.and(&Crossings::default()).test(0.01);
        let set = |name: &str| {
            let mut sets = test.sets.iter();
            let set = sets.find(|set| set.name == name).expect("a set");
            (set.entered, set.left)
        };
        assert_eq!(test.experiments, 2);
        assert_eq!(set("the lowest tenth"), (0, 1));
        assert_eq!(set("tenth 6"), (1, 0));
        assert_eq!(set("the outer tenth on either side"), (0, 1));
    }

    /// Eight crossings that all go one way have the statistic 8 ln 2, and at the
    /// level 42/2⁸ the threshold is as large: it has to be exceeded.
    #[test]
    fn to_reach_the_threshold_is_not_to_fail() {
        let test = tested(&[(0.05, 0.15, 8)], 42.0 / 256.0);
        let lowest = named(&test, "the lowest tenth");
        assert_eq!((lowest.entered, lowest.left), (0, 8));
        assert_eq!(lowest.statistic, 8.0 * std::f64::consts::LN_2);
        assert_relative_eq!(test.threshold, lowest.statistic, max_relative = 1e-8);
        assert_eq!(test.stays(), Stays::TooShort);
        assert_eq!(test.detectable_in(lowest), None);
        let test = tested(&[(0.05, 0.15, 9)], 42.0 / 256.0);
        assert_eq!(test.stays(), Stays::No);
        assert!(
            test.detectable_in(named(&test, "the lowest tenth"))
                .is_some()
        );
    }

    /// At the level 10⁻⁶ the test can fail from 26 crossings on.
    #[test]
    fn too_few_crossings_detect_nothing() {
        let detectable = |times| {
            let test = tested(&[(0.05, 0.15, times), (0.15, 0.05, 1)], 1e-6);
            test.detectable_in(named(&test, "the lowest tenth"))
        };
        assert_eq!(detectable(24), None);
        assert!(detectable(25).is_some());
    }

    #[test]
    fn the_worst_set_and_the_fewest_crossings() {
        let test = tested(&[(0.45, 0.55, 5), (0.65, 0.55, 5)], 0.01);
        let worst = test.worst().expect("a set");
        assert_eq!((&*worst.name, worst.entered), ("tenth 6", 10));
        assert_eq!(test.crossings().0, 0);
        // Three times from every tenth to the next, and then twice back as well.
        let mut moves: Vec<(f64, f64, u64)> = (0..9)
            .map(|tenth| f64::from(tenth) / 10.0 + 0.05)
            .map(|start| (start, start + 0.1, 3))
            .collect();
        assert_eq!(tested(&moves, 0.01).crossings().0, 3);
        moves.extend((1..10).map(|tenth| {
            let start = f64::from(tenth) / 10.0 + 0.05;
            (start, start - 0.1, 2)
        }));
        assert_eq!(tested(&moves, 0.01).crossings().0, 5);
    }
}
