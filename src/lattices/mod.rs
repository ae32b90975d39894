//! Exact transition matrices on lattices, from the counts alone (Section 5.2).
//!
//! A configuration matters only through its number T of agreeing pairs, and
//! acceptance ratios are monotone in T. So the expectation of min{â, 1} splits
//! at thresholds, and what remains are partial sums of g(T) tᵀ: integers, over
//! denominators that all entries of a row share. No configuration is listed
//! and nothing is approximated. Tests compare every formula with the plain
//! enumeration of all configurations on small lattices.

mod acceptance;
mod branches;
mod cancelled;
mod chain;
mod column;
mod cost;
mod decision;
mod enclosed_kernels;
mod enclosed_verdicts;
mod enclosure;
mod experiment;
mod mass;
mod nested;
mod staircase;
mod step_laws;
mod sweeps;
#[cfg(test)]
mod test_models;

pub use chain::{LatticeChain, chain_of, only_enclosed};
pub use column::CountedModel;
pub use cost::charge_formulas;
pub use enclosed_kernels::enclosed_kernels;
pub use enclosure::{EnclosedChain, Enclosure};
pub use experiment::{Averages, Experiment, Setting, experiment};
pub use step_laws::{Rounding, StepLaws};
