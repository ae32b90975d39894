//! The fields of a model file, read exactly and with their places.
//!
//! Numbers are taken from the text of the file: `0.3` without quotes is 3/10
//! and not the double next to it.

use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::numbers::Rational;
pub(super) use crate::numbers::excerpt as shorten;

/// What is wrong with a file that was given, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub file: String,
    /// The line, from 1, where there is one.
    pub line: Option<usize>,
    /// The field, where there is one.
    pub field: Option<String>,
    /// What was found and what is expected.
    pub message: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(formatter, ", line {line}")?;
        }
        if let Some(field) = &self.field {
            write!(formatter, ", field `{field}`")?;
        }
        write!(formatter, ": {}", self.message)
    }
}

impl std::error::Error for FileError {}

/// A value in a file, with its place.
pub(super) type Value<'i> = Spanned<DeValue<'i>>;

/// A table of a model file that knows where it stands.
pub(super) struct Fields<'a> {
    pub(super) file: &'a str,
    pub(super) source: &'a str,
    pub(super) table: &'a DeTable<'a>,
}

impl<'a> Fields<'a> {
    /// Refuses fields that are not in the list.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), FileError> {
        let unknown = self
            .table
            .keys()
            .find(|key| !known.contains(&key.get_ref().as_ref()));
        match unknown {
            None => Ok(()),
            Some(key) => Err(FileError {
                file: self.file.into(),
                line: Some(line_of(self.source, key.span().start)),
                field: Some(shorten(key.get_ref())),
                message: format!(
                    "there is no such field; the fields are {}",
                    known.join(", ")
                ),
            }),
        }
    }

    /// The value of a field, if it is there.
    pub(super) fn optional(&self, name: &str) -> Option<&'a Value<'a>> {
        let entry = self.table.iter().find(|(key, _)| key.get_ref() == name);
        entry.map(|(_, value)| value)
    }

    /// The value of a field that must be there.
    pub(super) fn required(&self, name: &str) -> Result<&'a Value<'a>, FileError> {
        self.optional(name).ok_or_else(|| FileError {
            file: self.file.into(),
            line: None,
            field: Some(name.into()),
            message: "this field is missing".into(),
        })
    }

    /// An error at a place in the file.
    pub(super) fn error(
        &self,
        name: &str,
        value: &Value<'_>,
        message: impl Into<String>,
    ) -> FileError {
        FileError {
            file: self.file.into(),
            line: Some(line_of(self.source, value.span().start)),
            field: Some(name.into()),
            message: message.into(),
        }
    }

    /// A name: a string, or a number as it is written.
    pub(super) fn name(&self, field: &str, value: &Value<'_>) -> Result<String, FileError> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Integer(_) | DeValue::Float(_) => Ok(self.source[value.span()].to_string()),
            other => Err(self.expected(field, value, other, "a name in quotes")),
        }
    }

    /// An exact number.
    pub(super) fn number(&self, field: &str, value: &Value<'_>) -> Result<Rational, FileError> {
        let text = match value.get_ref() {
            DeValue::String(text) => text.as_ref(),
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
            DeValue::Float(float) => float.as_str(),
            DeValue::Integer(_) => {
                return Err(self.error(field, value, "write the number in decimal digits"));
            }
            other => {
                return Err(self.expected(
                    field,
                    value,
                    other,
                    "a number like 3, \"3/10\" or \"0.3\"",
                ));
            }
        };
        text.parse()
            .map_err(|error: crate::numbers::ParseRationalError| {
                self.error(field, value, error.to_string())
            })
    }

    /// A whole number that is not negative.
    pub(super) fn whole(&self, field: &str, value: &Value<'_>) -> Result<usize, FileError> {
        let number = self.number(field, value)?;
        usize::try_from(number.numerator())
            .ok()
            .filter(|_| number.denominator().is_one())
            .ok_or_else(|| {
                let message = format!(
                    "{} is not a whole number in range",
                    shorten(&number.to_string())
                );
                self.error(field, value, message)
            })
    }

    /// A list, each element read in the same way.
    pub(super) fn list<T>(
        &self,
        field: &str,
        value: &'a Value<'a>,
        read: impl Fn(&'a Value<'a>) -> Result<T, FileError>,
    ) -> Result<Vec<T>, FileError> {
        match value.get_ref() {
            DeValue::Array(elements) => elements.iter().map(read).collect(),
            other => Err(self.expected(field, value, other, "a list in brackets")),
        }
    }

    /// A list of names.
    pub(super) fn names(
        &self,
        field: &str,
        value: &'a Value<'a>,
    ) -> Result<Vec<String>, FileError> {
        self.list(field, value, |element| self.name(field, element))
    }

    /// A list of numbers.
    pub(super) fn row(
        &self,
        field: &str,
        value: &'a Value<'a>,
    ) -> Result<Vec<Rational>, FileError> {
        self.list(field, value, |element| self.number(field, element))
    }

    /// A list of lists of numbers.
    pub(super) fn rows(
        &self,
        field: &str,
        value: &'a Value<'a>,
    ) -> Result<Vec<Vec<Rational>>, FileError> {
        self.list(field, value, |element| self.row(field, element))
    }

    fn expected(
        &self,
        field: &str,
        value: &Value<'_>,
        found: &DeValue<'_>,
        what: &str,
    ) -> FileError {
        self.error(
            field,
            value,
            format!("expected {what}, found a TOML {}", found.type_str()),
        )
    }
}

/// The line, from 1, of a position in the text.
pub(crate) fn line_of(source: &str, position: usize) -> usize {
    let before = &source.as_bytes()[..position.min(source.len())];
    before.iter().filter(|&&byte| byte == b'\n').count() + 1
}
