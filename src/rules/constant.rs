//! The constant rules D ≡ i (Example 2 in Section 4.1), which leave Algorithms 3
//! and 4 as they are.

use super::{Look, Rule, Sight};
use crate::chance::Interrupted;
use crate::models::Model;
use crate::numbers::Law;

/// Always the same arm, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Always(pub usize);

impl<M: Model> Rule<M> for Always {
    fn sight(&self) -> Sight {
        Sight::Blind
    }

    fn decide(
        &self,
        _: &M::Parameter,
        _: &M::Parameter,
        _: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        Ok(Law::point(self.0))
    }
}
