//! What a run gave: the figures of its steps, its diagnostics, and the test of
//! its steps against their exact laws.

use super::anytime::Anytime;
use super::diagnostics::Diagnostics;
use crate::chains::{Chain, Figures, Trajectories, Walk, asymptotic_variance, stationary_law};
use crate::kernels::{CompiledKernel, Step};
use crate::numbers::Rational;

/// A run in a few numbers.
#[derive(Clone, Debug)]
pub struct RunSummary {
    /// Steps of all chains together.
    pub steps: u64,
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
            steps: run.steps() * run.chains() as u64,
            figures: Figures::new(kernel, &weights, function),
            diagnostics: Diagnostics::of(&chains),
            test: Anytime::test(&rows, Self::FALSE_ALARM),
        })
    }

    /// The standard deviation of the function along the run.
    pub fn deviation(&self) -> f64 {
        self.figures.variance.to_f64().sqrt()
    }

    /// The standard error of the mean by the effective size of the draws that
    /// were kept; more than that of all steps if only some were.
    pub fn standard_error(&self) -> Option<f64> {
        let diagnostics = self.diagnostics?;
        Some(self.deviation() / diagnostics.mean_size.sqrt())
    }

    /// Effective draws for the mean, for each auxiliary variable drawn.
    pub fn size_per_auxiliary_draw(&self) -> Option<f64> {
        let drawn = self.steps as f64 * self.figures.draws_per_step.to_f64();
        let size = self.diagnostics?.mean_size;
        (drawn > 0.0).then(|| size / drawn)
    }
}

/// What the exact half says a run should give.
#[derive(Clone, Debug)]
pub struct ExactRun {
    /// The mean of the function under the target.
    pub target_mean: Rational,
    /// The figures under the chain's own stationary law; nothing if that is
    /// not unique or takes too long to solve for.
    pub figures: Option<Figures>,
    /// The asymptotic variance of the mean; nothing as well if that is too long, or
    /// if there are more than [`Chain::MOST_SOLVED`] states.
    pub asymptotic_variance: Option<Rational>,
    /// The effective size of so many steps: steps × variance / asymptotic
    /// variance, where that is positive.
    pub mean_size: Option<f64>,
}

impl ExactRun {
    /// The figures for a function with one value for each state, and so many
    /// steps in all.
    pub fn of(kernel: &CompiledKernel, chain: &Chain, function: &[Rational], steps: u64) -> Self {
        let target = chain.target().iter().zip(function);
        let figures = Figures::exact(kernel, chain, function);
        let is_short = figures.is_some() && chain.solves_for_variance();
        let law = is_short.then(|| stationary_law(chain)).flatten();
        let asymptotic = law.map(|law| asymptotic_variance(chain, &law, function));
        let size = |figures: &Figures, asymptotic: &Rational| {
            let each = &figures.variance * asymptotic.reciprocal()?;
            Some(steps as f64 * each.to_f64())
        };
        ExactRun {
            target_mean: target.map(|(mass, value)| mass * value).sum(),
            mean_size: figures
                .as_ref()
                .zip(asymptotic.as_ref())
                .and_then(|(figures, asymptotic)| size(figures, asymptotic)),
            figures,
            asymptotic_variance: asymptotic,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Law;

    fn summary(draws_per_step: Rational, mean_size: Option<f64>) -> RunSummary {
        RunSummary {
            steps: 10,
            figures: Figures {
                mean: Rational::ONE,
                variance: Rational::new(9, 4),
                acceptance: Rational::new(1, 2),
                draws_per_step,
                arms: Vec::new(),
            },
            diagnostics: mean_size.map(|mean_size| Diagnostics {
                r_hat: 1.0,
                bulk_size: 5.0,
                tail_size: None,
                mean_size,
            }),
            test: Anytime::test(&[], RunSummary::FALSE_ALARM),
        }
    }

    #[test]
    fn deviation_error_and_size_by_hand() {
        let drawing = summary(Rational::new(3, 2), Some(9.0));
        assert_eq!(drawing.deviation(), 1.5);
        // 3/2 over √9, and 9 effective draws of 10 · 3/2 auxiliary ones.
        assert_eq!(drawing.standard_error(), Some(0.5));
        assert_eq!(drawing.size_per_auxiliary_draw(), Some(0.6));
        let blind = summary(Rational::ZERO, Some(9.0));
        assert_eq!(blind.size_per_auxiliary_draw(), None);
        let short = summary(Rational::new(3, 2), None);
        assert_eq!(short.standard_error(), None);
        assert_eq!(short.size_per_auxiliary_draw(), None);
    }

    #[test]
    fn before_the_first_step_there_is_nothing_to_sum_up() {
        let laws = vec![Law::point(Step::moved(0))];
        let kernel = CompiledKernel::from_laws(vec!["here".into()], vec![Rational::ONE], laws);
        let steps = |starts: &[usize], steps: u64| {
            let mut run = Trajectories::new(&kernel, starts, 1, 1);
            run.advance(steps).expect("steps");
            RunSummary::of(&kernel, &run, &[Rational::ONE]).map(|summary| summary.steps)
        };
        assert_eq!(steps(&[0, 0], 0), None);
        assert_eq!(steps(&[], 3), None);
        assert_eq!(steps(&[0, 0], 3), Some(6));
    }
}
