//! A report before it has a format: a title, facts and tables.

use super::cell::Cell;

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

impl Block {
    /// Its cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        let (rows, facts): (&[Vec<Cell>], &[(String, Cell)]) = match self {
            Block::Table { rows, .. } => (rows, &[]),
            Block::Facts(facts) => (&[], facts),
            Block::File(_) => (&[], &[]),
        };
        let facts = facts.iter().map(|(_, cell)| cell);
        rows.iter().flatten().chain(facts)
    }
}

impl Document {
    /// A remark if anything on the page is a stand-in.
    pub fn remark(&self) -> Option<&'static str> {
        let mut cells = self.blocks.iter().flat_map(Block::cells);
        let shortened = cells.any(Cell::is_shortened);
        shortened.then_some(
            "≈ stands for a long fraction, ± for an enclosure; --format json has all digits.",
        )
    }

    /// The same with so many digits for numbers that are too long.
    pub fn with_digits(self, digits: usize) -> Self {
        self.with_cells(|cell| cell.with_digits(digits))
    }

    /// The same where fractions of more characters are too long.
    pub fn with_longest(self, longest: usize) -> Self {
        self.with_cells(|cell| cell.with_longest(longest))
    }

    /// The same where fractions of more characters are rounded; whole numbers stay.
    pub fn with_fractions(self, longest: usize) -> Self {
        self.with_cells(|cell| cell.with_fractions(longest))
    }

    fn with_cells(self, change: impl Fn(Cell) -> Cell) -> Self {
        let row = |row: Vec<Cell>| row.into_iter().map(&change).collect();
        let fact = |(name, cell): (String, Cell)| (name, change(cell));
        let block = |block| match block {
            Block::Table { header, rows } => Block::Table {
                header,
                rows: rows.into_iter().map(row).collect(),
            },
            Block::Facts(facts) => Block::Facts(facts.into_iter().map(fact).collect()),
            file @ Block::File(_) => file,
        };
        Document {
            blocks: self.blocks.into_iter().map(block).collect(),
            ..self
        }
    }
}
