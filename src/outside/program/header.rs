//! What a program says before its first step: the version of the protocol, its
//! states and the weights of its target.

use std::collections::BTreeMap;

use super::conversation::Conversation;
use super::error::{Trouble, quoted};
use super::limits::ProgramLimits;
use super::weights::fit_together;
use super::words::{Word, words};
use crate::numbers::Rational;
use crate::outside::number::{is_decimal, read_number};

/// The version of the protocol that is spoken.
const VERSION: &str = "1";

/// The states of a program and its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The labels of the states.
    pub(super) labels: Vec<String>,
    /// The labels as the program wrote them, which is how it is told them.
    pub(super) written: Vec<String>,
    /// The weights of the target.
    pub(super) weights: Vec<Rational>,
    /// Was one of them written as a double?
    pub(super) has_doubles: bool,
    /// Was one of them written as a decimal?
    pub(super) has_decimals: bool,
    /// Where a label is in the list.
    positions: BTreeMap<String, usize>,
}

impl Header {
    /// Hears a program out until it is ready.
    pub(super) fn hear(
        conversation: &mut Conversation,
        limits: &ProgramLimits,
    ) -> Result<Self, Trouble> {
        version(&conversation.hear()?)?;
        let mut header = states(&conversation.hear()?, limits)?;
        target(&conversation.hear()?, &mut header)?;
        let line = conversation.hear()?;
        match line.trim() {
            "ready" => Ok(header),
            _ => Err(Trouble::unexpected(&line, "`ready`")),
        }
    }

    /// Where a label is in the list.
    pub(super) fn position(&self, label: &str) -> Option<usize> {
        self.positions.get(label).copied()
    }
}

fn version(line: &str) -> Result<(), Trouble> {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["peskun", VERSION] => Ok(()),
        ["peskun", version] => Err(Trouble::Wrong(format!(
            "speaks version {} of the protocol, but only version {VERSION} is spoken here",
            quoted(version)
        ))),
        _ => Err(Trouble::unexpected(line, &format!("`peskun {VERSION}`"))),
    }
}

/// The words of a line that opens with a name.
fn named<'a>(name: &str, example: &str, line: &'a str) -> Result<Vec<Word<'a>>, Trouble> {
    let wrong = |why| Trouble::Wrong(format!("said {}: {why}", quoted(line)));
    let mut words = words(line).map_err(wrong)?;
    match words.first() {
        Some(first) if first.written == name => Ok(words.split_off(1)),
        _ => Err(Trouble::unexpected(line, &format!("`{example}`"))),
    }
}

fn states(line: &str, limits: &ProgramLimits) -> Result<Header, Trouble> {
    let words = named("states", "states LABEL LABEL …", line)?;
    if words.len() > limits.states {
        let (count, most) = (words.len(), limits.states);
        return Err(Trouble::Wrong(format!(
            "has {count} states, more than the {most} that are allowed"
        )));
    }
    let mut positions = BTreeMap::new();
    let mut written = Vec::new();
    for (position, word) in words.into_iter().enumerate() {
        if positions.contains_key(&word.meant) {
            let label = quoted(&word.meant);
            return Err(Trouble::Wrong(format!("lists the state {label} twice")));
        }
        written.push(word.written.to_string());
        positions.insert(word.meant, position);
    }
    let mut labels = vec![String::new(); positions.len()];
    for (label, &position) in &positions {
        labels[position].clone_from(label);
    }
    Ok(Header {
        labels,
        written,
        weights: Vec::new(),
        has_doubles: false,
        has_decimals: false,
        positions,
    })
}

fn target(line: &str, header: &mut Header) -> Result<(), Trouble> {
    for word in named("target", "target WEIGHT WEIGHT …", line)? {
        let (weight, is_double) = read_number(&word.meant).map_err(|why| {
            let state = header.labels.get(header.weights.len());
            let state = quoted(state.map_or("", String::as_str));
            Trouble::Wrong(format!(
                "gives the state {state} a weight that is none: {why}"
            ))
        })?;
        header.has_doubles |= is_double;
        header.has_decimals |= is_decimal(&word.meant);
        header.weights.push(weight);
    }
    fit_together(&header.weights)
        .map_err(|why| Trouble::Wrong(format!("has a target that is too long: {why}")))
}
