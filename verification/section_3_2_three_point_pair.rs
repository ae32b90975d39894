//! The second example (Section 3.2): two laws on three points that differ a lot, data 2.
//! MPMC is above the exchange algorithm.

use crate::support;

use peskun::chains::{Order, asymptotic_variance, peskun_order};
use peskun::models::{Yardstick, three_point_pair};
use peskun::numbers::Rational;
use support::{chain, q};

#[test]
fn the_posterior() {
    assert_eq!(three_point_pair().posterior(), [q(1, 2), q(1, 2)]);
}

/// ½·(0.8·1/8 + 0.1 + 0.1), and ½·(0.1 + 0.1 + 0.8·⅓ + 2·0.8·⅓·⅛).
#[test]
fn both_algorithms_by_hand() {
    let model = three_point_pair();
    let (sve, mpmc) = (chain(&model, "sve"), chain(&model, "mpmc"));
    for (from, to) in [(0, 1), (1, 0)] {
        assert_eq!(sve.matrix().entry(from, to), &q(3, 20));
        assert_eq!(mpmc.matrix().entry(from, to), &q(4, 15));
    }
    assert_eq!(
        peskun_order(&mpmc, &sve).expect("valid").order,
        Order::First
    );
}

/// With π = (½, ½) and both entries p, σ² = ¼(1 + λ)/(1 − λ) = (1 − p)/4p.
#[test]
fn asymptotic_variances_of_the_indicator_of_b() {
    let model = three_point_pair();
    let indicator = [Rational::ZERO, Rational::ONE];
    for (kernel, p) in [("mh", q(1, 2)), ("mpmc", q(4, 15)), ("sve", q(3, 20))] {
        let chain = chain(&model, kernel);
        assert_eq!(chain.matrix().entry(0, 1), &p);
        let expected = (Rational::ONE - &p) / (Rational::from(4) * &p);
        assert_eq!(
            asymptotic_variance(&chain, chain.target(), &indicator),
            expected,
            "{kernel}"
        );
    }
}

/// The example is symmetric and hides what is wrong with two readings of
/// Algorithm 5: all three pass.
#[test]
fn the_example_hides_the_invalid_readings() {
    for kernel in ["mabmc", "mabmc:repropose", "mabmc:reuse"] {
        assert_eq!(
            chain(&three_point_pair(), kernel).imbalance(),
            None,
            "{kernel}"
        );
    }
}
