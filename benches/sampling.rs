//! A sampled step: as written, question by question, and from the table of a
//! compiled kernel. The ratio of the two is what compiling buys. On lattices of
//! a hundred sites, where there is no table, as written.

#![allow(
    missing_docs,
    reason = "criterion's macros write undocumented functions"
)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use peskun::chains::{Trajectories, Walk};
use peskun::chance::{Budget, Sampler};
use peskun::kernels::{Algorithm, CompiledKernel, FiniteKernel, KernelVisitor};
use peskun::models::{BUILT_IN, ising_ten, typical_lattice};
use peskun::numbers::Rational;
use peskun::rules::TieBreak;
use peskun::simulation::LevelModel;

const KERNELS: [&str; 6] = ["mh", "sve", "mpmc", "pmc", "mabmc", "noisy:2"];

struct Steps<'c> {
    criterion: &'c mut Criterion,
    model: &'static str,
    name: &'static str,
}

impl KernelVisitor for Steps<'_> {
    type Output = ();

    fn visit<K: FiniteKernel>(self, kernel: &K) {
        let compiled = CompiledKernel::compile(kernel, &Budget::default()).expect("small");
        let mut group = self.criterion.benchmark_group(self.model);
        group.throughput(Throughput::Elements(1));
        let mut sampler = Sampler::new(1, 0);
        let mut state = kernel.states()[0].clone();
        group.bench_function(BenchmarkId::new("as written", self.name), |bencher| {
            bencher.iter(|| state = kernel.step(&state, &mut sampler).expect("a step").state);
        });
        let mut place = 0;
        group.bench_function(BenchmarkId::new("compiled", self.name), |bencher| {
            bencher.iter(|| {
                let outcome = compiled.walk(place, &mut sampler).expect("a step");
                place = compiled.outcome(outcome).state;
            });
        });
        group.throughput(Throughput::Elements(10_000));
        group.bench_function(BenchmarkId::new("chain of 10000", self.name), |bencher| {
            bencher.iter(|| {
                let mut run = Trajectories::new(&compiled, &[0], 1, 1);
                run.advance(10_000).expect("steps");
                run.kept()
            });
        });
        group.finish();
    }
}

fn sampling(criterion: &mut Criterion) {
    for model in BUILT_IN.iter().filter(|model| model.name.ends_with("pair")) {
        let table = (model.build)().table().expect("a table");
        for name in KERNELS {
            let algorithm = Algorithm::named(name, TieBreak::First).expect("a kernel");
            let visitor = Steps {
                criterion,
                model: model.name,
                name,
            };
            algorithm
                .visit(&table, &Budget::default(), visitor)
                .expect("no budget needed");
        }
    }
}

/// A step as written on a lattice beyond enumeration.
struct Written<'c> {
    criterion: &'c mut Criterion,
    model: &'static str,
    name: &'static str,
}

impl KernelVisitor for Written<'_> {
    type Output = ();

    fn visit<K: FiniteKernel>(self, kernel: &K) {
        let mut group = self.criterion.benchmark_group(self.model);
        group.throughput(Throughput::Elements(1));
        let mut sampler = Sampler::new(1, 0);
        let mut state = kernel.states()[0].clone();
        group.bench_function(BenchmarkId::new("as written", self.name), |bencher| {
            bencher.iter(|| state = kernel.step(&state, &mut sampler).expect("a step").state);
        });
        group.finish();
    }
}

fn lattices(criterion: &mut Criterion) {
    let weights = (8..=16).map(|n| Rational::new(n, 9)).collect();
    let one = typical_lattice("10x10", 10, 1, weights, Rational::new(61, 50), 3);
    for (title, model) in [("10x10 once", one), ("10x10 ten times", ising_ten())] {
        let levels = LevelModel::new(&model);
        for name in ["mh", "sve", "mpmc", "bridge", "rule:straddle", "mabmc"] {
            let algorithm = Algorithm::named(name, TieBreak::First).expect("a kernel");
            let visitor = Written {
                criterion,
                model: title,
                name,
            };
            algorithm
                .visit(&levels, &Budget::default(), visitor)
                .expect("no budget needed");
        }
    }
}

criterion_group!(benches, sampling, lattices);
criterion_main!(benches);
