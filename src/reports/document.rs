//! A report before it has a format: a title, facts and tables.

use crate::numbers::Rational;

/// A report.
#[derive(Clone, Debug)]
pub struct Document {
    /// The title.
    pub title: String,
    /// What it says; CSV shows its first table.
    pub blocks: Vec<Block>,
}

/// A part of a report.
#[derive(Clone, Debug)]
pub enum Block {
    /// A table with a header.
    Table {
        /// The names of the columns.
        header: Vec<String>,
        /// The rows, each as wide as the header.
        rows: Vec<Vec<Cell>>,
    },
    /// Names with values.
    Facts(Vec<(String, Cell)>),
}

/// A piece of text with a meaning.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// Is it a number, to be set flush right?
    pub number: bool,
    /// How it is meant.
    pub tone: Tone,
}

/// Whether something is good or bad news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Neither.
    Plain,
    /// Good.
    Good,
    /// Bad.
    Bad,
}

impl Cell {
    /// Some words. Control characters, which could disturb a terminal, become
    /// spaces.
    pub fn words(text: impl Into<String>) -> Self {
        let clean = |c: char| if c.is_control() { ' ' } else { c };
        Cell {
            text: text.into().chars().map(clean).collect(),
            number: false,
            tone: Tone::Plain,
        }
    }

    /// A number.
    pub fn number(value: &Rational) -> Self {
        Cell {
            number: true,
            ..Self::words(value.to_string())
        }
    }

    /// A number, or a dash where there is none.
    pub fn maybe(value: Option<&Rational>) -> Self {
        value.map_or_else(|| Self::words("–"), Self::number)
    }

    /// The same with a meaning.
    pub fn toned(self, good: bool) -> Self {
        let tone = if good { Tone::Good } else { Tone::Bad };
        Cell { tone, ..self }
    }
}
