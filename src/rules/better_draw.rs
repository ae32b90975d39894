//! Rules that look at the draws that accept: with some probability the arm
//! with the larger drawn ratio, otherwise a fixed arm.
//!
//! Meant for the reading that accepts with the draws that decided. Taking the
//! larger draw in both directions breaks detailed balance; mixing it with a
//! fixed arm in the direction that gains more restores it. The probabilities
//! that make it the best valid rule of its kind are computed by
//! [`best_over_draws`](super::best_over_draws).

use super::{Look, Rule, Sight, TieBreak};
use crate::chance::Interrupted;
use crate::models::Model;
use crate::numbers::{Law, Matrix, Rational};

/// The larger draw with probability `boldness`, otherwise the arm `fallback`.
#[derive(Clone, Debug)]
pub struct BetterDraw {
    /// For every pair of parameters, how often the larger draw is taken.
    pub boldness: Matrix,
    /// For every pair, the arm taken otherwise, counted from 0.
    pub fallback: Vec<Vec<usize>>,
}

impl<M: Model<Parameter = usize>> Rule<M> for BetterDraw {
    fn sight(&self) -> Sight {
        Sight::Forward
    }

    fn decide(
        &self,
        &from: &usize,
        &to: &usize,
        looks: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        let capped: Vec<M::Number> = looks.iter().map(|look| look.forward.capped()).collect();
        let best = TieBreak::First.best(&capped).values()[0];
        let bold = self.boldness.entry(from, to);
        let atoms = [
            (best, bold.clone()),
            (self.fallback[from][to], Rational::ONE - bold),
        ];
        Law::new(atoms).map_err(|error| Interrupted::Rule {
            message: error.to_string(),
        })
    }
}
