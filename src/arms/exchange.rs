//! The single variable exchange arm (Algorithm 4): w ~ p_θ' estimates
//! Z(θ)/Z(θ') by f_θ(w) / f_θ'(w).

use super::{Arm, Estimate};
use crate::chance::{Chance, Interrupted};
use crate::models::Model;
use crate::numbers::Ratio;

/// The ratio of the exchange algorithm, SVE.
#[derive(Clone, Copy, Debug)]
pub struct Exchange;

impl<M: Model> Arm<M> for Exchange {
    fn estimate<C: Chance>(
        &self,
        model: &M,
        from: &M::Parameter,
        to: &M::Parameter,
        chance: &mut C,
    ) -> Result<Estimate<M::Number>, Interrupted> {
        let point = model.draw_point(to, chance)?;
        Ok(Estimate {
            ratio: exchange_ratio(model, from, to, &point),
            cost: 1,
        })
    }
}

/// The known part of the ratio times f_θ(w) / f_θ'(w).
pub(crate) fn exchange_ratio<M: Model>(
    model: &M,
    from: &M::Parameter,
    to: &M::Parameter,
    point: &M::Point,
) -> Ratio<M::Number> {
    let above = model.likelihood(from, point);
    let below = model.likelihood(to, point);
    match Ratio::of(&above, &below) {
        Ratio::Finite(weight) => model.known_ratio(from, to).times(&weight),
        Ratio::Infinite => Ratio::Infinite,
    }
}
