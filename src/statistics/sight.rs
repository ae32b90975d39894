//! What a plan is sure to see: how far from its row a sampler can be and still
//! pass.
//!
//! A row at total variation d from a row with k entries has an entry that is
//! off by at least d/⌊k/2⌋. For let m entries be too large and n too small: the
//! excesses sum to d, and so do the deficits, so that some entry is too large
//! by at least d/m and some too small by at least d/n; and the smaller of m and
//! n is at most ⌊k/2⌋.
//!
//! So every row that far away is off by that much in one of at most 2k ways:
//! one of k entries, upward or downward. The count of that entry is binomial,
//! and the probability that it alone raises the alarm is a binomial tail, which
//! only grows as the entry is further off. The smallest of the tails over all
//! ways that are possible bounds the power against every such row from below,
//! also over several rounds, since the entry is the same in each of them.

use super::Plan;
use super::power::{SURE, alarm_region, beyond};
use crate::numbers::Rational;

impl Plan {
    /// The plan with the smallest first round, up to a factor of two, that
    /// fails every sampler whose row is at least this total variation away
    /// from `row`, each with probability at least 0.999; or nothing if the
    /// effect is so small that a first round of 2³⁴ experiments is too short,
    /// or is no effect at all.
    ///
    /// A right sampler fails with probability at most `level`. For ranks the
    /// row is [`RankOfStart::uniform`](super::RankOfStart::uniform).
    ///
    /// The bound is this. Some entry is off by at least d/⌊k/2⌋ where d is the
    /// total variation and k the number of entries: the entries that are too
    /// large exceed the row by d in all and the others fall short by d in all,
    /// and one of the two groups has at most ⌊k/2⌋ members. The plan is made
    /// long enough for each entry, upward and downward, by the exact binomial
    /// probability that its count fails.
    ///
    /// ```
    /// use peskun::numbers::Rational;
    /// use peskun::statistics::Plan;
    ///
    /// let ranks = vec![Rational::new(1, 4); 4];
    /// let plan = Plan::to_see(0.05, 1e-6, &ranks).unwrap();
    /// assert!(plan.sees(0.05, &ranks) >= 0.999);
    /// // Half the effect takes four times as many experiments.
    /// let finer = Plan::to_see(0.025, 1e-6, &ranks).unwrap();
    /// assert_eq!(finer.experiments, 4 * plan.experiments);
    /// assert_eq!(Plan::to_see(1e-9, 1e-6, &ranks), None);
    /// ```
    ///
    /// # Panics
    /// If the level is not between 0 and 1.
    pub fn to_see(total_variation: f64, level: f64, row: &[Rational]) -> Option<Self> {
        let effect = total_variation > 0.0 && row.len() > 1;
        let mut sizes = Self::of_all_sizes(level).filter(|_| effect);
        sizes.find(|plan| plan.sees(total_variation, row) >= SURE)
    }

    /// The probability, at least, of failing a sampler whose row is this total
    /// variation or more away from `row`, wherever it differs.
    pub fn sees(&self, total_variation: f64, row: &[Rational]) -> f64 {
        Sight::of(self, row, self.rounds).least(total_variation)
    }

    /// The smallest total variation that so many rounds of this plan can see:
    /// a sampler whose row is at least so far from `row` passes in one of the
    /// first `rounds` rounds with probability at most 1/1000. Otherwise it has
    /// failed, or is still held back for a closer look. Nothing if there is no
    /// such total variation.
    ///
    /// It grows with the rounds, since each is another opportunity to pass,
    /// and with all of them it is what [`sees`](Plan::sees) sees. So a
    /// statement about a run holds although the test chose when to stop: a
    /// sampler passes with an effect of its own at or above the
    /// [`detectable`](super::Decision::detectable) that is reported with
    /// probability at most 1/1000, whatever that effect is.
    ///
    /// Rounded up by less than one part in a thousand.
    pub fn detectable(&self, row: &[Rational], rounds: u32) -> Option<f64> {
        let sight = Sight::of(self, row, rounds);
        let seen = |effect: f64| sight.least(effect) >= SURE;
        let least = row.iter().map(Rational::to_f64).fold(1.0, f64::min);
        // The row that has everything on the least likely entry is furthest.
        let mut high = 1.0 - least;
        if row.len() < 2 || !seen(high) {
            return None;
        }
        let mut low = high / 2.0;
        while seen(low) && low > 0.0 {
            (low, high) = (low / 2.0, low);
        }
        for _ in 0..10 {
            let middle = (low + high) / 2.0;
            if seen(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(high)
    }
}

/// The ways in which rows can be off, and what some rounds see of them.
struct Sight {
    entries: usize,
    ways: Vec<Way>,
}

impl Sight {
    fn of(plan: &Plan, row: &[Rational], rounds: u32) -> Self {
        let mut distinct: Vec<&Rational> = row.iter().collect();
        distinct.sort_unstable();
        distinct.dedup();
        let way = |exact: f64, upward: bool| Way {
            exact,
            upward,
            looks: (1..=rounds.min(plan.rounds))
                .map(|round| Look::of(plan, exact, row.len(), round))
                .collect(),
            at_last: if rounds < plan.rounds { 1.0 } else { 0.0 },
        };
        let both = |exact: &Rational| [true, false].map(|upward| way(exact.to_f64(), upward));
        Sight {
            entries: row.len(),
            ways: distinct.into_iter().flat_map(both).collect(),
        }
    }

    /// The probability, at least, of not passing when the row is this far off.
    fn least(&self, total_variation: f64) -> f64 {
        let off = total_variation / (self.entries / 2).max(1) as f64;
        let seen = self.ways.iter().filter_map(|way| way.seen(off));
        seen.fold(1.0, f64::min)
    }
}

/// An entry that is too likely, or not likely enough.
struct Way {
    exact: f64,
    upward: bool,
    looks: Vec<Look>,
    /// The probability of not passing once all looks have been taken.
    at_last: f64,
}

/// The counts that alarm in one round.
struct Look {
    experiments: u64,
    /// At the level of a failure.
    fails: (Option<u64>, Option<u64>),
    /// At the level at which there is a next round.
    goes_on: (Option<u64>, Option<u64>),
}

impl Look {
    fn of(plan: &Plan, exact: f64, entries: usize, round: u32) -> Self {
        let experiments = plan.experiments_in(round);
        let region = |level| alarm_region(exact, entries, experiments, level);
        Look {
            experiments,
            fails: region(plan.failing(round)),
            goes_on: region(plan.passing()),
        }
    }
}

impl Way {
    /// The probability, at least, of not passing when the entry is off by this
    /// much; nothing if no probability can be.
    fn seen(&self, off: f64) -> Option<f64> {
        // A bound that is met up to rounding can be met.
        const ROUNDING: f64 = 1e-12;
        let actual = if self.upward {
            self.exact + off
        } else {
            self.exact - off
        };
        if !(-ROUNDING..=1.0 + ROUNDING).contains(&actual) {
            return None;
        }
        let actual = actual.clamp(0.0, 1.0);
        // One tail only: it grows with the effect.
        let tail = |look: &Look, (low, high): (Option<u64>, Option<u64>)| {
            let side = if self.upward {
                (None, high)
            } else {
                (low, None)
            };
            beyond(actual, look.experiments, side)
        };
        let looks = self.looks.iter().rev();
        Some(looks.fold(self.at_last, |later, look| {
            let (fails, goes_on) = (tail(look, look.fails), tail(look, look.goes_on));
            fails * (1.0 - later) + goes_on.max(fails) * later
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    fn row(weights: &[i64]) -> Vec<Rational> {
        let total: i64 = weights.iter().sum();
        weights.iter().map(|&w| Rational::new(w, total)).collect()
    }

    fn distance(first: &[Rational], second: &[Rational]) -> f64 {
        let pairs = first.iter().zip(second);
        let twice: Rational = pairs.map(|(p, q)| (p - q).abs()).sum();
        (twice / Rational::from(2)).to_f64()
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 256,
            rng_seed: RngSeed::Fixed(1970),
            failure_persistence: None,
            ..ProptestConfig::default()
        })]
        /// What the bound promises, against the power for the very row.
        #[test]
        fn no_row_that_far_off_is_harder_to_see(
            weights in prop::collection::vec((0i64..20, 0i64..20), 2..7),
            experiments in 64u64..2_000,
        ) {
            let (exact, actual): (Vec<i64>, Vec<i64>) = weights.into_iter().unzip();
            prop_assume!(exact.iter().sum::<i64>() > 0 && actual.iter().sum::<i64>() > 0);
            let (exact, actual) = (row(&exact), row(&actual));
            let plan = Plan { level: 1e-6, rounds: 4, experiments, growth: 4 };
            let promised = plan.sees(distance(&exact, &actual), &exact);
            // Binomial tails of some 10⁵ experiments are rounded near 10⁻¹¹.
            prop_assert!(plan.power(&exact, &actual) >= promised - 1e-9);
        }
    }

    #[test]
    fn a_plan_to_see_sees_and_half_of_it_does_not() {
        for row in [row(&[1, 1]), row(&[1, 1, 1, 1, 1]), row(&[0, 1, 2, 7])] {
            for effect in [0.2, 0.05, 0.001] {
                let plan = Plan::to_see(effect, 1e-8, &row).expect("seen");
                let half = Plan {
                    experiments: plan.experiments / 2,
                    ..plan
                };
                assert!(plan.sees(effect, &row) >= SURE);
                assert!(half.sees(effect, &row) < SURE);
                // Each round is another opportunity to pass.
                let by = |rounds| plan.detectable(&row, rounds).expect("an effect");
                assert!(by(4) <= effect && (1..4).all(|round| by(round) <= by(round + 1)));
                assert!(plan.sees(by(4), &row) >= SURE && plan.sees(by(4) * 0.998, &row) < SURE);
            }
        }
    }

    #[test]
    fn effects_that_are_none_or_too_small_have_no_plan() {
        let fair = row(&[1, 1]);
        for effect in [0.0, -1.0, f64::NAN, 1e-8] {
            assert_eq!(Plan::to_see(effect, 1e-6, &fair), None, "{effect}");
        }
        assert!(Plan::to_see(5e-5, 1e-6, &fair).is_some());
        assert_eq!(Plan::to_see(0.5, 1e-6, &row(&[1])), None);
    }

    #[test]
    fn few_experiments_are_sure_of_nothing() {
        let plan = Plan {
            level: 1e-6,
            rounds: 1,
            experiments: 8,
            growth: 1,
        };
        assert_eq!(plan.detectable(&row(&[1, 1]), 1), None);
        // What cannot happen and does is seen the first time.
        let sure = Plan {
            experiments: 64,
            ..plan
        };
        let effect = sure.detectable(&row(&[1, 0]), 1).expect("seen");
        assert!((1.0 - effect).powi(64) <= 0.001 && effect < 0.11);
    }

    /// An entry can be off until it is impossible or certain, up to rounding.
    #[test]
    fn ways_end_where_probabilities_do() {
        let plan = Plan::to_see(0.2, 1e-6, &row(&[1, 3])).expect("seen");
        let sight = Sight::of(&plan, &row(&[1, 3]), 4);
        let ways = |off: f64| -> Vec<(f64, bool)> {
            let possible = |way: &&Way| way.seen(off).is_some();
            let ways = sight.ways.iter().filter(possible);
            ways.map(|way| (way.exact, way.upward)).collect()
        };
        let rare = [(0.25, true), (0.25, false)];
        let likely = [(0.75, true), (0.75, false)];
        for off in [0.1, 0.25, 0.25 + 1e-13] {
            assert_eq!(ways(off), [rare, likely].concat(), "{off}");
        }
        for off in [0.26, 0.75, 0.75 + 1e-13] {
            assert_eq!(ways(off), [rare[0], likely[1]], "{off}");
        }
        assert_eq!(ways(0.76), []);
    }

    /// In no rounds nothing passes, however small its effect is.
    #[test]
    fn no_rounds_see_everything() {
        let plan = Plan::to_see(0.2, 1e-6, &row(&[1, 3])).expect("seen");
        assert_eq!(plan.detectable(&row(&[1, 3]), 0), Some(0.0));
    }
}
