//! A chain in Storm's explicit format (DRN): sections that begin with `@`, and
//! in `@model` a block for every state.

use super::MOST_LISTED_STATES;
use super::draft::{Draft, checked_size};
use super::names::own_labels;
use super::problem::Problem;
use super::sparse::{Transitions, state, whole};
use crate::numbers::excerpt;

/// Reads a chain. Sections may come in any order; rewards are passed over.
pub(super) fn read(text: &str) -> Result<Draft, Problem> {
    let mut section = Section::Head;
    let mut size = None;
    let mut model = None;
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        let line = line.split("//").next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        if let Some(heading) = line.strip_prefix('@') {
            let (name, value) = heading.split_once(':').unwrap_or((heading, ""));
            let (name, value) = (name.trim(), value.trim());
            section = Section::begin(number, name, value)?;
            if section == Section::Model {
                model.get_or_insert_with(Model::default);
            }
            if section == Section::Size && !value.is_empty() {
                size = Some(read_size(number, value)?);
            }
            continue;
        }
        match (section, &mut model) {
            (Section::Size, _) => size = Some(read_size(number, line)?),
            (Section::Model, Some(model)) => model.line(number, line)?,
            (Section::Parameters, _) => {
                return Err(Problem::at(
                    number,
                    "the chain has parameters, and its probabilities must be numbers",
                ));
            }
            (Section::Head, _) => {
                return Err(Problem::at(
                    number,
                    format!(
                        "expected a line like `@type: DTMC`, found `{}`",
                        excerpt(line)
                    ),
                ));
            }
            (Section::Other | Section::Model, _) => {}
        }
    }
    let Some(model) = model else {
        return Err(match text.trim().is_empty() {
            true => Problem::new("the file is empty"),
            false => Problem::new("the section @model is missing"),
        });
    };
    model.finish(size)
}

fn read_size(line: usize, word: &str) -> Result<usize, Problem> {
    let size = whole(line, word, "the number of states")?;
    checked_size(size, MOST_LISTED_STATES).map_err(|problem| problem.line(Some(line)))
}

/// Where in the file a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Head,
    Size,
    Parameters,
    Model,
    Other,
}

impl Section {
    fn begin(line: usize, name: &str, value: &str) -> Result<Self, Problem> {
        Ok(match name {
            "type" if !value.eq_ignore_ascii_case("dtmc") => {
                let message = format!("expected a DTMC, found the type `{}`", excerpt(value));
                return Err(Problem::at(line, message));
            }
            "nr_states" => Section::Size,
            "parameters" => Section::Parameters,
            "model" => Section::Model,
            _ => Section::Other,
        })
    }
}

/// The states read so far.
#[derive(Default)]
struct Model {
    labels: Vec<Option<Vec<String>>>,
    current: Option<Current>,
    transitions: Transitions,
}

struct Current {
    state: usize,
    actions: usize,
}

impl Model {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Problem> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word == "state" {
            return self.state(number, rest.trim());
        }
        let Some(current) = &mut self.current else {
            let message = format!("expected `state 0`, found `{}`", excerpt(line));
            return Err(Problem::at(number, message));
        };
        if word == "action" {
            current.actions += 1;
            if current.actions > 1 {
                let message = format!(
                    "the state {} has several actions: this is a decision process, not a chain",
                    current.state
                );
                return Err(Problem::at(number, message));
            }
            return Ok(());
        }
        let Some((to, probability)) = line.split_once(':') else {
            let message = format!(
                "expected `state`, `action` or `to : probability`, found `{}`",
                excerpt(line)
            );
            return Err(Problem::at(number, message));
        };
        let pair = (current.state, state(number, to.trim())?);
        self.transitions.add(number, pair, probability)
    }

    fn state(&mut self, number: usize, line: &str) -> Result<(), Problem> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let state = state(number, word)?;
        if self.labels.len() <= state {
            self.labels.resize(state + 1, None);
        }
        if self.labels[state].is_some() {
            let message = format!("the state {state} is there twice");
            return Err(Problem::at(number, message));
        }
        self.labels[state] = Some(labels(rest));
        self.current = Some(Current { state, actions: 0 });
        Ok(())
    }

    fn finish(self, size: Option<usize>) -> Result<Draft, Problem> {
        let size = match size {
            Some(size) => size,
            None => checked_size(self.labels.len(), MOST_LISTED_STATES)?,
        };
        if self.labels.len() > size {
            return Err(Problem::new(format!(
                "there is a state {}, and @nr_states is {size}",
                self.labels.len() - 1
            )));
        }
        let mut labels = self.labels;
        labels.resize(size, None);
        let missing = |state| Problem::new(format!("the state {state} is missing"));
        let labels = (labels.into_iter().enumerate())
            .map(|(state, labels)| labels.ok_or_else(|| missing(state)))
            .collect::<Result<Vec<Vec<String>>, Problem>>()?;
        Ok(Draft {
            states: own_labels(&labels),
            rows: self.transitions.rows(size)?,
            target: None,
            used_doubles: false,
        })
    }
}

/// The labels of a state: words, or texts in quotes; rewards in brackets and
/// the rate behind `!` are none.
fn labels(line: &str) -> Vec<String> {
    let mut labels = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let closing = match first {
            '"' => Some('"'),
            '[' => Some(']'),
            _ => None,
        };
        let (word, after) = match closing {
            Some(closing) => {
                let inner = &rest[1..];
                inner.split_once(closing).unwrap_or((inner, ""))
            }
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        if first != '[' && first != '!' {
            labels.push(word.into());
        }
        rest = after.trim_start();
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn liberal_about_order_and_blanks() {
        let text = "// by hand\n@type: dtmc\n@model\nstate 1 \"my label\"  \n 0:1/2\n  1 : 0.5 // stay\nstate 0 [0, 1] init a\naction go [2]\n\t1 : 1\n@nr_states\n2\n";
        let draft = read(text).expect("a chain");
        assert_eq!(draft.states, ["a", "my label"]);
        assert_eq!(draft.rows[1].entries[0].1.to_string(), "1/2");
    }
}
