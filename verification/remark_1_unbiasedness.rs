//! Remark 1 (Section 2.4): unbiasedness need be neither sufficient nor
//! necessary. Sufficient it is not: the average of two exchange ratios is
//! unbiased and breaks detailed balance. Necessary it is not: a zero in a
//! support biases SVE's ratio and leaves detailed balance intact.

use crate::support;

use peskun::arms::{Arm, Exchange, NoisyExchange, TrueRatio};
use peskun::chance::{Budget, Reading, enumerate};
use peskun::models::{Model, TableModel, Yardstick};
use peskun::numbers::{Ratio, Rational};
use proptest::prelude::*;
use support::chain;
use support::random::{model, parts};

/// E â, or nothing where it is infinite.
fn mean<A: Arm<TableModel>>(
    model: &TableModel,
    arm: &A,
    from: usize,
    to: usize,
) -> Option<Rational> {
    let law = enumerate(Reading::Plain, &Budget::default(), |chance| {
        Ok(arm.estimate(model, &from, &to, chance)?.ratio)
    })
    .expect("within the budget")
    .law;
    let finite = law.values().iter().all(|ratio| *ratio != Ratio::Infinite);
    finite.then(|| {
        law.expectation(|ratio| match ratio {
            Ratio::Finite(value) => value.clone(),
            Ratio::Infinite => unreachable!("all are finite"),
        })
    })
}

proptest! {
    #![proptest_config(support::cases(300))]

    /// Unbiased exactly when supp p_θ ⊆ supp p_θ', and never mind the average.
    #[test]
    fn when_the_exchange_ratio_is_unbiased(parts in parts(3, 3)) {
        let model = model(&parts);
        for from in model.parameters() {
            for to in model.parameters() {
                let (Some(truth), Some(one), Some(two)) = (
                    mean(&model, &TrueRatio, from, to),
                    mean(&model, &Exchange, from, to),
                    mean(&model, &NoisyExchange { ratios: 2 }, from, to),
                ) else { continue };
                let within = model.points().iter().all(|w| model.likelihood(&from, w).is_zero() || model.likelihood(&to, w).is_positive());
                prop_assert_eq!(one == truth, within || truth.is_zero());
                prop_assert_eq!(one, two);
            }
        }
    }
}

fn two_coins(likelihood: [[i64; 2]; 2]) -> TableModel {
    let rows = |row: [i64; 2]| row.map(Rational::from).to_vec();
    TableModel::new(peskun::models::TableParts {
        name: "two coins".into(),
        parameters: vec!["a".into(), "b".into()],
        sample_space: vec!["0".into(), "1".into()],
        observed: "1".into(),
        prior: vec![Rational::from(2), Rational::ONE],
        likelihood: likelihood.map(rows).to_vec(),
        proposal: None,
        auxiliary: None,
        estimate: None,
    })
    .expect("a model")
}

#[test]
fn not_sufficient() {
    let model = two_coins([[3, 1], [1, 1]]);
    let noisy = NoisyExchange { ratios: 2 };
    for (from, to) in [(0, 1), (1, 0)] {
        assert_eq!(
            mean(&model, &noisy, from, to),
            mean(&model, &TrueRatio, from, to)
        );
    }
    assert!(chain(&model, "noisy:2").imbalance().is_some());
}

#[test]
fn not_necessary() {
    let model = two_coins([[1, 1], [0, 1]]);
    assert_ne!(
        mean(&model, &Exchange, 0, 1),
        mean(&model, &TrueRatio, 0, 1)
    );
    assert_eq!(chain(&model, "sve").imbalance(), None);
}
