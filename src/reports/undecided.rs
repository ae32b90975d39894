//! What a budget did not suffice for, beside what it did.

use serde_json::{Value, json};

use super::Report;
use super::cell::Cell;
use super::document::{Block, Document};

/// Why some of the rows above have no figures; nothing if all have.
pub(super) fn undecided<'r>(rows: impl IntoIterator<Item = (&'r str, &'r str)>) -> Option<Block> {
    let fact = |(name, reason)| (format!("{name}, undecided"), Cell::words(reason));
    let facts: Vec<(String, Cell)> = rows.into_iter().map(fact).collect();
    (!facts.is_empty()).then_some(Block::Facts(facts))
}

/// A command that was not decided, among others.
#[derive(Clone, Debug)]
pub struct UndecidedReport {
    /// Why, in a sentence.
    pub reason: String,
}

impl Report for UndecidedReport {
    fn document(&self) -> Document {
        Document {
            title: "undecided".into(),
            blocks: vec![Block::Facts(vec![(
                "because".into(),
                Cell::words(&self.reason),
            )])],
        }
    }

    fn json(&self) -> Value {
        json!({ "undecided": self.reason })
    }
}
