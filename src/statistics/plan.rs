//! A test that looks closer only where it has to: A. Gandy and J. Scott's
//! (2020) sequential procedure.
//!
//! In round i of k the bound q on the p-value of fresh counts is a failure at
//! q ≤ βᵢ, a pass at q > γ, and otherwise the next round makes more
//! experiments. With γ = (α/k)^(1/k) and βᵢ = (α/k) γ^(1−i) a right sampler
//! reaches round i with probability at most γ^(i−1) and fails there with at
//! most βᵢ: at most α in all. The last round has βₖ = γ and always decides.
//!
//! The first round must be large enough to see the defect that is feared.
//! [`Plan::to_see`] computes how large for any defect of a given size, and
//! [`Plan::against`] for one that is known.

use std::fmt;

use super::binomial::MOST_EXPERIMENTS;
use super::one_step::OneStep;
use super::power::{power, row_power};
use super::undecided::{Undecided, check};
use crate::numbers::Rational;

/// The plan of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The probability α of a false alarm, over all rounds.
    pub level: f64,
    /// The most rounds k.
    pub rounds: u32,
    /// Experiments made in the first round.
    pub experiments: u64,
    /// Each round makes so many times as many as the one before.
    pub growth: u64,
}

/// How a test went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Does the sampler agree with the row?
    pub passes: bool,
    /// How many rounds it took.
    pub rounds: u32,
    /// How many experiments, over all rounds.
    pub experiments: u64,
    /// The statistic of the last round: the largest −ln of a tail over the
    /// entries of the row, as for [`OneStep`].
    pub statistic: f64,
    /// The last round fails above this.
    pub threshold: f64,
    /// The bound on the p-value in the last round.
    pub bound: f64,
    /// The total variation from the row that the rounds made could have seen:
    /// a sampler at least so far off would have passed in one of them with
    /// probability at most 1/1000. Nothing if no effect, however large, is as
    /// sure to be seen. See [`Plan::detectable`].
    pub detectable: Option<f64>,
}

impl fmt::Display for Decision {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.rounds == 1 { "" } else { "s" };
        write!(
            formatter,
            "{} after {} experiments in {} round{plural}: statistic {:.3}, threshold {:.3}; ",
            if self.passes { "passes" } else { "fails" },
            self.experiments,
            self.rounds,
            self.statistic,
            self.threshold,
        )?;
        match self.detectable {
            Some(effect) => write!(formatter, "sees a total variation of {effect:.5}"),
            None => write!(formatter, "too few experiments to be sure of any effect"),
        }
    }
}

impl Plan {
    /// Four rounds, each with four times the experiments of the one before.
    fn starting_with(experiments: u64, level: f64) -> Self {
        assert!(level > 0.0 && level < 1.0, "a level is a probability");
        Plan {
            level,
            rounds: 4,
            experiments,
            growth: 4,
        }
    }

    /// The plans that are tried for size: first rounds of 2⁶ to 2³⁴, so that the
    /// last has at most 2⁴⁰ experiments.
    pub(super) fn of_all_sizes(level: f64) -> impl Iterator<Item = Self> {
        (6..=34).map(move |exponent| Self::starting_with(1 << exponent, level))
    }

    /// The plan with the smallest first round, up to a factor of two, that
    /// fails a sampler with this actual row with at least this probability; or
    /// nothing if the rows are too close to be told apart.
    ///
    /// # Panics
    /// If the lengths of the rows differ, or the level is not between 0 and 1.
    pub fn against(
        level: f64,
        row: &[Rational],
        actual: &[Rational],
        at_least: f64,
    ) -> Option<Self> {
        Self::of_all_sizes(level).find(|plan| plan.power(row, actual) >= at_least)
    }

    /// Tests a sampler of one's own: `counts` is asked, in each round, for the
    /// results of so many fresh and independent experiments.
    ///
    /// ```
    /// use std::convert::Infallible;
    /// use peskun::numbers::Rational;
    /// use peskun::statistics::Plan;
    ///
    /// let fair = vec![Rational::new(1, 2); 2];
    /// let plan = Plan::to_see(0.02, 1e-6, &fair).expect("large enough to be seen");
    /// // A coin that shows heads every other time is no fair coin, but its
    /// // counts are as they should be; one that shows 55 of 100 is found out.
    /// let right = plan.run(&fair, |_, experiments| {
    ///     Ok::<_, Infallible>(vec![experiments / 2; 2])
    /// }).unwrap();
    /// assert!(right.passes && right.rounds == 1);
    /// assert!(right.detectable.is_some_and(|effect| effect <= 0.02));
    /// let wrong = plan.run(&fair, |_, experiments| {
    ///     let heads = experiments * 55 / 100;
    ///     Ok::<_, Infallible>(vec![heads, experiments - heads])
    /// }).unwrap();
    /// assert!(!wrong.passes);
    /// ```
    ///
    /// Returns an error if the experiments do, or if the counts are not those of
    /// as many experiments as were asked for: a test of fewer, or of others, would
    /// keep neither the level nor the power.
    ///
    /// ```
    /// # use std::convert::Infallible;
    /// # use peskun::numbers::Rational;
    /// # use peskun::statistics::{Plan, Undecided};
    /// # let fair = vec![Rational::new(1, 2); 2];
    /// # let plan = Plan::to_see(0.02, 1e-6, &fair).expect("large enough to be seen");
    /// let refused = plan.run(&fair, |_, _| Ok::<_, Infallible>(vec![50, 50])).unwrap_err();
    /// assert_eq!(refused, Undecided::Sum { asked: plan.experiments, counted: Some(100) });
    /// ```
    pub fn run<E>(
        &self,
        row: &[Rational],
        mut counts: impl FnMut(u32, u64) -> Result<Vec<u64>, E>,
    ) -> Result<Decision, Undecided<E>> {
        let mut made = 0;
        let mut round = 1;
        loop {
            let experiments = self.experiments_in(round);
            if !(1..=MOST_EXPERIMENTS).contains(&experiments) {
                return Err(Undecided::Size { round });
            }
            let counts = counts(round, experiments).map_err(Undecided::Experiments)?;
            check(row, &counts, experiments)?;
            made += experiments;
            let test = OneStep::test(row, &counts, self.failing(round));
            let bound = test.bound(row.len());
            let decided = |passes| Decision {
                passes,
                rounds: round,
                experiments: made,
                statistic: test.statistic,
                threshold: test.threshold,
                bound,
                detectable: self.detectable(row, round),
            };
            if !test.passes() {
                return Ok(decided(false));
            }
            if round >= self.rounds || bound > self.passing() {
                return Ok(decided(true));
            }
            round += 1;
        }
    }

    /// The probability, at least, that a sampler with this actual row fails.
    ///
    /// # Panics
    /// If the lengths of the rows differ.
    pub fn power(&self, row: &[Rational], actual: &[Rational]) -> f64 {
        self.failure(|experiments, level| row_power(row, actual, experiments, level))
    }

    /// The probability, at most, that a sampler with this actual row fails.
    ///
    /// # Panics
    /// If the lengths of the rows differ.
    pub fn power_at_most(&self, row: &[Rational], actual: &[Rational]) -> f64 {
        assert_eq!(row.len(), actual.len(), "the same states");
        self.failure(|experiments, level| {
            let alarm = |(exact, actual): (&Rational, &Rational)| {
                let (exact, actual) = (exact.to_f64(), actual.to_f64());
                power(exact, actual, row.len(), experiments, level)
            };
            row.iter().zip(actual).map(alarm).sum::<f64>().min(1.0)
        })
    }

    /// The probability of a failure where this is that of an alarm in a round
    /// with so many experiments at this level; a bound on the one where it is
    /// a bound on the other.
    fn failure(&self, alarm: impl Fn(u64, f64) -> f64) -> f64 {
        // From the last round backward: V = P(q ≤ β) + P(β < q ≤ γ)·V(next).
        (1..=self.rounds).rev().fold(0.0, |later, round| {
            let experiments = self.experiments_in(round);
            let fails = alarm(experiments, self.failing(round));
            let goes_on = alarm(experiments, self.passing());
            fails * (1.0 - later) + goes_on.max(fails) * later
        })
    }

    /// The most experiments over all rounds.
    pub fn most_experiments(&self) -> u64 {
        let rounds = 1..=self.rounds;
        let each = rounds.map(|round| self.experiments_in(round));
        each.fold(0, u64::saturating_add)
    }

    pub(super) fn experiments_in(&self, round: u32) -> u64 {
        self.experiments
            .saturating_mul(self.growth.saturating_pow(round - 1))
    }

    /// γ.
    pub(super) fn passing(&self) -> f64 {
        let rounds = f64::from(self.rounds);
        (self.level / rounds).powf(1.0 / rounds)
    }

    /// βᵢ.
    pub(super) fn failing(&self, round: u32) -> f64 {
        let first = self.level / f64::from(self.rounds);
        first * self.passing().powi(1 - round as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    const PLAN: Plan = Plan {
        level: 1e-6,
        rounds: 4,
        experiments: 1_000,
        growth: 4,
    };

    #[test]
    fn the_rounds_spend_the_level() {
        let reached = |round: u32| PLAN.passing().powi(round as i32 - 1);
        let spent: f64 = (1..=4).map(|i| reached(i) * PLAN.failing(i)).sum();
        assert_relative_eq!(spent, PLAN.level, max_relative = 1e-9);
        assert_relative_eq!(PLAN.failing(4), PLAN.passing(), max_relative = 1e-9);
        assert_eq!(PLAN.most_experiments(), 85_000);
    }

    #[test]
    fn power_is_at_most_the_level_without_and_near_one_with_a_defect() {
        let fair = [Rational::new(1, 2), Rational::new(1, 2)];
        let bent = |n: i64| [Rational::new(n, 100), Rational::new(100 - n, 100)];
        assert!(PLAN.power(&fair, &fair) <= PLAN.level);
        assert!(PLAN.power_at_most(&fair, &fair) <= PLAN.level);
        assert!(PLAN.power(&fair, &bent(60)) > 0.999);
        assert!(PLAN.power(&fair, &bent(52)) < PLAN.power(&fair, &bent(54)));
        assert!(PLAN.power(&fair, &bent(52)) < PLAN.power_at_most(&fair, &bent(52)));
        let plan = Plan::against(1e-6, &fair, &bent(52), 0.999).expect("a plan");
        let smaller = Plan {
            experiments: plan.experiments / 2,
            ..plan
        };
        assert!(plan.power(&fair, &bent(52)) >= 0.999);
        assert!(smaller.power(&fair, &bent(52)) < 0.999);
        assert_eq!(Plan::against(1e-6, &fair, &fair, 0.999), None);
    }

    /// Counts that are in doubt in each round: the next is asked for more.
    #[test]
    fn doubt_asks_for_more() {
        let fair = [Rational::new(1, 2), Rational::new(1, 2)];
        let mut asked = Vec::new();
        let decision = PLAN.run(&fair, |round, experiments| {
            asked.push((round, experiments));
            // Three standard deviations and a half.
            let shift = (1.75 * (experiments as f64).sqrt()) as u64;
            let half = experiments / 2;
            Ok::<_, ()>(if round < 3 {
                vec![half + shift, half - shift]
            } else {
                vec![half, half]
            })
        });
        let decision = decision.expect("counts");
        assert_eq!(asked, [(1, 1_000), (2, 4_000), (3, 16_000)]);
        assert!(decision.passes && decision.rounds == 3 && decision.experiments == 21_000);
    }

    /// Counts that are not of the experiments that were asked for decide nothing:
    /// too few, too many, of another row, in the first round or a later one.
    #[test]
    fn counts_that_do_not_add_up_are_refused() {
        let fair = [Rational::new(1, 2), Rational::new(1, 2)];
        let refused = |plan: Plan, counts: &[&[u64]]| {
            let answer = |round: u32, _| Ok::<_, &str>(counts[round as usize - 1].to_vec());
            plan.run(&fair, answer).expect_err("refused")
        };
        let sum = |asked, counted| Undecided::Sum { asked, counted };
        for counts in [[0, 0], [500, 499], [500, 501], [1_000, 1_000]] {
            assert_eq!(
                refused(PLAN, &[&counts]),
                sum(1_000, Some(counts[0] + counts[1]))
            );
        }
        assert_eq!(refused(PLAN, &[&[u64::MAX, 1]]), sum(1_000, None));
        let later = refused(PLAN, &[&[560, 440], &[500, 500]]);
        assert_eq!(later, sum(4_000, Some(1_000)));
        assert_eq!(
            later.to_string(),
            "4000 experiments were asked for, and the counts add up to 1000"
        );
        let (expected, found) = (2, 3);
        let entries = Undecided::Entries { expected, found };
        assert_eq!(refused(PLAN, &[&[500, 500, 0]]), entries);
        for experiments in [0, (1 << 40) + 1, u64::MAX] {
            let plan = Plan {
                experiments,
                ..PLAN
            };
            assert_eq!(refused(plan, &[]), Undecided::Size { round: 1 });
        }
        let failed = PLAN.run(&fair, |_, _| Err("no dice"));
        assert_eq!(failed, Err(Undecided::Experiments("no dice")));
    }

    /// A bound q that is γ does not pass: q > γ does.
    #[test]
    fn a_bound_at_the_level_of_passing_is_in_doubt() {
        let fair = [Rational::new(1, 2), Rational::new(1, 2)];
        let mut equal = 0;
        for shift in 40..60 {
            let first = vec![500 + shift, 500 - shift];
            let bound = OneStep::test(&fair, &first, 0.5).bound(2);
            // With two rounds γ = √(α/2), up to rounding.
            let plan = Plan {
                level: 2.0 * bound * bound,
                rounds: 2,
                ..PLAN
            };
            let counts = |round, experiments: u64| match round {
                1 => Ok::<_, ()>(first.clone()),
                _ => Ok(vec![experiments / 2; 2]),
            };
            let decision = plan.run(&fair, counts).expect("counts");
            assert!(decision.passes);
            assert_eq!(decision.rounds == 1, bound > plan.passing());
            equal += u32::from(bound == plan.passing());
        }
        assert!(equal > 0, "no bound is the root of its square");
    }

    #[test]
    fn a_decision_in_words() {
        let passes = Decision {
            passes: true,
            rounds: 1,
            experiments: 64,
            statistic: 1.25,
            threshold: 17.5,
            bound: 1.0,
            detectable: Some(0.125),
        };
        assert_eq!(
            passes.to_string(),
            "passes after 64 experiments in 1 round: statistic 1.250, threshold 17.500; sees a \
             total variation of 0.12500"
        );
        let fails = Decision {
            passes: false,
            rounds: 2,
            detectable: None,
            ..passes
        };
        assert_eq!(
            fails.to_string(),
            "fails after 64 experiments in 2 rounds: statistic 1.250, threshold 17.500; too few \
             experiments to be sure of any effect"
        );
    }
}
