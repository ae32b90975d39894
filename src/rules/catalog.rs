//! The rules by name.

use std::fmt;
use std::str::FromStr;

use super::{Always, DrawRule, Look, MeanRule, Rule, Score, Sight, TieBreak, mean_acceptance};
use crate::arms::Arm;
use crate::chance::{Budget, Interrupted};
use crate::models::{Model, Yardstick};
use crate::numbers::Law;

/// The name of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleName {
    /// `always:i`: arm i, counted from 0 here and from 1 in the name.
    Always(usize),
    /// `max` and `max-min`: the best mean acceptance.
    Means(Score),
    /// `max-draws` and `max-min-draws`: the best draw.
    Draws(Score),
    /// `bayes`: the rule with the largest average acceptance.
    Bayes,
}

impl RuleName {
    /// Every name with a line on what it does.
    pub const SUMMARIES: [(&'static str, &'static str); 6] = [
        (
            "always:I",
            "arm I, whatever is proposed (Example 2 in Section 4.1)",
        ),
        ("max", "the arm with the largest mean acceptance r(θ, θ')"),
        (
            "max-min",
            "the arm with the largest min{r(θ, θ'), r(θ', θ)} (Example 4 in Section 4.1)",
        ),
        (
            "max-draws",
            "the arm with the largest drawn ratio â(θ, θ') (Example 5 in Section 4.1)",
        ),
        (
            "max-min-draws",
            "the arm with the largest min{r̂(θ, θ'), r̂(θ', θ)} of one draw each (Algorithm 5)",
        ),
        (
            "bayes",
            "the largest average acceptance of all valid rules, for valid arms: max-min",
        ),
    ];

    /// Builds the rule for these arms.
    pub fn build<M, A>(
        self,
        model: &M,
        arms: &[A],
        tie: TieBreak,
        budget: &Budget,
    ) -> Result<AnyRule, Interrupted>
    where
        M: Yardstick<Parameter = usize>,
        A: Arm<M>,
    {
        let by_means = |score| {
            let means: Result<_, _> = arms
                .iter()
                .map(|arm| mean_acceptance(model, arm, budget))
                .collect();
            Ok(AnyRule::Means(MeanRule::new(score, tie, means?)))
        };
        match self {
            RuleName::Always(arm) => Ok(AnyRule::Always(Always(arm))),
            RuleName::Draws(score) => Ok(AnyRule::Draws(DrawRule { score, tie })),
            RuleName::Means(score) => by_means(score),
            // A valid rule is symmetric wherever the arms differ (Theorem 2), and
            // for valid arms the same arm is better in both directions.
            RuleName::Bayes => by_means(Score::Smaller),
        }
    }
}

impl fmt::Display for RuleName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleName::Always(arm) => write!(formatter, "always:{}", arm + 1),
            RuleName::Means(Score::Forward) => write!(formatter, "max"),
            RuleName::Means(Score::Smaller) => write!(formatter, "max-min"),
            RuleName::Draws(Score::Forward) => write!(formatter, "max-draws"),
            RuleName::Draws(Score::Smaller) => write!(formatter, "max-min-draws"),
            RuleName::Bayes => write!(formatter, "bayes"),
        }
    }
}

impl FromStr for RuleName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "max" => Ok(RuleName::Means(Score::Forward)),
            "max-min" => Ok(RuleName::Means(Score::Smaller)),
            "max-draws" => Ok(RuleName::Draws(Score::Forward)),
            "max-min-draws" => Ok(RuleName::Draws(Score::Smaller)),
            "bayes" => Ok(RuleName::Bayes),
            "straddle" => Err(
                "`straddle` needs a one-parameter family with an estimate; a table model has none"
                    .into(),
            ),
            _ => match name.strip_prefix("always:").map(str::parse) {
                Some(Ok(arm @ 1..)) => Ok(RuleName::Always(arm - 1)),
                Some(_) => Err(format!("`{name}`: arms are counted from 1, as in always:1")),
                None => Err(format!(
                    "no rule is called `{name}`; the rules are {}",
                    Self::SUMMARIES.map(|(name, _)| name).join(", ")
                )),
            },
        }
    }
}

/// Any rule that has a name.
#[derive(Clone, Debug)]
pub enum AnyRule {
    /// A constant rule.
    Always(Always),
    /// A rule of means.
    Means(MeanRule),
    /// A rule of draws.
    Draws(DrawRule),
}

impl<M: Model<Parameter = usize>> Rule<M> for AnyRule {
    fn sight(&self) -> Sight {
        match self {
            AnyRule::Always(rule) => Rule::<M>::sight(rule),
            AnyRule::Means(rule) => Rule::<M>::sight(rule),
            AnyRule::Draws(rule) => Rule::<M>::sight(rule),
        }
    }

    fn glance(&self, look: Look<M::Number>) -> Look<M::Number> {
        match self {
            AnyRule::Always(rule) => Rule::<M>::glance(rule, look),
            AnyRule::Means(rule) => Rule::<M>::glance(rule, look),
            AnyRule::Draws(rule) => Rule::<M>::glance(rule, look),
        }
    }

    fn decide(&self, from: &usize, to: &usize, looks: &[Look<M::Number>]) -> Law<usize> {
        match self {
            AnyRule::Always(rule) => Rule::<M>::decide(rule, from, to, looks),
            AnyRule::Means(rule) => Rule::<M>::decide(rule, from, to, looks),
            AnyRule::Draws(rule) => Rule::<M>::decide(rule, from, to, looks),
        }
    }
}
