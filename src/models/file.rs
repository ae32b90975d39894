//! Reading a model file (TOML). The format is described in the README.

use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::catalog::AnyModel;
use super::checks::ModelError;
use super::fields::{Fields, FileError, Value, line_of, shorten};
use super::ising::{IsingModel, IsingParts};
use super::ising_file::read_ising;
use super::table::{TableModel, TableParts};
use super::text::read_text;
use crate::numbers::{Rational, excerpt};

/// The most bytes a model file may have.
pub const LARGEST_FILE: u64 = 4 << 20;

const FIELDS: [&str; 9] = [
    "name",
    "parameters",
    "sample_space",
    "observed",
    "prior",
    "likelihood",
    "proposal",
    "auxiliary",
    "estimate",
];

/// Reads a model from a file: a table, or a lattice.
pub fn read_model_file(path: &Path) -> Result<AnyModel, FileError> {
    let file = path.display().to_string();
    let failed = |message: String| FileError {
        file: file.clone(),
        line: None,
        field: None,
        message,
    };
    let source = read_text(path, LARGEST_FILE, "a model file").map_err(failed)?;
    read_any_model(&file, &source)
}

/// Reads a table model from the text of a file; `file` is its name in messages.
pub fn read_model(file: &str, source: &str) -> Result<TableModel, FileError> {
    match read_any_model(file, source)? {
        AnyModel::Table(model) => Ok(*model),
        AnyModel::Ising(_) => Err(FileError {
            file: file.into(),
            line: None,
            field: Some("ising".into()),
            message: "a table model is expected here, not a lattice".into(),
        }),
    }
}

/// What to write in place of a fraction without quotes in the line of an error.
fn advice(source: &str, place: usize) -> String {
    let line = source.lines().nth(line_of(source, place) - 1);
    let mut words = line
        .unwrap_or_default()
        .split(|c: char| !(c.is_ascii_digit() || c == '/' || c == '"'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_fraction = |word: &&str| {
        word.split_once('/')
            .is_some_and(|(above, below)| is_number(above) && is_number(below))
    };
    match words.find(is_fraction) {
        Some(fraction) => format!("; write \"{}\"", excerpt(fraction)),
        None => String::new(),
    }
}

/// Reads a model from the text of a file; `file` is its name in messages.
pub fn read_any_model(file: &str, source: &str) -> Result<AnyModel, FileError> {
    let document = DeTable::parse(source).map_err(|error| FileError {
        file: file.into(),
        line: error.span().map(|span| line_of(source, span.start)),
        field: None,
        message: format!(
            "not valid TOML: {}{}",
            error.message().trim().replace('\n', "; "),
            error
                .span()
                .map_or_else(String::new, |span| advice(source, span.start))
        ),
    })?;
    let fields = Fields {
        file,
        source,
        table: document.get_ref(),
    };
    if let Some(value) = fields.optional("ising") {
        return lattice_model(&fields, value);
    }
    fields.only(&FIELDS)?;
    table_model(&fields).map(|model| AnyModel::Table(Box::new(model)))
}

/// The name of the model, or else of its file.
fn model_name(fields: &Fields<'_>) -> Result<String, FileError> {
    match fields.optional("name") {
        Some(value) => fields.name("name", value),
        None => Ok(Path::new(fields.file)
            .file_stem()
            .map_or(fields.file.into(), |stem| {
                stem.to_string_lossy().into_owned()
            })),
    }
}

fn lattice_model<'a>(fields: &Fields<'a>, value: &'a Value<'a>) -> Result<AnyModel, FileError> {
    fields.only(&["name", "ising"])?;
    let DeValue::Table(table) = value.get_ref() else {
        return Err(fields.error("ising", value, "a lattice is a table: write [ising]"));
    };
    let inner = Fields {
        file: fields.file,
        source: fields.source,
        table,
    };
    let parts = read_ising(model_name(fields)?, &inner)?;
    let model = IsingModel::new(parts).map_err(|error| locate(&inner, error))?;
    Ok(AnyModel::Ising(Box::new(model)))
}

fn table_model(fields: &Fields<'_>) -> Result<TableModel, FileError> {
    let rows = |name| {
        fields
            .optional(name)
            .map(|value| fields.rows(name, value))
            .transpose()
    };
    let parts = TableParts {
        name: model_name(fields)?,
        parameters: fields.names("parameters", fields.required("parameters")?)?,
        sample_space: fields.names("sample_space", fields.required("sample_space")?)?,
        observed: fields.name("observed", fields.required("observed")?)?,
        prior: fields.row("prior", fields.required("prior")?)?,
        likelihood: fields.rows("likelihood", fields.required("likelihood")?)?,
        proposal: rows("proposal")?,
        auxiliary: rows("auxiliary")?,
        estimate: fields
            .optional("estimate")
            .map(|value| fields.number("estimate", value))
            .transpose()?,
    };
    TableModel::new(parts).map_err(|error| locate(fields, error))
}

/// A text in quotes. What JSON escapes TOML escapes alike; it also wants U+007F
/// escaped.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text)
        .to_string()
        .replace('\u{7f}', "\\u007f")
}

fn number(value: &Rational) -> String {
    match value.denominator().is_one() {
        true => value.to_string(),
        false => format!("\"{value}\""),
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<String>>().join(", "))
}

fn row(row: &[Rational]) -> String {
    list(row.iter().map(number))
}

fn rows(rows: &[Vec<Rational>]) -> String {
    list(rows.iter().map(|one| row(one)))
}

/// The text of a model file with these parts.
pub fn write_model(parts: &TableParts) -> String {
    let names = |names: &Vec<String>| list(names.iter().map(|name| quoted(name)));
    let mut lines = vec![
        format!("name = {}", quoted(&parts.name)),
        format!("parameters = {}", names(&parts.parameters)),
        format!("sample_space = {}", names(&parts.sample_space)),
        format!("observed = {}", quoted(&parts.observed)),
        format!("prior = {}", row(&parts.prior)),
        format!("likelihood = {}", rows(&parts.likelihood)),
    ];
    let optional = [
        ("proposal", &parts.proposal),
        ("auxiliary", &parts.auxiliary),
    ];
    for (field, table) in optional {
        lines.extend(
            table
                .as_ref()
                .map(|table| format!("{field} = {}", rows(table))),
        );
    }
    lines.extend(
        parts
            .estimate
            .as_ref()
            .map(|estimate| format!("estimate = {}", number(estimate))),
    );
    lines.join("\n") + "\n"
}

/// The text of a model file with a lattice of these parts; data are written as
/// their number of agreeing pairs.
pub fn write_lattice(parts: &IsingParts) -> String {
    let lattice = &parts.lattice;
    let mut lines = vec![
        format!("name = {}", quoted(&parts.name)),
        "[ising]".into(),
        format!("rows = {}", lattice.rows()),
        format!("columns = {}", lattice.columns()),
        format!("boundary = {}", quoted(lattice.boundary().name())),
        format!("replicates = {}", parts.replicates),
        format!("weights = {}", row(&parts.weights)),
        format!("observed = {}", parts.observed),
        format!("estimate = {}", number(&parts.estimate)),
    ];
    lines.extend(
        parts
            .prior
            .iter()
            .map(|prior| format!("prior = {}", row(prior))),
    );
    let proposal = parts.proposal.iter();
    lines.extend(proposal.map(|proposal| format!("proposal = {}", rows(proposal))));
    lines.join("\n") + "\n"
}

/// The place in the file of what is wrong with the model.
fn locate(fields: &Fields<'_>, error: ModelError) -> FileError {
    let value = fields.optional(error.field);
    let row = value.and_then(|value| value.get_ref().as_array()?.get(error.row?));
    let line = row
        .or(value)
        .map(|value| line_of(fields.source, value.span().start));
    let message = match error.row {
        Some(row) => format!("row {}: {}", row + 1, error.message),
        None => error.message,
    };
    FileError {
        file: fields.file.into(),
        line,
        field: Some(shorten(error.field)),
        message,
    }
}
