//! A chain as JSON: the fields `states`, `matrix` and `target` of what `peskun
//! table --format json` writes.
//!
//! Values are taken as they stand in the text, so that `0.1` without quotes is
//! 1/10 and not the double next to it.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde_json::error::Category;
use serde_json::value::RawValue;

use super::MOST_STATES;
use super::draft::{Draft, Row, checked_size};
use super::problem::Problem;
use crate::models::line_of;
use crate::numbers::{Rational, excerpt};
use crate::outside::number::read_number;
use crate::outside::repeated::repeated_field;

/// The most values in a file: a full matrix, and as much again for the rest.
const MOST_VALUES: usize = 2 * MOST_STATES * MOST_STATES;

/// Reads a chain.
pub(super) fn read(text: &str) -> Result<Draft, Problem> {
    if text.trim().is_empty() {
        return Err(Problem::new("the file is empty"));
    }
    let separators = text.bytes().filter(|byte| *byte == b',');
    if separators.count() > MOST_VALUES {
        return Err(Problem::new(format!(
            "there are too many values: at most {MOST_STATES} states are read"
        )));
    }
    let document = Document {
        text,
        reached: Cell::new((0, 1)),
    };
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).map_err(|error| {
        let message = match error.classify() {
            // Words of the file would be repeated, however many.
            Category::Data => "the fields `states`, `matrix` and `target` are expected".into(),
            _ => error.to_string(),
        };
        // The place is told in front.
        let message = message.split(" at line ").next().unwrap_or_default();
        Problem::at(error.line().max(1), format!("not a JSON object: {message}"))
    })?;
    if let Some(name) = repeated_field(text) {
        let message = format!("the field `{}` is given twice", excerpt(&name));
        return Err(Problem::new(message));
    }
    let enclosed = fields
        .get("enclosure")
        .is_some_and(|raw| raw.get() == "true");
    if enclosed {
        return Err(
            Problem::new("this is an enclosure, and a chain needs exact probabilities")
                .field("enclosure"),
        );
    }
    let required = |name: &'static str| {
        let missing = || Problem::new("this field is missing").field(name);
        fields.get(name).copied().ok_or_else(missing)
    };
    let states = document.list("states", required("states")?)?;
    let size =
        checked_size(states.len(), MOST_STATES).map_err(|problem| problem.field("states"))?;
    let states = states.into_iter().map(|raw| document.name("states", raw));
    let states = states.collect::<Result<Vec<String>, Problem>>()?;
    let rows = document.list("matrix", required("matrix")?)?;
    let rows = rows.into_iter().map(|raw| {
        let (entries, doubles) = document.numbers("matrix", raw, size)?;
        Ok(Row {
            line: Some(document.line(raw)),
            entries: (entries.into_iter().enumerate())
                .filter(|(_, entry)| !entry.is_zero())
                .collect(),
            doubles,
        })
    });
    let rows = rows.collect::<Result<Vec<Row>, Problem>>()?;
    let (target, double) = match fields.get("target") {
        None => (None, false),
        Some(raw) if raw.get() == "null" => (None, false),
        Some(raw) => {
            let (target, double) = document.numbers("target", raw, size)?;
            (Some(target), double)
        }
    };
    Ok(Draft {
        states,
        rows,
        target,
        used_doubles: double || fields.get("verdicts").is_some_and(|raw| is_rounded(raw)),
    })
}

/// Does a verdict hold up to rounding only, so that doubles entered?
fn is_rounded(verdicts: &RawValue) -> bool {
    type Fields<'t> = BTreeMap<String, &'t RawValue>;
    let fields = |raw: &RawValue| -> Option<bool> {
        let verdict: Fields<'_> = serde_json::from_str(raw.get()).ok()?;
        Some(verdict.get("holds")?.get() == "\"within\"")
    };
    let verdicts: Fields<'_> = serde_json::from_str(verdicts.get()).unwrap_or_default();
    verdicts.into_values().any(|raw| fields(raw) == Some(true))
}

/// A text whose values know their line.
struct Document<'t> {
    text: &'t str,
    /// The last position whose line was asked for, and that line.
    reached: Cell<(usize, usize)>,
}

impl<'t> Document<'t> {
    /// The line of a value, which is a part of the text.
    fn line(&self, raw: &RawValue) -> usize {
        let start = raw.get().as_ptr().addr();
        let at = start.saturating_sub(self.text.as_ptr().addr());
        // Rows come in order: only what lies between is counted.
        let (from, line) = match self.reached.get() {
            (before, line) if before <= at => (before, line),
            _ => (0, 1),
        };
        let line = line + line_of(&self.text[from..], at - from) - 1;
        self.reached.set((at, line));
        line
    }

    fn wrong(&self, field: &str, raw: &RawValue, message: String) -> Problem {
        Problem::at(self.line(raw), message).field(field)
    }

    fn expected(&self, field: &str, raw: &RawValue, what: &str) -> Problem {
        let found = match raw.get().as_bytes().first() {
            Some(b'{') => "an object",
            Some(b'[') => "a list",
            Some(b'"') => "a text",
            Some(b't' | b'f') => "a truth value",
            Some(b'n') => "null",
            _ => "a number",
        };
        self.wrong(field, raw, format!("expected {what}, found {found}"))
    }

    /// The elements of a list.
    fn list(&self, field: &str, raw: &'t RawValue) -> Result<Vec<&'t RawValue>, Problem> {
        let wrong = || self.expected(field, raw, "a list in brackets");
        match raw.get().starts_with('[') {
            true => serde_json::from_str(raw.get()).map_err(|_| wrong()),
            false => Err(wrong()),
        }
    }

    /// A name: a text, or a number as it is written.
    fn name(&self, field: &str, raw: &RawValue) -> Result<String, Problem> {
        let wrong = || self.expected(field, raw, "a name in quotes");
        match raw.get().as_bytes().first() {
            Some(b'"') => serde_json::from_str(raw.get())
                .map_err(|_| self.wrong(field, raw, "this is no text in UTF-8".into())),
            Some(b'-' | b'0'..=b'9') => Ok(raw.get().into()),
            _ => Err(wrong()),
        }
    }

    /// A list of so many numbers, and whether there are doubles among them.
    fn numbers(
        &self,
        field: &str,
        raw: &'t RawValue,
        size: usize,
    ) -> Result<(Vec<Rational>, bool), Problem> {
        let list = self.list(field, raw)?;
        if list.len() != size {
            let message = format!("{size} numbers are expected, found {}", list.len());
            return Err(self.wrong(field, raw, message));
        }
        let mut doubles = false;
        let mut numbers = Vec::with_capacity(size);
        for raw in list {
            let word = match raw.get().as_bytes().first() {
                Some(b'[' | b'{' | b't' | b'f' | b'n') => {
                    return Err(self.expected(field, raw, "a number like 3 or \"3/10\""));
                }
                _ => self.name(field, raw)?,
            };
            let (number, double) =
                read_number(&word).map_err(|message| self.wrong(field, raw, message))?;
            doubles |= double;
            numbers.push(number);
        }
        Ok((numbers, doubles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_without_quotes_are_exact() {
        let text = "{\"states\": [0, \"b\"],\n\"matrix\": [[0.1, 0.9], [1e-1, \"9/10\"]]}";
        let draft = read(text).expect("a chain");
        assert_eq!(draft.states, ["0", "b"]);
        assert_eq!(draft.rows[0].entries, draft.rows[1].entries);
        assert_eq!(draft.rows[1].line, Some(2));
        assert_eq!(draft.rows[0].entries[0], (0, Rational::new(1, 10)));
    }
}
