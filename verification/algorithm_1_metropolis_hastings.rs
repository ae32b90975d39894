//! Algorithm 1 (Section 1): Metropolis–Hastings constructs a Markov chain with
//! stationary law π(θ|x).

use crate::support;

use peskun::chains::stationary_law;
use proptest::prelude::*;
use support::chain;
use support::random::{model, parts};

proptest! {
    #![proptest_config(support::cases(1_000))]

    #[test]
    fn leaves_the_posterior_invariant(parts in parts(4, 4)) {
        let chain = chain(&model(&parts), "mh");
        prop_assert_eq!(chain.imbalance(), None);
        prop_assert!(chain.is_invariant());
        if let Some(law) = stationary_law(&chain) {
            prop_assert_eq!(law, chain.target());
        }
    }
}
