//! The algorithms by name on real parameters.

use super::{Real, RealModel, RealRule};
use crate::chance::{Interrupted, Sampler};
use crate::kernels::{Algorithm, Bandit, Kernel, PseudoMarginal, RandomizedMetropolis};

/// What is done with a kernel once its type is known.
pub trait RealVisitor<M: RealModel> {
    /// What comes out.
    type Output;

    /// Does it. `enter` draws a state from the law that the kernel is to leave
    /// invariant, given θ; `parameter` reads θ off a state.
    fn visit<K: Kernel>(
        self,
        kernel: &K,
        enter: impl Fn(Real, &mut Sampler) -> Result<K::State, Interrupted> + Sync,
        parameter: impl Fn(&K::State) -> Real + Sync,
    ) -> Self::Output;
}

/// Builds an algorithm on a model and hands it over; a sentence if it cannot be.
pub fn visit_real<M: RealModel, V: RealVisitor<M>>(
    algorithm: &Algorithm,
    model: &M,
    visitor: V,
) -> Result<V::Output, String> {
    let plain = |parameter: Real, _: &mut Sampler| Ok(parameter);
    Ok(match algorithm {
        Algorithm::Single(arm) => {
            let kernel = RandomizedMetropolis::new(model, *arm);
            visitor.visit(&kernel, plain, |state| *state)
        }
        Algorithm::PseudoMarginal => {
            let enter = |parameter: Real, sampler: &mut Sampler| {
                let auxiliary = model.draw_auxiliary(&parameter, sampler)?;
                Ok((parameter, auxiliary))
            };
            visitor.visit(&PseudoMarginal::new(model), enter, |state| state.0)
        }
        Algorithm::BestOverDraws { .. } => {
            return Err("the best rule over draws is computed for finite models only".into());
        }
        Algorithm::Bandit {
            arms,
            rule,
            tie,
            reading,
        } => {
            let rule = RealRule::new(rule, *tie, model)?;
            let kernel = Bandit::new(model, arms.clone(), rule, *reading);
            visitor.visit(&kernel, plain, |state| *state)
        }
    })
}
