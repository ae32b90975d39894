//! Rules that hide how they score, so that their draws are combined.

use peskun::chance::Interrupted;
use peskun::models::TableModel;
use peskun::numbers::{Law, Rational};
use peskun::rules::{Look, Rule, Sight};

/// The same rule, decided from the looks at all arms together.
#[derive(Clone, Copy, Debug)]
pub struct Unscored<R>(pub R);

impl<R: Rule<TableModel>> Rule<TableModel> for Unscored<R> {
    fn sight(&self) -> Sight {
        self.0.sight()
    }

    fn glance(&self, look: Look<Rational>) -> Look<Rational> {
        self.0.glance(look)
    }

    fn decide(
        &self,
        from: &usize,
        to: &usize,
        looks: &[Look<Rational>],
    ) -> Result<Law<usize>, Interrupted> {
        self.0.decide(from, to, looks)
    }
}
