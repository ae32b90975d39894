//! A rule of a user's own, written as an expression.
//!
//! It sees the means `r[i]`, `r_rev[i]`, the drawn ratios `a[i]`, `a_rev[i]`,
//! the positions `from` and `to`, `value(from)` where parameters are numbers
//! and `estimate` where the model has one, and gives an arm or a list of
//! probabilities, one for each arm. Whatever it does not mention is neither
//! computed nor drawn.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, PoisonError};

use rhai::{AST, Array, Dynamic, Engine, Scope};

use super::language::{Many, Mentions, Outcome, Value, engine, fail, kind, numbers, whole};
use super::script::{compiled, plain, readable, sentence};
use super::work::{Meter, Stopped};
use super::{Look, Rule, Sight, TieBreak};
use crate::chance::Interrupted;
use crate::models::Model;
use crate::numbers::{Law, Matrix, Number, Ratio, Rational, excerpt};

/// The most bytes an expression may have.
pub const LONGEST_EXPRESSION: usize = 16 << 10;

/// Work that every decision may take.
const WORK_OF_A_DECISION: u64 = 200;

/// An expression that was read and understood.
#[derive(Clone, Debug)]
pub struct Expression {
    source: String,
    /// The source on one line and without comments.
    plain: String,
    mentions: BTreeSet<String>,
    meter: Arc<Meter>,
}

impl Expression {
    /// Reads an expression, or says in a sentence where it is wrong.
    pub fn parse(source: &str) -> Result<Self, String> {
        readable(source, LONGEST_EXPRESSION, "rule", "`argmax(r)`")?;
        let mentions = Mentions::default();
        let reader = rule_engine(TieBreak::First, Vec::new(), mentions.clone());
        compiled(&reader, source)?;
        let plain = plain(source, "rule", "`argmax(r)`")?;
        let mentions = mentions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        Ok(Expression {
            source: source.into(),
            plain,
            mentions,
            meter: Arc::new(Meter::new("decisions", WORK_OF_A_DECISION)),
        })
    }

    /// Does the expression mention `r`, `r_rev`, `a` or `a_rev`?
    pub fn mentions(&self, name: &str) -> bool {
        self.mentions.contains(name)
    }

    /// What the expression asks to be drawn.
    pub fn sight(&self) -> Sight {
        match (self.mentions("a"), self.mentions("a_rev")) {
            (_, true) => Sight::Both,
            (true, false) => Sight::Forward,
            (false, false) => Sight::Blind,
        }
    }
}

/// On one line and without comments: the same rule if it is read again.
impl fmt::Display for Expression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.plain)
    }
}

/// An expression as a rule on a model.
#[derive(Clone)]
pub struct ExpressionRule {
    expression: Expression,
    arms: usize,
    engine: Arc<Engine>,
    program: Arc<AST>,
    /// One table r_i for each arm, if the expression mentions them.
    means: Vec<Matrix>,
    estimate: Option<Rational>,
}

impl fmt::Debug for ExpressionRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("ExpressionRule")
            .field(&self.expression.source)
            .finish()
    }
}

impl ExpressionRule {
    /// The rule for parameters that are these numbers, where they are, and so
    /// many arms with these mean acceptances.
    pub fn new(
        expression: &Expression,
        values: &[Option<Rational>],
        estimate: Option<&Rational>,
        arms: usize,
        tie: TieBreak,
        means: &dyn Fn(usize) -> Result<Matrix, Interrupted>,
    ) -> Result<Self, Interrupted> {
        let needs_means = expression.mentions("r") || expression.mentions("r_rev");
        let means: Result<Vec<Matrix>, Interrupted> =
            (0..arms).filter(|_| needs_means).map(means).collect();
        let engine = rule_engine(tie, values.to_vec(), Mentions::default());
        let program = compiled(&engine, &expression.source).map_err(|message| refused(&message))?;
        Ok(ExpressionRule {
            expression: expression.clone(),
            arms,
            engine: Arc::new(engine),
            program: Arc::new(program),
            means: means?,
            estimate: estimate.cloned(),
        })
    }

    /// What the expression sees of a move.
    fn scope<N: Number>(&self, from: usize, to: usize, looks: &[Look<N>]) -> Scope<'static> {
        let mut scope = Scope::new();
        let position = |parameter: usize| Ratio::Finite(Rational::from(parameter + 1));
        scope.push_constant("from", position(from));
        scope.push_constant("to", position(to));
        let mut list = |name: &str, values: Vec<Value>| {
            scope.push_constant(name, Many(Arc::new(values)));
        };
        let mean = |from, to| {
            let entry = |means: &Matrix| Ratio::Finite(means.entry(from, to).clone());
            self.means.iter().map(entry).collect()
        };
        list("r", mean(from, to));
        list("r_rev", mean(to, from));
        let forward = looks.iter().map(|look| look.forward.exact());
        let reverse = looks.iter().filter_map(|look| look.reverse.as_ref());
        list("a", forward.collect());
        list("a_rev", reverse.map(Ratio::exact).collect());
        if let Some(estimate) = &self.estimate {
            scope.push_constant("estimate", Ratio::Finite(estimate.clone()));
        }
        scope
    }

    /// The law that the expression's answer stands for.
    fn law(&self, answer: Dynamic) -> Result<Law<usize>, String> {
        let arms = self.arms;
        if let Some(value) = answer.clone().try_cast::<Value>() {
            return match whole(&value) {
                Some(arm) if (1..=arms).contains(&arm) => Ok(Law::point(arm - 1)),
                _ => Err(format!(
                    "it gives arm {}, but the arms are 1 to {arms}",
                    shown(&value)
                )),
            };
        }
        let kind = kind(&answer);
        let Some(list) = answer.try_cast::<Array>() else {
            return Err(format!(
                "it gives {kind}; expected is an arm, 1 to {arms}, or a list of {arms} probabilities"
            ));
        };
        let probabilities: Vec<Rational> = numbers(&list)
            .and_then(|values| values.into_iter().map(finite).collect())
            .filter(|values: &Vec<Rational>| values.len() == arms)
            .ok_or_else(|| format!("it gives a list that is not {arms} probabilities"))?;
        Law::new(probabilities.into_iter().enumerate())
            .map_err(|error| format!("its list is no law on the arms: {error}"))
    }
}

impl<M: Model<Parameter = usize>> Rule<M> for ExpressionRule {
    fn sight(&self) -> Sight {
        self.expression.sight()
    }

    fn decide(
        &self,
        &from: &usize,
        &to: &usize,
        looks: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        let mut scope = self.scope(from, to, looks);
        let evaluate =
            || -> Outcome<Dynamic> { self.engine.eval_ast_with_scope(&mut scope, &self.program) };
        let meter = &self.expression.meter;
        let law = match meter.measured(evaluate) {
            Ok(answer) => self.law(answer),
            Err(Stopped::Wrong(error)) => Err(sentence(&self.engine, *error, unknown)),
            Err(Stopped::Exhausted(why) | Stopped::AllExhausted(why)) => {
                let rule = excerpt(&self.expression.to_string());
                let what = format!("the rule `{rule}` is not decided: {why}");
                return Err(Interrupted::TooMuchWork { what });
            }
        };
        law.map_err(|message| refused(&message))
    }
}

/// What is said of a name that a rule does not see.
fn unknown(name: &str) -> String {
    match name {
        "estimate" => "this model has no `estimate`".into(),
        _ => format!(
            "`{name}` is unknown; a rule sees r, r_rev, a, a_rev, from, to, value(..) and estimate"
        ),
    }
}

/// An engine for one rule. `values` are the parameters as numbers, where they
/// are; `mentions` collects the names in what the engine reads.
fn rule_engine(tie: TieBreak, values: Vec<Option<Rational>>, mentions: Mentions) -> Engine {
    let mut engine = engine(tie, mentions);
    engine.register_fn("value", move |parameter: Value| -> Outcome<Value> {
        let position = whole(&parameter).and_then(|n| n.checked_sub(1));
        match position.and_then(|position| values.get(position)) {
            Some(Some(value)) => Ok(Ratio::Finite(value.clone())),
            Some(None) => {
                fail("the parameters of this model are not numbers, so they have no value(..)")
            }
            None => fail("value(..) takes the position of a parameter, like from or to"),
        }
    });
    engine
}

fn refused(message: &str) -> Interrupted {
    Interrupted::Rule {
        message: message.into(),
    }
}

fn finite(value: Value) -> Option<Rational> {
    match value {
        Ratio::Finite(number) => Some(number),
        Ratio::Infinite => None,
    }
}

fn shown(value: &Value) -> String {
    match value {
        Ratio::Finite(number) => number.to_string(),
        Ratio::Infinite => "∞".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_shown_to_programmers_by_its_source() {
        let source = "2 // the second arm";
        let expression = Expression::parse(source).expect("an expression");
        let means = |_: usize| Err(refused("no means are mentioned"));
        let rule = ExpressionRule::new(&expression, &[], None, 2, TieBreak::First, &means);
        let rule = rule.expect("a rule");
        assert_eq!(format!("{rule:?}"), format!("ExpressionRule({source:?})"));
    }
}
