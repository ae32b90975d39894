//! Theorem 1 (Section 2.4): the relative mean square error of SVE's ratio is
//! χ²(p_θ', p_θ), and that of MPMC's is
//! χ²(p_θ'(y')π(y|x, θ), p_θ(y)π(y'|x, θ')), wherever these are finite.

use crate::support;

use peskun::arms::{Arm, Exchange, ModifiedPseudoMarginal, TrueRatio};
use peskun::chance::{Budget, Reading, enumerate};
use peskun::models::{Model, TableModel, Yardstick, bernoulli_pair};
use peskun::numbers::{Law, Ratio, Rational};
use proptest::prelude::*;
use support::q;
use support::random::{model, parts};

fn ratios<A: Arm<TableModel>>(
    model: &TableModel,
    arm: &A,
    from: usize,
    to: usize,
) -> Law<Ratio<Rational>> {
    enumerate(Reading::Plain, &Budget::default(), |chance| {
        Ok(arm.estimate(model, &from, &to, chance)?.ratio)
    })
    .expect("within the budget")
    .law
}

/// E(â − a)²/a², where a is finite and positive.
fn relative_error<A: Arm<TableModel>>(
    model: &TableModel,
    arm: &A,
    from: usize,
    to: usize,
) -> Option<Rational> {
    let Ratio::Finite(truth) = ratios(model, &TrueRatio, from, to).values()[0].clone() else {
        return None;
    };
    if truth.is_zero() {
        return None;
    }
    Some(
        ratios(model, arm, from, to).expectation(|ratio| match ratio {
            Ratio::Finite(value) => (value - &truth).power(2) / truth.power(2),
            Ratio::Infinite => unreachable!("the known part is finite"),
        }),
    )
}

fn law(model: &TableModel, density: impl Fn(&usize) -> Rational) -> Law<usize> {
    Law::proportional_to(model.points().into_iter().map(|y| (y, density(&y)))).expect("a law")
}

proptest! {
    #![proptest_config(support::cases(300))]

    #[test]
    fn both_formulas(parts in parts(3, 4)) {
        let model = model(&parts);
        let point = |p: usize| law(&model, |y| model.likelihood(&p, y));
        let auxiliary = |p: usize| law(&model, |y| model.auxiliary(&p, y));
        for from in model.parameters() {
            for to in model.parameters() {
                if let (Some(error), Some(distance)) = (relative_error(&model, &Exchange, from, to), point(to).chi_square(&point(from))) {
                    prop_assert_eq!(error, distance);
                }
                let distance = auxiliary(from).product(&point(to)).chi_square(&point(from).product(&auxiliary(to)));
                if let (Some(error), Some(distance)) = (relative_error(&model, &ModifiedPseudoMarginal, from, to), distance) {
                    prop_assert_eq!(error, distance);
                }
            }
        }
    }
}

/// (1/10)²/(4/10) + (1/10)²/(6/10) = 1/24 from a to b on the first example.
#[test]
fn the_first_example_by_hand() {
    assert_eq!(
        relative_error(&bernoulli_pair(), &Exchange, 0, 1),
        Some(q(1, 24))
    );
}
