//! Effective sizes and R̂ against what is known: independent draws, a Gaussian
//! autoregression, and chains whose asymptotic variance is exact.

use crate::support;

use peskun::chains::{Chain, Trajectories, asymptotic_variance};
use peskun::chance::{Budget, Chance, Question, Sampler};
use peskun::kernels::{CompiledKernel, FiniteKernel, KernelVisitor};
use peskun::models::{TableModel, bernoulli_pair, three_point_pair};
use peskun::numbers::{Rational, Weights};
use peskun::rules::TieBreak;
use peskun::statistics::{Diagnostics, ExactRun, RunSummary, effective_size, normal_quantile};
use support::kernels::visit;

/// Standard normal draws, by inversion on a fine grid.
struct Normals(Sampler, Weights);

impl Normals {
    fn new(stream: u64) -> Self {
        Normals(Sampler::new(2021, stream), Weights::uniform(1 << 20))
    }

    fn next(&mut self) -> f64 {
        let place = self.0.answer(Question::Law(&self.1)).expect("an answer");
        normal_quantile((place as f64 + 0.5) / f64::from(1 << 20))
    }
}

/// Chains of x' = φx + √(1−φ²)·noise, from their stationary law.
fn autoregression(coefficient: f64, chains: u64, length: usize) -> Vec<Vec<f64>> {
    let chain = |stream: u64| {
        let mut normals = Normals::new(stream);
        let mut x = normals.next();
        let scale = (1.0 - coefficient * coefficient).sqrt();
        let mut step = || {
            x = coefficient * x + scale * normals.next();
            x
        };
        (0..length).map(|_| step()).collect()
    };
    (0..chains).map(chain).collect()
}

fn near(value: f64, expected: f64, tolerance: f64, what: &str) {
    let ratio = value / expected;
    println!("{what}: {value:.1}, expected {expected:.1}, ratio {ratio:.3}");
    assert!((ratio - 1.0).abs() < tolerance, "{what}: {ratio}");
}

#[test]
fn independent_draws_are_worth_themselves() {
    let chains = autoregression(0.0, 4, 10_000);
    let diagnostics = Diagnostics::of(&chains).expect("values");
    near(diagnostics.bulk_size, 40_000.0, 0.1, "bulk");
    near(diagnostics.mean_size, 40_000.0, 0.1, "mean");
    near(
        diagnostics.tail_size.expect("tails"),
        40_000.0,
        0.1,
        "tails",
    );
    assert!((diagnostics.r_hat - 1.0).abs() < 0.002);
}

/// The effective size of n draws is n(1 − φ)/(1 + φ).
#[test]
fn an_autoregression_is_worth_what_it_should() {
    for coefficient in [-0.5, 0.3, 0.6, 0.9] {
        let chains = autoregression(coefficient, 4, 25_000);
        let expected = 100_000.0 * (1.0 - coefficient) / (1.0 + coefficient);
        let size = effective_size(&chains).expect("a size");
        near(size, expected, 0.12, &format!("coefficient {coefficient}"));
        let diagnostics = Diagnostics::of(&chains).expect("values");
        near(diagnostics.bulk_size, expected, 0.12, "  bulk");
        assert!(diagnostics.r_hat < 1.01);
    }
}

/// Correlations over more lags than are looked at one by one.
#[test]
fn a_very_slow_autoregression_too() {
    let chains = autoregression(0.995, 4, 100_000);
    let size = effective_size(&chains).expect("a size");
    near(size, 400_000.0 * 0.005 / 1.995, 0.3, "coefficient 0.995");
}

/// Chains that have not met are noticed.
#[test]
fn a_slow_autoregression_is_noticed() {
    let mut chains = autoregression(0.5, 4, 1_000);
    for x in &mut chains[0] {
        *x += 1.0;
    }
    let diagnostics = Diagnostics::of(&chains).expect("values");
    assert!(diagnostics.r_hat > 1.05, "{diagnostics:?}");
    assert!(diagnostics.bulk_size < 100.0, "{diagnostics:?}");
}

/// n·Var(f)/σ²(f), with both variances exact.
struct AgainstExact(String);

impl KernelVisitor for AgainstExact {
    type Output = ();
    fn visit<K: FiniteKernel>(self, kernel: &K) {
        let compiled = CompiledKernel::compile(kernel, &Budget::default()).expect("small");
        let chain = Chain::of(&compiled).expect("small");
        let states = compiled.labels().len();
        let last = |state: usize| Rational::from(usize::from(2 * state >= states));
        let function: Vec<Rational> = (0..states).map(last).collect();
        let mut run = Trajectories::new(&compiled, &[0, states - 1, 0, states - 1], 6, 1);
        run.advance(50_000).expect("steps");
        let summary = RunSummary::of(&compiled, &run, &function).expect("a run");
        let exact = ExactRun::of(&compiled, &chain, &function, summary.steps);
        let expected = exact.mean_size.expect("a size");
        let variance = asymptotic_variance(&chain, chain.target(), &function);
        assert_eq!(exact.asymptotic_variance, Some(variance));
        let diagnostics = summary.diagnostics.expect("values");
        near(diagnostics.mean_size, expected, 0.12, &self.0);
        // A function of two values has the correlations of its ranks.
        near(diagnostics.bulk_size, expected, 0.12, "  bulk");
        assert!(diagnostics.r_hat < 1.01);
        let error = summary.standard_error().expect("an error");
        let difference = (&summary.figures.mean - &exact.target_mean).to_f64();
        assert!(difference.abs() < 6.0 * error, "{difference} {error}");
    }
}

#[test]
fn finite_chains_are_worth_what_their_exact_variance_says() {
    let check = |model: &TableModel, kernel: &str| {
        let name = format!("{} {kernel}", model.name());
        visit(model, kernel, TieBreak::First, AgainstExact(name));
    };
    for model in [bernoulli_pair(), three_point_pair()] {
        for kernel in ["mh", "pmc", "mpmc", "sve", "mabmc"] {
            check(&model, kernel);
        }
    }
}
