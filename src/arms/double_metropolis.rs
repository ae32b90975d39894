//! The double Metropolis–Hastings arm (Liang 2010): the exchange ratio, with
//! the perfect draw from p_θ' replaced by an inner chain started at the data.

use super::exchange::exchange_ratio;
use super::{Arm, Estimate};
use crate::chance::{Chance, Interrupted};
use crate::models::Model;

/// The exchange ratio after so many steps of the inner chain.
#[derive(Clone, Copy, Debug)]
pub struct DoubleMetropolis {
    /// Inner steps; each counts as one auxiliary draw.
    pub steps: usize,
}

impl<M: Model> Arm<M> for DoubleMetropolis {
    fn estimate<C: Chance>(
        &self,
        model: &M,
        from: &M::Parameter,
        to: &M::Parameter,
        chance: &mut C,
    ) -> Result<Estimate<M::Number>, Interrupted> {
        let point = chance.iterated(model.observed(), self.steps, |point, chance| {
            model.inner_step(to, point, chance)
        })?;
        Ok(Estimate {
            ratio: exchange_ratio(model, from, to, &point),
            cost: self.steps,
        })
    }
}
