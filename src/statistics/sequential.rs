//! A test that looks closer only where it has to: A. Gandy and J. Scott's
//! (2020) sequential procedure.
//!
//! In round i of k the bound q on the p-value of fresh counts is a failure at
//! q ≤ βᵢ, a pass at q > γ, and otherwise the next round draws more. With
//! γ = (α/k)^(1/k) and βᵢ = (α/k) γ^(1−i) a right sampler reaches round i with
//! probability at most γ^(i−1) and fails there with at most βᵢ: at most α in
//! all. The last round has βₖ = γ and always decides.
//!
//! The first round must be large enough to see the defect that is feared:
//! [`Sequential::against`] computes how large.

use super::one_step::OneStep;
use super::power::row_power;
use crate::numbers::Rational;

/// The plan of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    /// The probability α of a false alarm, over all rounds.
    pub level: f64,
    /// The most rounds k.
    pub rounds: u32,
    /// Counts drawn in the first round.
    pub draws: u64,
    /// Each round draws so many times what the one before did.
    pub growth: u64,
}

/// How a sequential test ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Does the sampler agree with the row?
    pub passes: bool,
    /// How many rounds it took.
    pub rounds: u32,
    /// How many draws, over all rounds.
    pub draws: u64,
    /// The bound on the p-value in the last round.
    pub bound: f64,
}

impl Sequential {
    /// The plan with the smallest first round, up to a factor of two, that
    /// fails a sampler with this actual row with at least this probability; or
    /// nothing if the rows are too close to be told apart.
    ///
    /// # Panics
    /// If the lengths of the rows differ.
    pub fn against(level: f64, row: &[Rational], actual: &[Rational], power: f64) -> Option<Self> {
        let plan = |draws: u64| Sequential {
            level,
            rounds: 4,
            draws,
            growth: 4,
        };
        let mut sizes = (6..40).map(|exponent| plan(1 << exponent));
        sizes.find(|plan| plan.power(row, actual) >= power)
    }

    /// Tests a sampler of one's own: `counts` is asked, in each round, for the
    /// results of so many fresh and independent draws.
    ///
    /// ```
    /// use std::convert::Infallible;
    /// use peskun::numbers::Rational;
    /// use peskun::statistics::Sequential;
    ///
    /// let plan = Sequential { level: 1e-6, rounds: 5, draws: 1_000, growth: 4 };
    /// let fair = vec![Rational::new(1, 2); 2];
    /// // A coin that never shows two heads in a row is no fair coin, but its
    /// // counts are as they should be; one that shows 55 of 100 is found out.
    /// let right = plan.run(&fair, |_, draws| Ok::<_, Infallible>(vec![draws / 2; 2])).unwrap();
    /// assert!(right.passes && right.rounds == 1);
    /// let wrong = plan.run(&fair, |_, draws| {
    ///     Ok::<_, Infallible>(vec![draws * 55 / 100, draws * 45 / 100])
    /// }).unwrap();
    /// assert!(!wrong.passes);
    /// ```
    ///
    /// # Panics
    /// If the counts do not fit the row or there are none.
    pub fn run<E>(
        &self,
        row: &[Rational],
        mut counts: impl FnMut(u32, u64) -> Result<Vec<u64>, E>,
    ) -> Result<Decision, E> {
        let mut drawn = 0;
        let mut round = 1;
        loop {
            let draws = self.draws_in(round);
            drawn += draws;
            let test = OneStep::test(row, &counts(round, draws)?, self.failing(round));
            let decided = |passes| Decision {
                passes,
                rounds: round,
                draws: drawn,
                bound: test.bound(row.len()),
            };
            if !test.passes() {
                return Ok(decided(false));
            }
            if round >= self.rounds || test.bound(row.len()) > self.passing() {
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
        // From the last round backward: V = P(q ≤ β) + P(β < q ≤ γ)·V(next).
        (1..=self.rounds).rev().fold(0.0, |later, round| {
            let draws = self.draws_in(round);
            let fails = row_power(row, actual, draws, self.failing(round));
            let goes_on = row_power(row, actual, draws, self.passing());
            fails * (1.0 - later) + goes_on.max(fails) * later
        })
    }

    /// The most draws over all rounds.
    pub fn most_draws(&self) -> u64 {
        (1..=self.rounds).map(|round| self.draws_in(round)).sum()
    }

    fn draws_in(&self, round: u32) -> u64 {
        self.draws * self.growth.pow(round - 1)
    }

    /// γ.
    fn passing(&self) -> f64 {
        let rounds = f64::from(self.rounds);
        (self.level / rounds).powf(1.0 / rounds)
    }

    /// βᵢ.
    fn failing(&self, round: u32) -> f64 {
        let first = self.level / f64::from(self.rounds);
        first * self.passing().powi(1 - round as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    const PLAN: Sequential = Sequential {
        level: 1e-6,
        rounds: 4,
        draws: 1_000,
        growth: 4,
    };

    #[test]
    fn the_rounds_spend_the_level() {
        let reached = |round: u32| PLAN.passing().powi(round as i32 - 1);
        let spent: f64 = (1..=4).map(|i| reached(i) * PLAN.failing(i)).sum();
        assert_relative_eq!(spent, PLAN.level, max_relative = 1e-9);
        assert_relative_eq!(PLAN.failing(4), PLAN.passing(), max_relative = 1e-9);
        assert_eq!(PLAN.most_draws(), 85_000);
    }

    #[test]
    fn power_is_at_most_the_level_without_and_near_one_with_a_defect() {
        let fair = [Rational::new(1, 2), Rational::new(1, 2)];
        let bent = |n: i64| [Rational::new(n, 100), Rational::new(100 - n, 100)];
        assert!(PLAN.power(&fair, &fair) <= PLAN.level);
        assert!(PLAN.power(&fair, &bent(60)) > 0.999);
        assert!(PLAN.power(&fair, &bent(52)) < PLAN.power(&fair, &bent(54)));
        let plan = Sequential::against(1e-6, &fair, &bent(52), 0.999).expect("a plan");
        let smaller = Sequential {
            draws: plan.draws / 2,
            ..plan
        };
        assert!(plan.power(&fair, &bent(52)) >= 0.999);
        assert!(smaller.power(&fair, &bent(52)) < 0.999);
        assert_eq!(Sequential::against(1e-6, &fair, &fair, 0.999), None);
    }

    /// Counts that are in doubt in each round: the next is asked for more.
    #[test]
    fn doubt_asks_for_more() {
        let fair = [Rational::new(1, 2), Rational::new(1, 2)];
        let mut asked = Vec::new();
        let decision = PLAN.run(&fair, |round, draws| {
            asked.push((round, draws));
            // Three standard deviations and a half.
            let shift = (1.75 * (draws as f64).sqrt()) as u64;
            let half = draws / 2;
            Ok::<_, ()>(if round < 3 {
                vec![half + shift, half - shift]
            } else {
                vec![half, half]
            })
        });
        let decision = decision.expect("counts");
        assert_eq!(asked, [(1, 1_000), (2, 4_000), (3, 16_000)]);
        assert!(decision.passes && decision.rounds == 3 && decision.draws == 21_000);
    }
}
