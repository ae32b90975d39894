//! What is wrong with a file, before the file has a name.

use std::path::Path;

use crate::models::FileError;

/// What is wrong, and where.
#[derive(Debug)]
pub(super) struct Problem {
    line: Option<usize>,
    field: Option<String>,
    message: String,
}

impl Problem {
    /// Wrong as a whole.
    pub(super) fn new(message: impl Into<String>) -> Self {
        Problem {
            line: None,
            field: None,
            message: message.into(),
        }
    }

    /// Wrong in this line, counted from 1.
    pub(super) fn at(line: usize, message: impl Into<String>) -> Self {
        Problem {
            line: Some(line),
            ..Self::new(message)
        }
    }

    /// The same in a field.
    pub(super) fn field(self, field: impl Into<String>) -> Self {
        Problem {
            field: Some(field.into()),
            ..self
        }
    }

    /// The same in a line, where there is one.
    pub(super) fn line(self, line: Option<usize>) -> Self {
        Problem { line, ..self }
    }

    /// Without the name of a file.
    pub(super) fn sentence(self) -> String {
        match self.field {
            Some(field) => format!("field `{field}`: {}", self.message),
            None => self.message,
        }
    }

    /// In a file with this name.
    pub(super) fn in_file(self, path: &Path) -> FileError {
        FileError {
            file: path.display().to_string(),
            line: self.line,
            field: self.field,
            message: self.message,
        }
    }
}
