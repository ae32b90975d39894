//! Algorithm 2 (Section 2.1): pseudo-marginal Monte Carlo is
//! Metropolis–Hastings on Θ×X, and the θ-marginal of its target is the
//! posterior. Averaged over y ~ π(y|x, θ), a step of it is a step of MPMC.

use crate::support;

use peskun::models::TableModel;
use peskun::models::{Model, Yardstick, bernoulli_pair, three_point_pair};
use peskun::numbers::Rational;
use proptest::prelude::*;
use support::chain;
use support::random::{model, parts};

/// Σ_y π(y|x, θ) Σ_y' P((θ, y), (θ', y')).
fn averaged(model: &TableModel) -> Vec<Vec<Rational>> {
    let extended = chain(model, "pmc");
    let (parameters, points) = (model.parameters(), model.points().len());
    let entry = |from: usize, to: usize| -> Rational {
        let starts = (0..points).map(|y| {
            let row = &extended.matrix().full_row(from * points + y);
            let arrivals: Rational = (0..points).map(|v| row[to * points + v].clone()).sum();
            model.auxiliary(&from, &y) * arrivals
        });
        starts.sum()
    };
    parameters
        .iter()
        .map(|&from| parameters.iter().map(|&to| entry(from, to)).collect())
        .collect()
}

#[test]
fn averages_to_mpmc_on_both_examples() {
    for model in [bernoulli_pair(), three_point_pair()] {
        assert_eq!(averaged(&model), chain(&model, "mpmc").matrix().rows());
        assert_eq!(
            chain(&model, "pmc").acceptance(),
            chain(&model, "mpmc").acceptance()
        );
    }
}

proptest! {
    #![proptest_config(support::cases(1_000))]

    #[test]
    fn satisfies_detailed_balance_on_the_extended_space(parts in parts(3, 3)) {
        let model = model(&parts);
        let chain = chain(&model, "pmc");
        prop_assert_eq!(chain.imbalance(), None);
        prop_assert!(chain.is_invariant());
        let points = model.points().len();
        let marginal: Vec<Rational> = chain.target().chunks(points).map(|masses| masses.iter().cloned().sum()).collect();
        prop_assert_eq!(marginal, model.posterior());
    }

    #[test]
    fn averages_to_mpmc(parts in parts(3, 3)) {
        let model = model(&parts);
        let averaged = averaged(&model);
        let mpmc = chain(&model, "mpmc");
        prop_assert_eq!(averaged.as_slice(), mpmc.matrix().rows());
        prop_assert_eq!(chain(&model, "pmc").acceptance(), mpmc.acceptance());
    }
}
