//! Perfect draws on a lattice of 10 × 10 at βJ = 0.1: one at a time, 128 at a
//! time, T alone, and the random words they are made of. The throughput is in
//! draws.

#![allow(
    missing_docs,
    reason = "criterion's macros write undocumented functions"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use peskun::chance::{Lottery, Sampler};
use peskun::models::{Boundary, Lattice};
use peskun::simulation::{
    Adjacency, BondWeight, LANES, MultiSpinSampler, PerfectSampler, Wolff, Words, agreements_law,
};

fn ten() -> (Adjacency, BondWeight) {
    let lattice = Lattice::new(10, 10, Boundary::Free).expect("a lattice");
    let weight = BondWeight::of_coupling(0.1).expect("a weight");
    (Adjacency::new(&lattice), weight)
}

fn perfect(criterion: &mut Criterion) {
    let (adjacency, weight) = ten();
    let mut group = criterion.benchmark_group("10 × 10");
    group.throughput(Throughput::Elements(1));
    let mut scalar = PerfectSampler::new(&adjacency, &weight, 1, 0);
    group.bench_function("a perfect draw", |bencher| {
        bencher.iter(|| scalar.draw_agreements());
    });
    let mut draws = scalar.draw().expect("a draw");
    let (wolff, mut sampler) = (Wolff::new(&adjacency, &weight), Sampler::new(1, 0));
    group.bench_function("a cluster of Wolff's", |bencher| {
        bencher.iter(|| wolff.turn_cluster(&mut draws, &mut sampler));
    });
    group.throughput(Throughput::Elements(LANES as u64));
    let mut multi_spin = MultiSpinSampler::new(&adjacency, &weight, 1, 0);
    group.bench_function("128 perfect draws", |bencher| {
        bencher.iter(|| multi_spin.draw_agreements());
    });
    group.finish();
}

fn direct(criterion: &mut Criterion) {
    let (adjacency, weight) = ten();
    let mut group = criterion.benchmark_group("T alone");
    group.throughput(Throughput::Elements(1));
    for replicates in [1, 10] {
        let law = agreements_law(adjacency.lattice(), replicates, weight.value()).expect("a law");
        let lottery = Lottery::new(law.weights());
        let mut words = Words::<1>::new(1, 0);
        group.bench_function(format!("of {replicates}"), |bencher| {
            bencher.iter(|| law.values()[lottery.draw(|| words.next_word())]);
        });
    }
    group.finish();
}

/// Why `simulation` has a generator of its own.
fn words(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a thousand words");
    group.throughput(Throughput::Elements(1_000));
    let mut sampler = Sampler::new(1, 0);
    group.bench_function("ChaCha8", |bencher| {
        bencher.iter(|| (0..1_000).fold(0, |sum, _| sum ^ black_box(sampler.next_word())));
    });
    let mut one = Words::<1>::new(1, 0);
    group.bench_function("xoshiro256++", |bencher| {
        bencher.iter(|| (0..1_000).fold(0, |sum, _| sum ^ black_box(one.next_word())));
    });
    let mut two = Words::<2>::new(1, 0);
    group.bench_function("two xoshiro256++ in step", |bencher| {
        bencher.iter(|| (0..500).fold(0, |sum, _| sum ^ black_box(two.next_words())[0]));
    });
    group.finish();
}

criterion_group!(benches, perfect, direct, words);
criterion_main!(benches);
