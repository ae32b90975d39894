//! Section 2.2 and 2.3: for every pair, r_MPMC(θ, θ') ≤ r_MH(θ, θ') and
//! r_SVE(θ, θ') ≤ r_MH(θ, θ') (Jensen), which puts both chains below
//! Metropolis–Hastings in Peskun's order, hence in the covariance order.

use crate::support;

use peskun::chains::{
    Order, asymptotic_variance, covariance_by_definition, covariance_order, peskun_order,
    stationary_law,
};
use peskun::numbers::Rational;
use proptest::prelude::*;
use support::chain;
use support::random::{model, parts};

fn is_above(order: Order) -> bool {
    matches!(order, Order::First | Order::Equal)
}

proptest! {
    #![proptest_config(support::cases(500))]

    #[test]
    fn both_lie_below_metropolis_hastings(parts in parts(4, 4)) {
        let model = model(&parts);
        let best = chain(&model, "mh");
        for kernel in ["mpmc", "sve", "mabmc"] {
            let other = chain(&model, kernel);
            let peskun = peskun_order(&best, &other).expect("both satisfy detailed balance");
            prop_assert!(is_above(peskun.order), "{}: {:?}", kernel, peskun);
            prop_assert_eq!(peskun.second_above, None);
            let covariance = covariance_by_definition(&best, &other).expect("both satisfy detailed balance");
            prop_assert!(is_above(covariance.order), "{}: {:?}", kernel, covariance);
        }
    }

    /// The order is about asymptotic variance: no function has a larger one.
    #[test]
    fn no_function_has_a_larger_variance(parts in parts(4, 4), values in prop::collection::vec(-9i64..=9, 4)) {
        let model = model(&parts);
        let function: Vec<Rational> = values[..parts.parameters.len()].iter().map(|&n| Rational::from(n)).collect();
        let variance = |kernel| {
            let chain = chain(&model, kernel);
            stationary_law(&chain).map(|law| asymptotic_variance(&chain, &law, &function))
        };
        for kernel in ["mpmc", "sve", "mabmc"] {
            if let (Some(best), Some(other)) = (variance("mh"), variance(kernel)) {
                prop_assert!(best <= other, "{}: {} against {}", kernel, best, other);
            }
        }
    }

    /// Peskun's order implies the covariance order, whichever chain is above.
    #[test]
    fn peskun_implies_covariance(parts in parts(4, 4)) {
        let model = model(&parts);
        let (mpmc, sve) = (chain(&model, "mpmc"), chain(&model, "sve"));
        let peskun = peskun_order(&mpmc, &sve).expect("both satisfy detailed balance").order;
        let covariance = covariance_by_definition(&mpmc, &sve).expect("both satisfy detailed balance").order;
        prop_assert_eq!(covariance_order(&mpmc, &sve).expect("likewise").order, covariance);
        match peskun {
            Order::Incomparable => {}
            decided => prop_assert_eq!(decided, covariance),
        }
    }
}

/// The order can fail, and says where: MPMC is not above SVE on the first example.
#[test]
fn the_wrong_way_round_is_noticed() {
    let model = peskun::models::bernoulli_pair();
    let peskun = peskun_order(&chain(&model, "mpmc"), &chain(&model, "sve")).expect("valid");
    assert_eq!(peskun.order, Order::Second);
    let pair = peskun.second_above.expect("a witness");
    assert!(pair.second.low() > pair.first.high());
}
