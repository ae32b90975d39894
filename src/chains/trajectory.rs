//! Sampled trajectories: several chains of one kernel, side by side.
//!
//! Each chain has a random stream of its own, so that a seed gives the same
//! draws however many threads run them. What every step did is counted, and
//! every so many steps one is kept.

use std::collections::BTreeMap;

use crate::chance::{Interrupted, Sampler, Stream};
use crate::kernels::{CompiledKernel, FiniteKernel, Step};
use crate::numbers::parallel;

/// A sampled step whose outcome is one of a compiled kernel's.
pub trait Walk: Sync {
    /// One step from a state: the position of its outcome.
    fn walk(&self, state: usize, sampler: &mut Sampler) -> Result<usize, Interrupted>;

    /// The table of outcomes.
    fn compiled(&self) -> &CompiledKernel;
}

impl Walk for CompiledKernel {
    #[inline]
    fn walk(&self, state: usize, sampler: &mut Sampler) -> Result<usize, Interrupted> {
        Ok(self.step_from(state, sampler))
    }

    fn compiled(&self) -> &CompiledKernel {
        self
    }
}

/// A kernel run as it is written, question by question: slower by far, and
/// what the table is tested against.
#[derive(Clone, Debug)]
pub struct AsWritten<'k, K: FiniteKernel> {
    kernel: &'k K,
    compiled: &'k CompiledKernel,
    states: Vec<K::State>,
    positions: BTreeMap<K::State, usize>,
}

impl<'k, K: FiniteKernel> AsWritten<'k, K> {
    /// The kernel beside its own table.
    pub fn new(kernel: &'k K, compiled: &'k CompiledKernel) -> Self {
        let states = kernel.states();
        AsWritten {
            kernel,
            compiled,
            positions: states.iter().cloned().zip(0..).collect(),
            states,
        }
    }
}

impl<K: FiniteKernel> Walk for AsWritten<'_, K> {
    fn walk(&self, state: usize, sampler: &mut Sampler) -> Result<usize, Interrupted> {
        let step = self.kernel.step(&self.states[state], sampler)?;
        let end = step.state.clone();
        let place = self.positions.get(&step.state).and_then(|&end| {
            let step = Step {
                state: end,
                accepted: step.accepted,
                arm: step.arm,
                cost: step.cost,
            };
            let outcomes = self.compiled.law_from(state).values();
            outcomes.binary_search(&step).ok()
        });
        let first = self.compiled.outcomes_from(state).start;
        place
            .map(|place| first + place)
            .ok_or_else(|| Interrupted::Escaped {
                from: self.compiled.labels()[state].clone(),
                to: self.kernel.label(&end),
            })
    }

    fn compiled(&self) -> &CompiledKernel {
        self.compiled
    }
}

/// Chains of one kernel, all of the same length.
#[derive(Debug)]
pub struct Trajectories<'w, W> {
    walk: &'w W,
    chains: Vec<Trajectory>,
    every: u64,
    steps: u64,
}

#[derive(Debug)]
struct Trajectory {
    sampler: Sampler,
    state: usize,
    /// How often each outcome happened.
    counts: Vec<u64>,
    kept: Vec<u32>,
}

impl<'w, W: Walk> Trajectories<'w, W> {
    /// Chains from these states; of every `every` steps the last is kept.
    /// Chain number c draws from stream c of the seed.
    ///
    /// # Panics
    /// If `every` is zero, or there is no such state.
    pub fn new(walk: &'w W, starts: &[usize], seed: u64, every: u64) -> Self {
        assert!(every > 0, "steps are kept one by one or more rarely");
        let kernel = walk.compiled();
        let start = |(number, &state): (u64, &usize)| {
            assert!(state < kernel.labels().len(), "a state of the kernel");
            Trajectory {
                sampler: Sampler::of(seed, Stream::Chain(number)),
                state,
                counts: vec![0; kernel.outcomes().len()],
                kept: Vec::new(),
            }
        };
        Trajectories {
            walk,
            chains: (0..).zip(starts).map(start).collect(),
            every,
            steps: 0,
        }
    }

    /// Runs every chain so many steps further, in parallel.
    pub fn advance(&mut self, steps: u64) -> Result<(), Interrupted> {
        let (walk, every, before) = (self.walk, self.every, self.steps);
        let outcomes = walk.compiled().outcomes();
        let ended = parallel::map_mut(&mut self.chains, |chain| {
            let mut until_kept = every - before % every;
            for _ in 0..steps {
                let position = walk.walk(chain.state, &mut chain.sampler)?;
                chain.counts[position] += 1;
                chain.state = outcomes[position].state;
                until_kept -= 1;
                if until_kept == 0 {
                    until_kept = every;
                    // Tables of more outcomes cannot be drawn from.
                    chain.kept.push(position as u32);
                }
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

    /// How many steps each chain has kept.
    pub fn kept(&self) -> usize {
        self.chains.first().map_or(0, |chain| chain.kept.len())
    }

    /// What a chain did in a step that was kept.
    ///
    /// # Panics
    /// If there is no such chain or draw.
    pub fn draw(&self, chain: usize, draw: usize) -> &Step<usize> {
        let position = self.chains[chain].kept[draw];
        self.walk.compiled().outcome(position as usize)
    }

    /// How often each outcome happened, over all chains.
    pub fn counts(&self) -> Vec<u64> {
        let mut total = vec![0; self.walk.compiled().outcomes().len()];
        for chain in &self.chains {
            for (total, count) in total.iter_mut().zip(&chain.counts) {
                *total += count;
            }
        }
        total
    }
}
