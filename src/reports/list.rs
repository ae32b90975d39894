//! A list of names with a line on each.

use serde_json::{Value, json};

use super::Report;
use super::cell::Cell;
use super::document::{Block, Document};
use super::sheet::Sheet;

/// Names, each with what it is, under a title of one word.
#[derive(Clone, Debug)]
pub struct ListReport {
    /// The title.
    pub title: &'static str,
    /// The names, each with a line on it.
    pub entries: Vec<(&'static str, &'static str)>,
}

impl Report for ListReport {
    fn document(&self) -> Document {
        let row = |(name, summary): &(&str, &str)| vec![Cell::words(*name), Cell::words(*summary)];
        Document {
            title: self.title.into(),
            blocks: vec![Block::Table {
                header: vec!["name".into(), "what it is".into()],
                rows: self.entries.iter().map(row).collect(),
            }],
        }
    }

    fn sheet(&self) -> Sheet {
        Sheet::default()
            .words("name", self.entries.iter().map(|entry| entry.0))
            .words("summary", self.entries.iter().map(|entry| entry.1))
    }

    fn json(&self) -> Value {
        let entry = |(name, summary): &(&str, &str)| json!({"name": name, "summary": summary});
        let entries: Vec<Value> = self.entries.iter().map(entry).collect();
        json!({ self.title: entries })
    }
}
