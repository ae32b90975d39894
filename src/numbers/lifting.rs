//! Exact linear systems by p-adic lifting (J. D. Dixon, *Exact solution of
//! linear equations using p-adic expansions*, 1982).
//!
//! The matrix is inverted modulo one prime; then digit after digit of the
//! solution's p-adic expansion follows from a product with that inverse and a
//! division of the residual. Fractions are reconstructed from the expansion, and
//! what comes out is substituted into the system before it is returned, so that
//! a result is right whatever happened on the way.

use super::exact::{
    Integer, Natural, Rational, bit_length, magnitude, over_common_denominator, signum,
};
use super::field::{PrimeField, Residue};
use super::matrix::Matrix;
use super::parallel;
use super::primes::primes_for;
use super::reconstruction::{Solution, reconstruct};
use super::word_rows::WordRows;

/// Primes that are tried before a matrix is called singular modulo all of them.
const PRIMES: usize = 3;

/// The unique solution of `matrix · x = right`, or nothing if it is singular
/// (or, never seen, singular modulo each of three primes of 62 bits).
///
/// Takes O(n³) operations on machine words and O(n³ b / 62) on words of entries
/// with b bits: about n b / 31 digits of the solution, n² products each.
///
/// # Panics
/// If the matrix is not square or the right side has another length.
pub fn solve_by_lifting(matrix: &Matrix, right: &[Rational]) -> Option<Vec<Rational>> {
    let size = matrix.height();
    assert_eq!(size, matrix.width(), "the system is square");
    assert_eq!(size, right.len(), "one equation a row");
    let System { rows, right } = System::of(matrix, right);
    Some(solve_integers(rows, right)?.rationals())
}

/// The same for integers, row by row.
pub(crate) fn solve_integers(rows: Vec<Vec<Integer>>, right: Vec<Integer>) -> Option<Solution> {
    let system = System { rows, right };
    let primes = primes_for(2, PRIMES);
    let mut inverses = primes.iter().filter_map(|&prime| {
        let field = PrimeField::new(prime);
        Some((field, inverse(&field, &system.rows)?))
    });
    let (field, inverse) = inverses.next()?;
    system.lift(&field, &inverse)
}

/// A system in integers.
struct System {
    rows: Vec<Vec<Integer>>,
    right: Vec<Integer>,
}

impl System {
    fn of(matrix: &Matrix, right: &[Rational]) -> Self {
        let scaled = parallel::places(right.len(), |place| {
            let row = &matrix.rows()[place];
            let whole: Vec<&Rational> = row.iter().chain([&right[place]]).collect();
            let mut numbers = over_common_denominator(whole).0;
            let value = numbers.pop().unwrap_or(Integer::ZERO);
            (numbers, value)
        });
        let (rows, right) = scaled.into_iter().unzip();
        System { rows, right }
    }

    /// More bits than twice the longest numerator or denominator of the solution
    /// has. A denominator divides the determinant, at most the product of the
    /// lengths of the rows (Hadamard); a numerator is a sum of n products of a
    /// right side with a minor, for which the same bound holds.
    fn bits(&self) -> usize {
        let row = |row: &Vec<Integer>| {
            let squares = row.iter().map(|number| magnitude(number).pow(2));
            let squares = squares.fold(Natural::ZERO, |sum, square| sum + square);
            bit_length(&squares).div_ceil(2)
        };
        let minors: usize = self.rows.iter().map(row).sum();
        let longest = self.right.iter().map(|value| bit_length(&magnitude(value)));
        let terms = bit_length(&Natural::from(self.rows.len()));
        2 * (minors + longest.max().unwrap_or(0) + terms) + 2
    }

    fn lift(&self, field: &PrimeField, inverse: &[Vec<Residue>]) -> Option<Solution> {
        let steps = self.bits() / 62 + 1;
        let rows = WordRows::new(&self.rows, &self.right);
        let mut residuals = rows.residuals(&self.right);
        let mut digits: Vec<Vec<u64>> = Vec::with_capacity(steps);
        // A step takes microseconds: threads would wait for each other.
        for _ in 0..steps {
            let rest = residuals.residues(field);
            let digit = |row: &Vec<Residue>| field.number(field.inner(row, &rest));
            let digit: Vec<u64> = inverse.iter().map(digit).collect();
            rows.advance(&mut residuals, &digit, field);
            digits.push(digit);
        }
        let modulus = Natural::from(field.prime()).pow(steps);
        let size = self.rows.len();
        let expansions: Vec<Natural> =
            parallel::places(size, |unknown| expansion(&digits, unknown, field.prime()));
        let solution = reconstruct(&expansions, &modulus)?;
        self.holds(&solution).then_some(solution)
    }

    /// Does the solution solve the system?
    fn holds(&self, solution: &Solution) -> bool {
        let holds = parallel::places(self.rows.len(), |place| {
            let left = self.rows[place]
                .iter()
                .zip(&solution.numerators)
                .fold(Integer::ZERO, |sum, (entry, numerator)| {
                    sum + entry * numerator
                });
            left == &self.right[place] * Integer::from(solution.denominator.clone())
        });
        holds.into_iter().all(|holds| holds)
    }
}

/// The residue of an integer.
fn residue(field: &PrimeField, number: &Integer) -> Residue {
    let size = field.residue(&magnitude(number) % field.prime());
    match signum(number) {
        -1 => field.subtract(Residue::ZERO, size),
        _ => size,
    }
}

/// The inverse of an integer matrix modulo a prime, or nothing if it has none.
fn inverse(field: &PrimeField, rows: &[Vec<Integer>]) -> Option<Vec<Vec<Residue>>> {
    let size = rows.len();
    let one = field.residue(1);
    let mut rows = parallel::places(size, |i| {
        let mut wide: Vec<Residue> = rows[i]
            .iter()
            .map(|number| residue(field, number))
            .collect();
        wide.resize(2 * size, Residue::ZERO);
        wide[size + i] = one;
        wide
    });
    for column in 0..size {
        let pivot = (column..size).find(|&row| rows[row][column] != Residue::ZERO)?;
        rows.swap(column, pivot);
        let scale = field.invert(rows[column][column]);
        for entry in &mut rows[column] {
            *entry = field.multiply(*entry, scale);
        }
        let pivot_row = rows[column].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if i == column || factor == Residue::ZERO {
                continue;
            }
            for (entry, &above) in row.iter_mut().zip(&pivot_row).skip(column) {
                *entry = field.subtract(*entry, field.multiply(factor, above));
            }
        }
    }
    Some(rows.into_iter().map(|row| row[size..].to_vec()).collect())
}

/// Σ digit · primeⁱ for one unknown, by halves.
fn expansion(digits: &[Vec<u64>], unknown: usize, prime: u64) -> Natural {
    if let [digit] = digits {
        return Natural::from(digit[unknown]);
    }
    let half = digits.len().next_power_of_two() / 2;
    let (low, high) = digits.split_at(half);
    let shift = Natural::from(prime).pow(half);
    expansion(low, unknown, prime) + shift * expansion(high, unknown, prime)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{from_words, solve};

    /// A matrix of fractions that look random.
    fn system(size: usize, bits: usize, seed: u64) -> (Matrix, Vec<Rational>) {
        let mut state = seed;
        let mut word = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state
        };
        let mut number = || {
            let words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| word()).collect();
            let numerator = Integer::from(from_words(&words));
            let sign = if word() >> 63 == 1 {
                -numerator
            } else {
                numerator
            };
            Rational::from_parts(sign, Natural::from(word() >> 40) + Natural::ONE)
        };
        let matrix = Matrix::from_fn(size, size, |_, _| number());
        let right = (0..size).map(|_| number()).collect();
        (matrix, right)
    }

    #[test]
    fn equal_to_elimination() {
        for (size, bits) in [(1, 10), (2, 64), (3, 200), (5, 30), (8, 130), (12, 64)] {
            for seed in 0..4 {
                let (matrix, right) = system(size, bits, seed);
                let lifted = solve_by_lifting(&matrix, &right);
                assert!(lifted.is_some(), "{size} {bits}");
                assert_eq!(lifted, solve(&matrix, &right), "{size} {bits}");
            }
        }
    }

    #[test]
    fn singular_systems_and_zeros() {
        let singular = Matrix::from_fn(2, 2, |i, j| Rational::from((i + 1) * (j + 2)));
        let ones = [Rational::ONE, Rational::ONE];
        assert_eq!(solve_by_lifting(&singular, &ones), None);
        let zeros = [Rational::ZERO, Rational::ZERO];
        let swap = Matrix::from_fn(2, 2, |i, j| Rational::from(usize::from(i != j)));
        assert_eq!(solve_by_lifting(&swap, &zeros), Some(zeros.to_vec()));
    }

    fn integers(numbers: &[i64]) -> Vec<Integer> {
        numbers
            .iter()
            .map(|&number| Integer::from(number))
            .collect()
    }

    #[test]
    fn a_bound_in_bits() {
        let bits = |rows: &[&[i64]], right: &[i64]| {
            let rows = rows.iter().map(|row| integers(row)).collect();
            let right = integers(right);
            System { rows, right }.bits()
        };
        // 9 has 4 bits, its root 2; 5 has 3; one unknown has 1.
        assert_eq!(bits(&[&[3]], &[5]), 2 * (2 + 3 + 1) + 2);
        // 1 + 16 and 49 have 5 and 6 bits; 100 has 7; two unknowns have 2.
        assert_eq!(
            bits(&[&[1, -4], &[0, 7]], &[3, -100]),
            2 * (3 + 3 + 7 + 2) + 2
        );
    }

    #[test]
    fn wrong_solutions_do_not_hold() {
        let (rows, right) = (
            vec![integers(&[2, 1]), integers(&[1, -1])],
            integers(&[3, 0]),
        );
        let system = System { rows, right };
        let holds = |numerators: &[i64], denominator: u64| {
            let numerators = integers(numerators);
            let denominator = Natural::from(denominator);
            system.holds(&Solution {
                numerators,
                denominator,
            })
        };
        assert!(holds(&[1, 1], 1) && holds(&[2, 2], 2));
        assert!(!holds(&[1, 1], 2) && !holds(&[1, 2], 1) && !holds(&[2, -1], 1));
    }
}
