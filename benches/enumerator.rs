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
use peskun::chance::{Budget, Interrupted, Reading, Sampler, enumerate};
use peskun::kernels::{Algorithm, Bandit, BanditReading, FiniteKernel, KernelVisitor};
use peskun::models::{TableModel, TableParts, three_point_pair};
use peskun::numbers::{Law, Rational};
use peskun::rules::{DrawRule, Look, Rule, Score, Sight, TieBreak};

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

/// A model with so many points, as many for each of two parameters.
fn points(count: usize) -> TableModel {
    let rows = |seed: usize| -> Vec<Vec<Rational>> {
        let number = |n: usize| 1 + (n * n * 31 + n * 17) as i64 % 20;
        let entry = |i: usize, j: usize| {
            let place = seed + 2 * j + i;
            Rational::new(number(place), number(7 * place + 3))
        };
        let row = |i| (0..count).map(|j| entry(i, j)).collect();
        (0..2).map(row).collect()
    };
    TableModel::new(TableParts {
        name: "points".into(),
        parameters: vec!["a".into(), "b".into()],
        sample_space: (0..count).map(|n| n.to_string()).collect(),
        observed: "0".into(),
        prior: vec![Rational::ONE; 2],
        likelihood: rows(1),
        proposal: None,
        auxiliary: Some(rows(2)),
        estimate: None,
    })
    .expect("a model")
}

/// A rule that hides how it scores, so that its draws are combined.
struct Combined(DrawRule);

impl Rule<TableModel> for Combined {
    fn sight(&self) -> Sight {
        Rule::<TableModel>::sight(&self.0)
    }
    fn glance(&self, look: Look<Rational>) -> Look<Rational> {
        Rule::<TableModel>::glance(&self.0, look)
    }
    fn decide(
        &self,
        from: &usize,
        to: &usize,
        looks: &[Look<Rational>],
    ) -> Result<Law<usize>, Interrupted> {
        Rule::<TableModel>::decide(&self.0, from, to, looks)
    }
}

/// One decision of Algorithm 5, merged: independent parts by cumulative sums,
/// and all their combinations.
fn decisions(criterion: &mut Criterion) {
    fn decide<R: Rule<TableModel>>(model: &TableModel, rule: R) -> Law<usize> {
        let arms = Algorithm::paper_arms();
        let bandit = Bandit::new(model, arms, rule, BanditReading::Fresh);
        let budget = Budget::of_paths(u64::MAX);
        let chosen = enumerate(Reading::Merged, &budget, |chance| {
            bandit.choose(&0, &1, chance)
        });
        chosen.expect("a decision").law
    }
    let rule = DrawRule {
        score: Score::Smaller,
        tie: TieBreak::First,
    };
    let mut group = criterion.benchmark_group("decide");
    group.sample_size(10);
    for count in [20, 40] {
        let model = points(count);
        assert_eq!(decide(&model, rule), decide(&model, Combined(rule)));
        group.bench_function(BenchmarkId::new("independent parts", count), |bencher| {
            bencher.iter(|| decide(black_box(&model), rule));
        });
        group.bench_function(BenchmarkId::new("combined", count), |bencher| {
            bencher.iter(|| decide(black_box(&model), Combined(rule)));
        });
    }
    group.finish();
}

criterion_group!(benches, enumeration, decisions, sampling, sums);
criterion_main!(benches);
