//! A rule of a user's own, written as an expression.
//!
//! It sees the means `r[i]`, `r_rev[i]`, the drawn ratios `a[i]`, `a_rev[i]`,
//! the positions `from` and `to`, `value(from)` where parameters are numbers
//! and `estimate` where the model has one, and gives an arm or a list of
//! probabilities, one for each arm. Whatever it does not mention is neither
//! computed nor drawn.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rhai::{AST, Array, Dynamic, Engine, EvalAltResult, Position, Scope};

use super::language::{Many, Mentions, Meter, Value, engine, kind, numbers, whole};
use super::plain::on_one_line;
use super::{Look, Rule, Sight, TieBreak};
use crate::chance::Interrupted;
use crate::models::Model;
use crate::numbers::{Law, Matrix, Number, Ratio, Rational};

/// The most bytes an expression may have.
pub const LONGEST_EXPRESSION: usize = 16 << 10;

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
        if source.len() > LONGEST_EXPRESSION {
            return Err(format!(
                "the rule has {} bytes; at most {LONGEST_EXPRESSION} are read",
                source.len()
            ));
        }
        if source.trim().is_empty() {
            return Err("the rule is empty; `argmax(r)` is an example of one".into());
        }
        let mentions = Mentions::default();
        let reader = engine(TieBreak::First, Vec::new(), mentions.clone());
        compiled(&reader, source)?;
        let plain = on_one_line(source)?;
        if plain.is_empty() {
            return Err("the rule has comments only; `argmax(r)` is an example of one".into());
        }
        if let Some(at) = radix_literal(&plain) {
            return Err(format!(
                "`{}…`: write numbers in decimal digits",
                &plain[at..at + 2]
            ));
        }
        let mentions = mentions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        Ok(Expression {
            source: source.into(),
            plain,
            mentions,
            meter: Arc::default(),
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
        let engine = engine(tie, values.to_vec(), Arc::new(Mutex::default()));
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
                "it gives a {kind}; expected is an arm, 1 to {arms}, or a list of {arms} probabilities"
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
        let evaluate = || -> Result<Dynamic, Box<EvalAltResult>> {
            self.engine.eval_ast_with_scope(&mut scope, &self.program)
        };
        let meter = &self.expression.meter;
        let answer = meter.measured(evaluate).map_err(|why| refused(&why))?;
        let law = match answer {
            Ok(answer) => self.law(answer),
            Err(error) => Err(self.sentence(*error)),
        };
        law.map_err(|message| refused(&message))
    }
}

impl ExpressionRule {
    /// What went wrong while deciding.
    fn sentence(&self, error: EvalAltResult) -> String {
        let position = error.position();
        let error = innermost(error);
        let position = match error.position() {
            Position::NONE => position,
            inner => inner,
        };
        let what = match error {
            EvalAltResult::ErrorVariableNotFound(name, _) if name == "estimate" => {
                "this model has no `estimate`".into()
            }
            EvalAltResult::ErrorVariableNotFound(name, _) => format!(
                "`{name}` is unknown; a rule sees r, r_rev, a, a_rev, from, to, value(..) and estimate"
            ),
            EvalAltResult::ErrorTooManyOperations(_) => {
                format!(
                    "it does not end within {} operations",
                    self.engine.max_operations()
                )
            }
            EvalAltResult::ErrorTerminated(..) => {
                "it takes too much work: long numbers or long lists, too often".into()
            }
            EvalAltResult::ErrorStackOverflow(_) => format!(
                "its functions call each other more than {} deep",
                self.engine.max_call_levels()
            ),
            EvalAltResult::ErrorDataTooLarge(what, _) => {
                format!("{} is too large", what.to_lowercase())
            }
            EvalAltResult::ErrorRuntime(message, _) => message.to_string(),
            other => {
                let mut other = other;
                other.set_position(Position::NONE);
                other.to_string()
            }
        };
        located(position, &what)
    }
}

/// Where a literal in another base than ten begins, if there is one: the
/// engine would read it as a machine integer.
fn radix_literal(source: &str) -> Option<usize> {
    let bytes = source.as_bytes();
    (0..bytes.len().saturating_sub(1)).find(|&at| {
        let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
        bytes[at] == b'0'
            && b"xXoObB".contains(&bytes[at + 1])
            && !at.checked_sub(1).is_some_and(|before| word(bytes[before]))
    })
}

/// The error within the functions that it happened in.
fn innermost(error: EvalAltResult) -> EvalAltResult {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => innermost(*inner),
        other => other,
    }
}

fn compiled(engine: &Engine, source: &str) -> Result<AST, String> {
    engine
        .compile(source)
        .map_err(|error| located(error.1, &error.0.to_string()))
}

/// A message with its place in the expression.
fn located(position: Position, message: &str) -> String {
    match (position.line(), position.position()) {
        (Some(line), Some(column)) => format!("line {line}, column {column}: {message}"),
        (Some(line), None) => format!("line {line}: {message}"),
        _ => message.into(),
    }
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
