//! The enumerator: how many paths, what they weigh, when it refuses.

use crate::support;

use std::cell::Cell;

use peskun::chains::Chain;
use peskun::chance::{
    Ask, Budget, Chance, Enumerator, Interrupted, Path, Reading, TakenBy, enumerate,
    enumerate_backward, paths, replay,
};
use peskun::kernels::{FiniteKernel, KernelVisitor};
use peskun::models::{bernoulli_pair, three_point_pair};
use peskun::numbers::{Law, Rational};
use peskun::rules::TieBreak;
use proptest::prelude::*;
use support::kernels::visit;
use support::random::{model, parts};
use support::{chain_with, q};

fn die(sides: u32) -> Law<u32> {
    Law::proportional_to((1..=sides).map(|side| (side, Rational::ONE))).expect("a law")
}

/// Two coins and a die, fifteen paths at the most, listed by hand.
#[test]
fn paths_in_order_with_their_weights() {
    let die = die(3);
    let step = |chance: &mut Enumerator| {
        if chance.coin(&q(1, 4))? {
            return Ok(chance.draw(&die)? * 10);
        }
        Ok(u32::from(chance.coin(&q(1, 3))?))
    };
    let expected: [(&[usize], (i64, i64), u32); 5] = [
        (&[0, 0], (1, 2), 0),
        (&[0, 1], (1, 4), 1),
        (&[1, 0], (1, 12), 10),
        (&[1, 1], (1, 12), 20),
        (&[1, 2], (1, 12), 30),
    ];
    let all = paths(&Budget::default(), step).expect("within the budget");
    let listed = expected.map(|(answers, (n, d), outcome)| Path {
        answers: answers.to_vec(),
        weight: q(n, d),
        outcome,
    });
    assert_eq!(all, listed);
    let total: Rational = all.iter().map(|path| path.weight.clone()).sum();
    assert_eq!(total, Rational::ONE);
}

#[test]
fn certainties_ask_nothing() {
    let step = |chance: &mut Enumerator| {
        let sure = chance.coin(&Rational::ONE)? && !chance.coin(&Rational::ZERO)?;
        Ok((sure, *chance.draw(&Law::point(7))?))
    };
    let all = paths(&Budget::default(), step).expect("within the budget");
    assert_eq!(all.len(), 1);
    assert_eq!((all[0].answers.len(), all[0].outcome), (0, (true, 7)));
}

/// Two dice: 36 paths, or 6 + 6 for the parts and 11 sums of merged values.
#[test]
fn merging_saves_paths_and_changes_nothing() {
    let die = die(6);
    let step = |chance: &mut Enumerator| {
        let sum = chance.iterated(0, 2, |sum, chance| Ok(sum + chance.draw(&die)?))?;
        Ok(sum + u32::from(chance.coin(&q(1, 2))?))
    };
    let plain = enumerate(Reading::Plain, &Budget::default(), step).expect("plain");
    let merged = enumerate(Reading::Merged, &Budget::default(), step).expect("merged");
    assert_eq!(plain.law, merged.law);
    assert_eq!(plain.paths, 72);
    // 6 first throws, 6 second throws from each of 6 sums, then 11 sums and a coin.
    assert_eq!(merged.paths, 6 + 36 + 22);
    assert_eq!(plain.law.probability(&7), q(11, 72));
}

#[test]
fn a_step_that_remembers_is_refused() {
    let runs = Cell::new(0);
    let forgetful = |chance: &mut Enumerator| {
        runs.set(runs.get() + 1);
        let bias = if runs.get() == 2 { q(1, 3) } else { q(1, 2) };
        chance.coin(&bias)
    };
    let refused = enumerate(Reading::Plain, &Budget::default(), forgetful).map(|_| ());
    let Err(Interrupted::Diverged {
        question,
        before,
        now,
    }) = refused
    else {
        panic!("not noticed: {refused:?}")
    };
    assert_eq!(question, 1);
    assert!(
        before.contains("1/2") && now.contains("1/3"),
        "{before}, {now}"
    );
}

#[test]
fn a_step_that_stops_asking_is_refused() {
    let runs = Cell::new(0);
    let step = |chance: &mut Enumerator| {
        runs.set(runs.get() + 1);
        if runs.get() < 2 {
            chance.coin(&q(1, 2))
        } else {
            Ok(true)
        }
    };
    let refused = enumerate(Reading::Plain, &Budget::default(), step).map(|_| ());
    assert!(
        matches!(refused, Err(Interrupted::Diverged { question: 1, .. })),
        "{refused:?}"
    );
}

#[test]
fn a_merged_part_that_changes_is_refused() {
    let runs = Cell::new(0);
    let step = |chance: &mut Enumerator| {
        runs.set(runs.get() + 1);
        match runs.get() {
            1 => chance.merged(|chance| chance.coin(&q(1, 2))),
            _ => chance.coin(&q(1, 2)),
        }
    };
    let refused = enumerate(Reading::Merged, &Budget::default(), step).map(|_| ());
    assert!(
        matches!(refused, Err(Interrupted::Diverged { question: 1, .. })),
        "{refused:?}"
    );
}

/// An exhausted budget is undecided, never an answer.
#[test]
fn budgets_run_out() {
    let endless = |chance: &mut Enumerator| {
        while chance.coin(&q(1, 2))? {}
        Ok(())
    };
    // The first path ends at once, each further one asks one question more.
    let few = enumerate(Reading::Plain, &Budget::of_paths(100), endless).map(|_| ());
    assert_eq!(
        few,
        Err(Interrupted::PathBudget {
            limit: 100,
            taken_by: TakenBy::Paths
        })
    );
    let shallow = Budget::default().with_depth(50);
    let deep = enumerate(Reading::Plain, &shallow, endless).map(|_| ());
    assert_eq!(deep, Err(Interrupted::DepthBudget { limit: 50 }));
    assert!(
        Interrupted::PathBudget {
            limit: 100,
            taken_by: TakenBy::Paths
        }
        .is_undecided()
    );
    let die = die(10);
    let exact = |chance: &mut Enumerator| Ok(*chance.draw(&die)?);
    assert!(enumerate(Reading::Plain, &Budget::of_paths(10), exact).is_ok());
    assert!(enumerate(Reading::Plain, &Budget::of_paths(9), exact).is_err());
}

/// The law is the same, and the first path that of the last answers.
#[test]
fn backward() {
    for reading in [Reading::Plain, Reading::Merged] {
        let first = Cell::new(None);
        let step = |chance: &mut Enumerator| {
            let side = *chance.draw(&die(3))?;
            let heads =
                chance.merged(|chance| Ok(chance.coin(&q(1, 3))? || chance.coin(&q(1, 4))?))?;
            let outcome = (side, heads, chance.uniform(side as usize + 1)?);
            first.set(first.get().or(Some(outcome)));
            Ok(outcome)
        };
        let forward = enumerate(reading, &Budget::default(), step).expect("a small tree");
        assert_eq!(first.take(), Some((1, false, 0)));
        let backward = enumerate_backward(reading, &Budget::default(), step).expect("the same");
        assert_eq!(first.take(), Some((3, true, 3)));
        assert_eq!((forward.law, forward.paths), (backward.law, backward.paths));
    }
}

/// A path that is run again gets the same answers, and may ask nothing else.
#[test]
fn paths_are_run_again() {
    let ask = |chance: &mut Enumerator, sizes: &[usize]| -> Result<Vec<usize>, Interrupted> {
        sizes.iter().map(|&size| chance.uniform(size)).collect()
    };
    let twice = |now: &[usize]| {
        let outcome = enumerate(Reading::Plain, &Budget::default(), |chance| {
            let before = ask(chance, &[2, 3])?;
            assert!(chance.answers().eq(before.iter().copied()));
            assert_eq!(chance.probability(), q(1, 6));
            chance.run_again()?;
            assert_eq!(chance.answers().count(), 0);
            let again = ask(chance, now)?;
            assert!(before.starts_with(&again));
            Ok(again)
        });
        outcome.map(|found| found.paths)
    };
    assert_eq!(twice(&[2, 3]), Ok(6));
    for (other, question) in [(&[2][..], 2), (&[2, 3, 2], 3), (&[3, 2], 1), (&[], 1)] {
        let refused = twice(other).expect_err("another path");
        let Interrupted::Diverged {
            question: where_, ..
        } = refused
        else {
            panic!("{refused}");
        };
        assert_eq!(where_, question);
    }
}

#[test]
fn parts_within_parts_without_end_are_undecided() {
    fn deeper<C: Chance>(chance: &mut C) -> Result<u8, Interrupted> {
        chance.merged(deeper)
    }
    let refused = enumerate(Reading::Merged, &Budget::default(), deeper).map(|_| ());
    assert!(
        matches!(&refused, Err(error @ Interrupted::Nesting { .. }) if error.is_undecided()),
        "{refused:?}"
    );
}

#[test]
fn scripts_replay_paths_and_refuse_others() {
    let die = die(3);
    fn step<C: Chance>(die: &Law<u32>, chance: &mut C) -> Result<u32, Interrupted> {
        Ok(if chance.coin(&q(1, 4))? {
            *chance.draw(die)?
        } else {
            0
        })
    }
    assert_eq!(
        replay(&[1, 2], |chance| step(&die, chance)),
        Ok((3, q(1, 12)))
    );
    assert_eq!(replay(&[0], |chance| step(&die, chance)), Ok((0, q(3, 4))));
    let refused =
        |answers: &[usize]| replay(answers, |chance| step(&die, chance)).expect_err("refused");
    assert_eq!(refused(&[1]), Interrupted::ScriptEnded { answers: 1 });
    assert_eq!(refused(&[0, 0]), Interrupted::ScriptLeftOver { answers: 1 });
    assert_eq!(
        refused(&[1, 3]),
        Interrupted::ScriptMismatch {
            question: 2,
            answer: 3,
            size: 3
        }
    );
}

/// The size of what is explored, for every kernel on both examples.
#[test]
fn the_number_of_paths_is_pinned() {
    let expected = [
        // kernel, first example (plain, merged), second example (plain, merged)
        ("mh", (5, 14), (4, 12)),
        ("pmc", (21, 21), (44, 44)),
        ("mpmc", (21, 38), (44, 56)),
        ("sve", (9, 19), (14, 26)),
        ("noisy:2", (19, 41), (42, 68)),
        ("dmh:2", (35, 51), (54, 82)),
        ("mabmc", (1_008, 81), (25_676, 130)),
        ("mabmc:repropose", (2_016, 113), (51_672, 186)),
        ("mabmc:reuse", (278, 73), (3_096, 118)),
        ("rule:max-draws", (138, 57), (966, 82)),
    ];
    for (kernel, first, second) in expected {
        for (model, (plain, merged)) in [(bernoulli_pair(), first), (three_point_pair(), second)] {
            let count = |reading| {
                chain_with(&model, kernel, TieBreak::First, reading)
                    .paths()
                    .expect("enumerated")
            };
            assert_eq!(
                (count(Reading::Plain), count(Reading::Merged)),
                (plain, merged),
                "{kernel} on {}",
                model.name()
            );
        }
    }
}

/// The plain counts again, from the supports alone: a path for every value of
/// the auxiliary variables, two where the coin is open.
#[test]
fn the_number_of_plain_paths_by_hand() {
    // The exchange algorithm on the first example. From a: 2 draws with a sure
    // acceptance (θ' = a), then 6/7·3/4 < 1 and 6/7·7/6 = 1: 2 + 2 + 1. From b:
    // 2 sure draws (θ' = b), then 7/6·4/3 > 1 and 7/6·6/7 = 1: 2 + 1 + 1.
    let plain = |kernel| {
        chain_with(&bernoulli_pair(), kernel, TieBreak::First, Reading::Plain)
            .paths()
            .expect("enumerated")
    };
    assert_eq!(plain("sve"), 5 + 4);
    // Metropolis–Hastings: 1 + 2 from a (6/7 < 1), 1 + 1 from b.
    assert_eq!(plain("mh"), 3 + 2);
}

/// Both readings of a kernel give the same chain but for the number of paths.
struct BothReadings;

impl KernelVisitor for BothReadings {
    type Output = Result<(), TestCaseError>;

    fn visit<K: FiniteKernel>(self, kernel: &K) -> Self::Output {
        let budget = || Budget::of_paths(20_000_000);
        let plain = Chain::with_budget(kernel, Reading::Plain, &budget()).expect("plain");
        let merged = Chain::with_budget(kernel, Reading::Merged, &budget()).expect("merged");
        prop_assert_eq!(plain.matrix(), merged.matrix());
        prop_assert_eq!(plain.acceptance(), merged.acceptance());
        prop_assert_eq!(plain.draws_per_step(), merged.draws_per_step());
        for row in plain.matrix().rows() {
            prop_assert_eq!(row.iter().cloned().sum::<Rational>(), Rational::ONE);
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(support::cases(60))]

    #[test]
    fn merged_and_plain_matrices_are_identical(parts in parts(2, 3), tie in 0..3usize) {
        let tie = [TieBreak::First, TieBreak::Last, TieBreak::Coin][tie];
        let kernels = [
            "mh", "pmc", "mpmc", "sve", "noisy:3", "dmh:3", "mabmc", "mabmc:repropose",
            "mabmc:reuse", "rule:max-draws", "rule:max-min",
        ];
        for kernel in kernels {
            visit(&model(&parts), kernel, tie, BothReadings)?;
        }
    }
}
