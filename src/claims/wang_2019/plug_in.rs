//! Plug-in estimates of Z(θ), which Section 1 warns against.

use crate::arms::{Arm, Estimate};
use crate::chance::{Chance, Interrupted};
use crate::models::{Model, TableModel};
use crate::numbers::{Ratio, Rational};

/// Z(θ) estimated by importance sampling, f_θ(y)/π(y|x, θ) with y ~ π(·|x, θ),
/// afresh for θ and θ' in every step.
pub(super) struct RandomPlugIn;

impl Arm<TableModel> for RandomPlugIn {
    fn estimate<C: Chance>(
        &self,
        model: &TableModel,
        from: &usize,
        to: &usize,
        chance: &mut C,
    ) -> Result<Estimate<Rational>, Interrupted> {
        let mut constant = |parameter: &usize| {
            let point = model.draw_auxiliary(parameter, chance)?;
            Ok(model.likelihood(parameter, &point) / model.auxiliary(parameter, &point))
        };
        let (above, below) = (constant(from)?, constant(to)?);
        let ratio = match Ratio::of(&above, &below) {
            Ratio::Finite(estimate) => model.known_ratio(from, to).times(&estimate),
            Ratio::Infinite => Ratio::Infinite,
        };
        Ok(Estimate { ratio, cost: 2 })
    }
}

/// Fixed values in place of Z(θ).
pub(super) struct FixedPlugIn(pub(super) Vec<Rational>);

impl Arm<TableModel> for FixedPlugIn {
    fn estimate<C: Chance>(
        &self,
        model: &TableModel,
        &from: &usize,
        &to: &usize,
        _: &mut C,
    ) -> Result<Estimate<Rational>, Interrupted> {
        let ratio = model
            .known_ratio(&from, &to)
            .times(&(&self.0[from] / &self.0[to]));
        Ok(Estimate { ratio, cost: 0 })
    }
}
