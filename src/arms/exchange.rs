//! The single variable exchange arm (Algorithm 4): w ~ p_θ' estimates
//! Z(θ)/Z(θ') by f_θ(w) / f_θ'(w).

use super::{Arm, Estimate};
use crate::chance::{Chance, Interrupted};
use crate::models::Model;
use crate::numbers::Number;

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
        let weight = exchange_weight(model, from, to, &point);
        Ok(Estimate {
            ratio: model.known_ratio(from, to).times(&weight),
            draws: 1,
        })
    }
}

/// f_θ(w) / f_θ'(w), for w of positive density under θ'.
pub(crate) fn exchange_weight<M: Model>(
    model: &M,
    from: &M::Parameter,
    to: &M::Parameter,
    point: &M::Point,
) -> M::Number {
    model
        .likelihood(from, point)
        .over(&model.likelihood(to, point))
}
