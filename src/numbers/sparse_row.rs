//! One row of a matrix without its zeros, every number once.

use std::cmp::Ordering;

use super::exact::{Integer, Natural, Rational, bit_length};
use super::sparse::index;

/// Numbers in the order of denominators and then of numerators, which is found
/// without multiplying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ByParts(pub(super) Rational);

impl Ord for ByParts {
    fn cmp(&self, other: &Self) -> Ordering {
        let denominators = self.0.denominator().cmp(other.0.denominator());
        denominators.then_with(|| self.0.numerator().cmp(other.0.numerator()))
    }
}

impl PartialOrd for ByParts {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A row: columns in order, and where the number of each is among the values.
#[derive(Clone, Debug)]
pub struct SparseRow {
    pub(super) columns: Vec<u32>,
    pub(super) places: Vec<u32>,
    pub(super) values: Vec<Rational>,
}

impl SparseRow {
    /// The row with these entries, each by its column; zeros are left out.
    ///
    /// # Panics
    /// If a column is there twice.
    pub fn new(entries: impl IntoIterator<Item = (usize, Rational)>) -> Self {
        let entries = entries.into_iter().filter(|(_, value)| !value.is_zero());
        let entries = entries.map(|(column, value)| (column, ByParts(value)));
        Self::with_values(entries.collect(), |ByParts(value)| value)
    }

    /// The row with these positive numerators over one denominator. Each distinct
    /// one is reduced once.
    ///
    /// # Panics
    /// If a column is there twice, or the denominator is zero.
    pub fn over(denominator: &Natural, entries: Vec<(usize, Natural)>) -> Self {
        Self::with_values(entries, |numerator| {
            Rational::from_parts(Integer::from(numerator), denominator.clone())
        })
    }

    /// How many entries are not zero.
    pub fn nonzeros(&self) -> usize {
        self.columns.len()
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        let value = |value: &Rational| 64 + bit_length(value.denominator()) / 4;
        let values: usize = self.values.iter().map(value).sum();
        (8 * self.nonzeros() + values) as u64
    }

    fn with_values<T: Ord>(mut entries: Vec<(usize, T)>, value: impl Fn(T) -> Rational) -> Self {
        entries.sort_unstable_by_key(|(column, _)| *column);
        let distinct = entries.windows(2).all(|pair| pair[0].0 < pair[1].0);
        assert!(distinct, "a column is there once");
        // Equal numbers side by side, in the order of their first column.
        let mut order: Vec<u32> = (0..index(entries.len())).collect();
        order.sort_unstable_by(|&a, &b| {
            let number = |at: u32| &entries[at as usize].1;
            number(a).cmp(number(b)).then(a.cmp(&b))
        });
        let mut firsts: Vec<u32> = vec![0; entries.len()];
        let mut first = 0;
        for (position, &at) in order.iter().enumerate() {
            let before = position.checked_sub(1).map(|before| order[before] as usize);
            let alike = before.is_some_and(|before| entries[before].1 == entries[at as usize].1);
            if !alike {
                first = at;
            }
            firsts[at as usize] = first;
        }
        let mut row = SparseRow {
            columns: Vec::with_capacity(entries.len()),
            places: Vec::with_capacity(entries.len()),
            values: Vec::new(),
        };
        for (at, (column, number)) in entries.into_iter().enumerate() {
            let first = firsts[at] as usize;
            row.columns.push(index(column));
            if first == at {
                row.places.push(index(row.values.len()));
                row.values.push(value(number));
            } else {
                row.places.push(row.places[first]);
            }
        }
        row
    }
}

/// Two rows side by side: every column that one of them has, with what each has
/// there. Columns are ascending in both.
pub(crate) fn side_by_side<A, B>(
    first: impl Iterator<Item = (usize, A)>,
    second: impl Iterator<Item = (usize, B)>,
) -> impl Iterator<Item = (usize, Option<A>, Option<B>)> {
    let (mut first, mut second) = (first.peekable(), second.peekable());
    std::iter::from_fn(move || {
        let columns = (
            first.peek().map(|(column, _)| *column),
            second.peek().map(|(column, _)| *column),
        );
        let column = match columns {
            (Some(one), Some(other)) => one.min(other),
            (one, other) => one.or(other)?,
        };
        let one = first.next_if(|(at, _)| *at == column);
        let other = second.next_if(|(at, _)| *at == column);
        Some((
            column,
            one.map(|(_, value)| value),
            other.map(|(_, value)| value),
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_once() {
        let row = SparseRow::over(
            &Natural::from(12u8),
            [(7, 2u8), (1, 4), (3, 2), (0, 4)]
                .map(|(c, n)| (c, Natural::from(n)))
                .to_vec(),
        );
        assert_eq!(row.columns, [0, 1, 3, 7]);
        assert_eq!(row.places, [0, 0, 1, 1]);
        assert_eq!(row.values, [Rational::new(1, 3), Rational::new(1, 6)]);
    }

    #[test]
    fn rows_side_by_side() {
        let (first, second) = ([(1, 'a'), (4, 'b')], [(0, 'x'), (4, 'y'), (9, 'z')]);
        let both: Vec<_> = side_by_side(first.into_iter(), second.into_iter()).collect();
        let expected = [
            (0, None, Some('x')),
            (1, Some('a'), None),
            (4, Some('b'), Some('y')),
            (9, None, Some('z')),
        ];
        assert_eq!(both, expected);
    }

    #[test]
    #[should_panic(expected = "a column is there once")]
    fn no_column_twice() {
        let _ = SparseRow::new([(1, Rational::ONE), (1, Rational::ONE)]);
    }

    #[test]
    fn about_how_many_bytes() {
        let quarter = Rational::new(1, 4);
        let row = SparseRow::new(vec![
            (0, quarter.clone()),
            (5, quarter),
            (7, Rational::new(1, 255)),
        ]);
        assert_eq!(row.bytes(), 8 * 3 + 2 * 64 + 2);
        assert_eq!(row.nonzeros(), 3);
    }

    #[test]
    fn by_denominators_and_then_by_numerators() {
        let ordered = [(-5, 1), (7, 1), (-1, 2), (1, 2), (3, 2), (1, 3)];
        let ordered = ordered.map(|(n, d)| ByParts(Rational::new(n, d)));
        assert!(ordered.is_sorted_by(|one, other| one < other));
        assert_eq!(ordered[0].cmp(&ordered[0]), Ordering::Equal);
    }
}
