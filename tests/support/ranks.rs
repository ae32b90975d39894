//! The rank test of stationarity as the suite makes it.

use peskun::chance::{Budget, Sampler};
use peskun::kernels::FiniteKernel;
use peskun::numbers::Rational;
use peskun::statistics::{Decision, FiniteSubject, RankOfStart, Sequential};
use rayon::prelude::*;

/// Steps in an experiment: ranks are 0, …, 4.
pub const STEPS: usize = 4;

/// The law of the rank of a right sampler.
pub fn uniform() -> Vec<Rational> {
    vec![Rational::new(1, STEPS as i64 + 1); STEPS + 1]
}

/// The kernel, with states ranked by their position.
fn subject<K: FiniteKernel>(kernel: &K) -> FiniteSubject<'_, K> {
    let states = kernel.states().len();
    let values: Vec<Rational> = (0..states).map(Rational::from).collect();
    FiniteSubject::new(kernel, &values)
}

/// The exact law of the rank.
pub fn rank_law<K: FiniteKernel>(kernel: &K) -> Vec<Rational> {
    RankOfStart::new(&subject(kernel), STEPS)
        .law(&Budget::of_paths(20_000_000))
        .expect("small")
}

/// Tests a kernel, each round in sixteen parts with streams of their own.
pub fn examine<K: FiniteKernel>(kernel: &K, plan: &Sequential, seed: u64, test: u64) -> Decision {
    const PARTS: u64 = 16;
    let subject = subject(kernel);
    let experiment = RankOfStart::new(&subject, STEPS);
    let counts = |round: u32, draws: u64| {
        let part = |part: u64| {
            let stream = (test * 100 + u64::from(round)) * PARTS + part;
            let mut sampler = Sampler::new(seed, stream);
            experiment.counts(draws / PARTS, &mut sampler)
        };
        let sum = |first: Vec<u64>, second: Vec<u64>| {
            let pairs = first.iter().zip(&second);
            Ok(pairs.map(|(one, other)| one + other).collect())
        };
        let parts = (0..PARTS).into_par_iter().map(part);
        parts.try_reduce(|| vec![0; STEPS + 1], sum)
    };
    plan.run(&uniform(), counts).expect("experiments")
}
