//! A list of names with a line on each.

use serde_json::{Value, json};

use super::cell::Cell;
use super::document::{Block, Document};
use super::{Format, Report};

struct Listing<'a> {
    title: &'a str,
    entries: &'a [(&'a str, &'a str)],
}

impl Report for Listing<'_> {
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

    fn json(&self) -> Value {
        let entry = |(name, summary): &(&str, &str)| json!({"name": name, "summary": summary});
        let entries: Vec<Value> = self.entries.iter().map(entry).collect();
        json!({ self.title: entries })
    }
}

/// The list in a format; nothing if the format is for matrices only.
pub fn listing(title: &str, entries: &[(&str, &str)], format: Format) -> Option<String> {
    Listing { title, entries }.render(format)
}
