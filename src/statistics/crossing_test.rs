//! What came of a test of crossings, and what it would have seen.
//!
//! That is a change of mass: the probability c of a crossing times what the share
//! that enters differs from the share that leaves. Of c only D of N is known, so an
//! upper confidence bound is put for it. Let d be the change of a set's mass. It is
//! missed although what is reported as visible is at most d only if the bound is
//! below c, or if D crossings missed a share that they see: half of 1/1000 each.

use super::power::{at_most_probable, surely_caught};

/// The probability, at most, to miss a change that is said to be seen: half of
/// it for the bound on the probability of a crossing, half for the test.
const MISSED: f64 = 1e-3;

/// What is known of one set.
#[derive(Clone, Debug, PartialEq)]
pub struct SetTest {
    /// The set, in words.
    pub name: String,
    /// How many experiments entered it.
    pub entered: u64,
    /// How many left it.
    pub left: u64,
    /// −ln of the probability that so many or more of the crossings enter, or so
    /// many or fewer.
    pub statistic: f64,
}

impl SetTest {
    /// How many crossed its bounds.
    fn crossed(&self) -> u64 {
        self.entered + self.left
    }
}

/// The outcome of a test of crossings.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossingTest {
    /// How many experiments were made.
    pub experiments: u64,
    /// A statistic is above this with probability at most the level.
    pub threshold: f64,
    /// The sets.
    pub sets: Vec<SetTest>,
    /// The level.
    pub(super) level: f64,
}

/// Does the target stay where it is?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stays {
    /// As far as so many experiments can tell.
    Yes,
    /// Not.
    No,
    /// For one of the sets there are so few crossings that none of their
    /// outcomes would have failed.
    TooShort,
}

impl CrossingTest {
    /// The verdict.
    pub fn stays(&self) -> Stays {
        if self.sets.iter().any(|set| set.statistic > self.threshold) {
            return Stays::No;
        }
        let (crossed, needed) = self.crossings();
        match crossed >= needed {
            true => Stays::Yes,
            false => Stays::TooShort,
        }
    }

    /// The set with the largest statistic.
    pub fn worst(&self) -> Option<&SetTest> {
        let statistics = |a: &&SetTest, b: &&SetTest| a.statistic.total_cmp(&b.statistic);
        self.sets.iter().max_by(statistics)
    }

    /// The change of the mass of a set that would have been seen: if its mass
    /// changes, the test passes and this is at most that change with probability
    /// at most 1/1000. It is computed from the number of crossings, and the
    /// probability is over that number too. Nothing if there are so few crossings
    /// that the test could not fail.
    pub fn detectable_in(&self, set: &SetTest) -> Option<f64> {
        let (crossed, sure) = (set.crossed(), 1.0 - MISSED / 2.0);
        let share = surely_caught(0.5, self.sets.len(), crossed, self.level, sure)?;
        let probability = at_most_probable(crossed, self.experiments, MISSED / 2.0);
        Some(2.0 * share * probability)
    }

    /// The largest over the sets: whichever of them changes its mass, the test
    /// passes and this is at most that change with probability at most 1/1000.
    /// Nothing if some set has too few crossings.
    pub fn detectable(&self) -> Option<f64> {
        let each = self.sets.iter().map(|set| self.detectable_in(set));
        each.collect::<Option<Vec<f64>>>()?
            .into_iter()
            .reduce(f64::max)
    }

    /// The fewest crossings of any set, and how many there have to be for the
    /// test to be able to fail.
    pub fn crossings(&self) -> (u64, u64) {
        let crossed = self.sets.iter().map(SetTest::crossed);
        let needed = (self.threshold / std::f64::consts::LN_2) as u64 + 1;
        (crossed.min().unwrap_or_default(), needed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::binomial::Binomial;
    use super::super::crossings::tests::{named, tested};
    use super::super::power::{alarm_region, beyond, power};
    use super::*;
    use approx::assert_relative_eq;

    /// If of 400 crossings in 1000 experiments a share 1/2 + e enters, the mass
    /// of the set changes by 2e·c, where c is the probability to cross: 400/1000 up to
    /// what such a number can deviate.
    #[test]
    fn what_is_detectable_is_a_change_of_mass() {
        let moves = [(0.05, 0.95, 200), (0.95, 0.05, 200), (0.5, 0.5, 600)];
        let test = tested(&moves, 1e-6);
        let lowest = named(&test, "the lowest tenth");
        let change = test.detectable_in(lowest).expect("enough");
        let bound = at_most_probable(400, 1_000, 5e-4);
        assert!(bound > 0.44 && bound < 0.46, "{bound}");
        let seen = power(0.5, 0.5 + change / 2.0 / bound, 21, 400, 1e-6);
        assert_relative_eq!(seen, 0.9995, max_relative = 1e-9);
        // Nothing crosses the bounds of some of the sets.
        assert_eq!(test.detectable(), None);
    }

    /// A mass changes by d = 2e·c, where c is the probability of a crossing and 1/2 + e
    /// the share that enters. Over all numbers of crossings, exactly: it is missed
    /// although a change of d is said to be seen with probability at most 1/1000.
    /// To put D/N for c misses some of these in more than 4 of 100 cases.
    #[test]
    fn what_is_said_to_be_seen_is_rarely_missed() {
        let (experiments, level) = (2_000, 1e-6);
        let (mut largest, mut largest_of_shares) = (0.0f64, 0.0f64);
        for probability in [0.03, 0.1, 0.5] {
            let law = Binomial::new(experiments, probability);
            let crossed = (0..=experiments).filter(|&crossed| law.log_mass(crossed) > -30.0);
            let claims: Vec<_> = crossed
                .map(|crossed| {
                    let test = tested(
                        &[(0.05, 0.15, crossed), (0.5, 0.5, experiments - crossed)],
                        level,
                    );
                    let claim = test.detectable_in(named(&test, "the lowest tenth"));
                    let bound = at_most_probable(crossed, experiments, MISSED / 2.0);
                    let share = crossed as f64 / experiments as f64;
                    let region = alarm_region(0.5, 21, crossed, level);
                    (crossed, region, claim, share / bound)
                })
                .collect();
            for share in (500..=1_000).map(|share| f64::from(share) / 1_000.0) {
                let change = (2.0 * share - 1.0) * probability;
                let missed = |by_shares: bool| -> f64 {
                    let terms = claims.iter().map(|(crossed, region, claim, factor)| {
                        let factor = if by_shares { *factor } else { 1.0 };
                        match claim.is_some_and(|claim| claim * factor <= change) {
                            true => {
                                let passes = 1.0 - beyond(share, *crossed, *region);
                                law.log_mass(*crossed).exp() * passes
                            }
                            false => 0.0,
                        }
                    });
                    terms.sum()
                };
                largest = largest.max(missed(false));
                largest_of_shares = largest_of_shares.max(missed(true));
            }
        }
        assert!(largest <= MISSED, "{largest}");
        assert!(largest_of_shares > 0.04, "{largest_of_shares}");
    }
}
