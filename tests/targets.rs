//! What a kernel says of its states and its target is checked before use.

use peskun::chains::asymptotic_variance;
use peskun::kernels::CompiledKernel;
use peskun::prelude::*;

use crate::support::q;

/// Every listed state with the same probability, whatever the target.
struct Uniform {
    states: Vec<&'static str>,
    target: Vec<Rational>,
}

impl Uniform {
    fn new(states: &[&'static str], target: &[i64]) -> Self {
        Uniform {
            states: states.to_vec(),
            target: target.iter().map(|&weight| q(weight, 1)).collect(),
        }
    }
}

impl Kernel for Uniform {
    type State = &'static str;

    fn step<C: Chance>(
        &self,
        _: &&'static str,
        chance: &mut C,
    ) -> Result<Step<&'static str>, Interrupted> {
        Ok(Step::moved(chance.choose(&self.states)?))
    }
}

impl FiniteKernel for Uniform {
    fn states(&self) -> Vec<&'static str> {
        self.states.clone()
    }

    fn label(&self, state: &&'static str) -> String {
        state.to_string()
    }

    fn target(&self) -> Vec<Rational> {
        self.target.clone()
    }
}

/// What all three ways in say of it, which is the same.
fn refusal(states: &[&'static str], target: &[i64]) -> String {
    let kernel = Uniform::new(states, target);
    let chain = Chain::of(&kernel).expect_err("a bad target");
    let compiled = CompiledKernel::compile(&kernel, &Budget::default());
    assert_eq!(compiled.expect_err("a bad target"), chain);
    assert_eq!(verify(&kernel).expect_err("a bad target"), chain);
    assert!(matches!(chain, Interrupted::BadTarget { .. }));
    assert!(!chain.is_undecided());
    chain.to_string()
}

#[test]
fn weights_need_not_be_normalized() {
    let scales = [[1, 1, 1], [7, 7, 7]].map(|target| {
        let kernel = Uniform::new(&["a", "b", "c"], &target);
        let chain = Chain::of(&kernel).expect("a chain");
        let compiled = CompiledKernel::compile(&kernel, &Budget::default()).expect("a table");
        assert_eq!(compiled.target(), chain.target());
        assert!(
            verify(&kernel)
                .expect("verdicts")
                .meets(Requirement::Ergodic)
        );
        chain
    });
    let third = q(1, 3);
    for chain in scales {
        assert_eq!(
            chain.target(),
            [third.clone(), third.clone(), third.clone()]
        );
        assert_eq!(chain.acceptance(), Rational::ONE);
        assert_eq!(chain.moves(), q(2, 3));
        assert_eq!(chain.flow(0, 1), q(1, 9));
        // Independent draws of 0, 1, 2.
        let values = [q(0, 1), q(1, 1), q(2, 1)];
        let variance = asymptotic_variance(&chain, chain.target(), &values);
        assert_eq!(variance, q(2, 3));
    }
}

#[test]
fn an_unnormalized_target_has_the_witness_of_the_normalized_one() {
    let text = verify(&Uniform::new(&["a", "b", "c"], &[2, 4, 6])).expect("verdicts");
    let expected = "\
invariant    fails: a has mass 1/6, and 1/3 after a step (difference 1/6)
reversible   fails: a→c has flow 1/18, c→a has 1/6 (difference -1/9)
irreducible  holds
aperiodic    holds";
    assert_eq!(text.to_string(), expected);
}

#[test]
fn a_bad_target_is_an_error_that_names_the_state() {
    let states = ["a", "b", "c"];
    assert_eq!(
        refusal(&states, &[1, -2, 1]),
        "the target gives `b` the weight -2, which is negative"
    );
    assert_eq!(
        refusal(&states, &[1]),
        "the target has 1 weight for 3 states: `b` has none"
    );
    assert_eq!(
        refusal(&states, &[]),
        "the target has 0 weights for 3 states: `a` has none"
    );
    assert_eq!(
        refusal(&states, &[1, 1, 1, 1]),
        "the target has 4 weights for 3 states: there is no state after `c`"
    );
    assert_eq!(
        refusal(&states, &[0, 0, 0]),
        "the target gives every state weight 0, from `a` to `c`"
    );
    // A negative weight is named even if the total is 1, and even if it is 0.
    assert!(refusal(&states, &[1, 1, -1]).contains("`c` the weight -1"));
    assert!(refusal(&states, &[-1, 1, 0]).contains("`a` the weight -1"));
}

#[test]
fn states_are_listed_once_and_there_are_some() {
    assert_eq!(
        refusal(&["a", "b", "a"], &[1, 1, 1]),
        "the state `a` is listed twice"
    );
    assert_eq!(refusal(&[], &[]), "there are no states");
    assert_eq!(
        refusal(&["a"], &[0]),
        "the target gives `a`, the only state, weight 0"
    );
}

/// The assertions panic with the same sentence.
#[test]
#[should_panic(expected = "the kernel is not verified: the target has 2 weights for 3 states")]
fn an_assertion_on_a_bad_target_says_what_is_wrong() {
    assert_invariant!(Uniform::new(&["a", "b", "c"], &[1, 1]));
}

#[test]
#[should_panic(
    expected = "the kernel is not reversible\ninvariant    fails: a has mass 1/6, and 1/3 after"
)]
fn an_assertion_that_fails_prints_the_witness() {
    assert_reversible!(Uniform::new(&["a", "b", "c"], &[2, 4, 6]));
}
