//! Arms scored one by one: the arm with the largest score is taken, and the
//! score is what was seen of an arm, or the smaller of both directions.

use super::{Look, TieBreak};
use crate::numbers::{Law, Number, Ratio};

/// How arms are scored and compared. Whether one direction or both are seen is
/// the rule's [`Sight`](super::Sight).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// Are acceptance probabilities min{â, 1} compared, or the ratios â?
    pub capped: bool,
    /// How ties are broken.
    pub tie: TieBreak,
}

impl Scoring {
    /// What one direction counts.
    pub fn of<N: Number>(self, seen: Ratio<N>) -> Ratio<N> {
        match self.capped {
            true => Ratio::Finite(seen.capped()),
            false => seen,
        }
    }

    /// The score of an arm.
    fn score<N: Number>(self, look: &Look<N>) -> Ratio<N> {
        let forward = self.of(look.forward.clone());
        match &look.reverse {
            Some(reverse) => forward.min(self.of(reverse.clone())),
            None => forward,
        }
    }

    /// A look that has nothing but the score.
    pub fn glance<N: Number>(self, look: &Look<N>) -> Look<N> {
        Look {
            forward: self.score(look),
            reverse: None,
        }
    }

    /// The law of the arm with the largest score.
    ///
    /// # Panics
    /// If there are no looks.
    pub fn decide<N: Number>(self, looks: &[Look<N>]) -> Law<usize> {
        let scores: Vec<Ratio<N>> = looks.iter().map(|look| self.score(look)).collect();
        self.tie.best(&scores)
    }
}
