//! The output formats.

use std::fmt;

/// How a result is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people, at a terminal.
    #[default]
    Text,
    /// GitHub-flavored Markdown.
    Markdown,
    /// LaTeX tables with booktabs.
    Latex,
    /// The main table as comma-separated values.
    Csv,
    /// For programs; stable.
    Json,
    /// PRISM's explicit format: a transition matrix only.
    Prism,
    /// Storm's explicit format: a transition matrix only.
    Drn,
}

impl Format {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Markdown => "markdown",
            Format::Latex => "latex",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Prism => "prism",
            Format::Drn => "drn",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
