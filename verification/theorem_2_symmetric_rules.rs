//! Theorem 2 (Section 4.1): a decision rule D: Θ×Θ → {1, 2} is valid if and
//! only if D(θ, θ') = D(θ', θ) on K, the pairs where r_1 and r_2 differ in
//! either direction. All 2^(n(n−1)) rules for two and three parameters, random
//! ones for four; Corollaries 1 and 2.

use crate::support;

use peskun::chains::Chain;
use peskun::chance::Budget;
use peskun::kernels::{Algorithm, Bandit, BanditReading};
use peskun::models::{TableModel, Yardstick, bernoulli_pair};
use peskun::numbers::Matrix;
use peskun::rules::{TableRule, mean_acceptance};
use proptest::prelude::*;
use support::chain;
use support::random::{exactly, model};

fn pairs(count: usize) -> Vec<(usize, usize)> {
    (0..count)
        .flat_map(|from| (0..count).map(move |to| (from, to)))
        .filter(|(from, to)| from != to)
        .collect()
}

fn rule(count: usize, code: u64) -> TableRule {
    let mut arms = vec![vec![0; count]; count];
    for (bit, (from, to)) in pairs(count).into_iter().enumerate() {
        arms[from][to] = (code >> bit & 1) as usize;
    }
    TableRule { arms }
}

/// Valid by enumeration, and symmetric on K.
fn verdicts(model: &TableModel, means: &[Matrix], rule: &TableRule) -> (bool, bool) {
    let differ = |from: usize, to: usize| means[0].entry(from, to) != means[1].entry(from, to);
    let count = model.parameters().len();
    let symmetric = pairs(count).into_iter().all(|(from, to)| {
        !(differ(from, to) || differ(to, from)) || rule.arms[from][to] == rule.arms[to][from]
    });
    let kernel = Bandit::new(
        model,
        Algorithm::paper_arms(),
        rule.clone(),
        BanditReading::Fresh,
    );
    (
        Chain::of(&kernel)
            .expect("within the budget")
            .imbalance()
            .is_none(),
        symmetric,
    )
}

fn means(model: &TableModel) -> Vec<Matrix> {
    let of = |arm| mean_acceptance(model, arm, &Budget::default()).expect("within the budget");
    Algorithm::paper_arms().iter().map(of).collect()
}

proptest! {
    #![proptest_config(support::cases(60))]

    #[test]
    fn all_rules_for_two_and_three_parameters(two in exactly(2, 3), three in exactly(3, 2)) {
        for (parts, count) in [(two, 2), (three, 3)] {
            let model = model(&parts);
            let means = means(&model);
            for code in 0..1u64 << (count * (count - 1)) {
                let rule = rule(count, code);
                let (valid, symmetric) = verdicts(&model, &means, &rule);
                prop_assert_eq!(valid, symmetric, "{:?}", rule);
            }
        }
    }

    #[test]
    fn random_rules_for_four_parameters(parts in exactly(4, 2), codes in prop::collection::vec(0..1u64 << 12, 8)) {
        let model = model(&parts);
        let means = means(&model);
        for code in codes {
            let (valid, symmetric) = verdicts(&model, &means, &rule(4, code));
            prop_assert_eq!(valid, symmetric);
        }
    }
}

/// On the first example the arms differ, and half of the four rules are valid.
#[test]
fn both_kinds_occur() {
    let model = bernoulli_pair();
    let means = means(&model);
    let valid = (0..4)
        .filter(|&code| verdicts(&model, &means, &rule(2, code)).0)
        .count();
    assert_eq!(valid, 2);
}

/// Corollary 1: max-min is valid. Corollary 2: the max of draws is not.
#[test]
fn corollaries() {
    assert_eq!(chain(&bernoulli_pair(), "rule:max-min").imbalance(), None);
    assert!(
        chain(&bernoulli_pair(), "rule:max-draws")
            .imbalance()
            .is_some()
    );
}
