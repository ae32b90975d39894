//! A chain in PRISM's explicit format: `.tra` with its transitions, and `.lab`
//! and `.sta` beside it, where they are, with the names of its states.

use std::path::Path;

use super::MOST_LISTED_STATES;
use super::draft::{Draft, checked_size};
use super::names::own_labels;
use super::problem::Problem;
use super::sparse::{Transitions, state, whole};
use super::text_of;
use crate::models::FileError;
use crate::numbers::excerpt;

/// The words of every line that has some, with its number.
fn lines(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    // No line has five words; more of them need not be kept.
    filled(text).map(|(number, line)| (number, line.split_whitespace().take(5).collect()))
}

/// Reads `.tra`; the states are named by their numbers.
pub(super) fn read(text: &str) -> Result<Draft, Problem> {
    let mut lines = lines(text);
    let Some((line, header)) = lines.next() else {
        return Err(Problem::new("the file is empty"));
    };
    let [size, count] = header[..] else {
        let message = match header.len() {
            3 => "three numbers in the header: this is a decision process, not a chain",
            _ => "expected is a header with two numbers, of states and of transitions",
        };
        return Err(Problem::at(line, message));
    };
    let size = whole(line, size, "the number of states")?;
    let size =
        checked_size(size, MOST_LISTED_STATES).map_err(|problem| problem.line(Some(line)))?;
    let count = whole(line, count, "the number of transitions")?;
    let mut transitions = Transitions::default();
    for (line, words) in lines {
        let [from, to, probability] = words[..] else {
            return Err(Problem::at(line, "expected is `from to probability`"));
        };
        transitions.add(line, (state(line, from)?, state(line, to)?), probability)?;
    }
    if transitions.len() != count {
        return Err(Problem::new(format!(
            "the header announces {count} transitions, found {}",
            transitions.len()
        )));
    }
    Ok(Draft {
        states: (0..size).map(|state| state.to_string()).collect(),
        rows: transitions.rows(size)?,
        target: None,
        used_doubles: false,
    })
}

/// Takes names from the files beside `.tra`: labels, or else the values of the
/// variables.
pub(super) fn name_states(path: &Path, draft: &mut Draft) -> Result<(), FileError> {
    let size = draft.states.len();
    for (ending, names) in [("sta", values as Names), ("lab", labels)] {
        let beside = path.with_extension(ending);
        if beside.exists() {
            let found = names(&text_of(&beside)?, size);
            let found = found.map_err(|problem| problem.in_file(&beside))?;
            for (name, state) in found.into_iter().zip(&mut draft.states) {
                // A number in `.lab` is no better than what `.sta` says.
                if ending == "sta" || name.parse::<usize>().is_err() {
                    *state = name;
                }
            }
        }
    }
    Ok(())
}

type Names = fn(&str, usize) -> Result<Vec<String>, Problem>;

/// A line `3:rest` of one of those files.
fn numbered(line: usize, text: &str, size: usize) -> Result<(usize, &str), Problem> {
    let Some((number, rest)) = text.split_once(':') else {
        return Err(Problem::at(line, "expected is `state:` and what it has"));
    };
    let number = state(line, number.trim())?;
    match number < size {
        true => Ok((number, rest.trim())),
        false => Err(Problem::at(
            line,
            format!(
                "there is no state {number}: the states are 0 to {}",
                size - 1
            ),
        )),
    }
}

/// `.sta`: `(x,y)`, then `0:(1,2)` for every state. One variable is its value.
fn values(text: &str, size: usize) -> Result<Vec<String>, Problem> {
    let mut names: Vec<Option<String>> = vec![None; size];
    for (line, text) in filled(text).skip(1) {
        let (state, value) = numbered(line, text, size)?;
        let inner = value.strip_prefix('(').and_then(|v| v.strip_suffix(')'));
        let name = match inner {
            Some(inner) if !inner.contains(',') => inner,
            _ => value,
        };
        names[state] = Some(name.into());
    }
    let number = |(state, name): (usize, Option<String>)| {
        let missing = || Problem::new(format!("the state {state} is missing"));
        name.ok_or_else(missing)
    };
    names.into_iter().enumerate().map(number).collect()
}

/// `.lab`: `0="init" 1="deadlock" 2="a"`, then `0: 0 2` for states with labels.
fn labels(text: &str, size: usize) -> Result<Vec<String>, Problem> {
    let mut lines = filled(text);
    let Some((line, header)) = lines.next() else {
        return Err(Problem::new("the file is empty"));
    };
    let mut declared: Vec<(usize, &str)> = Vec::new();
    let mut rest = header;
    while let Some((number, after)) = rest.split_once("=\"") {
        let number = whole(line, number.trim(), "the number of a label")?;
        let Some((name, after)) = after.split_once('"') else {
            return Err(Problem::at(
                line,
                "a label does not end with a quotation mark",
            ));
        };
        declared.push((number, name));
        rest = after.trim_start();
    }
    if !rest.is_empty() {
        return Err(Problem::at(
            line,
            format!("expected labels like 0=\"init\", found `{}`", excerpt(rest)),
        ));
    }
    declared.sort_unstable();
    let mut labels: Vec<Vec<String>> = vec![Vec::new(); size];
    for (line, text) in lines {
        let (state, numbers) = numbered(line, text, size)?;
        for word in numbers.split_whitespace() {
            let number = whole(line, word, "the number of a label")?;
            let Ok(place) = declared.binary_search_by_key(&number, |(number, _)| *number) else {
                return Err(Problem::at(line, format!("there is no label {number}")));
            };
            labels[state].push(declared[place].1.into());
        }
    }
    Ok(own_labels(&labels))
}

/// The lines that are not empty, with their numbers.
fn filled(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate();
    lines
        .map(|(number, line)| (number + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty())
}
