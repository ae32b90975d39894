//! The true ratio of Algorithm 1. It knows Z(θ)/Z(θ'), which no practical
//! algorithm does; it is the yardstick for the others.

use super::{Arm, Estimate};
use crate::chance::{Chance, Interrupted};
use crate::models::Normalized;
use crate::numbers::Number;

/// Metropolis–Hastings with the intractable ratio.
#[derive(Clone, Copy, Debug)]
pub struct TrueRatio;

impl<M: Normalized> Arm<M> for TrueRatio {
    fn estimate<C: Chance>(
        &self,
        model: &M,
        from: &M::Parameter,
        to: &M::Parameter,
        _chance: &mut C,
    ) -> Result<Estimate<M::Number>, Interrupted> {
        let constant = |parameter| model.normalizing_constant(parameter);
        let unknown = constant(from).over(&constant(to));
        Ok(Estimate {
            ratio: model.known_ratio(from, to).times(&unknown),
            cost: 0,
        })
    }
}
