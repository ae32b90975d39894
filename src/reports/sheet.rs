//! A report as one table for data frames: a column is all numbers, all truth
//! values or all words, its name is plain, and a value that is missing is an
//! empty field.
//!
//! A column of exact numbers has a second one to its right, of the same name and
//! `_float`: the nearest doubles, the middle of an enclosure.

use super::document::{Block, Document};
use super::matrix_columns::column_name;
use crate::chains::Figure;
use crate::numbers::Rational;
use crate::outside::written_name;

/// Columns of the same length, under their names.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    columns: Vec<(String, Vec<String>)>,
}

impl Sheet {
    /// With a column of words, of which an empty one is missing. What a terminal
    /// or a spreadsheet would act upon is written out.
    pub fn words<S: AsRef<str>>(self, name: &str, values: impl IntoIterator<Item = S>) -> Self {
        let values = values.into_iter().map(|word| written_name(word.as_ref()));
        self.with(written_name(name), values.collect())
    }

    /// With a column of whole numbers or truth values.
    pub fn plain<T: ToString>(self, name: &str, values: impl IntoIterator<Item = T>) -> Self {
        let values = values.into_iter().map(|value| value.to_string());
        self.with(written_name(name), values.collect())
    }

    /// With a column of doubles, all digits of them.
    pub fn doubles(self, name: &str, values: impl IntoIterator<Item = Option<f64>>) -> Self {
        self.with(written_name(name), values.into_iter().map(double).collect())
    }

    /// With a column of numbers that are exact or enclosed, `[low, high]`.
    pub fn exact(self, name: &str, values: impl IntoIterator<Item = Option<Figure>>) -> Self {
        let exact = values.into_iter().map(|value| value.as_ref().map(text));
        let exact = exact.map(Option::unwrap_or_default).collect();
        self.with(written_name(name), exact)
    }

    /// With the columns of a matrix, by the states they lead to.
    pub(super) fn matrix<V: Iterator<Item = Figure>>(
        self,
        states: &[String],
        column: impl Fn(usize) -> V,
    ) -> Self {
        let all = states.iter().enumerate();
        all.fold(self, |sheet, (to, state)| {
            let values = column(to).map(|value| text(&value));
            sheet.with(column_name(state, states), values.collect())
        })
    }

    /// With copies of them as doubles.
    pub(super) fn matrix_of_doubles<V: Iterator<Item = Figure>>(
        self,
        states: &[String],
        column: impl Fn(usize) -> V,
    ) -> Self {
        let all = states.iter().enumerate();
        all.fold(self, |sheet, (to, state)| {
            let values = column(to).map(|value| double(Some(nearest(&value))));
            let name = format!("{}_float", column_name(state, states));
            sheet.with(name, values.collect())
        })
    }

    /// The same, and beside it one of the nearest doubles.
    pub fn figures(self, name: &str, values: impl IntoIterator<Item = Option<Figure>>) -> Self {
        let values: Vec<Option<Figure>> = values.into_iter().collect();
        let nearest: Vec<Option<f64>> = values.iter().map(|v| v.as_ref().map(nearest)).collect();
        self.exact(name, values)
            .doubles(&format!("{name}_float"), nearest)
    }

    /// The same where all are exact.
    pub fn rationals<'v>(
        self,
        name: &str,
        values: impl IntoIterator<Item = Option<&'v Rational>>,
    ) -> Self {
        let exact = |value: &Rational| Figure::Exact(value.clone());
        self.figures(name, values.into_iter().map(|value| value.map(exact)))
    }

    /// With the columns of another sheet to the right.
    pub fn beside(mut self, other: Sheet) -> Self {
        self.columns.extend(other.columns);
        self
    }

    fn with(mut self, name: String, values: Vec<String>) -> Self {
        self.columns.push((name, values));
        self
    }

    /// The first table of a document, or else its facts in two columns.
    pub(super) fn of(document: &Document) -> Self {
        let table = document.blocks.iter().find_map(|block| match block {
            Block::Table { header, rows } => Some((header, rows)),
            Block::Facts(_) | Block::File(_) => None,
        });
        if let Some((header, rows)) = table {
            return header
                .iter()
                .enumerate()
                .fold(Sheet::default(), |sheet, (place, name)| {
                    sheet.words(name, rows.iter().map(|row| row[place].text()))
                });
        }
        let facts = document.blocks.iter().flat_map(|block| match block {
            Block::Facts(facts) => facts.as_slice(),
            Block::Table { .. } | Block::File(_) => &[],
        });
        let (names, values): (Vec<&str>, Vec<String>) = facts
            .map(|(name, value)| (name.trim(), value.text()))
            .unzip();
        Sheet::default().words("fact", names).words("value", values)
    }

    /// The lines, the names first.
    pub(super) fn lines(&self) -> impl Iterator<Item = Vec<&str>> {
        let header = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        let height = self.columns.first().map_or(0, |(_, values)| values.len());
        let row = |row: usize| {
            self.columns
                .iter()
                .map(move |(_, values)| values[row].as_str())
        };
        [header]
            .into_iter()
            .chain((0..height).map(move |place| row(place).collect()))
    }
}

fn text(figure: &Figure) -> String {
    match figure {
        Figure::Exact(value) => value.to_string(),
        Figure::Enclosed { low, high } => format!("[{low}, {high}]"),
    }
}

/// The nearest double; the middle of an enclosure.
pub(super) fn nearest(figure: &Figure) -> f64 {
    match figure {
        Figure::Exact(value) => value.to_f64(),
        Figure::Enclosed { low, high } => ((low + high) * Rational::new(1, 2)).to_f64(),
    }
}

fn double(value: Option<f64>) -> String {
    match value {
        Some(value) if !value.is_nan() => format!("{value:?}"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_numbers_have_doubles_beside_them() {
        let (low, high) = (Rational::new(1, 4), Rational::new(3, 4));
        let values = [
            Some(Figure::Exact(Rational::new(1, 3))),
            Some(Figure::Enclosed { low, high }),
            None,
        ];
        let sheet = Sheet::default()
            .words("name", ["=1", "b", ""])
            .figures("x", values);
        let lines: Vec<Vec<&str>> = sheet.lines().collect();
        assert_eq!(
            lines,
            [
                ["name", "x", "x_float"],
                ["\\u{3d}1", "1/3", "0.3333333333333333"],
                ["b", "[1/4, 3/4]", "0.5"],
                ["", "", ""],
            ]
        );
        let extremes = [1e-300, f64::INFINITY, f64::NAN, -0.5].map(Some);
        let sheet = Sheet::default().doubles("y", extremes);
        let lines: Vec<Vec<&str>> = sheet.lines().collect();
        assert_eq!(lines, [["y"], ["1e-300"], ["inf"], [""], ["-0.5"]]);
    }
}
