//! Ranks of right samplers that are not reversible: uniform with the reversal
//! from their matrix, and not if the step is taken to be its own.

use crate::support;

use peskun::chains::{Chain, Verdicts, total_variation};
use peskun::chance::{Budget, Chance, Enumerator, Interrupted, Reading, enumerate};
use peskun::kernels::{FiniteKernel, Kernel, Step};
use peskun::numbers::{Law, Rational};
use peskun::statistics::{FiniteSubject, Plan, RankOfStart, Subject};
use rayon::prelude::*;
use support::irreversible::{LiftedWalk, SystematicScan};
use support::q;
use support::ranks::{as_reversible, examine_subject, law_of, uniform, with_reversal};
use support::suite::{REPETITIONS, family, repeated_level};

const SEED: u64 = 1989;

/// What every repetition is sure to see.
const EFFECT: f64 = 0.1;

fn lifted_walk() -> LiftedWalk {
    LiftedWalk(vec![1, 3, 2, 5, 1])
}

/// The scan, with a state of no mass.
fn scan(row_first: bool) -> SystematicScan {
    SystematicScan {
        weights: vec![vec![1, 2], vec![3, 1], vec![0, 4]],
        row_first,
    }
}

fn law(subject: &impl Subject, steps: usize) -> Vec<Rational> {
    let experiment = RankOfStart::new(subject, steps);
    experiment.law(&Budget::default()).expect("small")
}

/// The law of one part of a step.
fn enumerated<T: Clone + Ord + 'static>(
    part: impl Fn(&mut Enumerator) -> Result<T, Interrupted>,
) -> Law<T> {
    let enumeration = enumerate(Reading::Merged, &Budget::default(), part);
    enumeration.expect("small").law
}

#[test]
fn ranks_are_uniform_with_the_reversal_and_not_without() {
    let walk = lifted_walk();
    assert_eq!(law(&with_reversal(&walk), 3), vec![q(1, 4); 4]);
    assert_eq!(
        law(&as_reversible(&walk), 3),
        [q(1783, 5400), q(37, 225), q(13, 72), q(877, 2700)]
    );
    let scan = scan(true);
    assert_eq!(law(&with_reversal(&scan), 3), vec![q(1, 4); 4]);
    let without = law(&as_reversible(&scan), 3);
    println!("the scan as its own reversal: {without:?}");
    assert_ne!(without, vec![q(1, 4); 4]);
}

#[test]
fn both_are_right_and_neither_is_reversible() {
    for verdicts in [
        Verdicts::of(&Chain::of(&lifted_walk()).expect("small")),
        Verdicts::of(&Chain::of(&scan(true)).expect("small")),
    ] {
        assert!(verdicts.invariant.is_yes() && !verdicts.reversible.is_yes());
    }
}

/// The reversal from the matrix is the one that theory gives: a lifted walk
/// turns around before and after a step, and a scan has the opposite order.
#[test]
fn the_reversal_from_the_matrix_is_the_one_by_hand() {
    let walk = lifted_walk();
    let subject = with_reversal(&walk);
    for (position, upward) in walk.states() {
        let matrix = enumerated(|chance| subject.backward(&(position, upward), chance));
        let by_hand = enumerated(|chance| {
            let (position, upward) = walk.step(&(position, !upward), chance)?.state;
            Ok((position, !upward))
        });
        assert_eq!(matrix, by_hand, "{position} {upward}");
    }
    let (forward, backward) = (scan(true), scan(false));
    let subject = with_reversal(&forward);
    let massive = |state: &(usize, usize)| forward.weights[state.0][state.1] > 0;
    for state in forward.states().iter().filter(|state| massive(state)) {
        let matrix = enumerated(|chance| subject.backward(state, chance));
        let by_hand = enumerated(|chance| Ok(backward.step(state, chance)?.state));
        assert_eq!(matrix, by_hand, "{state:?}");
    }
}

/// All repetitions of one sampler, and how far off it seems as its own reversal.
fn repeated<K: FiniteKernel>(name: &str, kernel: &K, level: f64, stream: u64) {
    let subject = with_reversal(kernel);
    assert_eq!(law_of(&subject), uniform(), "{name}");
    let plan = Plan::to_see(EFFECT, level, &uniform()).expect("a plan");
    let seeds: Vec<u64> = (1..=REPETITIONS).collect();
    let decisions: Vec<_> = seeds
        .par_iter()
        .map(|seed| examine_subject(&subject, &plan, SEED + seed, stream))
        .collect();
    let closest = decisions
        .iter()
        .min_by(|one, other| one.bound.total_cmp(&other.bound))
        .expect("repetitions");
    let passed = decisions.iter().filter(|decision| decision.passes).count();
    println!("{name}: {passed} of {REPETITIONS} pass at level {level:.1e} each; the closest call");
    println!("  {closest}");
    let mistaken = law_of(&as_reversible(kernel));
    println!(
        "  as its own reversal it seems off by {:.5} and fails with probability {:.6} at least",
        total_variation(&mistaken, &uniform()).to_f64(),
        plan.power(&uniform(), &mistaken),
    );
    assert_eq!(passed, decisions.len(), "{name} is accused");
    for decision in &decisions {
        assert!(decision.detectable.is_some_and(|effect| effect <= EFFECT));
    }
}

#[test]
fn two_hundred_repetitions_pass_with_the_reversal() {
    let mut family = family("samplers that are not reversible, repeated");
    repeated(
        "lifted walk",
        &lifted_walk(),
        repeated_level(&mut family),
        1,
    );
    repeated(
        "systematic scan",
        &scan(true),
        repeated_level(&mut family),
        2,
    );
}

/// The step as its own reversal is found out, right as the sampler is.
#[test]
fn a_wrong_declaration_is_an_alarm() {
    let level = family("samplers that are not reversible, repeated")
        .spend()
        .expect("planned");
    let walk = lifted_walk();
    let subject = as_reversible(&walk);
    let exact = total_variation(&law_of(&subject), &uniform());
    let plan = Plan::to_see(exact.to_f64(), level, &uniform()).expect("a plan");
    let decision = examine_subject(&subject, &plan, SEED, 3);
    println!("lifted walk as its own reversal, off by {exact}: {decision}");
    assert!(!decision.passes);
}

/// Wherever it is, it goes to the first state; a third has no mass.
struct Sink;

impl Kernel for Sink {
    type State = usize;
    fn step<C: Chance>(&self, _: &usize, _: &mut C) -> Result<Step<usize>, Interrupted> {
        Ok(Step::moved(0))
    }
}

impl FiniteKernel for Sink {
    fn states(&self) -> Vec<usize> {
        vec![0, 1, 2]
    }
    fn target(&self) -> Vec<Rational> {
        vec![Rational::from(4), Rational::from(4), Rational::ZERO]
    }
}

#[test]
fn states_that_nothing_goes_to_have_no_past() {
    let values = [Rational::ZERO, Rational::ONE, Rational::from(2)];
    let subject = FiniteSubject::new(&Sink, &values, &Budget::default()).expect("a chain");
    let before = |state: usize| enumerated(|chance| subject.backward(&state, chance));
    assert_eq!(before(1), Law::point(1));
    assert_eq!(before(2), Law::point(2));
    assert_eq!(
        before(0),
        Law::new([(0, q(1, 2)), (1, q(1, 2))]).expect("a law")
    );
    assert_ne!(law(&subject, 1), [q(1, 2), q(1, 2)]);
}

#[test]
fn a_target_that_is_none_is_refused() {
    struct Nowhere;
    impl Kernel for Nowhere {
        type State = usize;
        fn step<C: Chance>(&self, _: &usize, _: &mut C) -> Result<Step<usize>, Interrupted> {
            Ok(Step::stayed(0))
        }
    }
    impl FiniteKernel for Nowhere {
        fn states(&self) -> Vec<usize> {
            vec![0]
        }
        fn target(&self) -> Vec<Rational> {
            vec![Rational::from(-1)]
        }
    }
    let refused = FiniteSubject::reversible(&Nowhere, &[Rational::ONE]);
    assert!(matches!(refused, Err(Interrupted::BadTarget { .. })));
}
