//! Chains of a kernel on real parameters, side by side.

use super::Real;
use crate::chance::{Interrupted, Sampler, Stream};
use crate::kernels::{Kernel, Step};
use crate::numbers::parallel;
use crate::statistics::{Diagnostics, effective_size};

/// Several chains of one kernel, each with a random stream of its own.
pub struct RealChains<'k, K: Kernel, R> {
    kernel: &'k K,
    parameter: R,
    chains: Vec<RealChain<K::State>>,
    every: u64,
    steps: u64,
}

struct RealChain<S> {
    sampler: Sampler,
    state: S,
    tally: Tally,
    kept: Vec<Step<Real>>,
}

/// What steps did, counted.
#[derive(Clone, Debug, Default)]
struct Tally {
    accepted: u64,
    draws: u64,
    /// How often each arm decided, and accepted.
    arms: Vec<(u64, u64)>,
    sum: f64,
}

impl Tally {
    fn count<S>(&mut self, step: &Step<S>) {
        let accepted = u64::from(step.accepted);
        self.accepted += accepted;
        self.draws += step.cost as u64;
        if let Some(arm) = step.arm {
            self.arms.resize(self.arms.len().max(arm + 1), (0, 0));
            self.arms[arm].0 += 1;
            self.arms[arm].1 += accepted;
        }
    }
}

/// A run in a few numbers.
#[derive(Clone, Debug)]
pub struct RealSummary {
    /// Steps of all chains together.
    pub steps: u64,
    /// The mean of θ over all steps.
    pub mean: f64,
    /// The standard deviation of the draws that were kept.
    pub deviation: f64,
    /// The mean of (θ − m)² over the draws that were kept, for the m given, and
    /// its standard error.
    pub square: (f64, Option<f64>),
    /// The share of proposals that were accepted.
    pub acceptance: f64,
    /// Auxiliary draws per step.
    pub draws_per_step: f64,
    /// For each arm how often it decided, and how often it then accepted.
    pub arms: Vec<(f64, f64)>,
    /// Convergence and effective sizes.
    pub diagnostics: Option<Diagnostics>,
}

impl<'k, K: Kernel, R: Fn(&K::State) -> Real + Sync> RealChains<'k, K, R> {
    /// Chains from these states; of every `every` steps the last is kept. Chain
    /// number c draws from stream c of the seed.
    ///
    /// # Panics
    /// If `every` is zero.
    pub fn new(kernel: &'k K, parameter: R, starts: Vec<K::State>, seed: u64, every: u64) -> Self {
        assert!(every > 0, "steps are kept one by one or more rarely");
        let chain = |(number, state)| RealChain {
            sampler: Sampler::of(seed, Stream::Chain(number)),
            state,
            tally: Tally::default(),
            kept: Vec::new(),
        };
        RealChains {
            kernel,
            parameter,
            chains: (0..).zip(starts).map(chain).collect(),
            every,
            steps: 0,
        }
    }

    /// Runs every chain so many steps further, in parallel.
    pub fn advance(&mut self, steps: u64) -> Result<(), Interrupted> {
        let (kernel, parameter, every, before) =
            (self.kernel, &self.parameter, self.every, self.steps);
        let ended = parallel::map_mut(&mut self.chains, |chain| {
            for step in before + 1..=before + steps {
                let done = kernel.step(&chain.state, &mut chain.sampler)?;
                let state = parameter(&done.state);
                chain.tally.count(&done);
                chain.tally.sum += state.value();
                if step % every == 0 {
                    chain.kept.push(Step {
                        state,
                        accepted: done.accepted,
                        arm: done.arm,
                        cost: done.cost,
                    });
                }
                chain.state = done.state;
            }
            Ok(())
        });
        ended.into_iter().collect::<Result<(), Interrupted>>()?;
        self.steps += steps;
        Ok(())
    }

    /// The steps that every chain has made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The number of chains.
    pub fn chains(&self) -> usize {
        self.chains.len()
    }

    /// The steps that a chain has kept.
    ///
    /// # Panics
    /// If there is no such chain.
    pub fn kept(&self, chain: usize) -> &[Step<Real>] {
        &self.chains[chain].kept
    }

    /// The run in numbers, with squares around a center; nothing before the
    /// first draw.
    pub fn summary(&self, center: f64) -> Option<RealSummary> {
        let steps = self.steps * self.chains.len() as u64;
        if self.chains.iter().all(|chain| chain.kept.is_empty()) {
            return None;
        }
        let share = |count: u64, of: u64| count as f64 / of as f64;
        let total = |count: fn(&Tally) -> u64| self.chains.iter().map(|c| count(&c.tally)).sum();
        let values = |chain: &RealChain<K::State>| -> Vec<f64> {
            chain.kept.iter().map(|step| step.state.value()).collect()
        };
        let draws: Vec<Vec<f64>> = self.chains.iter().map(values).collect();
        let squares: Vec<Vec<f64>> = draws
            .iter()
            .map(|chain| chain.iter().map(|x| (x - center).powi(2)).collect())
            .collect();
        let (_, variance) = moments(&draws);
        let (square, spread) = moments(&squares);
        let error = effective_size(&squares).map(|size| (spread / size).sqrt());
        let most = self.chains.iter().map(|c| c.tally.arms.len()).max();
        let arm = |arm: usize| {
            let counts = self.chains.iter().filter_map(|c| c.tally.arms.get(arm));
            let (chosen, accepted) = counts.fold((0, 0), |sum, c| (sum.0 + c.0, sum.1 + c.1));
            (share(chosen, steps), share(accepted, chosen))
        };
        Some(RealSummary {
            steps,
            mean: self.chains.iter().map(|c| c.tally.sum).sum::<f64>() / steps as f64,
            deviation: variance.sqrt(),
            square: (square, error),
            acceptance: share(total(|tally| tally.accepted), steps),
            draws_per_step: share(total(|tally| tally.draws), steps),
            arms: (0..most.unwrap_or_default()).map(arm).collect(),
            diagnostics: Diagnostics::of(&draws),
        })
    }
}

/// Mean and variance of all values.
fn moments(chains: &[Vec<f64>]) -> (f64, f64) {
    let count = chains.iter().map(Vec::len).sum::<usize>() as f64;
    let mean = chains.iter().flatten().sum::<f64>() / count;
    let distances = chains.iter().flatten().map(|x| (x - mean).powi(2));
    (mean, distances.sum::<f64>() / count)
}

impl RealSummary {
    /// The standard error of the mean, by the effective size of the draws that
    /// were kept.
    pub fn standard_error(&self) -> Option<f64> {
        Some(self.deviation / self.diagnostics?.mean_size.sqrt())
    }

    /// Effective draws for the mean, for each auxiliary variable drawn.
    pub fn size_per_auxiliary_draw(&self) -> Option<f64> {
        let drawn = self.steps as f64 * self.draws_per_step;
        let size = self.diagnostics?.mean_size;
        (drawn > 0.0).then(|| size / drawn)
    }
}
