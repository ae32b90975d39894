//! The rank test of stationarity as the suite makes it.

use peskun::chance::{Budget, Sampler};
use peskun::kernels::FiniteKernel;
use peskun::numbers::Rational;
use peskun::statistics::{Decision, FiniteSubject, Plan, RankOfStart, Subject};
use rayon::prelude::*;

/// Steps in an experiment: ranks are 0, …, 4.
pub const STEPS: usize = 4;

/// The law of the rank of a right sampler.
pub fn uniform() -> Vec<Rational> {
    vec![Rational::new(1, STEPS as i64 + 1); STEPS + 1]
}

/// One value for each state: its position.
fn positions<K: FiniteKernel>(kernel: &K) -> Vec<Rational> {
    (0..kernel.states().len()).map(Rational::from).collect()
}

/// The kernel as its own reversal, with states ranked by their position.
pub fn as_reversible<K: FiniteKernel>(kernel: &K) -> FiniteSubject<'_, K> {
    FiniteSubject::reversible(kernel, &positions(kernel)).expect("a target")
}

/// The kernel with the reversal from its matrix, with states ranked likewise.
pub fn with_reversal<K: FiniteKernel>(kernel: &K) -> FiniteSubject<'_, K> {
    FiniteSubject::new(kernel, &positions(kernel), &Budget::default()).expect("a small matrix")
}

/// The exact law of the rank.
pub fn law_of<S: Subject>(subject: &S) -> Vec<Rational> {
    RankOfStart::new(subject, STEPS)
        .law(&Budget::of_paths(20_000_000))
        .expect("small")
}

/// The exact law of the rank of a kernel that should be reversible.
pub fn rank_law<K: FiniteKernel>(kernel: &K) -> Vec<Rational> {
    law_of(&as_reversible(kernel))
}

/// Tests a kernel that should be reversible.
pub fn examine<K: FiniteKernel>(kernel: &K, plan: &Plan, seed: u64, test: u64) -> Decision {
    examine_subject(&as_reversible(kernel), plan, seed, test)
}

/// Tests a subject, each round in sixteen parts with streams of their own.
pub fn examine_subject<S: Subject + Sync>(
    subject: &S,
    plan: &Plan,
    seed: u64,
    test: u64,
) -> Decision {
    const PARTS: u64 = 16;
    let experiment = RankOfStart::new(subject, STEPS);
    let counts = |round: u32, experiments: u64| {
        let part = |part: u64| {
            let stream = (test * 100 + u64::from(round)) * PARTS + part;
            let mut sampler = Sampler::new(seed, stream);
            experiment.counts(experiments / PARTS, &mut sampler)
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
