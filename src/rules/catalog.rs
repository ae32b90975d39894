//! The rules by name.

use std::fmt;
use std::path::{MAIN_SEPARATOR, Path};
use std::str::FromStr;
use std::sync::Arc;

use super::{
    Always, AverageRule, Decider, Distance, DrawRule, Expression, ExpressionRule, ForeignRule,
    LONGEST_EXPRESSION, Look, MeanRule, Rule, Score, Scoring, Sight, Straddle, TieBreak,
    mean_acceptance,
};
use crate::arms::Arm;
use crate::chance::{Budget, Interrupted};
use crate::models::text::read_text;
use crate::models::{Model, Yardstick};
use crate::numbers::{Law, Matrix, Rational, did_you_mean, excerpt};

/// The largest K of `max-min-draws:K`.
pub const MOST_AVERAGED: usize = 1_000;

/// A rule before it is built for a model: a name, or an expression.
#[derive(Clone, Debug)]
pub enum RuleName {
    /// `always:i`: arm i, counted from 0 here and from 1 in the name.
    Always(usize),
    /// `max` and `max-min`: the best mean acceptance.
    Means(Score),
    /// `max-draws` and `max-min-draws`: the best draw.
    Draws(Score),
    /// `max-min-draws:K`: the best average of K draws.
    Averages(usize),
    /// `bayes`: the rule with the largest average acceptance.
    Bayes,
    /// `straddle`: the first arm iff the estimate lies between θ and θ'.
    Straddle,
    /// `distance:D`: the second arm iff θ and θ' are closer than D.
    Distance(Rational),
    /// An expression.
    Expression(Expression),
    /// A rule that is decided elsewhere.
    Foreign(Arc<dyn Decider>),
}

impl RuleName {
    /// Every name with a line on what it does.
    pub const SUMMARIES: [(&'static str, &'static str); 10] = [
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
            "max-min-draws:K",
            "the same with the averages of K draws each",
        ),
        (
            "bayes",
            "the largest average acceptance of all valid rules, for valid arms: max-min",
        ),
        (
            "straddle",
            "arm 1 if the estimate lies between θ and θ', otherwise arm 2; draws nothing",
        ),
        (
            "distance:D",
            "arm 2 if |θ - θ'| < D, otherwise arm 1; draws nothing",
        ),
        (
            "EXPRESSION",
            "a rule of your own, as in 'argmax(r)', or a file with one (see check --help)",
        ),
    ];

    /// Builds the rule for these arms.
    pub fn build<M, A>(
        &self,
        model: &M,
        arms: &[A],
        tie: TieBreak,
        budget: &Budget,
    ) -> Result<AnyRule, Interrupted>
    where
        M: Yardstick<Parameter = usize>,
        A: Arm<M>,
    {
        let means = |arm: usize| mean_acceptance(model, &arms[arm], budget);
        self.build_with(model, arms.len(), tie, &means)
    }

    /// Builds the rule for so many arms with these mean acceptances.
    pub fn build_with<M: Yardstick<Parameter = usize>>(
        &self,
        model: &M,
        arms: usize,
        tie: TieBreak,
        means: &dyn Fn(usize) -> Result<Matrix, Interrupted>,
    ) -> Result<AnyRule, Interrupted> {
        let parameters = model.parameters();
        let values: Vec<Option<Rational>> = parameters.iter().map(|p| model.value(p)).collect();
        self.build_from(&values, model.estimate().as_ref(), arms, tie, means)
    }

    /// Builds the rule from the parameters as numbers, where they are, the
    /// estimate, if there is one, and the mean acceptance of every arm, which
    /// is only asked for if the rule looks at it.
    pub fn build_from(
        &self,
        values: &[Option<Rational>],
        estimate: Option<&Rational>,
        arms: usize,
        tie: TieBreak,
        means: &dyn Fn(usize) -> Result<Matrix, Interrupted>,
    ) -> Result<AnyRule, Interrupted> {
        let all_means = || (0..arms).map(means).collect::<Result<Vec<Matrix>, _>>();
        let by_means = |score| Ok(AnyRule::Means(MeanRule::new(score, tie, &all_means()?)));
        match self {
            &RuleName::Always(arm) => Ok(AnyRule::Always(Always(arm))),
            &RuleName::Draws(score) => Ok(AnyRule::Draws(DrawRule { score, tie })),
            &RuleName::Averages(draws) => Ok(AnyRule::Averages(AverageRule { draws, tie })),
            &RuleName::Means(score) => by_means(score),
            // A valid rule is symmetric wherever the arms differ (Theorem 2), and
            // for valid arms the same arm is better in both directions.
            RuleName::Bayes => by_means(Score::Smaller),
            RuleName::Straddle => Ok(AnyRule::Straddle(Straddle {
                values: numbers(values)?,
                estimate: estimate.cloned().ok_or_else(|| {
                    refused("`straddle` needs an estimate, and this model has none")
                })?,
            })),
            RuleName::Distance(threshold) => Ok(AnyRule::Distance(Distance {
                values: numbers(values)?,
                threshold: threshold.clone(),
            })),
            RuleName::Expression(expression) => {
                let rule = ExpressionRule::new(expression, values, estimate, arms, tie, means)?;
                Ok(AnyRule::Expression(Box::new(rule)))
            }
            RuleName::Foreign(decider) => Ok(AnyRule::Foreign(ForeignRule {
                decider: decider.clone(),
                arms,
                means: match decider.looks_at_means() {
                    true => all_means()?,
                    false => Vec::new(),
                },
                values: values.to_vec(),
                estimate: estimate.cloned(),
            })),
        }
    }

    /// Does the rule have to see draws before it decides?
    pub fn looks_at_draws(&self) -> bool {
        match self {
            RuleName::Draws(_) | RuleName::Averages(_) => true,
            RuleName::Expression(expression) => expression.sight() != Sight::Blind,
            RuleName::Foreign(decider) => decider.sight() != Sight::Blind,
            _ => false,
        }
    }

    /// The rule with this name, or in this file, or that this expression is; or
    /// a sentence why there is none.
    pub fn find(text: &str) -> Result<Self, String> {
        let path = Path::new(text);
        let named = path
            .extension()
            .is_some_and(|extension| extension == "rhai");
        // A file must look like one, so that none can pass for a built-in rule.
        if !(named || text.contains(MAIN_SEPARATOR) && path.is_file()) {
            return text.parse();
        }
        let source = read_text(path, LONGEST_EXPRESSION as u64, "a rule")
            .map_err(|message| format!("{text}: {message}"))?;
        let expression = Expression::parse(&source).map_err(|error| format!("{text}, {error}"))?;
        Ok(RuleName::Expression(expression))
    }

    /// Is this a rule for two arms only?
    pub fn is_for_two(&self) -> bool {
        matches!(self, RuleName::Straddle | RuleName::Distance(_))
    }
}

/// θ as a number, for every parameter.
fn numbers(values: &[Option<Rational>]) -> Result<Vec<Rational>, Interrupted> {
    let all: Option<Vec<Rational>> = values.iter().cloned().collect();
    all.ok_or_else(|| {
        refused("the rule compares parameters as numbers, and this model's are not all numbers")
    })
}

fn refused(message: &str) -> Interrupted {
    Interrupted::Rule {
        message: message.into(),
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
            RuleName::Averages(draws) => write!(formatter, "max-min-draws:{draws}"),
            RuleName::Bayes => write!(formatter, "bayes"),
            RuleName::Straddle => write!(formatter, "straddle"),
            RuleName::Distance(threshold) => write!(formatter, "distance:{threshold}"),
            RuleName::Expression(expression) => {
                let text = expression.to_string();
                // A file may hold a single word, which alone would be a name.
                match is_expression(&text) {
                    true => write!(formatter, "{text}"),
                    false => write!(formatter, "({text})"),
                }
            }
            RuleName::Foreign(decider) => write!(formatter, "{decider}"),
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
            "straddle" => Ok(RuleName::Straddle),
            "best-over-draws" => Err(
                "`best-over-draws` accepts with the draws that decided: it is a kernel for table and compare, and `rules --print` shows it".into(),
            ),
            _ if is_expression(name) => Expression::parse(name)
                .map(RuleName::Expression)
                .map_err(|error| format!("the rule: {error}")),
            _ => match name.split_once(':') {
                Some(("always", arm)) => match number(arm) {
                    Some(arm @ 1..) => Ok(RuleName::Always(arm - 1)),
                    _ => Err(format!("`{}`: arms are counted from 1, as in always:1", excerpt(name))),
                },
                Some(("max-min-draws", draws)) => match number(draws) {
                    Some(draws @ 1..=MOST_AVERAGED) => Ok(RuleName::Averages(draws)),
                    _ => Err(format!(
                        "`{}`: the number after the colon is a whole number from 1 to {MOST_AVERAGED}",
                        excerpt(name)
                    )),
                },
                Some(("distance", threshold)) => match threshold.parse() {
                    Ok(threshold) => Ok(RuleName::Distance(threshold)),
                    Err(error) => Err(format!("`{}`: {error}", excerpt(name))),
                },
                _ => Err(format!(
                    "no rule is called `{}`{}; the rules are {}, or an expression like 'argmax(r)'",
                    excerpt(name),
                    did_you_mean(name, Self::SUMMARIES[..9].iter().map(|(known, _)| *known)),
                    Self::SUMMARIES[..9]
                        .iter()
                        .map(|(name, _)| *name)
                        .collect::<Vec<_>>()
                        .join(", ")
                )),
            },
        }
    }
}

/// A whole number in plain digits.
fn number(text: &str) -> Option<usize> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// Names are words and numbers joined by `-`, `:`, `/` and `.`; anything else, and
/// a number alone, is an expression.
fn is_expression(text: &str) -> bool {
    let in_name = |c: char| c.is_alphanumeric() || "-:/._".contains(c);
    !text.starts_with(char::is_alphabetic) || !text.chars().all(in_name)
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
    /// A rule of averages.
    Averages(AverageRule),
    /// The estimate lies between, or not.
    Straddle(Straddle),
    /// Near or far.
    Distance(Distance),
    /// An expression.
    Expression(Box<ExpressionRule>),
    /// A rule that is decided elsewhere.
    Foreign(ForeignRule),
}

/// The same call on whichever rule it is.
macro_rules! on_rule {
    ($rule:expr, $inner:ident => $call:expr) => {
        match $rule {
            AnyRule::Always($inner) => $call,
            AnyRule::Means($inner) => $call,
            AnyRule::Draws($inner) => $call,
            AnyRule::Averages($inner) => $call,
            AnyRule::Straddle($inner) => $call,
            AnyRule::Distance($inner) => $call,
            AnyRule::Foreign($inner) => $call,
            AnyRule::Expression(boxed) => {
                let $inner = boxed.as_ref();
                $call
            }
        }
    };
}

impl<M: Model<Parameter = usize>> Rule<M> for AnyRule {
    fn sight(&self) -> Sight {
        on_rule!(self, rule => Rule::<M>::sight(rule))
    }

    fn glance(&self, look: Look<M::Number>) -> Look<M::Number> {
        on_rule!(self, rule => Rule::<M>::glance(rule, look))
    }

    fn scoring(&self, from: &usize, to: &usize) -> Option<Scoring> {
        on_rule!(self, rule => Rule::<M>::scoring(rule, from, to))
    }

    fn decide(
        &self,
        from: &usize,
        to: &usize,
        looks: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        on_rule!(self, rule => Rule::<M>::decide(rule, from, to, looks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_look_at_draws_if_draws_decide() {
        let looks = |name: &str| name.parse::<RuleName>().expect("a rule").looks_at_draws();
        let by_draws = ["max-draws", "max-min-draws", "max-min-draws:2"];
        assert!(by_draws.into_iter().all(looks));
        let by_moves = [
            "always:1",
            "max",
            "max-min",
            "bayes",
            "straddle",
            "distance:1",
        ];
        assert!(!by_moves.into_iter().any(looks));
    }

    #[cfg(feature = "expressions")]
    #[test]
    fn expressions_look_at_draws_if_they_mention_them() {
        let looks = |text: &str| text.parse::<RuleName>().expect("a rule").looks_at_draws();
        assert!(looks("argmax(a)") && looks("argmax(a_rev)") && !looks("argmax(r)"));
    }
}
