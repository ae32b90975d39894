//! The exact counts of the Ising model, by the transfer matrix and by
//! Kaufman's formula.

#![allow(
    missing_docs,
    reason = "criterion's macros write undocumented functions"
)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use peskun::models::{Boundary, Lattice};

fn lattice(side: usize, boundary: Boundary) -> Lattice {
    Lattice::new(side, side, boundary).expect("a lattice")
}

fn free(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("free");
    for side in [4, 10, 12] {
        let lattice = lattice(side, Boundary::Free);
        group.bench_function(lattice.to_string(), |bencher| {
            bencher.iter(|| black_box(&lattice).agreements());
        });
    }
    group.finish();
}

fn torus(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("torus");
    group.sample_size(10);
    let ten = lattice(10, Boundary::Torus);
    group.bench_function("10 × 10 by the transfer matrix", |bencher| {
        bencher.iter(|| black_box(&ten).agreements_by_transfer());
    });
    for side in [10, 32, 64] {
        let lattice = lattice(side, Boundary::Torus);
        group.bench_function(format!("{side} × {side} by Kaufman's formula"), |bencher| {
            bencher.iter(|| black_box(&lattice).agreements());
        });
    }
    group.finish();
}

/// The paper's data are ten lattices of 10 × 10.
fn replicates(criterion: &mut Criterion) {
    let lattice = lattice(10, Boundary::Free);
    criterion.bench_function("ten times 10 × 10", |bencher| {
        bencher.iter(|| black_box(&lattice).replicated_agreements(10));
    });
}

criterion_group!(benches, free, torus, replicates);
criterion_main!(benches);
