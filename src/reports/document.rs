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

impl Document {
    /// A remark if anything on the page is a stand-in.
    pub fn remark(&self) -> Option<&'static str> {
        let is_short = Cell::is_shortened;
        let shortened = self.blocks.iter().any(|block| match block {
            Block::Table { rows, .. } => rows.iter().flatten().any(is_short),
            Block::Facts(facts) => facts.iter().any(|(_, cell)| is_short(cell)),
            Block::File(_) => false,
        });
        shortened.then_some(
            "≈ stands for a long fraction, ± for an enclosure; --format json has all digits.",
        )
    }

    /// The same with so many digits for numbers that are too long.
    pub fn with_digits(self, digits: usize) -> Self {
        let block = |block| match block {
            Block::Table { header, rows } => Block::Table {
                header,
                rows: rows
                    .into_iter()
                    .map(|row| {
                        row.into_iter()
                            .map(|cell: Cell| cell.with_digits(digits))
                            .collect()
                    })
                    .collect(),
            },
            Block::Facts(facts) => Block::Facts(
                facts
                    .into_iter()
                    .map(|(name, cell)| (name, cell.with_digits(digits)))
                    .collect(),
            ),
            file @ Block::File(_) => file,
        };
        Document {
            blocks: self.blocks.into_iter().map(block).collect(),
            ..self
        }
    }
}
