//! A matrix of exact rationals that keeps what is not zero, and every number
//! once.
//!
//! An entry takes eight bytes: its column, and the place of its number among the
//! distinct ones. Transition matrices have few of those.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::Matrix;
use super::exact::{Rational, bit_length};
use super::sparse_row::{ByParts, SparseRow};

/// What is not stored.
static ZERO: Rational = Rational::ZERO;

/// A rectangular matrix, row by row without its zeros.
#[derive(Clone)]
pub struct SparseMatrix {
    width: usize,
    /// Where the entries of each row begin; one more for their end.
    starts: Vec<usize>,
    /// Ascending within a row.
    columns: Vec<u32>,
    places: Vec<u32>,
    values: Arc<[Rational]>,
}

impl SparseMatrix {
    /// The matrix with these rows, zeros included.
    ///
    /// # Panics
    /// If the rows differ in length.
    pub fn from_rows(rows: Vec<Vec<Rational>>) -> Self {
        let width = rows.first().map_or(0, Vec::len);
        let mut builder = SparseBuilder::new(width);
        for row in rows {
            assert_eq!(row.len(), width, "the rows of a matrix have one length");
            builder.push(SparseRow::new(row.into_iter().enumerate()));
        }
        builder.finish()
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many entries are not zero.
    pub fn nonzeros(&self) -> usize {
        self.columns.len()
    }

    /// One entry.
    ///
    /// # Panics
    /// If there is no such row or column.
    pub fn entry(&self, row: usize, column: usize) -> &Rational {
        assert!(column < self.width, "a column of the matrix");
        let range = self.starts[row]..self.starts[row + 1];
        match self.columns[range.clone()].binary_search(&index(column)) {
            Ok(found) => &self.values[self.places[range.start + found] as usize],
            Err(_) => &ZERO,
        }
    }

    /// The entries of a row that are not zero, each with its column, in order.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, &Rational)> + Clone {
        let places = self.places_of(row);
        places.map(|(column, place)| (column, &self.values[place]))
    }

    /// The same with the places of the numbers among the [values](Self::values).
    pub(crate) fn places_of(&self, row: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
        let range = self.starts[row]..self.starts[row + 1];
        let columns = self.columns[range.clone()].iter();
        let wide = |(&column, &place): (&u32, &u32)| (column as usize, place as usize);
        columns.zip(&self.places[range]).map(wide)
    }

    /// The distinct numbers that are not zero, in the order of their first entry.
    pub fn values(&self) -> &[Rational] {
        &self.values
    }

    /// A row written out, zeros included.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn full_row(&self, row: usize) -> Vec<Rational> {
        let mut full = vec![Rational::ZERO; self.width];
        for (column, value) in self.row(row) {
            full[column] = value.clone();
        }
        full
    }

    /// The rows written out, zeros included: height × width numbers.
    pub fn rows(&self) -> Vec<Vec<Rational>> {
        (0..self.height()).map(|row| self.full_row(row)).collect()
    }

    /// The same as a matrix for linear algebra.
    pub fn dense(&self) -> Matrix {
        Matrix::from_rows(self.rows())
    }

    /// Rows and columns exchanged; the values keep their places.
    pub fn transposed(&self) -> Self {
        let mut starts = vec![0; self.width + 1];
        for &column in &self.columns {
            starts[column as usize + 1] += 1;
        }
        for column in 0..self.width {
            starts[column + 1] += starts[column];
        }
        let mut free = starts.clone();
        let mut columns = vec![0; self.columns.len()];
        let mut places = vec![0; self.places.len()];
        for row in 0..self.height() {
            for at in self.starts[row]..self.starts[row + 1] {
                let to = &mut free[self.columns[at] as usize];
                columns[*to] = index(row);
                places[*to] = self.places[at];
                *to += 1;
            }
        }
        SparseMatrix {
            width: self.height(),
            starts,
            columns,
            places,
            values: self.values.clone(),
        }
    }

    /// The product of a row vector with this matrix.
    ///
    /// # Panics
    /// If the shapes do not fit.
    pub fn applied_to_law(&self, law: &[Rational]) -> Vec<Rational> {
        assert_eq!(law.len(), self.height(), "shapes fit");
        let columns = self.transposed();
        let into = |column: usize| {
            let terms = columns.row(column);
            terms.map(|(from, value)| &law[from] * value).sum()
        };
        (0..self.width).map(into).collect()
    }

    /// The sum of the diagonal.
    pub fn trace(&self) -> Rational {
        let diagonal = (0..self.height()).map(|i| self.entry(i, i).clone());
        diagonal.sum()
    }

    /// The rows and columns of a square matrix at these positions, of which none
    /// is named twice.
    ///
    /// # Panics
    /// If there is no such row or column.
    pub fn picked(&self, positions: &[usize]) -> Self {
        let mut renumbered = vec![None; self.width];
        for (new, &old) in positions.iter().enumerate() {
            renumbered[old] = Some(new);
        }
        let mut builder = SparseBuilder::new(positions.len());
        for &from in positions {
            let kept = self.row(from);
            let kept = kept.filter_map(|(to, value)| Some((renumbered[to]?, value.clone())));
            builder.push(SparseRow::new(kept));
        }
        builder.finish()
    }
}

impl PartialEq for SparseMatrix {
    fn eq(&self, other: &Self) -> bool {
        let shape = |matrix: &Self| (matrix.width, matrix.height(), matrix.nonzeros());
        shape(self) == shape(other)
            && (0..self.height()).all(|row| self.row(row).eq(other.row(row)))
    }
}

impl Eq for SparseMatrix {}

impl From<Matrix> for SparseMatrix {
    fn from(matrix: Matrix) -> Self {
        SparseMatrix::from_rows(matrix.into_rows())
    }
}

impl fmt::Debug for SparseMatrix {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = (0..self.height()).map(|row| self.row(row).collect::<Vec<_>>());
        formatter.debug_list().entries(rows).finish()
    }
}

/// A matrix under construction, row after row.
#[derive(Debug)]
pub struct SparseBuilder {
    matrix: SparseMatrix,
    found: BTreeMap<ByParts, u32>,
    /// Binary digits of all values together.
    bits: usize,
}

impl SparseBuilder {
    /// No rows yet, of this width.
    pub fn new(width: usize) -> Self {
        SparseBuilder {
            matrix: SparseMatrix {
                width,
                starts: vec![0],
                columns: Vec::new(),
                places: Vec::new(),
                values: Arc::new([]),
            },
            found: BTreeMap::new(),
            bits: 0,
        }
    }

    /// Adds a row at the end.
    ///
    /// # Panics
    /// If the row has an entry beyond the width.
    pub fn push(&mut self, row: SparseRow) {
        let within = row
            .columns
            .last()
            .is_none_or(|&last| (last as usize) < self.matrix.width);
        assert!(within, "a column of the matrix");
        let places: Vec<u32> = row
            .values
            .into_iter()
            .map(|value| self.place(value))
            .collect();
        let renumbered = row.places.iter().map(|&place| places[place as usize]);
        self.matrix.places.extend(renumbered);
        self.matrix.columns.extend(row.columns);
        self.matrix.starts.push(self.matrix.columns.len());
    }

    fn place(&mut self, value: Rational) -> u32 {
        let next = index(self.found.len());
        let bits = bit_length(value.denominator());
        let place = *self.found.entry(ByParts(value)).or_insert(next);
        if place == next {
            self.bits += 2 * bits;
        }
        place
    }

    /// About how many bytes the matrix takes, and another time its entries for
    /// reading it by columns.
    pub fn bytes(&self) -> u64 {
        let (entries, values) = (self.matrix.columns.len(), self.found.len());
        (2 * 8 * entries + 100 * values + self.bits / 8) as u64
    }

    /// The matrix.
    pub fn finish(self) -> SparseMatrix {
        let mut values: Vec<(u32, Rational)> = (self.found.into_iter())
            .map(|(ByParts(value), place)| (place, value))
            .collect();
        values.sort_unstable_by_key(|(place, _)| *place);
        SparseMatrix {
            values: values.into_iter().map(|(_, value)| value).collect(),
            ..self.matrix
        }
    }
}

/// A position in 32 bits.
///
/// # Panics
/// If there are more than four billion.
pub(super) fn index(position: usize) -> u32 {
    u32::try_from(position).expect("positions are counted in 32 bits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{Integer, Natural};

    fn example() -> SparseMatrix {
        let q = Rational::new;
        let zero = || Rational::ZERO;
        SparseMatrix::from_rows(vec![
            vec![zero(), q(1, 2), q(1, 2)],
            vec![q(1, 3), zero(), q(2, 3)],
            vec![zero(), q(1, 2), q(1, 2)],
        ])
    }

    #[test]
    fn entries_and_zeros() {
        let matrix = example();
        assert_eq!((matrix.nonzeros(), matrix.values().len()), (6, 3));
        assert_eq!(matrix.entry(1, 2), &Rational::new(2, 3));
        assert_eq!(matrix.entry(1, 1), &Rational::ZERO);
        let row: Vec<usize> = matrix.row(1).map(|(column, _)| column).collect();
        assert_eq!(row, [0, 2]);
        assert_eq!(SparseMatrix::from_rows(matrix.rows()), matrix);
        assert_eq!(SparseMatrix::from(matrix.dense()), matrix);
        assert_eq!(matrix.trace(), Rational::new(1, 2));
    }

    #[test]
    fn by_columns_as_the_full_matrix() {
        let matrix = example();
        assert_eq!(matrix.transposed().dense(), matrix.dense().transpose());
        assert_eq!(matrix.transposed().transposed(), matrix);
        let law = [1, 2, 3].map(|weight| Rational::new(weight, 6));
        assert_eq!(
            matrix.applied_to_law(&law),
            matrix.dense().applied_to_law(&law)
        );
    }

    #[test]
    fn picked_rows_and_columns() {
        let picked = example().picked(&[2, 1]);
        let q = Rational::new;
        let rows = vec![vec![q(1, 2), q(1, 2)], vec![q(2, 3), Rational::ZERO]];
        assert_eq!(picked.rows(), rows);
    }

    /// Equal matrices are equal however their numbers were numbered.
    #[test]
    fn equality_does_not_depend_on_places() {
        let matrix = example();
        // Numbers keep their places when rows and columns are exchanged, and get
        // new ones when the matrix is built from its rows.
        let (turned, built) = (matrix.transposed(), matrix.transposed().rows());
        let built = SparseMatrix::from_rows(built);
        assert_ne!(built.values(), turned.values());
        assert_eq!(built, turned);
        assert_ne!(matrix.picked(&[1, 0, 2]), matrix);
    }

    #[test]
    fn about_how_many_bytes() {
        let mut builder = SparseBuilder::new(3);
        assert_eq!(builder.bytes(), 0);
        let long = Rational::from_parts(Integer::ONE, Natural::ONE << 799usize);
        builder.push(SparseRow::new(vec![
            (0, long.clone()),
            (1, long.clone()),
            (2, Rational::new(1, 4)),
        ]));
        // Three entries, two values with denominators of 800 and 3 bits.
        assert_eq!(builder.bytes(), 2 * 8 * 3 + 100 * 2 + 2 * (800 + 3) / 8);
        builder.push(SparseRow::new(vec![(2, long)]));
        assert_eq!(builder.bytes(), 2 * 8 * 4 + 100 * 2 + 2 * (800 + 3) / 8);
        let matrix = builder.finish();
        assert_eq!(
            (matrix.height(), matrix.width(), matrix.nonzeros()),
            (2, 3, 4)
        );
    }

    #[test]
    fn debugging_shows_what_is_not_zero() {
        let shown = format!("{:?}", example().picked(&[2, 1]));
        assert_eq!(shown, "[[(0, 1/2), (1, 1/2)], [(0, 2/3)]]");
    }

    #[test]
    #[should_panic(expected = "a column of the matrix")]
    fn no_column_beyond_the_width() {
        SparseBuilder::new(3).push(SparseRow::new([(3, Rational::ONE)]));
    }
}
