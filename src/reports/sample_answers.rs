//! The two answers on a run: is it what the law of its step says, and is that law
//! right? A run that follows a wrong law is no right run.

use super::cell::Cell;
use super::{SampleReport, verdicts};
use crate::chains::{Holds, Requirement};
use crate::numbers::Rational;

impl SampleReport {
    /// Is the kernel a right sampler? Not known where its law is not exact, unless
    /// it moves the target by more than what rounding could.
    pub fn is_right(&self) -> Option<bool> {
        let Some(verdicts) = &self.verdicts else {
            return (self.drift > self.rounded_drift()).then_some(false);
        };
        match verdicts.meet(Requirement::Sampler) {
            Holds::Yes | Holds::Within(_) => Some(true),
            Holds::No => Some(false),
            Holds::Unknown(_) => None,
        }
    }

    /// More than rounding changes a mass: every state sends it the error of an
    /// outcome, for each of what are far fewer outcomes than these.
    fn rounded_drift(&self) -> Rational {
        const OUTCOMES: usize = 1_000;
        let outcomes = Rational::from(OUTCOMES * self.states.len());
        let error = self.rounding.as_ref().map(|rounding| &rounding.error);
        error.map_or(Rational::ZERO, |error| error * &outcomes)
    }

    /// The same in a word; nothing where it is not known.
    pub(super) fn word(&self) -> Option<&'static str> {
        match &self.verdicts {
            Some(verdicts) => Some(verdicts::word(verdicts, Requirement::Sampler)),
            None => self.is_right().map(|_| "invalid"),
        }
    }

    /// A sentence if the answer is no: the run against its law, and the law
    /// against what is required of a sampler.
    pub fn objection(&self) -> Option<String> {
        match (self.summary.test.passes(), self.is_right()) {
            (true, Some(false)) => Some(format!(
                "the run is what the law of its step says, and that law is wrong: it is not {}",
                self.failing()
            )),
            (true, _) => None,
            (false, Some(false)) => Some(format!(
                "the run is not what the exact law says, and that law is wrong: it is not {}",
                self.failing()
            )),
            (false, _) => Some("the run is not what the exact law says".into()),
        }
    }

    /// What the law is not and should be.
    fn failing(&self) -> String {
        let verdicts = self.verdicts.as_ref();
        let failing = verdicts.map(|all| all.failing(Requirement::Sampler));
        let failing = failing.unwrap_or_else(|| vec!["invariant"]);
        failing.join(" and not ")
    }

    /// Whether the run is what the law says, and whether the law is right: rows
    /// of the table, so that every format has them.
    pub(super) fn answers(&self) -> [Vec<Cell>; 2] {
        let word = |holds: bool| Cell::words(if holds { "yes" } else { "NO" }).toned(holds);
        [
            vec![
                Cell::words("follows its law"),
                word(self.summary.test.passes()),
                Cell::nothing(),
                Cell::nothing(),
            ],
            vec![
                Cell::words("law is right"),
                Cell::nothing(),
                self.is_right().map_or_else(Cell::nothing, word),
                Cell::nothing(),
            ],
        ]
    }
}
