//! The first example (Section 3.1): two Bernoulli laws, a = 0.7 and b = 0.6, data 1.
//! The exchange algorithm is above MPMC. The values here can be checked with
//! pencil and paper; the sums are those printed in the paper, the results of
//! MPMC are not.

use crate::support;

use peskun::chains::{Accuracy, Order, asymptotic_variance, peskun_order, second_modulus};
use peskun::models::{Yardstick, bernoulli_pair};
use peskun::numbers::Rational;
use support::{chain, q};

#[test]
fn the_posterior() {
    assert_eq!(bernoulli_pair().posterior(), [q(7, 13), q(6, 13)]);
}

#[test]
fn the_exchange_algorithm() {
    let chain = chain(&bernoulli_pair(), "sve");
    assert_eq!(chain.matrix().entry(0, 1), &q(3, 7));
    assert_eq!(chain.matrix().entry(1, 0), &q(1, 2));
}

/// ½·(3/10·6/7·7/6 + 3/10·6/7·3/6 + 1/5·1 + 1/5·6/7·3/4), and the same back.
#[test]
fn mpmc() {
    let chain = chain(&bernoulli_pair(), "mpmc");
    let forth = [
        q(3, 10) * q(6, 7) * q(7, 6),
        q(3, 10) * q(6, 7) * q(3, 6),
        q(1, 5),
        q(1, 5) * q(6, 7) * q(3, 4),
    ];
    let back = [
        q(7, 20) * q(7, 6) * q(6, 7),
        q(7, 20) * q(7, 6) * q(4, 7),
        q(3, 20),
        q(3, 20),
    ];
    let half_sum = |terms: [Rational; 4]| q(1, 2) * terms.into_iter().sum::<Rational>();
    assert_eq!(chain.matrix().entry(0, 1), &half_sum(forth));
    assert_eq!(chain.matrix().entry(1, 0), &half_sum(back));
    assert_eq!(chain.matrix().entry(0, 1), &q(53, 140));
    assert_eq!(chain.matrix().entry(1, 0), &q(53, 120));
}

#[test]
fn the_exchange_algorithm_is_above_mpmc() {
    let model = bernoulli_pair();
    let order = peskun_order(&chain(&model, "sve"), &chain(&model, "mpmc"))
        .expect("valid")
        .order;
    assert_eq!(order, Order::First);
}

/// For two states σ² = π(a)π(b)(1 + λ)/(1 − λ) with λ = 1 − P(a,b) − P(b,a).
#[test]
fn asymptotic_variances_of_the_indicator_of_b() {
    let model = bernoulli_pair();
    let indicator = [Rational::ZERO, Rational::ONE];
    for kernel in ["mh", "mpmc", "sve", "mabmc"] {
        let chain = chain(&model, kernel);
        let lambda = Rational::ONE - chain.matrix().entry(0, 1) - chain.matrix().entry(1, 0);
        let expected = q(42, 169) * (Rational::ONE + &lambda) / (Rational::ONE - &lambda);
        assert_eq!(
            asymptotic_variance(&chain, chain.target(), &indicator),
            expected,
            "{kernel}"
        );
        let modulus = second_modulus(&chain, Accuracy::default()).expect("two states");
        assert_eq!(
            (modulus.low(), modulus.high()),
            (&lambda.abs(), &lambda.abs()),
            "{kernel}"
        );
    }
}

/// Averaging a PMC step gives an MPMC step, and yet PMC's variance is larger.
#[test]
fn pmc_is_worse_than_mpmc() {
    let model = bernoulli_pair();
    let extended = chain(&model, "pmc");
    let indicator: Vec<Rational> = extended
        .states()
        .iter()
        .map(|s| {
            if s.starts_with('b') {
                Rational::ONE
            } else {
                Rational::ZERO
            }
        })
        .collect();
    let pmc = asymptotic_variance(&extended, extended.target(), &indicator);
    let mpmc = chain(&model, "mpmc");
    assert!(pmc > asymptotic_variance(&mpmc, mpmc.target(), &[Rational::ZERO, Rational::ONE]));
}
