//! A matrix of exact rationals, row by row.

use super::exact::Rational;

/// A rectangular matrix of rationals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    rows: Vec<Vec<Rational>>,
}

impl Matrix {
    /// The matrix with these rows.
    ///
    /// # Panics
    /// If the rows differ in length.
    pub fn from_rows(rows: Vec<Vec<Rational>>) -> Self {
        let width = rows.first().map_or(0, Vec::len);
        assert!(
            rows.iter().all(|row| row.len() == width),
            "the rows of a matrix have one length"
        );
        Matrix { rows }
    }

    /// The matrix with entry `f(row, column)`.
    pub fn from_fn(
        rows: usize,
        columns: usize,
        mut f: impl FnMut(usize, usize) -> Rational,
    ) -> Self {
        let row = |i| (0..columns).map(|j| f(i, j)).collect();
        Matrix {
            rows: (0..rows).map(row).collect(),
        }
    }

    /// The identity.
    pub fn identity(size: usize) -> Self {
        Self::from_fn(size, size, |i, j| {
            if i == j {
                Rational::ONE
            } else {
                Rational::ZERO
            }
        })
    }

    /// The rows.
    pub fn rows(&self) -> &[Vec<Rational>] {
        &self.rows
    }

    /// The rows, taken out.
    pub(super) fn into_rows(self) -> Vec<Vec<Rational>> {
        self.rows
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// One entry.
    pub fn entry(&self, row: usize, column: usize) -> &Rational {
        &self.rows[row][column]
    }

    /// The matrix product.
    ///
    /// # Panics
    /// If the shapes do not fit.
    pub fn times(&self, other: &Matrix) -> Matrix {
        assert_eq!(self.width(), other.height(), "shapes fit");
        Self::from_fn(self.height(), other.width(), |i, j| {
            (0..other.height())
                .map(|k| self.entry(i, k) * other.entry(k, j))
                .sum()
        })
    }

    /// The product of a row vector with this matrix.
    ///
    /// # Panics
    /// If the shapes do not fit.
    pub fn applied_to_law(&self, law: &[Rational]) -> Vec<Rational> {
        assert_eq!(law.len(), self.height(), "shapes fit");
        (0..self.width())
            .map(|j| {
                law.iter()
                    .zip(&self.rows)
                    .map(|(mass, row)| mass * &row[j])
                    .sum()
            })
            .collect()
    }

    /// Rows and columns exchanged.
    pub fn transpose(&self) -> Matrix {
        Self::from_fn(self.width(), self.height(), |i, j| self.entry(j, i).clone())
    }

    /// The sum of the diagonal.
    pub fn trace(&self) -> Rational {
        (0..self.height()).map(|i| self.entry(i, i).clone()).sum()
    }
}
