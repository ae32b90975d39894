//! Transitions one by one, as the formats of model checkers list them.

use std::collections::BTreeMap;

use super::MOST_LISTED_STATES;
use super::draft::Row;
use super::problem::Problem;
use crate::numbers::{Rational, excerpt};
use crate::outside::number::read_number;

/// The transitions read so far.
#[derive(Default)]
pub(super) struct Transitions {
    entries: BTreeMap<(usize, usize), Transition>,
}

struct Transition {
    probability: Rational,
    double: bool,
    line: usize,
}

impl Transitions {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds a transition that is written in this line.
    pub(super) fn add(
        &mut self,
        line: usize,
        (from, to): (usize, usize),
        probability: &str,
    ) -> Result<(), Problem> {
        let (probability, double) =
            read_number(probability).map_err(|message| Problem::at(line, message))?;
        let transition = Transition {
            probability,
            double,
            line,
        };
        match self.entries.insert((from, to), transition) {
            None => Ok(()),
            Some(before) => Err(Problem::at(
                line,
                format!(
                    "the transition from {from} to {to} was given in line {} already",
                    before.line
                ),
            )),
        }
    }

    /// The rows of a matrix of this size.
    pub(super) fn rows(self, size: usize) -> Result<Vec<Row>, Problem> {
        let mut rows: Vec<Row> = (0..size)
            .map(|_| Row {
                line: None,
                entries: Vec::new(),
                doubles: false,
            })
            .collect();
        for ((from, to), transition) in self.entries {
            for state in [from, to] {
                within(state, size).map_err(|message| Problem::at(transition.line, message))?;
            }
            rows[from].doubles |= transition.double;
            rows[from].line.get_or_insert(transition.line);
            rows[from].entries.push((to, transition.probability));
        }
        Ok(rows)
    }
}

/// The number of a state, which must be below the most that are read.
pub(super) fn state(line: usize, word: &str) -> Result<usize, Problem> {
    let number = whole(line, word, "the number of a state")?;
    within(number, MOST_LISTED_STATES).map_err(|_| {
        let message =
            format!("there is a state {number}: at most {MOST_LISTED_STATES} states are read");
        Problem::at(line, message)
    })?;
    Ok(number)
}

/// A whole number that is not negative.
pub(super) fn whole(line: usize, word: &str, what: &str) -> Result<usize, Problem> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse().ok().filter(|_| digits);
    number.ok_or_else(|| {
        let message = format!("expected {what}, found `{}`", excerpt(word));
        Problem::at(line, message)
    })
}

fn within(state: usize, size: usize) -> Result<(), String> {
    match state < size {
        true => Ok(()),
        false => Err(format!(
            "there is no state {state}: the states are 0 to {}",
            size - 1
        )),
    }
}
