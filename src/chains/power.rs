//! Powers of a matrix in fixed-point numbers of a few machine words, with one bound on
//! the errors of all entries: a product of two matrices is then sums of products of
//! words, without a carry until the end.

use super::root::Size;
use crate::numbers::{Integer, Natural, bit_length, magnitude, parallel, signum};

/// Binary digits in a word: sums of 2¹² products of two then fit into 127.
pub(super) const WORD: usize = 57;
/// The most words of an entry times rows of the matrix, likewise.
pub(super) const MOST_SUMMANDS: usize = 1 << 12;
/// Rows that one thread is done with before others have begun.
const FEW_ROWS: usize = 32;

/// A power of a matrix with at least two rows: entries in units of a power of 2,
/// each off by at most `error` units.
#[derive(Clone, Debug)]
pub(super) struct Power {
    size: usize,
    words: usize,
    /// For each place of a word, lowest first, the words of all entries, row by row.
    /// They have the sign of their entry.
    digits: Vec<Vec<i64>>,
    pub(super) error: Natural,
    /// The unit is 2 to this power.
    pub(super) exponent: Integer,
}

impl Power {
    /// Entries as long as the words allow.
    pub(super) fn normalized(
        (size, words): (usize, usize),
        entries: &[Integer],
        error: Natural,
        exponent: Integer,
    ) -> Self {
        let bits = entries.iter().map(|entry| bit_length(&magnitude(entry)));
        let shift = bits.max().unwrap_or(0).saturating_sub(WORD * words);
        let mut digits = vec![vec![0; entries.len()]; words];
        let mask = (Natural::ONE << WORD) - Natural::ONE;
        for (place, entry) in entries.iter().enumerate() {
            let mut rest = magnitude(entry) >> shift;
            for digits in &mut digits {
                let word = i64::try_from(&rest & &mask).unwrap_or(i64::MAX);
                digits[place] = word * i64::from(signum(entry));
                rest >>= WORD;
            }
        }
        Power {
            size,
            words,
            digits,
            // What was shifted out of the error and of the entry.
            error: match shift {
                0 => error,
                _ => (error >> shift) + Natural::from(2u8),
            },
            exponent: exponent + Integer::from(shift),
        }
    }

    /// The entry at a place, in units.
    pub(super) fn entry(&self, place: usize) -> Integer {
        let digits = self.digits.iter().rev();
        digits.fold(Integer::ZERO, |sum, digits| {
            (sum << WORD) + Integer::from(digits[place])
        })
    }

    /// The magnitude of every entry, in units.
    fn sizes(&self) -> Vec<Natural> {
        let places = 0..self.size * self.size;
        places.map(|place| magnitude(&self.entry(place))).collect()
    }

    /// With errors of at most e, the entries of (A + E)² are off by those of
    /// AE + EA + E²: at most (largest row + largest column)·e + n·e².
    pub(super) fn squared(&self) -> Self {
        let (size, words) = (self.size, self.words);
        let transposed = |digits: &Vec<i64>| -> Vec<i64> {
            let column = |to: usize| (0..size).map(move |from| digits[from * size + to]);
            (0..size).flat_map(column).collect()
        };
        let columns: Vec<Vec<i64>> = self.digits.iter().map(transposed).collect();
        let product = |row: &[i64], column: &[i64]| -> i128 {
            let pairs = row.iter().zip(column);
            pairs.map(|(&a, &b)| i128::from(a) * i128::from(b)).sum()
        };
        let line = |digits: &'_ [i64], number: usize| digits[number * size..][..size].to_vec();
        let row = |from: usize| -> Vec<Integer> {
            let rows: Vec<Vec<i64>> = self.digits.iter().map(|d| line(d, from)).collect();
            let entry = |to: usize| {
                let mut sums = vec![0i128; 2 * words - 1];
                for (first, row) in rows.iter().enumerate() {
                    for (second, columns) in columns.iter().enumerate() {
                        sums[first + second] += product(row, &columns[to * size..][..size]);
                    }
                }
                let sums = sums.into_iter().rev();
                sums.fold(Integer::ZERO, |sum, digit| {
                    (sum << WORD) + Integer::from(digit)
                })
            };
            (0..size).map(entry).collect()
        };
        let rows: Vec<Vec<Integer>> = match size < FEW_ROWS {
            true => (0..size).map(row).collect(),
            false => parallel::places(size, row),
        };
        let sizes = self.sizes();
        let across = largest_sum((0..size).map(|row| &sizes[row * size..][..size]));
        let columns = (0..size).map(|to| sizes.iter().skip(to).step_by(size));
        let down = largest_sum(columns);
        let error = (across + down) * &self.error + Natural::from(size) * &self.error * &self.error;
        let exponent = &self.exponent * Integer::from(2);
        Self::normalized((size, words), &rows.concat(), error, exponent)
    }

    fn sized(&self, units: Natural) -> Size {
        Size {
            units,
            exponent: self.exponent.clone(),
        }
    }

    /// The largest error of a sum of as many entries as there are rows.
    fn errors(&self) -> Natural {
        Natural::from(self.size) * &self.error
    }

    /// At least the norm: the largest sum of magnitudes in a row.
    pub(super) fn norm(&self) -> Size {
        let sizes = self.sizes();
        self.sized(largest_sum(sizes.chunks(self.size)) + self.errors())
    }

    /// At most the least sum of a row.
    pub(super) fn least_sum(&self) -> Size {
        let entry = |place| self.entry(place);
        let row = |row: usize| (row * self.size..(row + 1) * self.size).map(entry);
        let sum = |entries| Iterator::fold(entries, Integer::ZERO, |sum, entry| sum + entry);
        let least = (0..self.size).map(|number| sum(row(number))).min();
        let least = least.unwrap_or(Integer::ZERO) - Integer::from(self.errors());
        self.sized(match signum(&least) > 0 {
            true => magnitude(&least),
            false => Natural::ZERO,
        })
    }

    /// At most the magnitude of the trace over n − 1.
    pub(super) fn mean_trace(&self) -> Size {
        let diagonal = (0..self.size).map(|row| self.entry(row * (self.size + 1)));
        let trace = magnitude(&diagonal.fold(Integer::ZERO, |sum, entry| sum + entry));
        let errors = self.errors();
        self.sized(match trace > errors {
            true => (trace - errors) / Natural::from(self.size - 1),
            false => Natural::ZERO,
        })
    }

    /// Has every error the size of its entry? Then squaring tells nothing new.
    pub(super) fn is_lost(&self) -> bool {
        self.sizes().iter().all(|size| *size <= self.error)
    }
}

fn largest_sum<'n, L>(lines: impl Iterator<Item = L>) -> Natural
where
    L: IntoIterator<Item = &'n Natural>,
{
    let sum = |line: L| line.into_iter().fold(Natural::ZERO, |sum, size| sum + size);
    lines.map(sum).max().unwrap_or(Natural::ZERO)
}
