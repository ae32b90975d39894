//! A report before it has a format: a title, facts and tables.

use crate::chains::Figure;
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
    /// A file, line by line.
    File(String),
}

/// A piece of text with a meaning.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// What stands for it where room is short, if it is very long.
    pub short: Option<String>,
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

impl Document {
    /// A remark if anything on the page is a stand-in.
    pub fn remark(&self) -> Option<&'static str> {
        let is_short = |cell: &Cell| cell.short.is_some();
        let shortened = self.blocks.iter().any(|block| match block {
            Block::Table { rows, .. } => rows.iter().flatten().any(is_short),
            Block::Facts(facts) => facts.iter().any(|(_, cell)| is_short(cell)),
            Block::File(_) => false,
        });
        shortened.then_some(
            "≈ stands for a long fraction or a narrow interval; --format json has it exactly.",
        )
    }
}

impl Cell {
    /// Some words. Control characters, which could disturb a terminal, become
    /// spaces.
    pub fn words(text: impl Into<String>) -> Self {
        let clean = |c: char| if c.is_control() { ' ' } else { c };
        Cell {
            text: text.into().chars().map(clean).collect(),
            short: None,
            number: false,
            tone: Tone::Plain,
        }
    }

    /// A number. Fractions too long for a page have a decimal stand-in there;
    /// CSV and JSON are always exact.
    pub fn number(value: &Rational) -> Self {
        const LONGEST: usize = 48;
        let text = value.to_string();
        Cell {
            number: true,
            short: (text.len() > LONGEST).then(|| approximate(value)),
            ..Self::words(text)
        }
    }

    /// A number that is exact or enclosed; on a page, the digits that both ends
    /// share.
    pub fn figure(figure: &Figure) -> Self {
        match figure {
            Figure::Exact(value) => Self::number(value),
            Figure::Enclosed { low, high } => Cell {
                number: true,
                short: Some(approximate(low)),
                ..Self::words(format!("[{low}, {high}]"))
            },
        }
    }

    /// A figure, or a dash where there is none.
    pub fn maybe_figure(figure: Option<&Figure>) -> Self {
        figure.map_or_else(|| Self::words("–"), Self::figure)
    }

    /// The text for a page.
    pub fn shown(&self) -> &str {
        self.short.as_deref().unwrap_or(&self.text)
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

/// Twelve decimals, or as many digits of a number that would vanish in them.
fn approximate(value: &Rational) -> String {
    let value = value.to_f64();
    match value.abs() < 1e-6 && value != 0.0 {
        true => format!("≈{value:.11e}"),
        false => format!("≈{value:.12}"),
    }
}
