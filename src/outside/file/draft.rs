//! A chain as a file has it, and the checks that make a chain of it.

use std::collections::BTreeSet;

use super::MOST_LISTED_STATES;
use super::problem::Problem;
use crate::chains::{Chain, ChainParts, Obtained, Verdicts};
use crate::kernels::normalized;
use crate::numbers::{Rational, SparseBuilder, SparseRow, bounded_sum, excerpt};
use crate::outside::number::DECIMALS_ARE_EXACT;

/// Binary digits of a common denominator: arithmetic with longer ones takes
/// minutes.
const LONGEST_DENOMINATOR: usize = 2_000_000;

/// What a file says.
#[derive(Debug)]
pub(super) struct Draft {
    /// The names of the states.
    pub(super) states: Vec<String>,
    /// A row for each state.
    pub(super) rows: Vec<Row>,
    /// The weights of the target, where the file has them.
    pub(super) target: Option<Vec<Rational>>,
    /// Did doubles enter other than in the rows?
    pub(super) used_doubles: bool,
}

/// A row of the matrix.
#[derive(Debug)]
pub(super) struct Row {
    /// Its line, where it stands in one.
    pub(super) line: Option<usize>,
    /// Its probabilities, each by the state it leads to, which is there once;
    /// others are zero.
    pub(super) entries: Vec<(usize, Rational)>,
    /// Are there doubles among them?
    pub(super) doubles: bool,
}

/// Refuses a number of states that is none, or too large.
pub(super) fn checked_size(size: usize, most: usize) -> Result<usize, Problem> {
    match size {
        0 => Err(Problem::new("there are no states")),
        _ if size <= most => Ok(size),
        _ => Err(Problem::new(format!(
            "{size} states are too many: at most {most} are read"
        ))),
    }
}

/// `1 row` or `2 rows`.
pub(super) fn counted(count: usize, name: &str) -> String {
    match count {
        1 => format!("1 {name}"),
        _ => format!("{count} {name}s"),
    }
}

impl Draft {
    /// The chain, with this target if one is given.
    pub(super) fn chain(mut self, target: Option<Vec<Rational>>) -> Result<Chain, Problem> {
        checked_size(self.states.len(), MOST_LISTED_STATES)?;
        let mut seen = BTreeSet::new();
        if let Some(twice) = self.states.iter().find(|state| !seen.insert(*state)) {
            let twice = excerpt(twice);
            return Err(Problem::new(format!("the state `{twice}` is listed twice")));
        }
        if self.rows.len() != self.states.len() {
            return Err(Problem::new(format!(
                "the matrix has {} for {}",
                counted(self.rows.len(), "row"),
                counted(self.states.len(), "state")
            )));
        }
        for (row, state) in self.rows.iter_mut().zip(&self.states) {
            row.check(state, &self.states)?;
        }
        let mut matrix = SparseBuilder::new(self.states.len());
        let used_doubles = self.used_doubles || self.rows.iter().any(|row| row.doubles);
        for row in std::mem::take(&mut self.rows) {
            matrix.push(SparseRow::new(row.entries));
        }
        let matrix = matrix.finish();
        let target = target.or_else(|| self.target.take());
        let target = self.checked_target(target)?;
        let moved: Vec<Rational> = (0..self.states.len())
            .map(|state| Rational::ONE - matrix.entry(state, state))
            .collect();
        Ok(Chain::from_parts(ChainParts {
            target,
            accepted: moved.clone(),
            moved,
            costs: vec![Rational::ZERO; self.states.len()],
            states: self.states,
            matrix,
            obtained: Obtained::Import,
            used_doubles,
        }))
    }

    fn checked_target(&self, target: Option<Vec<Rational>>) -> Result<Vec<Rational>, Problem> {
        let Some(target) = target else {
            return Err(Problem::new(
                "there is no target in this file: give --target w1,w2,… or a file of weights",
            ));
        };
        if bounded_sum(target.iter(), LONGEST_DENOMINATOR).is_none() {
            return Err(too_long("the weights of the target"));
        }
        let shown: Vec<String> = self.states.iter().map(|state| excerpt(state)).collect();
        normalized(&shown, target).map_err(|why| Problem::new(why.to_string()))
    }
}

impl Row {
    /// Checks that the row is a law, and makes it one where doubles are only
    /// rounded.
    fn check(&mut self, state: &str, states: &[String]) -> Result<(), Problem> {
        let line = self.line;
        let wrong = |message: String| Err(Problem::new(message).line(line));
        let name = excerpt(state);
        let negative = self.entries.iter().find(|(_, value)| value.is_negative());
        if let Some((to, value)) = negative {
            return wrong(format!(
                "the probability from `{name}` to `{}` is {}, which is negative",
                excerpt(&states[*to]),
                excerpt(&value.to_string())
            ));
        }
        let values = self.entries.iter().map(|(_, value)| value);
        let Some((numerator, denominator)) = bounded_sum(values, LONGEST_DENOMINATOR) else {
            return Err(too_long(&format!("the row of `{name}`")).line(line));
        };
        if numerator == denominator.clone().into() {
            return Ok(());
        }
        let sum = Rational::from_parts(numerator, denominator);
        let miss = (&sum - &Rational::ONE).abs();
        if self.doubles && miss <= Verdicts::rounding() {
            for (_, entry) in &mut self.entries {
                *entry = &*entry / &sum;
            }
            return Ok(());
        }
        let advice = if sum.is_zero() {
            ": no step leads anywhere from there"
        } else if self.doubles {
            "; rows with doubles may miss 1 by at most 1e-9"
        } else if miss <= Rational::new(1, 1000) {
            &format!("; {DECIMALS_ARE_EXACT}")
        } else {
            ""
        };
        wrong(format!(
            "the row of `{name}` adds up to {}, not 1{advice}",
            excerpt(&sum.to_string())
        ))
    }
}

fn too_long(what: &str) -> Problem {
    Problem::new(format!(
        "{what}: the numbers have no common denominator of at most {LONGEST_DENOMINATOR} binary digits, which would take too long to add"
    ))
}
