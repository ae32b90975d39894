//! The characteristic polynomial by Faddeev and LeVerrier, on integers.

use super::exact::{Integer, Rational, over_common_denominator};
use super::matrix::Matrix;

/// The coefficients of det(λ − matrix), lowest degree first.
///
/// The matrix is scaled to integers, where every division of the recursion is
/// exact. O(n⁴) integer operations.
///
/// # Panics
/// If the matrix is not square.
pub fn characteristic_polynomial(matrix: &Matrix) -> Vec<Rational> {
    let size = matrix.height();
    assert_eq!(size, matrix.width(), "the matrix is square");
    let (flat, scale) = over_common_denominator(matrix.rows().iter().flatten().collect::<Vec<_>>());
    let scaled: Vec<&[Integer]> = flat.chunks(size.max(1)).collect();

    let mut coefficients = vec![Rational::ONE];
    let mut current = vec![vec![Integer::ZERO; size]; size];
    let mut last = Integer::ONE;
    let mut denominator = scale.clone();
    for step in 1..=size {
        for (i, row) in current.iter_mut().enumerate() {
            row[i] += &last;
        }
        current = multiply(&scaled, &current);
        let trace = (0..size).fold(Integer::ZERO, |sum, i| sum + &current[i][i]);
        last = -trace / Integer::from(step);
        coefficients.push(Rational::from_parts(last.clone(), denominator.clone()));
        denominator *= &scale;
    }
    coefficients.reverse();
    coefficients
}

fn multiply(left: &[&[Integer]], right: &[Vec<Integer>]) -> Vec<Vec<Integer>> {
    let size = right.len();
    let entry = |row: &[Integer], j: usize| {
        row.iter()
            .zip(right)
            .fold(Integer::ZERO, |sum, (a, b)| sum + a * &b[j])
    };
    left.iter()
        .map(|row| (0..size).map(|j| entry(row, j)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_by_two_by_hand() {
        let half = Rational::new(1, 2);
        let matrix = Matrix::from_rows(vec![
            vec![half.clone(), half],
            vec![Rational::new(1, 3), Rational::new(2, 3)],
        ]);
        // λ² − 7/6 λ + 1/6 = (λ − 1)(λ − 1/6)
        let expected = vec![Rational::new(1, 6), Rational::new(-7, 6), Rational::ONE];
        assert_eq!(characteristic_polynomial(&matrix), expected);
    }
}
