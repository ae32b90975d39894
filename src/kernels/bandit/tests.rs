//! What a step of the bandit costs, and what it says of a rule without an answer.

use super::*;
use crate::arms::Exchange;
use crate::chance::{Budget, Reading, TieBreak, enumerate};
use crate::models::bernoulli_pair;
use crate::numbers::Law;
use crate::rules::AverageRule;

/// The costs that a step of the bandit with two exchange arms can have.
fn costs(rule: impl Rule<crate::models::TableModel>, reading: BanditReading) -> Vec<usize> {
    let model = bernoulli_pair();
    let bandit = Bandit::new(&model, vec![Exchange, Exchange], rule, reading);
    let step = |chance: &mut _| Ok(bandit.step(&0, chance)?.cost);
    let step = enumerate(Reading::Merged, &Budget::default(), step).expect("a law");
    step.law.values().to_vec()
}

/// The first arm, after looks at all of them together, in reverse too if asked for.
struct Watching(Sight);

impl<M: Model> Rule<M> for Watching {
    fn sight(&self) -> Sight {
        self.0
    }

    fn decide(
        &self,
        _: &M::Parameter,
        _: &M::Parameter,
        looks: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        assert_eq!(looks.len(), 2);
        let reverse = self.0 != Sight::Forward;
        assert!(looks.iter().all(|look| look.reverse.is_some() == reverse));
        Ok(Law::point(0))
    }
}

#[test]
fn a_step_costs_the_draws_that_decide_and_those_that_accept() {
    let averages = AverageRule {
        draws: 3,
        tie: TieBreak::First,
    };
    // Three draws of two arms in both directions, and one that accepts.
    assert_eq!(costs(averages, BanditReading::Fresh), [2 * 2 * 3 + 1]);
    assert_eq!(costs(averages, BanditReading::Repropose), [2 * 2 * 3 + 1]);
    assert_eq!(costs(averages, BanditReading::Reuse), [2 * 2 * 3]);
    for (sight, deciding) in [
        (Sight::Forward, 2),
        (Sight::Both, 2 * 2),
        (Sight::Averages(3), 2 * 2 * 3),
    ] {
        let cost = |reading| costs(Watching(sight), reading);
        assert_eq!(cost(BanditReading::Fresh), [deciding + 1]);
        assert_eq!(cost(BanditReading::Repropose), [deciding + 1]);
        assert_eq!(cost(BanditReading::Reuse), [deciding]);
    }
}

#[test]
fn what_a_rule_saw_of_four_arms() {
    let seen = |sight: Sight, arms: i64| {
        let look = |arm: i64| Look {
            forward: Ratio::Finite(Rational::new(arm, 7)),
            reverse: (sight != Sight::Forward).then_some(Ratio::Infinite),
        };
        describe(sight, &(1..=arms).map(look).collect::<Vec<_>>())
    };
    assert_eq!(seen(Sight::Blind, 0), "");
    assert_eq!(seen(Sight::Forward, 4), "ratios 1/7, 2/7, 3/7, 4/7");
    assert_eq!(seen(Sight::Forward, 5), "ratios 1/7, 2/7, 3/7, 4/7, …");
    assert_eq!(seen(Sight::Both, 2), "ratios 1/7, 2/7, in reverse ∞, ∞");
    assert_eq!(seen(Sight::Averages(9), 1), "averages 1/7, in reverse ∞");
}
