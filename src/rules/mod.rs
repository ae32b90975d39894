//! Decision rules: choosing between arms (Section 4.1).
//!
//! A rule sees a proposed move and, if it asks for them, one drawn ratio of
//! every arm in both directions. It answers with a law on the arms, which is a
//! point unless it breaks a tie by a coin.

mod catalog;
mod constant;
mod draws;
mod means;
mod score;
mod table;
mod tie;

pub use catalog::{AnyRule, RuleName};
pub use constant::Always;
pub use draws::DrawRule;
pub use means::{MeanRule, mean_acceptance};
pub use score::Score;
pub use table::TableRule;
pub use tie::TieBreak;

use crate::models::Model;
use crate::numbers::{Law, Ratio};

/// What a rule wants to see of every arm before it decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Nothing: the move alone decides, and nothing is drawn.
    Blind,
    /// One drawn ratio of the proposed move.
    Forward,
    /// One drawn ratio of the proposed move and one of its reverse.
    Both,
}

/// What is seen of an arm.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Look<N> {
    /// â(θ, θ').
    pub forward: Ratio<N>,
    /// â(θ', θ), if the rule asked for it.
    pub reverse: Option<Ratio<N>>,
}

/// A rule that chooses an arm for a proposed move.
pub trait Rule<M: Model>: Sync {
    /// What the rule wants to see.
    fn sight(&self) -> Sight;

    /// A simpler look that this rule cannot tell from the given one.
    ///
    /// An enumeration merges looks that are equal after this; leaving it as it
    /// is costs time and changes nothing.
    fn glance(&self, look: Look<M::Number>) -> Look<M::Number> {
        look
    }

    /// The law of the chosen arm, counted from 0. There is one look for each
    /// arm, or none if the rule is blind.
    fn decide(
        &self,
        from: &M::Parameter,
        to: &M::Parameter,
        looks: &[Look<M::Number>],
    ) -> Law<usize>;
}
