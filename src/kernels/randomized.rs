//! Propose, estimate the ratio, accept: Algorithm 1 with the true ratio,
//! Algorithm 3 with MPMC's, Algorithm 4 with the exchange ratio, and any other
//! arm likewise.

use super::{FiniteKernel, Kernel, Step};
use crate::arms::Arm;
use crate::chance::{Chance, Interrupted};
use crate::models::{Model, Yardstick};
use crate::numbers::Rational;

/// Metropolis–Hastings with a randomized acceptance ratio.
#[derive(Clone, Copy, Debug)]
pub struct RandomizedMetropolis<'m, M, A> {
    model: &'m M,
    arm: A,
}

impl<'m, M: Model, A: Arm<M>> RandomizedMetropolis<'m, M, A> {
    /// The algorithm that accepts by this arm.
    pub fn new(model: &'m M, arm: A) -> Self {
        RandomizedMetropolis { model, arm }
    }
}

impl<M: Model, A: Arm<M>> Kernel for RandomizedMetropolis<'_, M, A> {
    type State = M::Parameter;

    fn step<C: Chance>(
        &self,
        from: &M::Parameter,
        chance: &mut C,
    ) -> Result<Step<M::Parameter>, Interrupted> {
        let to = self.model.propose(from, chance)?;
        let (accepted, draws) =
            chance.merged(|chance| attempt(self.model, &self.arm, from, &to, chance))?;
        Ok(Step {
            state: if accepted { to } else { from.clone() },
            accepted,
            arm: None,
            cost: draws,
        })
    }
}

/// Draws the arm's ratio and the coin: was the move accepted, at what cost?
pub(super) fn attempt<M: Model, A: Arm<M>, C: Chance>(
    model: &M,
    arm: &A,
    from: &M::Parameter,
    to: &M::Parameter,
    chance: &mut C,
) -> Result<(bool, usize), Interrupted> {
    let (acceptance, draws) = chance.merged(|chance| {
        let estimate = arm.estimate(model, from, to, chance)?;
        Ok((estimate.ratio.capped(), estimate.cost))
    })?;
    Ok((chance.toss(&acceptance)?, draws))
}

impl<M: Yardstick, A: Arm<M>> FiniteKernel for RandomizedMetropolis<'_, M, A> {
    fn states(&self) -> Vec<M::Parameter> {
        self.model.parameters()
    }

    fn label(&self, state: &M::Parameter) -> String {
        self.model.parameter_name(state).into()
    }

    fn target(&self) -> Vec<Rational> {
        self.model.posterior()
    }
}
