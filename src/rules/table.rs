//! A rule given by a table: D(θ, θ') for every pair, as in the paper's
//! definition of a decision rule.

use super::{Look, Rule, Sight};
use crate::chance::Interrupted;
use crate::models::Model;
use crate::numbers::Law;

/// The arm for every pair of parameters, by their positions.
#[derive(Clone, Debug)]
pub struct TableRule {
    /// The arm, counted from 0, at `[from][to]`.
    pub arms: Vec<Vec<usize>>,
}

impl<M: Model<Parameter = usize>> Rule<M> for TableRule {
    fn sight(&self) -> Sight {
        Sight::Blind
    }

    fn decide(
        &self,
        &from: &usize,
        &to: &usize,
        _: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        Ok(Law::point(self.arms[from][to]))
    }
}
