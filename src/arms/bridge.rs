//! The bridge arm: MPMC with the auxiliary law halfway between θ and θ'.
//!
//! The law is the same for (θ, θ') and (θ', θ), so the arm is valid as MPMC is
//! (Lemma 1). In an exponential family it lies between both, and so accepts at
//! least as often as the exchange arm, for one more draw.

use super::{Arm, Estimate, pseudo_marginal_ratio};
use crate::chance::{Chance, Interrupted};
use crate::models::Model;

/// The ratio of MPMC with y drawn halfway between θ and θ'.
#[derive(Clone, Copy, Debug)]
pub struct Bridge;

impl<M: Model> Arm<M> for Bridge {
    fn estimate<C: Chance>(
        &self,
        model: &M,
        from: &M::Parameter,
        to: &M::Parameter,
        chance: &mut C,
    ) -> Result<Estimate<M::Number>, Interrupted> {
        let here = model.draw_between(from, to, chance)?;
        let there = model.draw_point(to, chance)?;
        let halfway = |_: &_, point: &_| model.between(from, to, point);
        Ok(Estimate {
            ratio: pseudo_marginal_ratio(model, (from, &here), (to, &there), halfway),
            cost: 2,
        })
    }
}
