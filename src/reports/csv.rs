//! The first table of a report as comma-separated values (RFC 4180).

use super::cell::Cell;
use super::document::{Block, Document};

/// Writes the first table; facts are left to the other formats.
pub(super) fn csv(document: &Document) -> String {
    let table = document.blocks.iter().find_map(|block| match block {
        Block::Table { header, rows } => Some((header, rows)),
        Block::Facts(_) | Block::File(_) => None,
    });
    let Some((header, rows)) = table else {
        return String::new();
    };
    let mut out = line(header.iter().cloned());
    for row in rows {
        out += &line(row.iter().map(Cell::text));
    }
    out
}

fn line(fields: impl Iterator<Item = String>) -> String {
    let quoted = |field: String| {
        if field.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field
        }
    };
    let fields: Vec<String> = fields.map(quoted).collect();
    fields.join(",") + "\n"
}
