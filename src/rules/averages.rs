//! The max-min rule on the averages of k draws: between Algorithm 5, which is
//! k = 1, and the rule on means, which is the limit.
//!
//! It is valid for every k, since the averages of both directions are drawn
//! whichever way the move goes; what k costs and buys is computed exactly.

use super::{Look, Rule, Scoring, Sight, TieBreak};
use crate::chance::Interrupted;
use crate::models::Model;
use crate::numbers::Law;

/// The arm with the largest smaller average of both directions.
#[derive(Clone, Copy, Debug)]
pub struct AverageRule {
    /// How many draws of every arm and direction are averaged.
    pub draws: usize,
    /// How ties are broken.
    pub tie: TieBreak,
}

impl AverageRule {
    fn scored(self) -> Scoring {
        Scoring {
            capped: false,
            tie: self.tie,
        }
    }
}

impl<M: Model> Rule<M> for AverageRule {
    fn sight(&self) -> Sight {
        Sight::Averages(self.draws)
    }

    fn glance(&self, look: Look<M::Number>) -> Look<M::Number> {
        self.scored().glance(&look)
    }

    fn scoring(&self, _: &M::Parameter, _: &M::Parameter) -> Option<Scoring> {
        Some(self.scored())
    }

    fn decide(
        &self,
        _: &M::Parameter,
        _: &M::Parameter,
        looks: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        Ok(self.scored().decide(looks))
    }
}
