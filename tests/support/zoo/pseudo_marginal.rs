//! The pseudo-marginal algorithm on Θ×X with one mistake in what it keeps.

use peskun::chance::{Ask, Chance, Interrupted};
use peskun::kernels::{FiniteKernel, Kernel, PseudoMarginal, Step};
use peskun::models::{Model, TableModel};
use peskun::numbers::Rational;

use super::arms::pseudo_marginal_ratio;

/// What is wrong with the new state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// Nothing: Algorithm 2 written a second time.
    Nothing,
    /// θ' is accepted without its y'.
    OldPoint,
    /// y' is kept beside θ although θ' was rejected.
    RejectedPoint,
}

/// The pseudo-marginal algorithm with this fault.
pub struct FaultyPseudoMarginal<'m> {
    model: &'m TableModel,
    keeping: Keeping,
    /// The right one, on the same states with the same target.
    right: PseudoMarginal<'m, TableModel>,
}

impl<'m> FaultyPseudoMarginal<'m> {
    pub fn new(model: &'m TableModel, keeping: Keeping) -> Self {
        FaultyPseudoMarginal {
            model,
            keeping,
            right: PseudoMarginal::new(model),
        }
    }
}

impl Kernel for FaultyPseudoMarginal<'_> {
    type State = (usize, usize);

    fn step<C: Chance>(
        &self,
        &(from, here): &(usize, usize),
        chance: &mut C,
    ) -> Result<Step<(usize, usize)>, Interrupted> {
        let to = self.model.propose(&from, chance)?;
        let there = self.model.draw_point(&to, chance)?;
        let ratio = pseudo_marginal_ratio(self.model, (from, here), (to, there), to);
        let accepted = chance.accept(&ratio)?;
        let state = match (accepted, self.keeping) {
            (true, Keeping::OldPoint) => (to, here),
            (true, _) => (to, there),
            (false, Keeping::RejectedPoint) => (from, there),
            (false, _) => (from, here),
        };
        Ok(Step {
            state,
            accepted,
            arm: None,
            cost: 1,
        })
    }
}

impl FiniteKernel for FaultyPseudoMarginal<'_> {
    fn states(&self) -> Vec<(usize, usize)> {
        self.right.states()
    }

    fn label(&self, state: &(usize, usize)) -> String {
        self.right.label(state)
    }

    fn moves(&self, from: &(usize, usize), to: &(usize, usize)) -> bool {
        self.right.moves(from, to)
    }

    fn target(&self) -> Vec<Rational> {
        self.right.target()
    }
}
