//! The record of a whole run, the same however it was cut.
//!
//! ```text
//! peskun exhaustive record 1
//! weights 1
//! shape 2x2 174
//! models 174
//! claim mh-invariant 0
//! claim lemma-1 2 11,01;11;10,01;11,10
//! ```
//!
//! After the name of a claim stands on how many models it fails, and the first
//! of them. Records stand one after the other in `verification/exhaustive.record`,
//! from where the ledger quotes them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::class::Shape;
use super::plan::{Plan, Tally};

const FIRST_LINE: &str = "peskun exhaustive record 1";

/// A whole run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The largest weight.
    pub largest: u8,
    /// The shapes, with how many models each has.
    pub shapes: Vec<(Shape, u64)>,
    /// How many models there are.
    pub models: u64,
    /// For each claim, on how many models it fails, and the first of them.
    pub claims: Vec<(String, u64, Option<String>)>,
}

impl Run {
    /// Was a claim examined, without exception?
    pub fn has_no_exception(&self, claim: &str) -> bool {
        let mut claims = self.claims.iter();
        claims.any(|(id, failed, _)| id == claim && *failed == 0)
    }

    /// The claims with exceptions.
    pub fn failed(&self) -> impl Iterator<Item = &str> {
        let failed = self.claims.iter().filter(|(_, failed, _)| *failed > 0);
        failed.map(|(id, _, _)| id.as_str())
    }

    /// What blocks add up to; nothing is asked of their number.
    pub fn of<'a>(plan: &Plan, tallies: impl IntoIterator<Item = &'a Tally>) -> Self {
        let mut shapes: BTreeMap<Shape, u64> =
            plan.shapes.iter().map(|shape| (*shape, 0)).collect();
        let mut claims: Vec<(String, u64, Option<String>)> = plan
            .claims
            .iter()
            .map(|id| (id.to_string(), 0, None))
            .collect();
        for tally in tallies {
            *shapes.entry(tally.shape).or_default() += tally.models;
            for exception in &tally.exceptions {
                let known = claims.iter_mut().find(|(id, _, _)| *id == exception.claim);
                if let Some((_, failed, first)) = known {
                    *failed += exception.models;
                    first.get_or_insert_with(|| exception.first.clone());
                }
            }
        }
        Run {
            largest: plan.largest,
            models: shapes.values().sum(),
            shapes: shapes.into_iter().collect(),
            claims,
        }
    }

    /// As text.
    pub fn text(&self) -> String {
        let mut out = format!("{FIRST_LINE}\nweights {}\n", self.largest);
        for (shape, models) in &self.shapes {
            out += &format!("shape {shape} {models}\n");
        }
        out += &format!("models {}\n", self.models);
        for (id, failed, first) in &self.claims {
            let first = first
                .as_ref()
                .map_or_else(String::new, |word| format!(" {word}"));
            out += &format!("claim {id} {failed}{first}\n");
        }
        out
    }

    /// Reads records that stand one after the other; lines of other kinds say
    /// nothing.
    fn read_all(text: &str) -> Vec<Self> {
        let records = text.split(FIRST_LINE).skip(1);
        records.map(Self::read).collect()
    }

    fn read(text: &str) -> Self {
        let mut run = Run {
            largest: 0,
            shapes: Vec::new(),
            models: 0,
            claims: Vec::new(),
        };
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["weights", largest] => run.largest = largest.parse().unwrap_or_default(),
                ["shape", shape, models] => {
                    if let (Ok(shape), Ok(models)) = (shape.parse(), models.parse()) {
                        run.shapes.push((shape, models));
                    }
                }
                ["models", models] => run.models = models.parse().unwrap_or_default(),
                ["claim", id, failed, first @ ..] => run.claims.push((
                    (*id).into(),
                    failed.parse().unwrap_or(u64::MAX),
                    first.first().map(ToString::to_string),
                )),
                _ => (),
            }
        }
        run
    }
}

/// The runs that are recorded with the sources.
pub fn recorded() -> &'static [Run] {
    static RECORDED: OnceLock<Vec<Run>> = OnceLock::new();
    RECORDED.get_or_init(|| Run::read_all(include_str!("../../../verification/exhaustive.record")))
}

/// The class of a run, after its number of models.
pub(in crate::claims) fn shapes_in_words(largest: u8, shapes: &[(Shape, u64)]) -> String {
    let shapes: Vec<String> = shapes.iter().map(|(shape, _)| shape.to_string()).collect();
    format!(
        "models with {} parameters by points and weights up to {largest}",
        shapes.join(", ")
    )
}
