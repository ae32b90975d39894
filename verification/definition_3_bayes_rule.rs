//! Definition 3 (Section 4.1): a valid rule is Bayes if no valid rule has a
//! larger average acceptance. The paper calls its calculation beyond its
//! knowledge; it is the max-min rule on means, and it is the best at every
//! pair at once.

use crate::support;

use peskun::chains::Chain;
use peskun::kernels::{Algorithm, Bandit, BanditReading};
use peskun::models::Yardstick;
use peskun::rules::TableRule;
use proptest::prelude::*;
use support::chain;
use support::random::{exactly, model};

proptest! {
    #![proptest_config(support::cases(100))]

    /// Against all symmetric rules on three parameters, θ' = θ included.
    #[test]
    fn no_valid_rule_is_better(parts in exactly(3, 2)) {
        let model = model(&parts);
        let bayes = chain(&model, "rule:bayes");
        prop_assert_eq!(bayes.imbalance(), None);
        for code in 0..1u32 << 6 {
            // Three pairs and three single states.
            let bit = |position: usize| (code >> position & 1) as usize;
            let arms = vec![
                vec![bit(3), bit(0), bit(1)],
                vec![bit(0), bit(4), bit(2)],
                vec![bit(1), bit(2), bit(5)],
            ];
            let rule = TableRule { arms };
            let other = Chain::of(&Bandit::new(&model, Algorithm::paper_arms(), rule, BanditReading::Fresh)).expect("within the budget");
            prop_assert_eq!(other.imbalance(), None);
            prop_assert!(other.acceptance() <= bayes.acceptance());
            for from in model.parameters() {
                for to in model.parameters().into_iter().filter(|&to| to != from) {
                    prop_assert!(other.matrix().entry(from, to) <= bayes.matrix().entry(from, to));
                }
            }
        }
    }
}
