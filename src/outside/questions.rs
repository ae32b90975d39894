//! The questions of a step that is a script: functions that ask for randomness, and
//! the answers that a run has so far.

use std::cell::RefCell;

use rhai::{Array, Dynamic, Engine, EvalAltResult, Position};

use crate::chance::{Ask, Chance, Interrupted};
use crate::numbers::{Ratio, Rational};
use crate::rules::language::{Outcome, Value, fail, kind, numbers, whole};

/// A question that a script asks.
pub(super) enum Asked {
    Coin(Rational),
    Uniform(usize),
    Weights(Vec<Rational>),
}

impl Asked {
    /// The answer of a source of randomness.
    pub(super) fn answered<C: Chance>(&self, chance: &mut C) -> Result<usize, Interrupted> {
        match self {
            Asked::Coin(probability) => chance.coin(probability).map(usize::from),
            Asked::Uniform(size) => chance.uniform(*size),
            Asked::Weights(weights) => chance.pick(weights),
        }
    }
}

/// The answers of a run, those it has used, and the question it stopped at.
#[derive(Default)]
pub(super) struct Journal {
    pub(super) answers: Vec<usize>,
    next: usize,
    pub(super) asked: Option<Asked>,
}

impl Journal {
    /// Begins a run on this thread, with these answers.
    pub(super) fn begin(answers: Vec<usize>) {
        JOURNAL.set(Journal {
            answers,
            next: 0,
            asked: None,
        });
    }

    /// What has come of the run.
    pub(super) fn end() -> Journal {
        JOURNAL.take()
    }
}

thread_local! {
    /// The journal of the run on this thread.
    static JOURNAL: RefCell<Journal> = RefCell::default();
}

/// The answer to a question; or the end of this run, which no script can catch.
fn ask(question: Asked) -> Outcome<usize> {
    JOURNAL.with_borrow_mut(|journal| {
        if let (Some(&answer), None) = (journal.answers.get(journal.next), &journal.asked) {
            journal.next += 1;
            return Ok(answer);
        }
        journal.asked.get_or_insert(question);
        let stopped = EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE);
        Err(stopped.into())
    })
}

/// The functions that ask, and what they take.
const QUESTIONS: [(&str, &str); 5] = [
    ("coin", "a probability"),
    ("accept", "a ratio"),
    ("uniform", "a whole number"),
    ("draw", "a list of weights"),
    ("choose", "a list"),
];

/// Refuses questions with anything else than what they take. To the engine they
/// would be unknown functions, which a script may catch.
fn strange_questions(engine: &mut Engine) {
    const MOST: usize = 8;
    for (name, takes) in QUESTIONS {
        for count in 0..=MOST {
            let anything = vec![std::any::TypeId::of::<Dynamic>(); count];
            engine.register_raw_fn(name, anything, move |_, given| -> Outcome<Dynamic> {
                let found = match &*given {
                    [one] => kind(one).to_string(),
                    several => format!("{} values", several.len()),
                };
                fail(&format!("{name}(..) takes {takes}, not {found}"))
            });
        }
    }
}

/// Tells an engine the functions that ask.
pub(super) fn questions(engine: &mut Engine) {
    use Ratio::{Finite, Infinite};
    strange_questions(engine);
    engine.register_fn("coin", |probability: Value| match probability {
        Finite(p) if !p.is_negative() && p <= Rational::ONE => {
            ask(Asked::Coin(p)).map(|answer| answer == 1)
        }
        Finite(p) => fail(&format!("coin({p}): a probability is between 0 and 1")),
        Infinite => fail("coin(∞): a probability is between 0 and 1"),
    });
    engine.register_fn("accept", |ratio: Value| match ratio {
        Finite(ratio) if ratio.is_negative() => {
            fail(&format!("accept({ratio}): a ratio is not negative"))
        }
        ratio => ask(Asked::Coin(ratio.capped())).map(|answer| answer == 1),
    });
    engine.register_fn("uniform", |size: Value| match whole(&size) {
        Some(size) if size > 0 => ask(Asked::Uniform(size)).map(counted),
        _ => fail("uniform(n) takes a whole number from 1 to 1000"),
    });
    engine.register_fn("draw", |list: Array| -> Outcome<Value> {
        match weights(&list) {
            Ok(weights) => ask(Asked::Weights(weights)).map(counted),
            Err(message) => fail(&format!("draw(..): {message}")),
        }
    });
    engine.register_fn("choose", |list: Array| -> Outcome<Dynamic> {
        if list.is_empty() {
            return fail("choose(..) of an empty list has no value");
        }
        let position = ask(Asked::Uniform(list.len()))?;
        Ok(list[position].clone())
    });
    engine.register_fn("item", |list: Array, position: Value| {
        let position = whole(&position).and_then(|n| n.checked_sub(1));
        match position.and_then(|position| list.get(position)) {
            Some(item) => Ok(item.clone()),
            None => fail(&format!(
                "item(..): the position is not between 1 and {}",
                list.len()
            )),
        }
    });
}

/// A position that is counted from 1.
fn counted(position: usize) -> Value {
    Ratio::Finite(Rational::from(position + 1))
}

/// The weights of a law.
fn weights(list: &Array) -> Result<Vec<Rational>, String> {
    let values = numbers(list).ok_or("expected is a list of numbers")?;
    let mut weights = Vec::with_capacity(values.len());
    for (position, value) in values.into_iter().enumerate() {
        match value {
            Ratio::Finite(weight) if !weight.is_negative() => weights.push(weight),
            Ratio::Finite(weight) => {
                return Err(format!(
                    "weight {} is {weight}, which is negative",
                    position + 1
                ));
            }
            Ratio::Infinite => return Err(format!("weight {} is infinite", position + 1)),
        }
    }
    match weights.iter().any(Rational::is_positive) {
        true => Ok(weights),
        false => Err("no weight is positive".into()),
    }
}
