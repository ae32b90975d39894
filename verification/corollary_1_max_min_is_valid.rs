//! Corollary 1 and Example 4 (Section 4.1): the max-min rule on the means
//! r_i(θ, θ') is valid, whatever the number of arms and the tie break.

use crate::support;

use peskun::chains::Chain;
use peskun::chance::{Budget, Reading};
use peskun::kernels::{Algorithm, BanditReading};
use peskun::rules::{RuleName, Score, TieBreak};
use proptest::prelude::*;
use support::random::{model, parts};

proptest! {
    #![proptest_config(support::cases(300))]

    #[test]
    fn on_random_models(parts in parts(3, 3), tie in 0..3usize, three in any::<bool>()) {
        let tie = [TieBreak::First, TieBreak::Last, TieBreak::Coin][tie];
        let mut arms = Algorithm::paper_arms();
        if three {
            arms.push("mh".parse().expect("an arm"));
        }
        let algorithm = Algorithm::bandit(arms, RuleName::Means(Score::Smaller), tie, BanditReading::Fresh).expect("a bandit");
        let chain = Chain::of_algorithm(&algorithm, &model(&parts), Reading::Merged, &Budget::default()).expect("within the budget");
        prop_assert_eq!(chain.imbalance(), None);
    }
}
