//! Algorithm 2, pseudo-marginal Monte Carlo: Metropolis–Hastings on Θ×X, where
//! the auxiliary variable y is a part of the state.

use super::{FiniteKernel, Kernel, Step};
use crate::arms::pseudo_marginal_ratio;
use crate::chance::{Ask, Chance, Interrupted};
use crate::models::{Model, Yardstick};
use crate::numbers::{Number, Rational};

/// The pseudo-marginal algorithm.
#[derive(Clone, Copy, Debug)]
pub struct PseudoMarginal<'m, M> {
    model: &'m M,
}

impl<'m, M: Model> PseudoMarginal<'m, M> {
    /// The algorithm on this model.
    pub fn new(model: &'m M) -> Self {
        PseudoMarginal { model }
    }
}

impl<M: Model> Kernel for PseudoMarginal<'_, M> {
    type State = (M::Parameter, M::Point);

    fn step<C: Chance>(
        &self,
        state: &Self::State,
        chance: &mut C,
    ) -> Result<Step<Self::State>, Interrupted> {
        let (from, here) = state;
        let to = self.model.propose(from, chance)?;
        let there = self.model.draw_point(&to, chance)?;
        let auxiliary = |parameter: &_, point: &_| self.model.auxiliary(parameter, point);
        let ratio = pseudo_marginal_ratio(self.model, (from, here), (&to, &there), auxiliary);
        let accepted = chance.accept(&ratio)?;
        Ok(Step {
            state: if accepted { (to, there) } else { state.clone() },
            accepted,
            arm: None,
            cost: 1,
        })
    }
}

impl<M: Yardstick> FiniteKernel for PseudoMarginal<'_, M> {
    fn states(&self) -> Vec<Self::State> {
        let points = self.model.points();
        let beside = |parameter: M::Parameter| {
            let pairs = points
                .iter()
                .map(move |point| (parameter.clone(), point.clone()));
            pairs.collect::<Vec<_>>()
        };
        self.model
            .parameters()
            .into_iter()
            .flat_map(beside)
            .collect()
    }

    fn label(&self, (parameter, point): &Self::State) -> String {
        let (parameter, point) = (
            self.model.parameter_name(parameter),
            self.model.point_name(point),
        );
        format!("{}|{}", part(parameter), part(point))
    }

    /// A new y beside the same θ is no move.
    fn moves(&self, (from, _): &Self::State, (to, _): &Self::State) -> bool {
        from != to
    }

    /// π(θ|x) π(y|x, θ).
    fn target(&self) -> Vec<Rational> {
        let posterior = self
            .model
            .parameters()
            .into_iter()
            .zip(self.model.posterior());
        let beside = |(parameter, mass): (M::Parameter, Rational)| {
            let points = self.model.points().into_iter();
            points
                .map(|point| &mass * self.model.auxiliary(&parameter, &point).as_probability())
                .collect::<Vec<_>>()
        };
        posterior.flat_map(beside).collect()
    }
}

/// A name as a part of a label: a bar within it is no bar between parts, so that
/// different states have different labels.
fn part(name: &str) -> String {
    name.replace('\\', "\\\\").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::bernoulli_pair;

    #[test]
    fn a_new_parameter_is_a_move_and_a_new_auxiliary_variable_is_none() {
        let model = bernoulli_pair();
        let kernel = PseudoMarginal::new(&model);
        for (from, to) in [((0, 0), (1, 0)), ((1, 0), (0, 1))] {
            assert!(kernel.moves(&from, &to));
        }
        for (from, to) in [((0, 0), (0, 1)), ((1, 1), (1, 1))] {
            assert!(!kernel.moves(&from, &to));
        }
    }
}
