//! What a run gave: the figures of its steps, its diagnostics, and the test of
//! its steps against their exact laws.

use super::anytime::Anytime;
use super::diagnostics::Diagnostics;
use crate::chains::{Figures, Trajectories, Walk};
use crate::kernels::{CompiledKernel, Step};
use crate::numbers::Rational;

/// A run in a few numbers.
#[derive(Clone, Debug)]
pub struct RunSummary {
    /// The figures of all steps of all chains.
    pub figures: Figures,
    /// Convergence and effective sizes, from the draws that were kept; nothing
    /// for very short runs and for a function that never changed.
    pub diagnostics: Option<Diagnostics>,
    /// The test of every step against the exact law from its state.
    pub test: Anytime,
}

impl RunSummary {
    /// The false-alarm probability of the test.
    pub const FALSE_ALARM: f64 = 1e-6;

    /// The summary for a function with one value for each state; nothing
    /// before the first step.
    pub fn of<W: Walk>(
        kernel: &CompiledKernel,
        run: &Trajectories<'_, W>,
        function: &[Rational],
    ) -> Option<Self> {
        if run.steps() == 0 || run.chains() == 0 {
            return None;
        }
        let counts = run.counts();
        let weights: Vec<Rational> = counts.iter().map(|&n| Rational::from(n)).collect();
        let values: Vec<f64> = function.iter().map(Rational::to_f64).collect();
        let value = |step: &Step<usize>| values[step.state];
        let chain = |chain: usize| {
            let draws = 0..run.kept();
            draws.map(|draw| value(run.draw(chain, draw))).collect()
        };
        let chains: Vec<Vec<f64>> = (0..run.chains()).map(chain).collect();
        let row = |state: usize| {
            let law = kernel.law_from(state).iter();
            let exact = law.map(|(_, probability)| probability.to_f64()).collect();
            (exact, counts[kernel.outcomes_from(state)].to_vec())
        };
        let rows: Vec<(Vec<f64>, Vec<u64>)> = (0..kernel.labels().len()).map(row).collect();
        Some(RunSummary {
            figures: Figures::new(kernel, &weights, function),
            diagnostics: Diagnostics::of(&chains),
            test: Anytime::test(&rows, Self::FALSE_ALARM),
        })
    }
}
