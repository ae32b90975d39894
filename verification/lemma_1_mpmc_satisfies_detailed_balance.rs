//! Lemma 1 (Section 2.2): the modified pseudo-marginal algorithm satisfies
//! π(θ|x) p(θ → θ') = π(θ'|x) p(θ' → θ). (The paper prints p(θ → θ).)

use crate::support;

use proptest::prelude::*;
use support::chain;
use support::random::{model, parts};

proptest! {
    #![proptest_config(support::cases(1_000))]

    /// Non-uniform proposals, zeros in every support, rows on any scale.
    #[test]
    fn on_random_models(parts in parts(4, 4)) {
        let chain = chain(&model(&parts), "mpmc");
        prop_assert_eq!(chain.imbalance(), None);
        prop_assert!(chain.is_invariant());
    }
}
