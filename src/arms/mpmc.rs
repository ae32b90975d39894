//! The modified pseudo-marginal arm (Algorithm 3): y ~ π(·|x, θ) and
//! y' ~ p_θ' estimate Z(θ)/Z(θ') by f_θ(y) π(y'|x, θ') / f_θ'(y') π(y|x, θ).

use super::{Arm, Estimate};
use crate::chance::{Chance, Interrupted};
use crate::models::Model;
use crate::numbers::{Number, Ratio};

/// The ratio of modified pseudo-marginal Monte Carlo, MPMC.
#[derive(Clone, Copy, Debug)]
pub struct ModifiedPseudoMarginal;

impl<M: Model> Arm<M> for ModifiedPseudoMarginal {
    fn estimate<C: Chance>(
        &self,
        model: &M,
        from: &M::Parameter,
        to: &M::Parameter,
        chance: &mut C,
    ) -> Result<Estimate<M::Number>, Interrupted> {
        let here = model.draw_auxiliary(from, chance)?;
        let there = model.draw_point(to, chance)?;
        let auxiliary = |parameter: &_, point: &_| model.auxiliary(parameter, point);
        Ok(Estimate {
            ratio: pseudo_marginal_ratio(model, (from, &here), (to, &there), auxiliary),
            cost: 2,
        })
    }
}

/// The known part of the ratio times f_θ(y) π(y'|x, θ') / f_θ'(y') π(y|x, θ),
/// with π the given auxiliary density.
pub(crate) fn pseudo_marginal_ratio<M: Model>(
    model: &M,
    (from, here): (&M::Parameter, &M::Point),
    (to, there): (&M::Parameter, &M::Point),
    auxiliary: impl Fn(&M::Parameter, &M::Point) -> M::Number,
) -> Ratio<M::Number> {
    let above = (model.likelihood(from, here), auxiliary(to, there));
    let below = (model.likelihood(to, there), auxiliary(from, here));
    if below.0.vanishes() || below.1.vanishes() {
        return Ratio::Infinite;
    }
    let weight = M::Number::quotient(&[&above.0, &above.1], &[&below.0, &below.1]);
    model.known_ratio(from, to).times(&weight)
}
