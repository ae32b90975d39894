//! Exact matrices on the paper's lattice, by formulas and by the straightforward
//! rational summation over levels.

use criterion::{Criterion, criterion_group, criterion_main};
use num_rational::BigRational;
use peskun::arms::AnyArm;
use peskun::chance::Reading;
use peskun::kernels::Algorithm;
use peskun::lattices::{CountedModel, EnclosedChain, LatticeChain};
use peskun::models::{IsingModel, typical_lattice};
use peskun::numbers::{Fraction, Rational};
use peskun::rules::TieBreak;
use rayon::prelude::*;
use std::hint::black_box;

fn model(replicates: usize, parameters: i64) -> IsingModel {
    let weights = (0..parameters)
        .map(|k| Rational::new(21 * parameters + 10 * k, 20 * parameters))
        .collect();
    let size = parameters as usize;
    typical_lattice(
        "bench",
        10,
        replicates,
        weights,
        Rational::new(61, 50),
        size,
    )
}

fn arm(name: &str) -> AnyArm {
    name.parse().expect("an arm")
}

/// Σ_w p(w) min{ratio(w), 1}, term by term in exact rationals.
fn summed<N>(weights: &[(N, N)], zero: N, one: &N) -> N
where
    N: Clone + PartialOrd,
    for<'a> N: std::ops::Add<N, Output = N> + std::ops::Mul<&'a N, Output = N>,
{
    weights.iter().fold(zero, |sum, (mass, ratio)| {
        let capped = if ratio > one { one } else { ratio };
        sum + mass.clone() * capped
    })
}

/// The laws of w at every parameter and t^(w − x) for the ratios.
fn straightforward(model: &IsingModel, pairs: &[(usize, usize)]) -> Vec<Vec<(Rational, Rational)>> {
    let parts = model.parts();
    let law = |t: &Rational| -> Vec<Rational> {
        let masses: Vec<Rational> = model
            .counts()
            .iter()
            .enumerate()
            .map(|(level, count)| Rational::from(count.clone()) * t.power(level))
            .collect();
        let total: Rational = masses.iter().cloned().sum();
        masses.into_iter().map(|mass| mass / &total).collect()
    };
    let laws: Vec<Vec<Rational>> = parts.weights.iter().map(law).collect();
    let row = |&(from, to): &(usize, usize)| {
        let base = &parts.weights[from] / &parts.weights[to];
        let inverse = base.reciprocal().expect("weights are positive");
        let ratio = |level: usize| match level.checked_sub(parts.observed) {
            Some(above) => base.power(above),
            None => inverse.power(parts.observed - level),
        };
        laws[to]
            .iter()
            .cloned()
            .enumerate()
            .map(|(level, mass)| (mass, ratio(level)))
            .collect()
    };
    pairs.iter().map(row).collect()
}

fn one_replicate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("10×10, one replicate");
    group.sample_size(10);
    let fifty = model(1, 50);
    let counted = CountedModel::new(&fifty);
    group.bench_function("columns for 50 parameters", |bencher| {
        bencher.iter(|| CountedModel::new(black_box(&fifty)));
    });
    group.bench_function("SVE, 50×50, unreduced", |bencher| {
        bencher.iter(|| counted.acceptances(&arm("sve")));
    });
    group.bench_function("SVE, 50×50, lowest terms", |bencher| {
        bencher.iter(|| {
            let table = counted.acceptances(&arm("sve")).expect("a formula");
            table
                .par_iter()
                .flatten()
                .map(Fraction::reduced)
                .collect::<Vec<_>>()
        });
    });
    // 25 of the 2,500 entries: multiply by 100 to compare.
    let pairs: Vec<(usize, usize)> = (0..5)
        .flat_map(|i| (0..5).map(move |j| (10 * i, 10 * j + 3)))
        .collect();
    let sums = straightforward(&fifty, &pairs);
    group.bench_function("SVE, 25 entries, straightforward, dashu", |bencher| {
        bencher.iter(|| {
            let entry = |weights: &Vec<_>| summed(weights, Rational::ZERO, &Rational::ONE);
            sums.iter().map(entry).collect::<Vec<_>>()
        });
    });
    let exchange: Vec<Vec<(BigRational, BigRational)>> = sums
        .iter()
        .map(|row| {
            row.iter()
                .map(|(a, b)| (BigRational::from(a), BigRational::from(b)))
                .collect()
        })
        .collect();
    group.bench_function(
        "SVE, 25 entries, straightforward, num-rational",
        |bencher| {
            bencher.iter(|| {
                let one = BigRational::from_integer(1.into());
                let zero = BigRational::from_integer(0.into());
                exchange
                    .iter()
                    .map(|row| summed(row, zero.clone(), &one))
                    .collect::<Vec<_>>()
            });
        },
    );
    group.bench_function("MPMC, 50×50, unreduced", |bencher| {
        bencher.iter(|| counted.acceptances(&arm("mpmc")));
    });
    let twenty = CountedModel::new(&model(1, 20));
    let mabmc = Algorithm::named("mabmc", TieBreak::First).expect("a kernel");
    group.bench_function("MABMC, 20×20", |bencher| {
        bencher.iter(|| LatticeChain::of(&twenty, &mabmc));
    });
    group.bench_function("MABMC, 20×20, enclosed", |bencher| {
        bencher.iter(|| EnclosedChain::of(&twenty, TieBreak::First));
    });
    group.finish();
}

fn ten_replicates(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("10×10, ten replicates");
    group.sample_size(10);
    let lattice = model(10, 6);
    let counted = CountedModel::new(&lattice);
    group.bench_function("columns for 6 parameters", |bencher| {
        bencher.iter(|| CountedModel::new(black_box(&lattice)));
    });
    for name in ["sve", "mpmc", "bridge"] {
        group.bench_function(format!("{name}, 6×6, unreduced"), |bencher| {
            bencher.iter(|| counted.acceptances(&arm(name)));
        });
    }
    let straddle = Algorithm::named("rule:straddle", TieBreak::First).expect("a kernel");
    group.bench_function("straddle, 6×6", |bencher| {
        bencher.iter(|| LatticeChain::of(&counted, &straddle));
    });
    group.bench_function("MABMC, 6×6, enclosed", |bencher| {
        bencher.iter(|| EnclosedChain::of(&counted, TieBreak::First));
    });
    let small = typical_lattice(
        "bench",
        3,
        1,
        vec![Rational::ONE, Rational::new(3, 2)],
        Rational::new(9, 8),
        2,
    );
    let table = small.levels().expect("a table");
    let mabmc = Algorithm::named("mabmc", TieBreak::First).expect("a kernel");
    group.bench_function("3×3: MABMC enumerated over levels", |bencher| {
        let budget = peskun::chance::Budget::of_paths(u64::MAX);
        bencher
            .iter(|| peskun::chains::Chain::of_algorithm(&mabmc, &table, Reading::Merged, &budget));
    });
    let small = CountedModel::new(&small);
    group.bench_function("3×3: MABMC by survival functions", |bencher| {
        bencher.iter(|| LatticeChain::of(&small, &mabmc));
    });
    group.finish();
}

criterion_group!(benches, one_replicate, ten_replicates);
criterion_main!(benches);
