//! Algorithm 5 (Section 4.2): multi-armed bandit MCMC. Keeping θ' and drawing
//! the chosen arm afresh satisfies detailed balance, whatever the tie break.
//! Proposing again, reusing the draws that decided, the max rule on draws
//! (Example 5 in Section 4.1) and the average of two ratios do not, and for each there is a
//! model that shows it.

use crate::support;

use peskun::chains::Witness;
use peskun::chance::{Budget, paths, replay};
use peskun::kernels::{FiniteKernel, KernelVisitor};
use peskun::models::{TableModel, TableParts};
use peskun::numbers::Rational;
use peskun::rules::TieBreak;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use support::kernels::visit;
use support::random::{exactly, model, parts};
use support::{chain, chain_with};

proptest! {
    #![proptest_config(support::cases(1_000))]

    #[test]
    fn drawing_afresh_is_valid(parts in parts(3, 3), tie in 0..3usize) {
        let tie = [TieBreak::First, TieBreak::Last, TieBreak::Coin][tie];
        let chain = chain_with(&model(&parts), "mabmc", tie, peskun::chance::Reading::Merged);
        prop_assert_eq!(chain.imbalance(), None);
        prop_assert!(chain.is_invariant());
    }

    /// The max-min rule on means is symmetric by design (Corollary 1).
    #[test]
    fn max_min_of_means_is_valid(parts in parts(3, 3)) {
        let model = model(&parts);
        prop_assert_eq!(chain(&model, "rule:max-min").imbalance(), None);
        // For valid arms the larger mean is larger in both directions.
        let (by_max, by_max_min) = (chain(&model, "rule:max"), chain(&model, "rule:max-min"));
        prop_assert_eq!(by_max.matrix(), by_max_min.matrix());
    }
}

/// The first of some random models on which detailed balance fails.
fn counterexample(kernel: &str) -> (TableParts, Witness) {
    let mut runner = TestRunner::new(support::cases(1));
    for _ in 0..500 {
        let parts = exactly(2, 2)
            .new_tree(&mut runner)
            .expect("parts")
            .current();
        if let Some(witness) = chain(&model(&parts), kernel).imbalance() {
            return (parts, witness);
        }
    }
    panic!("no counterexample to {kernel}");
}

/// The flow from one state to another, path by path: each path is listed by
/// the enumerator and then replayed from its script alone.
struct Flow {
    from: usize,
    to: usize,
}

impl KernelVisitor for Flow {
    type Output = Rational;

    fn visit<K: FiniteKernel>(self, kernel: &K) -> Rational {
        let (states, target) = (kernel.states(), kernel.target());
        let all = paths(&Budget::default(), |chance| {
            kernel.step(&states[self.from], chance)
        })
        .expect("within the budget");
        let mut flow = Rational::ZERO;
        for path in all
            .iter()
            .filter(|path| path.outcome.state == states[self.to])
        {
            let (step, weight) = replay(&path.answers, |chance| {
                kernel.step(&states[self.from], chance)
            })
            .expect("a replay");
            assert_eq!((&step, &weight), (&path.outcome, &path.weight));
            flow += &target[self.from] * weight;
        }
        flow
    }
}

fn flow(model: &TableModel, kernel: &str, from: usize, to: usize) -> Rational {
    visit(model, kernel, TieBreak::First, Flow { from, to })
}

#[test]
fn invalid_readings_and_rules_have_witnesses_that_replay() {
    for kernel in [
        "mabmc:repropose",
        "mabmc:reuse",
        "rule:max-draws",
        "noisy:2",
    ] {
        let (parts, witness) = counterexample(kernel);
        let model = model(&parts);
        assert_eq!(
            flow(&model, kernel, witness.from, witness.to),
            witness.forward,
            "{kernel}"
        );
        assert_eq!(
            flow(&model, kernel, witness.to, witness.from),
            witness.backward,
            "{kernel}"
        );
        assert!(!chain(&model, kernel).is_invariant(), "{kernel}");
        println!("{kernel}: {} against {}", witness.forward, witness.backward);
    }
}
