//! Rules that look at one draw of every arm: argmax â(θ, θ') (Example 5 in
//! Section 4.1, invalid) and argmax min{r̂(θ, θ'), r̂(θ', θ)} (Algorithm 5).

use super::{Look, Rule, Score, Scoring, Sight, TieBreak};
use crate::chance::Interrupted;
use crate::models::Model;
use crate::numbers::Law;

/// The arm with the best draw.
///
/// The max rule compares the ratios â themselves, as the paper does; the
/// max-min rule compares the acceptance probabilities r̂ = min{â, 1}.
#[derive(Clone, Copy, Debug)]
pub struct DrawRule {
    /// What is compared.
    pub score: Score,
    /// How ties are broken.
    pub tie: TieBreak,
}

impl DrawRule {
    fn scored(self) -> Scoring {
        Scoring {
            capped: self.score == Score::Smaller,
            tie: self.tie,
        }
    }

    /// What the rule sees of a look that may have more in it.
    fn seen<N: Clone>(self, look: &Look<N>) -> Look<N> {
        let reverse = match self.score {
            Score::Forward => None,
            Score::Smaller => look.reverse.clone(),
        };
        Look {
            forward: look.forward.clone(),
            reverse,
        }
    }
}

impl<M: Model> Rule<M> for DrawRule {
    fn sight(&self) -> Sight {
        match self.score {
            Score::Forward => Sight::Forward,
            Score::Smaller => Sight::Both,
        }
    }

    fn glance(&self, look: Look<M::Number>) -> Look<M::Number> {
        self.scored().glance(&self.seen(&look))
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
        let looks: Vec<Look<M::Number>> = looks.iter().map(|look| self.seen(look)).collect();
        Ok(self.scored().decide(&looks))
    }
}
