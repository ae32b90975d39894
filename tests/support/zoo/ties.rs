//! Algorithm 5 with ties broken by the direction of the move.

use peskun::chance::Interrupted;
use peskun::models::TableModel;
use peskun::numbers::{Law, Rational};
use peskun::rules::{DrawRule, Look, Rule, Score, Sight, TieBreak};

/// The max-min rule of draws. Ties go to the first arm; where this is true,
/// only those of a move upward do, and those of a move downward to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TiesByDirection(pub bool);

impl TiesByDirection {
    fn rule(self, upward: bool) -> DrawRule {
        let tie = match self.0 && !upward {
            true => TieBreak::Last,
            false => TieBreak::First,
        };
        DrawRule {
            score: Score::Smaller,
            tie,
        }
    }
}

impl Rule<TableModel> for TiesByDirection {
    fn sight(&self) -> Sight {
        Rule::<TableModel>::sight(&self.rule(true))
    }

    fn glance(&self, look: Look<Rational>) -> Look<Rational> {
        Rule::<TableModel>::glance(&self.rule(true), look)
    }

    fn decide(
        &self,
        from: &usize,
        to: &usize,
        looks: &[Look<Rational>],
    ) -> Result<Law<usize>, Interrupted> {
        Rule::<TableModel>::decide(&self.rule(from < to), from, to, looks)
    }
}
