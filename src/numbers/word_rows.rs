//! Rows of integers in machine words, multiplied with vectors of single words:
//! the inner loop of p-adic lifting, which a big-number crate would fill with
//! allocations.
//!
//! Residuals have a fixed number of words in two's complement, enough for every
//! value on the way; a division by the prime that leaves no remainder goes from
//! the lowest word up (T. Jebelean, *An algorithm for exact division*, 1993).

use super::exact::{Integer, bit_length, magnitude, signum, to_words};
use super::field::{PrimeField, Residue};

/// An entry that is not zero.
#[derive(Clone, Debug)]
struct Entry {
    column: usize,
    is_negative: bool,
    start: usize,
    end: usize,
}

/// A matrix of integers, row by row without its zeros.
#[derive(Clone, Debug)]
pub(super) struct WordRows {
    words: Vec<u64>,
    rows: Vec<Vec<Entry>>,
    /// Words of a residual.
    length: usize,
}

/// One residual for each row, in two's complement.
#[derive(Clone, Debug)]
pub(super) struct Residuals {
    words: Vec<u64>,
    length: usize,
}

impl WordRows {
    /// The rows of a matrix, with residuals wide enough for these right sides.
    pub(super) fn new(rows: &[Vec<Integer>], right: &[Integer]) -> Self {
        let bits = |numbers: &mut dyn Iterator<Item = &Integer>| {
            let lengths = numbers.map(|number| bit_length(&magnitude(number)));
            lengths.max().unwrap_or(0)
        };
        let entries = bits(&mut rows.iter().flatten()) + bit_length(&rows.len().into()) + 1;
        let widest = entries.max(bits(&mut right.iter()));
        let mut all = WordRows {
            words: Vec::new(),
            rows: Vec::with_capacity(rows.len()),
            // A product with a word, a sum of three and a sign.
            length: (widest + 64 + 3).div_ceil(64),
        };
        for row in rows {
            let mut entries = Vec::with_capacity(row.len());
            for (column, number) in row.iter().enumerate().filter(|(_, n)| signum(n) != 0) {
                let start = all.words.len();
                all.words.extend(to_words(&magnitude(number)));
                entries.push(Entry {
                    column,
                    is_negative: signum(number) < 0,
                    start,
                    end: all.words.len(),
                });
            }
            all.rows.push(entries);
        }
        all
    }

    /// The right sides as residuals.
    pub(super) fn residuals(&self, right: &[Integer]) -> Residuals {
        let mut words = vec![0; self.length * right.len()];
        for (target, number) in words.chunks_mut(self.length).zip(right) {
            for (word, low) in target.iter_mut().zip(to_words(&magnitude(number))) {
                *word = low;
            }
            if signum(number) < 0 {
                negate(target);
            }
        }
        Residuals {
            words,
            length: self.length,
        }
    }

    /// (r − A·d) / p for every row, where p divides it.
    pub(super) fn advance(&self, residuals: &mut Residuals, digits: &[u64], field: &PrimeField) {
        let (mut added, mut taken) = (vec![0; self.length], vec![0; self.length]);
        let targets = residuals.words.chunks_mut(self.length);
        for (target, row) in targets.zip(&self.rows) {
            added.fill(0);
            taken.fill(0);
            for entry in row {
                let sum = if entry.is_negative {
                    &mut added
                } else {
                    &mut taken
                };
                add_product(
                    sum,
                    &self.words[entry.start..entry.end],
                    digits[entry.column],
                );
            }
            let (mut carry, mut borrow) = (false, false);
            for ((word, &more), &less) in target.iter_mut().zip(&added).zip(&taken) {
                let sum;
                (sum, carry) = plus(*word, more, carry);
                (*word, borrow) = minus(sum, less, borrow);
            }
            field.divide_exactly(target);
        }
    }
}

impl Residuals {
    /// Each modulo the prime.
    pub(super) fn residues(&self, field: &PrimeField) -> Vec<Residue> {
        let powers = field.word_powers(self.length);
        let beyond = field.power_of_words(self.length);
        let numbers = self.words.chunks(self.length);
        numbers
            .map(|words| {
                let residue = field.residue_of_words(words, &powers);
                match words.last().is_some_and(|&word| word >> 63 == 1) {
                    // In two's complement it stands for itself less 2^(64·length).
                    true => field.subtract(residue, beyond),
                    false => residue,
                }
            })
            .collect()
    }
}

/// Adds a product with a single word; the sum has room for it.
fn add_product(sum: &mut [u64], words: &[u64], digit: u64) {
    let (low, high) = sum.split_at_mut(words.len());
    let mut carry = 0u64;
    for (word, &factor) in low.iter_mut().zip(words) {
        let product =
            u128::from(factor) * u128::from(digit) + u128::from(*word) + u128::from(carry);
        *word = product as u64;
        carry = (product >> 64) as u64;
    }
    for word in high {
        if carry == 0 {
            return;
        }
        let (total, overflow) = word.overflowing_add(carry);
        (*word, carry) = (total, u64::from(overflow));
    }
}

/// The negative in two's complement.
fn negate(words: &mut [u64]) {
    let mut carry = true;
    for word in words {
        (*word, carry) = (!*word).overflowing_add(u64::from(carry));
    }
}

/// The sum of two words and what was carried over, and what is carried on.
fn plus(word: u64, other: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = word.overflowing_add(other);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first || second)
}

/// The difference of two words less what was borrowed, and what is borrowed on.
fn minus(word: u64, other: u64, borrow: bool) -> (u64, bool) {
    let (difference, first) = word.overflowing_sub(other);
    let (difference, second) = difference.overflowing_sub(u64::from(borrow));
    (difference, first || second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::exact::from_words;

    /// (r − A·d) / p in big integers, whatever the signs, and the residues of r.
    #[test]
    fn equal_to_big_integers() {
        let field = PrimeField::new((1 << 63) - 25);
        let prime = Integer::from(field.prime());
        let mut state = 1u64;
        let mut word = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state
        };
        for length in [1, 2, 5] {
            for _ in 0..40 {
                let mut number = |most: usize| {
                    let words: Vec<u64> = (0..most).map(|_| word()).collect();
                    let shift = (word() % 64) as usize;
                    let number = Integer::from(from_words(&words) >> shift);
                    match word() % 5 {
                        0 => Integer::ZERO,
                        1 | 2 => -number,
                        _ => number,
                    }
                };
                let rows: Vec<Vec<Integer>> = (0..3)
                    .map(|_| (0..3).map(|_| number(length)).collect())
                    .collect();
                let digits: Vec<u64> = (0..3).map(|_| word() % field.prime()).collect();
                let after: Vec<Integer> = rows.iter().map(|_| number_like(&rows)).collect();
                let right: Vec<Integer> = rows
                    .iter()
                    .zip(&after)
                    .map(|(row, after)| {
                        let terms = row.iter().zip(&digits);
                        let product = terms.map(|(entry, &digit)| entry * Integer::from(digit));
                        after * &prime + product.fold(Integer::ZERO, |sum, term| sum + term)
                    })
                    .collect();
                let words = WordRows::new(&rows, &right);
                let mut residuals = words.residuals(&right);
                assert_eq!(residuals.residues(&field), residues(&field, &right));
                words.advance(&mut residuals, &digits, &field);
                assert_eq!(residuals.words, words.residuals(&after).words);
                assert_eq!(residuals.residues(&field), residues(&field, &after));
            }
        }
    }

    fn number_like(rows: &[Vec<Integer>]) -> Integer {
        rows[0].iter().fold(Integer::ZERO, |sum, entry| sum - entry)
    }

    fn residues(field: &PrimeField, numbers: &[Integer]) -> Vec<Residue> {
        let residue = |number: &Integer| {
            let size = field.residue(&magnitude(number) % field.prime());
            match signum(number) < 0 {
                true => field.subtract(Residue::ZERO, size),
                false => size,
            }
        };
        numbers.iter().map(residue).collect()
    }
}
