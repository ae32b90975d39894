//! The report on a program that no number of a search showed to be wrong.

use serde_json::{Value, json};

use super::cell::Cell;
use super::document::{Block, Document};
use super::{Report, counted};
use crate::chains::Requirement;

/// A search that found nothing, which proves nothing.
#[derive(Clone, Debug)]
pub struct SurvivedReport {
    /// The program.
    pub kernel: String,
    /// What was required of it.
    pub requirement: Requirement,
    /// The variable of its environment that was changed.
    pub variable: &'static str,
    /// Its first value.
    pub seed: u64,
    /// How many values were tried.
    pub tried: u64,
}

impl SurvivedReport {
    /// What was tried, in words.
    pub fn search(&self) -> String {
        let last = self.seed.wrapping_add(self.tried - 1);
        format!(
            "no counterexample with {} from {} to {last}; not a proof",
            self.variable, self.seed
        )
    }

    /// What that means, in a sentence.
    pub fn survival(&self) -> String {
        format!(
            "survived: no counterexample among {} of the program, which does not prove it valid",
            counted(self.tried, "model")
        )
    }
}

impl Report for SurvivedReport {
    fn document(&self) -> Document {
        let facts = [
            ("verdict", Cell::words("survived")),
            ("required", Cell::words(self.requirement.name())),
            ("search", Cell::words(self.search())),
        ];
        Document {
            title: self.kernel.clone(),
            blocks: vec![Block::Facts(
                facts.map(|(name, cell)| (name.to_string(), cell)).to_vec(),
            )],
        }
    }

    fn json(&self) -> Value {
        json!({
            "model": null,
            "rule": null,
            "kernel": self.kernel,
            "verdict": "survived",
            "required": self.requirement.name(),
            "witness": null,
            "seed": self.seed,
            "tried": self.tried,
        })
    }
}
