//! Linear systems and rank by Bareiss' fraction-free elimination.
//!
//! Rows are scaled to integers; every division in the elimination is exact, so
//! entries stay minors of the matrix and no greatest common divisor is taken.

use super::exact::{Integer, Natural, Rational, magnitude, over_common_denominator, signum};
use super::matrix::Matrix;

/// The unique solution of `matrix · x = right`, or nothing if it is singular.
///
/// Takes O(n³) operations on integers of at most n entries' length.
///
/// # Panics
/// If the matrix is not square or the right side has another length.
pub fn solve(matrix: &Matrix, right: &[Rational]) -> Option<Vec<Rational>> {
    let size = matrix.height();
    assert_eq!(size, matrix.width(), "the system is square");
    assert_eq!(size, right.len(), "one equation a row");
    let augmented = matrix.rows().iter().zip(right).map(|(row, value)| {
        let whole: Vec<&Rational> = row.iter().chain([value]).collect();
        over_common_denominator(whole).0
    });
    let (rows, pivots) = echelon(augmented.collect(), size);
    (pivots.len() == size).then(|| back_substitute(&rows, size))
}

/// The number of linearly independent rows.
pub fn rank(matrix: &Matrix) -> usize {
    let rows = matrix
        .rows()
        .iter()
        .map(|row| over_common_denominator(row).0);
    echelon(rows.collect(), matrix.width()).1.len()
}

/// Row echelon form over the first `columns` columns, and its pivot columns.
fn echelon(mut rows: Vec<Vec<Integer>>, columns: usize) -> (Vec<Vec<Integer>>, Vec<usize>) {
    let mut pivots = Vec::new();
    let mut previous = Integer::ONE;
    for column in 0..columns {
        let top = pivots.len();
        let Some(pivot) = (top..rows.len()).find(|&row| !rows[row][column].is_zero()) else {
            continue;
        };
        rows.swap(top, pivot);
        let (done, rest) = rows.split_at_mut(top + 1);
        let pivot_row = &done[top];
        for row in rest {
            for j in (column + 1)..row.len() {
                let cross = &pivot_row[column] * &row[j] - &row[column] * &pivot_row[j];
                row[j] = cross / &previous;
            }
            row[column] = Integer::ZERO;
        }
        previous = pivot_row[column].clone();
        pivots.push(column);
    }
    (rows, pivots)
}

fn back_substitute(rows: &[Vec<Integer>], size: usize) -> Vec<Rational> {
    let mut solution = vec![Rational::ZERO; size];
    for i in (0..size).rev() {
        let known: Rational = ((i + 1)..size)
            .map(|j| Rational::from(rows[i][j].clone()) * &solution[j])
            .sum();
        let rest = Rational::from(rows[i][size].clone()) - known;
        solution[i] = rest * inverse(&rows[i][i]);
    }
    solution
}

fn inverse(value: &Integer) -> Rational {
    Rational::from_parts(
        Integer::from(signum(value)),
        Natural::max(magnitude(value), Natural::ONE),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&[i64]]) -> Matrix {
        Matrix::from_rows(
            rows.iter()
                .map(|row| row.iter().map(|&x| Rational::from(x)).collect())
                .collect(),
        )
    }

    #[test]
    fn solves_by_hand() {
        let system = matrix(&[&[0, 2], &[3, -1]]);
        let solution = solve(&system, &[Rational::ONE, Rational::new(1, 2)]);
        assert_eq!(
            solution,
            Some(vec![Rational::new(1, 3), Rational::new(1, 2)])
        );
        assert_eq!(
            solve(
                &matrix(&[&[1, 2], &[2, 4]]),
                &[Rational::ONE, Rational::ONE]
            ),
            None
        );
    }

    #[test]
    fn rank_of_rectangles() {
        assert_eq!(rank(&matrix(&[&[1, 2, 3], &[2, 4, 6]])), 1);
        assert_eq!(rank(&matrix(&[&[0, 0, 1], &[0, 5, 0], &[0, 5, 1]])), 2);
        assert_eq!(rank(&matrix(&[&[0, 0]])), 0);
    }
}
