//! A chain as comma-separated values (RFC 4180): a header with the names of the
//! states, then a row for each state. Where the header has no comma, the fields are
//! separated by semicolons or by tabs, as some spreadsheets write them. Columns after the matrix are known by name:
//! the laws and the verdicts, and then copies of numbers as doubles, which are not
//! read.

use std::borrow::Cow;

use super::MOST_STATES;
use super::draft::{Draft, Row, checked_size, counted};
use super::problem::Problem;
use super::written::read_name;
use crate::numbers::{Rational, excerpt};
use crate::outside::number::read_number;

/// What may stand behind the matrix in a CSV file, by the names of the columns.
pub const COLUMNS_BEHIND: [&str; 8] = [
    "target",
    "stationary",
    "invariant",
    "reversible",
    "irreducible",
    "aperiodic",
    "target_float",
    "stationary_float",
];

/// What a matrix without names is told.
const NAMED: &str = "the first line and the first column must name the states, like `,a,b`";

/// Reads a chain. There are as many columns in the matrix as there are rows.
pub(super) fn read(text: &str) -> Result<Draft, Problem> {
    let mut records = Records {
        text,
        line: 1,
        separator: separator(text)?,
    };
    let Some(header) = records.next()? else {
        return Err(Problem::new("the file is empty"));
    };
    if let [only] = &header.fields[..]
        && only.split_whitespace().count() > 1
    {
        let message =
            format!("fields are separated by commas, semicolons or tabs, not by blanks; {NAMED}");
        return Err(Problem::at(header.line, message));
    }
    let mut rows = Vec::new();
    while let Some(record) = records.next()? {
        if record.fields.len() != header.fields.len() {
            return Err(Problem::at(
                record.line,
                format!(
                    "{} expected as in the header, where {} separate them, found {}",
                    match header.fields.len() {
                        1 => "1 field is".into(),
                        fields => format!("{fields} fields are"),
                    },
                    named(records.separator),
                    record.fields.len()
                ),
            ));
        }
        rows.push(record);
        if rows.len() > MOST_STATES {
            break;
        }
    }
    if rows.is_empty() {
        return Err(Problem::at(
            header.line,
            "there is one line only: expected is a header with the names of the states, and a row for each",
        ));
    }
    let size = checked_size(rows.len(), MOST_STATES)?;
    let behind = columns_behind(&header, size)?;
    let states = header.fields[1..=size].iter();
    let states: Vec<String> = states.map(|name| read_name(name)).collect();
    let mut used_doubles = false;
    let mut target = Vec::new();
    for record in &rows {
        for (name, cell) in behind.iter().zip(&record.fields[size + 1..]) {
            if *name == "target" {
                let (weight, double) = number(record, name, cell)?;
                used_doubles |= double;
                target.push(weight);
            }
            // A table of a chain with doubles says so in its verdicts.
            used_doubles |= cell.starts_with("within");
        }
    }
    let rows = (rows.iter().zip(&states))
        .map(|(record, state)| {
            check_name(record, state, &header)?;
            row(record, &states)
        })
        .collect::<Result<Vec<Row>, Problem>>()?;
    Ok(Draft {
        rows,
        target: behind.contains(&"target").then_some(target),
        used_doubles,
        states,
    })
}

/// What separates the fields: commas if there are any in the header outside of
/// quotes, otherwise semicolons or tabs.
fn separator(text: &str) -> Result<char, Problem> {
    let (mut quoted, mut found, mut line) = (false, Vec::new(), 1);
    for character in text.chars() {
        match character {
            '"' => quoted = !quoted,
            '\n' if !quoted && !found.is_empty() => break,
            '\n' => line += 1,
            ',' | ';' | '\t' if !quoted && !found.contains(&character) => found.push(character),
            _ => {}
        }
    }
    match found[..] {
        [only] => Ok(only),
        [';', '\t'] | ['\t', ';'] => Err(Problem::at(
            line,
            "the header has semicolons and tabs: either may separate the fields, so separate them by commas",
        )),
        _ => Ok(','),
    }
}

/// What separates the fields, in words.
fn named(separator: char) -> &'static str {
    match separator {
        ';' => "semicolons",
        '\t' => "tabs",
        _ => "commas",
    }
}

/// The names of the columns behind a matrix of this size.
fn columns_behind<'h>(header: &'h Record<'_>, size: usize) -> Result<Vec<&'h str>, Problem> {
    let Some(behind) = header.fields.get(size + 1..) else {
        return Err(Problem::at(
            header.line,
            format!(
                "the header names {} and is followed by {}",
                counted(header.fields.len() - 1, "state"),
                counted(size, "row")
            ),
        ));
    };
    // A copy of the matrix as doubles comes last.
    let copies = behind.len().saturating_sub(size);
    let copied = behind[copies..].iter().zip(&header.fields[1..=size]);
    let is_copy = |(copy, name): (&Cow<'_, str>, &Cow<'_, str>)| {
        read_name(copy).strip_suffix("_float") == Some(read_name(name).as_str())
    };
    let behind = match behind.len() >= size && copied.into_iter().all(is_copy) {
        true => &behind[..copies],
        false => behind,
    };
    let mut names: Vec<&str> = Vec::new();
    for name in behind {
        if !COLUMNS_BEHIND.contains(&name.as_ref()) {
            return Err(Problem::at(
                header.line,
                format!(
                    "with {} the matrix has {}, and `{}` stands behind, where {} are known; is a row missing?",
                    counted(size, "row"),
                    counted(size, "column"),
                    excerpt(name),
                    COLUMNS_BEHIND.join(", ")
                ),
            ));
        }
        if names.contains(&name.as_ref()) {
            return Err(Problem::at(
                header.line,
                format!("the column `{}` is there twice", excerpt(name)),
            ));
        }
        names.push(name);
    }
    Ok(names)
}

/// Refuses a row that is not called as its column is.
fn check_name(record: &Record<'_>, state: &str, header: &Record<'_>) -> Result<(), Problem> {
    let name = read_name(&record.fields[0]);
    if printable(&name) == printable(state) {
        return Ok(());
    }
    // States may be numbers; above their names there is none.
    if header.fields.iter().all(|cell| read_number(cell).is_ok()) {
        return Err(Problem::at(header.line, NAMED));
    }
    Err(Problem::at(
        record.line,
        format!(
            "the row is called `{}`, and the column of the same number `{}`",
            excerpt(&name),
            excerpt(state)
        ),
    ))
}

fn row(record: &Record<'_>, states: &[String]) -> Result<Row, Problem> {
    let mut doubles = false;
    let mut entries = Vec::new();
    let cells = record.fields[1..=states.len()].iter().zip(states);
    for (to, (cell, column)) in cells.enumerate() {
        let (entry, double) = number(record, column, cell)?;
        doubles |= double;
        if !entry.is_zero() {
            entries.push((to, entry));
        }
    }
    Ok(Row {
        line: Some(record.line),
        entries,
        doubles,
    })
}

fn number(record: &Record<'_>, column: &str, cell: &str) -> Result<(Rational, bool), Problem> {
    let message = match cell.starts_with('[') {
        true => "this is an enclosure, and a chain needs exact probabilities".into(),
        false => match read_number(cell) {
            Ok(number) => return Ok(number),
            Err(message) if cell.contains(',') => {
                format!("{message}; decimals have a point, not a comma")
            }
            Err(message) => message,
        },
    };
    Err(Problem::at(record.line, message).field(excerpt(column)))
}

/// Earlier tables had spaces in place of control characters, in rows only.
fn printable(name: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    name.chars().map(plain).collect()
}

/// A line of fields, or several where a name is broken.
struct Record<'t> {
    line: usize,
    fields: Vec<Cow<'t, str>>,
}

/// What is left of a text, and its line.
struct Records<'t> {
    text: &'t str,
    line: usize,
    separator: char,
}

impl<'t> Records<'t> {
    /// The next line that is not empty.
    fn next(&mut self) -> Result<Option<Record<'t>>, Problem> {
        while !self.text.is_empty() {
            let line = self.line;
            let mut fields = Vec::new();
            loop {
                let (field, more) = match self.text.starts_with('"') {
                    true => self.quoted()?,
                    false => self.plain()?,
                };
                fields.push(field);
                if fields.len() > 2 * MOST_STATES + 1 + COLUMNS_BEHIND.len() {
                    return Err(Problem::at(
                        line,
                        format!("too many fields: at most {MOST_STATES} states are read"),
                    ));
                }
                if !more {
                    break;
                }
            }
            if fields.len() > 1 || !fields[0].is_empty() {
                return Ok(Some(Record { line, fields }));
            }
        }
        Ok(None)
    }

    /// A field without quotes, and whether another one follows in its line.
    fn plain(&mut self) -> Result<(Cow<'t, str>, bool), Problem> {
        let end = self
            .text
            .find([self.separator, '\n'])
            .unwrap_or(self.text.len());
        let field = &self.text[..end];
        if field.contains('"') {
            return Err(Problem::at(
                self.line,
                "a quotation mark within a field: quote the whole field and double the mark",
            ));
        }
        let more = self.separator(end);
        let field = if more {
            field
        } else {
            field.strip_suffix('\r').unwrap_or(field)
        };
        Ok((field.into(), more))
    }

    /// A field in quotes, and whether another one follows in its line.
    fn quoted(&mut self) -> Result<(Cow<'t, str>, bool), Problem> {
        let start = self.line;
        let mut field = String::new();
        self.text = &self.text[1..];
        loop {
            let Some(end) = self.text.find('"') else {
                return Err(Problem::at(
                    start,
                    "a field begins with a quotation mark and does not end with one",
                ));
            };
            let part = &self.text[..end];
            self.line += part.matches('\n').count();
            field += part;
            self.text = &self.text[end + 1..];
            match self.text.strip_prefix('"') {
                Some(rest) => {
                    field.push('"');
                    self.text = rest;
                }
                None => break,
            }
        }
        let end = match self.text.starts_with("\r\n") {
            true => 1,
            false => 0,
        };
        if !self.text.is_empty() && !self.text[end..].starts_with([self.separator, '\n']) {
            let message = match self.separator {
                ';' => "behind a field in quotes a semicolon or the end of the line is expected",
                '\t' => "behind a field in quotes a tab or the end of the line is expected",
                _ => "behind a field in quotes a comma or the end of the line is expected",
            };
            return Err(Problem::at(self.line, message));
        }
        let more = self.separator(end);
        Ok((field.into(), more))
    }

    /// Steps over what ends a field at this position: is it what separates fields?
    fn separator(&mut self, end: usize) -> bool {
        let separator = self.text[end..].chars().next();
        self.text = &self.text[(end + 1).min(self.text.len())..];
        self.line += usize::from(separator == Some('\n'));
        separator == Some(self.separator)
    }
}
