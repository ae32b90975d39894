//! How much work a script may take: in one run, and in all of them together.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};

use rhai::EvalAltResult;

use super::language::Outcome;

/// Operations that one run of a script may take.
pub(super) const MOST_OPERATIONS: u64 = 20_000;
/// Work that one run may take: operations, and more for long numbers and lists.
/// A unit is some hundred nanoseconds.
const MOST_WORK: u64 = 100_000;
/// Work that all runs of a script may take together beyond what each of them may.
const WORK_IN_ADVANCE: u64 = 10_000_000;

thread_local! {
    /// The work of the run that this thread is in.
    static WORK: Cell<u64> = const { Cell::new(0) };
    /// What was refused in that run, the first time.
    static REFUSED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// An error with this message. It is noted, so that a script which catches it has no
/// value all the same: a script can catch what it throws itself, and nothing else.
pub(crate) fn fail<T>(message: &str) -> Outcome<T> {
    REFUSED.with_borrow_mut(|refused| {
        refused.get_or_insert_with(|| message.into());
    });
    Err(message.into())
}

/// Counts work of this run, and refuses when it is too much.
pub(super) fn charge(work: u64) -> Outcome<()> {
    let total = WORK.get().saturating_add(work);
    WORK.set(total);
    match total > MOST_WORK {
        true => fail("it takes too much work: long numbers or long lists, too often"),
        false => Ok(()),
    }
}

/// The work of the last run on this thread.
pub(crate) fn work_of_last_run() -> u64 {
    WORK.get()
}

/// The work of all runs of a script, on all models and threads, as far as it is
/// beyond what each may take. That adds up to the same in whatever order they run.
#[derive(Debug)]
pub(crate) struct Meter {
    /// What the runs are called.
    runs: &'static str,
    /// What each may take.
    each: u64,
    beyond: AtomicU64,
}

/// Why a run has no value.
pub(crate) enum Stopped {
    /// It takes too much work by itself; in a sentence.
    Exhausted(String),
    /// All of them together do, whichever is the last; in a sentence.
    AllExhausted(String),
    /// It is wrong.
    Wrong(Box<EvalAltResult>),
}

impl Meter {
    /// A meter for runs that are called so and may take so much.
    pub(crate) fn new(runs: &'static str, each: u64) -> Self {
        Meter {
            runs,
            each,
            beyond: AtomicU64::new(0),
        }
    }

    /// Does one run, unless all of them together take too long.
    pub(crate) fn measured<T>(&self, run: impl FnOnce() -> Outcome<T>) -> Result<T, Stopped> {
        self.allows(self.beyond.load(Ordering::Relaxed))?;
        WORK.set(0);
        REFUSED.set(None);
        let outcome = match (run(), REFUSED.take()) {
            (Ok(_), Some(caught)) => Err(format!("{caught}; a script cannot catch this").into()),
            (outcome, _) => outcome,
        };
        let beyond = WORK.get().saturating_sub(self.each);
        let before = self.beyond.fetch_add(beyond, Ordering::Relaxed);
        let value = outcome.map_err(|error| match is_exhausted(&error) {
            true => Stopped::Exhausted(format!(
                "one of its {} takes too much work: it does not end within {MOST_OPERATIONS} \
                 operations, or it has long numbers or long lists too often",
                self.runs
            )),
            false => Stopped::Wrong(error),
        })?;
        self.allows(before.saturating_add(beyond))?;
        Ok(value)
    }

    fn allows(&self, beyond: u64) -> Result<(), Stopped> {
        match beyond > WORK_IN_ADVANCE {
            true => Err(Stopped::AllExhausted(format!(
                "its {} take too long, too many of them more than {} operations",
                self.runs, self.each
            ))),
            false => Ok(()),
        }
    }
}

/// Did a run end because it took too much work? The engine passes too many
/// operations on as they are, also out of the functions of a script.
fn is_exhausted(error: &EvalAltResult) -> bool {
    matches!(error, EvalAltResult::ErrorTooManyOperations(_)) || WORK.get() > MOST_WORK
}

#[cfg(test)]
mod tests {
    use super::super::TieBreak;
    use super::super::language::{Mentions, Value, engine};
    use super::*;

    #[test]
    fn a_run_may_take_all_of_its_work_and_no_more() {
        let meter = Meter::new("runs", 0);
        let run = |work, last| {
            meter.measured(|| {
                charge(work)?;
                last
            })
        };
        assert!(run(MOST_WORK, Ok(())).is_ok());
        let more = run(MOST_WORK + 1, Ok(()));
        assert!(matches!(more, Err(Stopped::Exhausted(_))));
        // What is wrong is wrong, however much work it took before.
        let wrong = run(MOST_WORK, fail("it is wrong"));
        assert!(matches!(wrong, Err(Stopped::Wrong(_))));
    }

    #[test]
    fn all_runs_may_take_ten_million_beyond_what_each_may() {
        let each = MOST_WORK / 2;
        let meter = Meter::new("runs", each);
        let run = |work| meter.measured(|| charge(work));
        let all_exhausted = |work| matches!(run(work), Err(Stopped::AllExhausted(_)));
        for _ in 0..10_000_000 / each {
            assert!(run(MOST_WORK).is_ok());
            assert!(run(each).is_ok());
        }
        assert!(all_exhausted(each + 1));
        // No other is begun.
        let begun = Cell::new(false);
        let another = meter.measured(|| {
            begun.set(true);
            Ok(())
        });
        assert!(matches!(another, Err(Stopped::AllExhausted(_))) && !begun.get());
    }

    #[test]
    fn what_does_not_end_is_exhausted_in_functions_too() {
        let engine = engine(TieBreak::First, Mentions::default());
        let run = |script: &str| {
            let meter = Meter::new("runs", 0);
            meter.measured(|| engine.eval::<Value>(script))
        };
        for script in [
            "loop { }",
            "fn f() { loop { } } f()",
            "fn f() { loop { } } fn g() { 1 + f() } 1 + g()",
        ] {
            assert!(
                matches!(run(script), Err(Stopped::Exhausted(_))),
                "{script}"
            );
        }
        for script in ["1 / 0", "fn f() { 1 / 0 } f()"] {
            assert!(matches!(run(script), Err(Stopped::Wrong(_))), "{script}");
        }
    }
}
