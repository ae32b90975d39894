//! The noisy exchange arm (Alquier et al. 2016): the average of several
//! exchange ratios. Unbiased for Z(θ)/Z(θ'), and yet it breaks detailed balance.

use super::{Arm, Estimate};
use crate::chance::{Chance, Interrupted};
use crate::models::Model;
use crate::numbers::Number;

/// The average of so many exchange ratios.
#[derive(Clone, Copy, Debug)]
pub struct NoisyExchange {
    /// How many ratios are averaged, at least 1.
    pub ratios: usize,
}

impl<M: Model> Arm<M> for NoisyExchange {
    fn estimate<C: Chance>(
        &self,
        model: &M,
        from: &M::Parameter,
        to: &M::Parameter,
        chance: &mut C,
    ) -> Result<Estimate<M::Number>, Interrupted> {
        let sum = chance.iterated(M::Number::zero(), self.ratios, |sum, chance| {
            let point = model.draw_point(to, chance)?;
            let weight = model
                .likelihood(from, &point)
                .over(&model.likelihood(to, &point));
            Ok(sum.plus(&weight))
        })?;
        Ok(Estimate {
            ratio: model
                .known_ratio(from, to)
                .times(&sum.shared_by(self.ratios)),
            cost: self.ratios,
        })
    }
}
