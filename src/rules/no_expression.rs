//! What stands in for expressions where the feature `expressions` is off: none
//! can be read, so that there is none.

use std::fmt;

use super::{Look, Rule, Sight, TieBreak};
use crate::chance::Interrupted;
use crate::models::Model;
use crate::numbers::{Law, Matrix, Rational};

/// The most bytes an expression may have.
pub const LONGEST_EXPRESSION: usize = 0;

/// An expression; without the feature `expressions` there is none.
#[derive(Clone, Debug)]
pub enum Expression {}

impl Expression {
    /// Says that expressions are not read.
    pub fn parse(_: &str) -> Result<Self, String> {
        Err("expressions are read with the feature `expressions`, which is off".into())
    }

    /// What the expression asks to be drawn.
    pub fn sight(&self) -> Sight {
        match *self {}
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// An expression as a rule; there is none.
#[derive(Clone, Debug)]
pub enum ExpressionRule {}

impl ExpressionRule {
    /// The rule of an expression.
    pub fn new(
        expression: &Expression,
        _: &[Option<Rational>],
        _: Option<&Rational>,
        _: usize,
        _: TieBreak,
        _: &dyn Fn(usize) -> Result<Matrix, Interrupted>,
    ) -> Result<Self, Interrupted> {
        match *expression {}
    }
}

impl<M: Model<Parameter = usize>> Rule<M> for ExpressionRule {
    fn sight(&self) -> Sight {
        match *self {}
    }

    fn decide(
        &self,
        _: &usize,
        _: &usize,
        _: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        match *self {}
    }
}
