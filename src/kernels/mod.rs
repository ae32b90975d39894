//! Algorithms 1 to 5 of the paper, each as one step.
//!
//! A kernel is written against a source of randomness; enumerated it gives a
//! row of its transition matrix, sampled it gives a Monte Carlo run.

mod bandit;
mod catalog;
mod checked;
mod compiled;
mod pseudo_marginal;
mod randomized;

pub use bandit::{Bandit, BanditReading};
pub use catalog::{Algorithm, KernelVisitor, SUMMARIES};
pub use checked::checked_target;
#[cfg(any(feature = "files", feature = "expressions"))]
pub(crate) use checked::normalized;
pub use compiled::CompiledKernel;
pub use pseudo_marginal::PseudoMarginal;
pub use randomized::RandomizedMetropolis;

use std::fmt::Debug;

use crate::chance::{Chance, Interrupted};
use crate::numbers::Rational;

/// What a step did.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step<S> {
    /// Where the chain is now.
    pub state: S,
    /// Was the proposal accepted? It may have been the state itself.
    pub accepted: bool,
    /// The arm that decided on acceptance, counted from 0, if one was chosen.
    pub arm: Option<usize>,
    /// Auxiliary variables drawn.
    pub cost: usize,
}

impl<S> Step<S> {
    /// A step to a state that was proposed and accepted, or always is: no arm
    /// was chosen and no auxiliary variable drawn.
    pub fn moved(state: S) -> Self {
        Step {
            state,
            accepted: true,
            arm: None,
            cost: 0,
        }
    }

    /// A step that stays where it was, since a proposal was rejected.
    pub fn stayed(state: S) -> Self {
        Step {
            accepted: false,
            ..Self::moved(state)
        }
    }
}

/// A Markov kernel, as one step.
pub trait Kernel: Sync {
    /// Where the chain can be.
    type State: Clone + Debug + Ord + Send + Sync + 'static;

    /// One step from a state.
    fn step<C: Chance>(
        &self,
        from: &Self::State,
        chance: &mut C,
    ) -> Result<Step<Self::State>, Interrupted>;
}

/// A kernel on finitely many states with a target law: what a check needs.
pub trait FiniteKernel: Kernel {
    /// Every state, in order.
    fn states(&self) -> Vec<Self::State>;

    /// The name of a state, one for each; by default as `{:?}` prints it.
    fn label(&self, state: &Self::State) -> String {
        format!("{state:?}")
    }

    /// Does a step between these states change what is estimated? By default,
    /// if it changes the state at all.
    fn moves(&self, from: &Self::State, to: &Self::State) -> bool {
        from != to
    }

    /// The weight of every state under the law to be left invariant, in the
    /// order of the states and on any scale. [`checked_target`] says what is
    /// wrong with weights that are none.
    fn target(&self) -> Vec<Rational>;

    /// Were probabilities computed in floating point, so that they are right up
    /// to rounding only? Asked after the step has run.
    fn used_doubles(&self) -> bool {
        false
    }
}
