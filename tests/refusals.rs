//! A refusal cannot be lost: a step that goes on after a question was refused, or a
//! script that catches an error, has no verdict. Each stands beside a right one.

use crate::support;

use peskun::chains::{Chain, verify};
use peskun::chance::{
    Ask, Budget, Chance, Enumerator, Interrupted, Question, Reading, Sampler, enumerate, paths,
    replay,
};
use peskun::kernels::{FiniteKernel, Kernel, Step};
use peskun::numbers::{LawError, Rational};
use peskun::outside::StepScript;
use support::q;

/// Steps that go on after a question was refused, each beside one that passes the
/// refusal on: the same refusal comes of both, in every reading.
#[test]
fn a_refusal_that_the_step_swallows_is_not_lost() {
    type Asked = fn(&mut Enumerator) -> Result<bool, Interrupted>;
    let questions: [(Asked, Interrupted); 6] = [
        (
            |chance| chance.coin(&q(2, 1)),
            Interrupted::NotAProbability { value: q(2, 1) },
        ),
        (
            |chance| chance.uniform(0).map(|_| true),
            Interrupted::BadWeights {
                error: LawError::Empty,
            },
        ),
        (
            |chance| chance.pick(&[]).map(|_| true),
            Interrupted::BadWeights {
                error: LawError::Empty,
            },
        ),
        (
            |chance| chance.merged(|chance| chance.coin(&q(-1, 2))),
            Interrupted::NotAProbability { value: q(-1, 2) },
        ),
        (
            |chance| {
                (0..20).try_for_each(|_| chance.uniform(2).map(|_| ()))?;
                Ok(true)
            },
            Interrupted::DepthBudget { limit: 10 },
        ),
        (
            |chance| chance.iterated(true, 2, |_, chance| chance.coin(&q(3, 2))),
            Interrupted::NotAProbability { value: q(3, 2) },
        ),
    ];
    let budget = Budget::default().with_depth(10);
    for (asked, refusal) in questions {
        for reading in [Reading::Plain, Reading::Merged] {
            let passes = |chance: &mut Enumerator| asked(chance);
            let swallows = |chance: &mut Enumerator| Ok(asked(chance).unwrap_or(true));
            let hides = |chance: &mut Enumerator| {
                chance.merged(|chance| {
                    let heads = chance.coin(&q(1, 2))?;
                    Ok(heads && asked(chance).is_ok())
                })
            };
            let refused = Err(refusal.clone());
            let law = |step: &dyn Fn(&mut Enumerator) -> Result<bool, Interrupted>| {
                enumerate(reading, &budget, step).map(|found| found.law)
            };
            assert_eq!(law(&passes), refused);
            assert_eq!(law(&swallows), refused);
            assert_eq!(law(&hides), refused);
        }
    }
    // What is refused on one path only is refused.
    let once = |chance: &mut Enumerator| {
        let heads = chance.coin(&q(1, 3))?;
        Ok(heads && chance.coin(&q(2, 1)).unwrap_or(true))
    };
    let refusal = Interrupted::NotAProbability { value: q(2, 1) };
    let law = enumerate(Reading::Merged, &budget, once).map(|found| found.law);
    assert_eq!(law, Err(refusal.clone()));
    assert_eq!(paths(&budget, once), Err(refusal.clone()));
    let swallowed = replay(&[1], |chance| {
        let heads = chance.coin(&q(1, 3))?;
        Ok(heads && chance.coin(&q(2, 1)).unwrap_or(true))
    });
    assert_eq!(swallowed, Err(refusal));
    let ended = replay(&[], |chance| Ok(chance.uniform(2).unwrap_or(0)));
    assert_eq!(ended, Err(Interrupted::ScriptEnded { answers: 0 }));
}

/// A source that looks at every question before it hands it on, as users write them.
struct Counting<'a>(&'a mut Enumerator, usize);

impl Chance for Counting<'_> {
    fn answer(&mut self, question: Question<'_>) -> Result<usize, Interrupted> {
        self.1 += 1;
        self.0.answer(question)
    }
}

/// A refusal reaches the enumeration through a source that wraps it.
#[test]
fn a_refusal_is_not_lost_in_a_wrapper() {
    let step = |probability: Rational| {
        enumerate(Reading::Merged, &Budget::default(), |chance| {
            let mut counting = Counting(chance, 0);
            let heads = counting.coin(&probability).unwrap_or(true);
            assert_eq!(counting.1, 1);
            Ok(heads)
        })
    };
    assert_eq!(
        step(q(1, 3)).expect("a law").law.probability(&true),
        q(1, 3)
    );
    let refused = step(q(2, 1)).map(|_| ());
    assert_eq!(
        refused,
        Err(Interrupted::NotAProbability { value: q(2, 1) })
    );
}

/// A kernel whose acceptance is above 1 where it should be capped, and which takes
/// the refusal for a yes.
struct Careless {
    caps: bool,
}

impl Kernel for Careless {
    type State = usize;

    fn step<C: Chance>(&self, &from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
        let to = 1 - from;
        let ratio = q(to as i64 + 1, from as i64 + 1);
        let ratio = if self.caps {
            ratio.min(Rational::ONE)
        } else {
            ratio
        };
        match chance.coin(&ratio).unwrap_or(true) {
            true => Ok(Step::moved(to)),
            false => Ok(Step::stayed(from)),
        }
    }
}

impl FiniteKernel for Careless {
    fn states(&self) -> Vec<usize> {
        vec![0, 1]
    }

    fn target(&self) -> Vec<Rational> {
        vec![q(1, 1), q(2, 1)]
    }
}

#[test]
fn a_kernel_that_swallows_a_refusal_has_no_verdict() {
    assert!(
        verify(&Careless { caps: true })
            .expect("a chain")
            .is_right()
    );
    let refused = verify(&Careless { caps: false }).map(|_| ());
    assert_eq!(
        refused,
        Err(Interrupted::NotAProbability { value: q(2, 1) })
    );
}

/// A script on the states 0 and 1 of the same weight.
fn numbered(source: &str) -> StepScript {
    let states = ["0", "1"].map(String::from).to_vec();
    StepScript::parse(source, states, vec![Rational::ONE; 2]).expect(source)
}

/// What is refused stays refused, also where the script catches the error and has a
/// value all the same; what it throws itself it may catch.
#[test]
fn a_script_that_catches_a_refusal_has_no_verdict() {
    let refused = [
        ("coin(2)", "coin(2): a probability is between 0 and 1"),
        ("coin(\"x\")", "coin(..) takes a probability, not a text"),
        ("coin()", "coin(..) takes a probability, not 0 values"),
        ("coin(1/2, 1/2)", "not 2 values"),
        ("accept(-1)", "a ratio is not negative"),
        ("uniform(0)", "whole number from 1 to 1000"),
        ("draw([])", "no weight is positive"),
        ("draw([1, -1])", "weight 2 is -1"),
        ("draw(3)", "draw(..) takes a list of weights, not a number"),
        ("choose([])", "empty list"),
        (
            "let x = 2; for i in 1..=12 { x = x * x }",
            "beyond 2000 binary digits",
        ),
        ("1 / 0", "division by zero"),
        ("1 == true", "compared"),
    ];
    let asks = |bad: &str| {
        format!(
            "fn f() {{ {bad}; }} let bad = false; try {{ BAD }} catch {{ bad = true; }}
             if coin(1/2) && bad {{ 1 - state }} else {{ state }}"
        )
    };
    for (bad, words) in refused {
        for inner in [bad.to_string(), "f()".to_string()] {
            let source = asks(bad).replace("BAD", &format!("{inner};"));
            let step = numbered(&source);
            let why = Chain::of(&step).expect_err(&source).to_string();
            assert!(
                why.contains(words) && why.ends_with("a script cannot catch this"),
                "{source}: {why}"
            );
            let once = replay(&[1], |chance| step.step(&0, chance));
            assert!(once.is_err(), "{source}: {once:?}");
            let mut sampler = Sampler::new(7, 0);
            assert!(step.step(&0, &mut sampler).is_err(), "{source}");
        }
    }
    for good in ["throw \"mine\";", "throw 1;", "throw;"] {
        let source = asks("").replace("BAD", good);
        let right = verify(&numbered(&source)).expect("a chain");
        assert!(right.is_right(), "{source}");
        assert_eq!(right.chain().matrix().entry(0, 1), &q(1, 2));
    }
}
