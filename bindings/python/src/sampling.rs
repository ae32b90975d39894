//! Draws of a kernel on a model, and what they are worth.

use peskun::chance::{Budget, Interrupted, Sampler, Stream};
use peskun::kernels::{Algorithm, CompiledKernel, FiniteKernel, KernelVisitor};
use peskun::models::AnyModel;
use peskun::statistics::Diagnostics;
use pyo3::prelude::*;

/// For every draw of a chain: the state, whether the proposal was accepted, the
/// arm that decided counted from 1 or 0, and the auxiliary draws.
pub(crate) type Drawn = (Vec<usize>, Vec<bool>, Vec<usize>, Vec<usize>);

/// How long a run is.
#[derive(Clone, Copy)]
pub(crate) struct Length {
    pub(crate) draws: usize,
    /// Draws that are left out first.
    pub(crate) burn_in: usize,
    pub(crate) chains: u64,
}

/// The names of the states, and the draws of every chain from the first state
/// on.
pub(crate) fn sampled(
    model: &AnyModel,
    algorithm: &Algorithm,
    length: Length,
    seed: u64,
    budget: &Budget,
) -> Result<(Vec<String>, Vec<Drawn>), Interrupted> {
    let table = model.table().map_err(|error| Interrupted::Unsupported {
        message: error.to_string(),
    })?;
    let compiled = algorithm.visit(&table, budget, Compile(budget))??;
    let run = |chain: u64| drawn(&compiled, length, Sampler::of(seed, Stream::Chain(chain)));
    let runs = (0..length.chains).map(run).collect();
    Ok((compiled.labels().to_vec(), runs))
}

/// The kernel as a table.
struct Compile<'b>(&'b Budget);

impl KernelVisitor for Compile<'_> {
    type Output = Result<CompiledKernel, Interrupted>;
    fn visit<K: FiniteKernel>(self, kernel: &K) -> Self::Output {
        CompiledKernel::compile(kernel, self.0)
    }
}

fn drawn(kernel: &CompiledKernel, length: Length, mut sampler: Sampler) -> Drawn {
    let mut run = Drawn::default();
    let mut state = 0;
    for draw in 0..length.burn_in + length.draws {
        let step = kernel.outcome(kernel.step_from(state, &mut sampler));
        state = step.state;
        if draw >= length.burn_in {
            run.0.push(state);
            run.1.push(step.accepted);
            run.2.push(step.arm.map_or(0, |arm| arm + 1));
            run.3.push(step.cost);
        }
    }
    run
}

/// R̂, and the effective sizes for the bulk, for the tails and for the mean;
/// nothing for fewer than eight draws per chain, or if all are the same.
#[pyfunction]
pub(crate) fn diagnostics(chains: Vec<Vec<f64>>) -> Option<(f64, f64, Option<f64>, f64)> {
    let found = Diagnostics::of(&chains)?;
    Some((
        found.r_hat,
        found.bulk_size,
        found.tail_size,
        found.mean_size,
    ))
}
