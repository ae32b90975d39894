//! A sheet as comma-separated values (RFC 4180).

use super::sheet::Sheet;
use crate::outside::written_name;

/// Writes the sheet, the names of its columns first.
pub(super) fn csv(sheet: &Sheet) -> String {
    let mut out = String::new();
    for line in sheet.lines() {
        let fields: Vec<String> = line.into_iter().map(quoted).collect();
        out += &fields.join(",");
        out.push('\n');
    }
    out
}

/// Words as a field.
pub(super) fn field(words: &str) -> String {
    quoted(&written_name(words))
}

fn quoted(field: &str) -> String {
    match field.contains([',', '"']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.into(),
    }
}
