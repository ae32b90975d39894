//! Example 2 (Section 4.1): D ≡ 1 and D ≡ 2 are valid decision rules; they
//! leave Algorithms 3 and 4 as they are.

use crate::support;

use proptest::prelude::*;
use support::chain;
use support::random::{model, parts};

proptest! {
    #![proptest_config(support::cases(300))]

    #[test]
    fn on_random_models(parts in parts(3, 3)) {
        let model = model(&parts);
        for (rule, arm) in [("rule:always:1", "mpmc"), ("rule:always:2", "sve")] {
            let (constant, alone) = (chain(&model, rule), chain(&model, arm));
            prop_assert_eq!(constant.matrix(), alone.matrix());
            prop_assert_eq!(constant.draws_per_step(), alone.draws_per_step());
            prop_assert_eq!(constant.imbalance(), None);
        }
    }
}
