//! The four verdicts: each catches what it is about and nothing else.

use peskun::chains::{Discrepancy, Holds, Verdicts};
use peskun::prelude::*;
use proptest::prelude::*;

use crate::support::given::Given;
use crate::support::{cases, q};

/// Invariant, reversible, irreducible, aperiodic.
type Answers = [bool; 4];

fn verdicts<K: FiniteKernel>(kernel: &K) -> Verdicts {
    verify(kernel).expect("verdicts").verdicts().clone()
}

fn answers<K: FiniteKernel>(kernel: &K) -> Answers {
    let answer = |holds: &Holds| match holds {
        Holds::Yes => true,
        Holds::No => false,
        other => panic!("an exact chain is {other:?}"),
    };
    verdicts(kernel).all().map(|(_, holds)| answer(holds))
}

type Rows<'a> = &'a [&'a [i64]];

/// Kernels with every combination of answers that is possible.
fn every_combination() -> Vec<(Answers, Given)> {
    let (yes, no) = (true, false);
    let swap: Rows = &[&[0, 1], &[1, 0]];
    let even: Rows = &[&[1, 1], &[1, 1]];
    let swaps: Rows = &[&[0, 1, 0, 0], &[1, 0, 0, 0], &[0, 0, 0, 1], &[0, 0, 1, 0]];
    let evens: Rows = &[&[1, 1, 0, 0], &[1, 1, 0, 0], &[0, 0, 1, 1], &[0, 0, 1, 1]];
    let cycle: Rows = &[&[0, 1, 0], &[0, 0, 1], &[1, 0, 0]];
    let lazy: Rows = &[&[1, 1, 0], &[0, 1, 1], &[1, 0, 1]];
    let cycle_apart: Rows = &[&[0, 1, 0, 0], &[0, 0, 1, 0], &[1, 0, 0, 0], &[0, 0, 0, 1]];
    let lazy_apart: Rows = &[&[1, 1, 0, 0], &[0, 1, 1, 0], &[1, 0, 1, 0], &[0, 0, 0, 1]];
    let list: [(Answers, Rows, &[i64]); 12] = [
        ([yes, yes, yes, yes], even, &[1, 1]),
        ([yes, yes, yes, no], swap, &[1, 1]),
        ([yes, yes, no, yes], evens, &[1, 1, 1, 1]),
        ([yes, yes, no, no], swaps, &[1, 1, 1, 1]),
        ([yes, no, yes, yes], lazy, &[1, 1, 1]),
        ([yes, no, yes, no], cycle, &[1, 1, 1]),
        ([yes, no, no, yes], lazy_apart, &[1, 1, 1, 1]),
        ([yes, no, no, no], cycle_apart, &[1, 1, 1, 1]),
        ([no, no, yes, yes], even, &[1, 2]),
        ([no, no, yes, no], swap, &[1, 2]),
        ([no, no, no, yes], evens, &[1, 2, 1, 1]),
        ([no, no, no, no], swaps, &[1, 2, 1, 1]),
    ];
    let kernel =
        |(answers, rows, target): (Answers, Rows, &[i64])| (answers, Given::new(rows, target));
    list.into_iter().map(kernel).collect()
}

/// Twelve of the sixteen combinations exist. The other four are reversible and
/// not invariant: detailed balance implies invariance, and nothing else implies
/// anything.
#[test]
fn reversible_implies_invariant_and_nothing_else_implies_anything() {
    let all = every_combination();
    for (expected, kernel) in &all {
        assert_eq!(answers(kernel), *expected);
    }
    let mut found: Vec<Answers> = all.iter().map(|(answers, _)| *answers).collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 12);
    let implied = |[invariant, reversible, _, _]: &Answers| *invariant || !*reversible;
    assert!(found.iter().all(implied));
}

/// A kernel wrong in exactly one way is caught by exactly that verdict. One that
/// is not invariant cannot be reversible either, so that two verdicts fail, and
/// the first of them says why.
#[test]
fn each_way_of_being_wrong_is_caught_by_its_own_verdict() {
    let text = |answers: Answers| {
        let all = every_combination();
        let kernel = all.iter().find(|(found, _)| *found == answers);
        let (_, kernel) = kernel.expect("a kernel");
        let text = verify(kernel).expect("verdicts").to_string();
        let fails = text.lines().filter(|line| line.contains("fails"));
        fails.map(String::from).collect::<Vec<String>>()
    };
    assert_eq!(
        text([false, false, true, true]),
        [
            "invariant    fails: 0 has mass 1/3, and 1/2 after a step (difference 1/6)",
            "reversible   fails: 0→1 has flow 1/6, 1→0 has 1/3 (difference -1/6)",
        ]
    );
    assert_eq!(
        text([true, false, true, true]),
        ["reversible   fails: 0→1 has flow 1/6, 1→0 has 0 (difference 1/6)"]
    );
    assert_eq!(
        text([true, true, false, true]),
        ["irreducible  fails: 2 closed classes, {0, 1}, {2, 3}"]
    );
    assert_eq!(
        text([true, true, true, false]),
        ["aperiodic    fails: period 2"]
    );
}

#[test]
fn what_is_required_is_what_is_judged() {
    for (answers, kernel) in every_combination() {
        let verification = verify(&kernel).expect("verdicts");
        let [invariant, reversible, irreducible, aperiodic] = answers;
        let meets = |requirement| verification.meets(requirement);
        assert_eq!(meets(Requirement::Invariant), invariant);
        assert_eq!(meets(Requirement::Reversible), reversible);
        assert_eq!(meets(Requirement::Sampler), invariant && irreducible);
        assert_eq!(verification.is_right(), invariant && irreducible);
        let ergodic = invariant && irreducible && aperiodic;
        assert_eq!(meets(Requirement::Ergodic), ergodic);
    }
}

#[test]
fn states_of_target_zero_do_not_matter() {
    // State 0 is left for good.
    let funnel: Rows = &[&[0, 1, 1], &[0, 1, 1], &[0, 1, 1]];
    assert_eq!(answers(&Given::new(funnel, &[0, 1, 1])), [true; 4]);
    // With positive target it does matter.
    let wrong = Given::new(funnel, &[1, 1, 1]);
    assert_eq!(answers(&wrong), [false, false, false, true]);
    assert_eq!(verdicts(&wrong).transient, [0]);
    // States 2 and 3 are never entered, whatever they do among themselves.
    let apart: Rows = &[&[1, 1, 0, 0], &[1, 1, 0, 0], &[0, 0, 0, 1], &[0, 0, 1, 0]];
    assert_eq!(answers(&Given::new(apart, &[1, 1, 0, 0])), [true; 4]);
    assert_eq!(verdicts(&Given::new(apart, &[1, 1, 0, 0])).period, 1);
    let counted = Given::new(apart, &[1, 1, 1, 1]);
    assert_eq!(answers(&counted), [true, true, false, false]);
}

/// Mass that drains into a state of target zero is seen by three verdicts.
#[test]
fn a_leak_into_a_state_of_target_zero_is_caught() {
    let leak: Rows = &[&[1, 1, 1], &[1, 1, 0], &[0, 0, 1]];
    let verdicts = verdicts(&Given::new(leak, &[1, 1, 0]));
    assert_eq!(
        [
            &verdicts.invariant,
            &verdicts.reversible,
            &verdicts.irreducible
        ],
        [&Holds::No; 3]
    );
    assert_eq!(verdicts.closed_classes, [vec![2]]);
    assert_eq!(verdicts.transient, [0, 1]);
}

#[test]
fn periods_of_several_classes_are_put_together_by_their_least_common_multiple() {
    let cycles = |lengths: &[usize]| {
        let size: usize = lengths.iter().sum();
        let mut rows = vec![vec![0; size]; size];
        let mut first = 0;
        for &length in lengths {
            for place in 0..length {
                rows[first + place][first + (place + 1) % length] = 1;
            }
            first += length;
        }
        verdicts(&Given::new(&rows, &vec![1; size])).period
    };
    assert_eq!(cycles(&[2, 3]), 6);
    assert_eq!(cycles(&[4, 6]), 12);
    assert_eq!(cycles(&[1, 5]), 5);
    assert_eq!(cycles(&[1, 1]), 1);
}

/// A kernel that says it used doubles, with an imbalance of this size.
fn rounded(error: Rational, doubles: bool) -> Verdicts {
    let half = q(1, 2);
    let rows = vec![
        vec![&half - &error, &half + &error],
        vec![half.clone(), half.clone()],
    ];
    let kernel = Given {
        doubles,
        ..Given::exactly(&rows, vec![Rational::ONE; 2])
    };
    verdicts(&kernel)
}

#[test]
fn doubles_hold_within_rounding_and_fail_beyond_it() {
    let tiny = q(1, 1_000_000_000_000);
    let small = rounded(tiny.clone(), true);
    // Flows of 1/4 and of 1/4 + ε/2.
    let error = &tiny / &Rational::from(2);
    let relative = &error / &(q(1, 4) + &error);
    let within = Holds::Within(Discrepancy { error, relative });
    assert_eq!([&small.invariant, &small.reversible], [&within, &within]);
    assert_eq!((small.mass.as_ref(), small.flows.as_ref()), (None, None));
    assert_eq!([&small.irreducible, &small.aperiodic], [&Holds::Yes; 2]);
    assert_eq!(small.meet(Requirement::Ergodic), within);

    let large = rounded(q(1, 1_000), true);
    assert_eq!([&large.invariant, &large.reversible], [&Holds::No; 2]);
    assert!(large.mass.is_some() && large.flows.is_some());

    // Balanced to the last digit, they are within zero. They are not exact.
    assert_eq!(
        rounded(Rational::ZERO, true).reversible,
        Holds::Within(Discrepancy {
            error: Rational::ZERO,
            relative: Rational::ZERO,
        })
    );
    assert_eq!(rounded(Rational::ZERO, false).reversible, Holds::Yes);
    assert_eq!(rounded(q(1, 1_000_000_000_000), false).invariant, Holds::No);
}

#[test]
fn the_tolerance_is_for_the_relative_difference_of_flows() {
    // Flows of 1 and of 1 + 2ε quarters differ by a relative 2ε / (1 + 2ε).
    let rounding = Verdicts::rounding();
    let edge = &rounding / &(Rational::from(2) * (Rational::ONE - &rounding));
    assert!(rounded(edge.clone(), true).reversible.is_yes());
    let above = edge + q(1, 1_000_000_000_000_000);
    assert_eq!(rounded(above, true).reversible, Holds::No);
}

/// A Gibbs sampler of two variables, first one and then the other.
struct SystematicScan([[i64; 3]; 2]);

impl Kernel for SystematicScan {
    type State = (usize, usize);

    fn step<C: Chance>(
        &self,
        &(_, column): &(usize, usize),
        chance: &mut C,
    ) -> Result<Step<(usize, usize)>, Interrupted> {
        let row = chance.pick(&[0, 1].map(|row| q(self.0[row][column], 1)))?;
        let column = chance.pick(&[0, 1, 2].map(|column| q(self.0[row][column], 1)))?;
        Ok(Step::moved((row, column)))
    }
}

impl FiniteKernel for SystematicScan {
    fn states(&self) -> Vec<(usize, usize)> {
        (0..6).map(|place| (place / 3, place % 3)).collect()
    }

    fn target(&self) -> Vec<Rational> {
        self.0
            .iter()
            .flatten()
            .map(|&weight| q(weight, 1))
            .collect()
    }
}

/// A walk that keeps its direction until it is rejected, and rests with
/// probability 1/4.
struct LiftedWalk(Vec<i64>);

impl Kernel for LiftedWalk {
    type State = (usize, bool);

    fn step<C: Chance>(
        &self,
        &(place, up): &(usize, bool),
        chance: &mut C,
    ) -> Result<Step<(usize, bool)>, Interrupted> {
        if chance.coin(&q(1, 4))? {
            return Ok(Step::stayed((place, up)));
        }
        let to = if up { place + 1 } else { place.wrapping_sub(1) };
        let weight = self.0.get(to).copied().unwrap_or(0);
        match chance.accept(&Ratio::of(&q(weight, 1), &q(self.0[place], 1)))? {
            true => Ok(Step::moved((to, up))),
            false => Ok(Step::stayed((place, !up))),
        }
    }
}

impl FiniteKernel for LiftedWalk {
    fn states(&self) -> Vec<(usize, bool)> {
        let both = |place| [(place, true), (place, false)];
        (0..self.0.len()).flat_map(both).collect()
    }

    fn target(&self) -> Vec<Rational> {
        self.0
            .iter()
            .flat_map(|&weight| [q(weight, 1), q(weight, 1)])
            .collect()
    }
}

proptest! {
    #![proptest_config(cases(60))]

    /// Right kernels that are not reversible are never called wrong.
    #[test]
    fn right_kernels_need_not_be_reversible(
        table in prop::array::uniform2(prop::array::uniform3(1i64..9)),
        path in prop::collection::vec(1i64..9, 2..6),
    ) {
        let (scan, walk) = (SystematicScan(table), LiftedWalk(path));
        for verification in [verify(&scan), verify(&walk)] {
            let verification = verification.expect("verdicts");
            for requirement in [Requirement::Invariant, Requirement::Sampler, Requirement::Ergodic] {
                prop_assert!(verification.meets(requirement), "{requirement}\n{verification}");
            }
        }
        // Up and down differ already at the first place.
        prop_assert!(!verify(&walk).expect("verdicts").meets(Requirement::Reversible));
    }
}
