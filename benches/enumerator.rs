//! The enumerator: paths per second, plain and merged, and what exact rational
//! arithmetic costs in the crates at hand.

#![allow(
    missing_docs,
    reason = "criterion's macros write undocumented functions"
)]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use num_rational::BigRational;
use peskun::chains::Chain;
use peskun::chance::{Budget, Reading, Sampler};
use peskun::kernels::{Algorithm, FiniteKernel, KernelVisitor};
use peskun::models::{TableModel, three_point_pair};
use peskun::numbers::Rational;
use peskun::rules::TieBreak;

fn algorithm(name: &str) -> Algorithm {
    Algorithm::named(name, TieBreak::First).expect("a kernel")
}

fn chain(model: &TableModel, kernel: &str, reading: Reading) -> Chain {
    Chain::of_algorithm(&algorithm(kernel), model, reading, &Budget::default())
        .expect("within the budget")
}

/// Elements per second are paths per second.
fn enumeration(criterion: &mut Criterion) {
    let model = three_point_pair();
    let mut group = criterion.benchmark_group("enumerate");
    for kernel in ["sve", "mpmc", "pmc", "mabmc", "mabmc:reuse"] {
        for (name, reading) in [("plain", Reading::Plain), ("merged", Reading::Merged)] {
            group.throughput(Throughput::Elements(
                chain(&model, kernel, reading).paths().expect("enumerated"),
            ));
            group.bench_with_input(
                BenchmarkId::new(name, kernel),
                &reading,
                |bencher, &reading| {
                    bencher.iter(|| chain(black_box(&model), kernel, reading));
                },
            );
        }
    }
    group.finish();
}

/// A thousand steps of the sampler for each kernel.
fn sampling(criterion: &mut Criterion) {
    struct Steps<'c, 'm>(&'c mut Criterion, &'m str);
    impl KernelVisitor for Steps<'_, '_> {
        type Output = ();
        fn visit<K: FiniteKernel>(self, kernel: &K) {
            let mut sampler = Sampler::new(1, 0);
            let mut state = kernel.states()[0].clone();
            let mut group = self.0.benchmark_group("sample");
            group.throughput(Throughput::Elements(1));
            group.bench_function(self.1, |bencher| {
                bencher.iter(|| state = kernel.step(&state, &mut sampler).expect("a step").state);
            });
            group.finish();
        }
    }
    let model = three_point_pair();
    for kernel in ["mh", "sve", "mpmc", "pmc", "mabmc"] {
        let visitor = Steps(criterion, kernel);
        algorithm(kernel)
            .visit(&model, &Budget::default(), visitor)
            .expect("no budget needed");
    }
}

/// The harmonic number of 300, one addition after another, over a common
/// denominator, and in num-rational.
fn sums(criterion: &mut Criterion) {
    let terms: Vec<Rational> = (1..=300).map(|n| Rational::new(1, n)).collect();
    let others: Vec<BigRational> = terms.iter().map(BigRational::from).collect();
    let mut group = criterion.benchmark_group("sum");
    group.bench_function("common denominator", |bencher| {
        bencher.iter(|| terms.iter().cloned().sum::<Rational>());
    });
    group.bench_function("one by one", |bencher| {
        bencher.iter(|| terms.iter().fold(Rational::ZERO, |sum, term| sum + term));
    });
    group.bench_function("num-rational", |bencher| {
        bencher.iter(|| others.iter().sum::<BigRational>());
    });
    group.finish();
}

criterion_group!(benches, enumeration, sampling, sums);
criterion_main!(benches);
