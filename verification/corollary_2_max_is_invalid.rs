//! Corollary 2 and Example 5 (Section 4.1): the max rule argmax â_i(θ, θ') is
//! invalid. On symmetric models, such as the second example, it happens to be
//! valid; on means it is valid and equals the max-min rule.

use crate::support;

use peskun::models::{bernoulli_pair, three_point_pair};
use proptest::prelude::*;
use support::chain;
use support::random::{model, parts};

#[test]
fn on_the_examples() {
    assert!(
        chain(&bernoulli_pair(), "rule:max-draws")
            .imbalance()
            .is_some()
    );
    assert!(!chain(&bernoulli_pair(), "rule:max-draws").is_invariant());
    assert_eq!(
        chain(&three_point_pair(), "rule:max-draws").imbalance(),
        None
    );
}

proptest! {
    #![proptest_config(support::cases(300))]

    #[test]
    fn of_means_it_is_the_max_min_rule(parts in parts(3, 3)) {
        let model = model(&parts);
        let (max, max_min) = (chain(&model, "rule:max"), chain(&model, "rule:max-min"));
        prop_assert_eq!(max.matrix(), max_min.matrix());
        prop_assert_eq!(max.imbalance(), None);
    }
}
