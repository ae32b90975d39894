//! Rules that look at one draw of every arm: argmax â(θ, θ') (Example 5 in
//! Section 4.1, invalid) and argmax min{r̂(θ, θ'), r̂(θ', θ)} (Algorithm 5).

use super::{Look, Rule, Score, Sight, TieBreak};
use crate::chance::Interrupted;
use crate::models::Model;
use crate::numbers::{Law, Number, Ratio};

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
    /// What is compared between arms.
    fn score<N: Number>(&self, look: &Look<N>) -> Ratio<N> {
        match (&look.reverse, self.score) {
            (Some(reverse), Score::Smaller) => {
                Ratio::Finite(look.forward.capped().min(reverse.capped()))
            }
            _ => look.forward.clone(),
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
        Look {
            forward: self.score(&look),
            reverse: None,
        }
    }

    fn decide(
        &self,
        _: &M::Parameter,
        _: &M::Parameter,
        looks: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        let scores: Vec<Ratio<M::Number>> = looks.iter().map(|look| self.score(look)).collect();
        Ok(self.tie.best(&scores))
    }
}
