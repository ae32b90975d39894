//! The first table of a report as comma-separated values (RFC 4180), or its facts
//! in two columns: numbers with all digits, nothing where there is none, and
//! names as [`written_name`] writes them, in the header as in the rows.

use super::cell::Cell;
use super::document::{Block, Document};
use crate::outside::written_name;

/// Writes the first table; where there is none, the facts.
pub(super) fn csv(document: &Document) -> String {
    let table = document.blocks.iter().find_map(|block| match block {
        Block::Table { header, rows } => Some((header, rows)),
        Block::Facts(_) | Block::File(_) => None,
    });
    let Some((header, rows)) = table else {
        return facts(document);
    };
    let mut out = line(header.iter().map(|name| field(name)));
    for row in rows {
        out += &line(row.iter().map(cell));
    }
    out
}

fn facts(document: &Document) -> String {
    let all = document.blocks.iter().flat_map(|block| match block {
        Block::Facts(facts) => facts.as_slice(),
        Block::Table { .. } | Block::File(_) => &[],
    });
    let header = line(["fact", "value"].map(String::from).into_iter());
    let lines = all.map(|(name, value)| line([field(name), cell(value)].into_iter()));
    [header].into_iter().chain(lines).collect()
}

fn cell(cell: &Cell) -> String {
    match cell.number {
        true => quoted(cell.text()),
        false => field(&cell.text()),
    }
}

/// Words as a field.
pub(super) fn field(words: &str) -> String {
    quoted(written_name(words))
}

fn quoted(field: String) -> String {
    match field.contains([',', '"']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    }
}

fn line(fields: impl Iterator<Item = String>) -> String {
    let fields: Vec<String> = fields.collect();
    fields.join(",") + "\n"
}
