//! Short independent experiments of a kernel on real parameters: from an exact
//! draw of the posterior, a few steps, and where that ends.

use std::ops::Range;

use super::{Real, RealModel};
use crate::chance::{Interrupted, Sampler, Stream};
use crate::kernels::Kernel;
use crate::numbers::parallel;
use crate::statistics::Crossings;

/// Steps of an experiment, or as many as the run has. What a kernel moves per
/// step and what crosses grow alike while it does not mix, and afterward only
/// the number of experiments counts: so they are short.
pub const STEPS_OF_AN_EXPERIMENT: u64 = 4;

/// Where the experiments with these numbers start and end, each of so many
/// steps and with a random stream of its own. `enter` and `parameter` are those
/// of [`RealVisitor`](super::RealVisitor).
pub fn crossings<M: RealModel, K: Kernel>(
    model: &M,
    kernel: &K,
    enter: impl Fn(Real, &mut Sampler) -> Result<K::State, Interrupted> + Sync,
    parameter: impl Fn(&K::State) -> Real + Sync,
    (seed, numbers, steps): (u64, Range<u64>, u64),
) -> Result<Crossings, Interrupted> {
    let experiment = |number: u64| {
        let sampler = &mut Sampler::of(seed, Stream::Experiment(number));
        let start = model.draw_posterior(sampler)?;
        let mut state = enter(start, sampler)?;
        for _ in 0..steps {
            state = kernel.step(&state, sampler)?.state;
        }
        Ok((start, parameter(&state)))
    };
    let below = |at: Real| model.mass_below(at.value());
    let count = (numbers.end - numbers.start) as usize;
    let counted = parallel::ranges(0..count, |some| {
        let mut crossings = Crossings::default();
        for number in some {
            let (start, end) = experiment(numbers.start + number as u64)?;
            crossings.count(below(start), below(end));
        }
        Ok(crossings)
    });
    counted
        .into_iter()
        .try_fold(Crossings::default(), |one, other| Ok(one.and(&other?)))
}
