//! Algorithms 1 to 5 of the paper, each as one step.
//!
//! A kernel is written against a source of randomness; enumerated it gives a
//! row of its transition matrix, sampled it gives a Monte Carlo run.

mod bandit;
mod catalog;
mod compiled;
mod pseudo_marginal;
mod randomized;

pub use bandit::{Bandit, BanditReading};
pub use catalog::{Algorithm, KernelVisitor, SUMMARIES};
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
    pub draws: usize,
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

    /// The name of a state.
    fn label(&self, state: &Self::State) -> String;

    /// Does a step between these states change what is estimated? By default,
    /// if it changes the state at all.
    fn moves(&self, from: &Self::State, to: &Self::State) -> bool {
        from != to
    }

    /// The probability of every state under the law to be left invariant.
    fn target(&self) -> Vec<Rational>;
}
