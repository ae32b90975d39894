//! The report on a run over all models of a class: `peskun verify --exhaustive`
//! and `peskun merge`.

use serde_json::{Value, json};

use super::Report;
use super::cell::Cell;
use super::document::{Block, Document};
use super::sheet::Sheet;
use crate::claims::Run;

/// What became of the claims.
#[derive(Clone, Debug)]
pub struct ExhaustiveReport {
    /// The models and the claims.
    pub run: Run,
    /// Which part of the whole, if it is one.
    pub part: Option<String>,
    /// Is the text the record that is kept, instead of one for people?
    pub is_record: bool,
}

impl Report for ExhaustiveReport {
    fn document(&self) -> Document {
        let words = |text: &str| Cell::words(text);
        let mut facts: Vec<(String, Cell)> = vec![
            ("weights up to".into(), words(&self.run.largest.to_string())),
            ("models".into(), words(&self.run.models.to_string())),
        ];
        for (shape, models) in &self.run.shapes {
            facts.push((format!("models {shape}"), words(&models.to_string())));
        }
        if let Some(part) = &self.part {
            facts.push(("part".into(), words(part)));
        }
        let row = |(id, failed, first): &(String, u64, Option<String>)| {
            vec![
                words(id),
                words(&failed.to_string()).toned(*failed == 0),
                words(first.as_deref().unwrap_or_default()),
            ]
        };
        Document {
            title: "Every model of a class".into(),
            blocks: vec![
                Block::Facts(facts),
                Block::Table {
                    header: ["claim", "exceptions", "the first"]
                        .map(String::from)
                        .to_vec(),
                    rows: self.run.claims.iter().map(row).collect(),
                },
            ],
        }
    }

    fn sheet(&self) -> Sheet {
        let claims = &self.run.claims;
        Sheet::default()
            .words("claim", claims.iter().map(|claim| &claim.0))
            .plain("exceptions", claims.iter().map(|claim| claim.1))
            .words(
                "first",
                claims
                    .iter()
                    .map(|claim| claim.2.as_deref().unwrap_or_default()),
            )
    }

    fn json(&self) -> Value {
        let shape = |(shape, models): &(_, u64)| {
            let shape: &crate::claims::Shape = shape;
            json!({"shape": shape.to_string(), "models": models})
        };
        let claim = |(id, failed, first): &(String, u64, Option<String>)| json!({"id": id, "exceptions": failed, "first": first});
        json!({
            "weights": self.run.largest,
            "shapes": self.run.shapes.iter().map(shape).collect::<Vec<_>>(),
            "models": self.run.models,
            "part": self.part,
            "claims": self.run.claims.iter().map(claim).collect::<Vec<_>>(),
        })
    }

    fn plain(&self) -> String {
        match self.is_record {
            true => self.run.text(),
            false => super::text::text(&self.paged(), false),
        }
    }

    fn colored(&self) -> String {
        match self.is_record {
            true => self.run.text(),
            false => super::text::text(&self.paged(), true),
        }
    }
}
