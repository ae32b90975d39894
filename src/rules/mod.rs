//! Decision rules: choosing between arms (Section 4.1).
//!
//! A rule sees a proposed move and, if it asks for them, one drawn ratio of
//! every arm in both directions. It answers with a law on the arms, which is a
//! point unless it breaks a tie by a coin.

mod accepting;
mod averages;
mod better_draw;
mod catalog;
mod certificate;
mod constant;
mod draws;
#[cfg(feature = "expressions")]
mod expression;
#[cfg(not(feature = "expressions"))]
#[path = "no_expression.rs"]
mod expression;
mod foreign;
mod free;
#[cfg(feature = "expressions")]
pub(crate) mod language;
mod means;
#[cfg(feature = "expressions")]
mod plain;
mod score;
mod scoring;
#[cfg(feature = "expressions")]
pub(crate) mod script;
mod table;
#[cfg(feature = "expressions")]
pub(crate) mod work;

pub use accepting::{best_over_draws, certificate, certified_best, draw_acceptances};
pub use averages::AverageRule;
pub use better_draw::BetterDraw;
pub use catalog::{AnyRule, MOST_AVERAGED, RuleName};
pub use certificate::{Certificate, Outcome, PairCertificate, Side};
pub use constant::Always;
pub use draws::DrawRule;
pub use expression::{Expression, ExpressionRule, LONGEST_EXPRESSION};
pub use foreign::{Decider, ForeignRule, Seen};
pub use free::{Distance, Straddle};
pub use means::{MeanRule, mean_acceptance};
pub use score::Score;
pub use scoring::Scoring;
pub use table::TableRule;

use crate::chance::Interrupted;
pub use crate::chance::TieBreak;
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
    /// The average acceptance min{â, 1} over so many draws of the proposed
    /// move, and over as many of its reverse.
    Averages(usize),
}

/// What is seen of an arm.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Look<N> {
    /// â(θ, θ'), or an average of min{â, 1}, as the rule asked.
    pub forward: Ratio<N>,
    /// The same for the reverse move, if the rule asked for it.
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

    /// How arms are scored for this move, if the one with the largest score is
    /// taken. The draws of a rule that says so are enumerated one by one instead
    /// of all combinations of them, and [`decide`](Rule::decide) is not asked.
    fn scoring(&self, _from: &M::Parameter, _to: &M::Parameter) -> Option<Scoring> {
        None
    }

    /// The law of the chosen arm, counted from 0. There is one look for each
    /// arm, or none if the rule is blind. A rule that has no answer says why
    /// with [`Interrupted::Rule`].
    fn decide(
        &self,
        from: &M::Parameter,
        to: &M::Parameter,
        looks: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted>;
}
