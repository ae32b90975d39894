//! Linear systems and the signs of quadratic forms in ball arithmetic: what is
//! answered is proven, and what the precision does not settle is not answered.

use super::ball::{Ball, Precision};
use super::parallel;

/// Rows that one thread is done with before others have begun.
const FEW_ROWS: usize = 32;

/// Encloses the solution of `matrix · x = right` by elimination with the largest
/// pivot of each column, or nothing if a pivot may be zero at this precision.
/// O(n³).
///
/// # Panics
/// If the shapes do not fit.
pub fn enclose_solution(
    precision: Precision,
    mut matrix: Vec<Vec<Ball>>,
    mut right: Vec<Ball>,
) -> Option<Vec<Ball>> {
    let size = matrix.len();
    assert_eq!(size, right.len(), "one equation a row");
    for column in 0..size {
        let pivot = (column..size).max_by_key(|&row| matrix[row][column].size())?;
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (done, rest) = matrix.split_at_mut(column + 1);
        let pivot_row = &done[column];
        if pivot_row[column].may_be_zero() {
            return None;
        }
        let (solved, unsolved) = right.split_at_mut(column + 1);
        let mut equations: Vec<(&mut Vec<Ball>, &mut Ball)> =
            rest.iter_mut().zip(unsolved).collect();
        let eliminate = |(row, right): &mut (&mut Vec<Ball>, &mut Ball)| {
            if row[column] == Ball::ZERO {
                return Some(());
            }
            let factor = precision.divided(&row[column], &pivot_row[column])?;
            for j in column + 1..size {
                row[j] = row[j].minus(&precision.times(&factor, &pivot_row[j]));
            }
            row[column] = Ball::ZERO;
            **right = right.minus(&precision.times(&factor, &solved[column]));
            Some(())
        };
        let done = match equations.len() < FEW_ROWS {
            true => equations.iter_mut().map(eliminate).collect(),
            false => parallel::map_mut(&mut equations, eliminate),
        };
        done.into_iter().collect::<Option<Vec<()>>>()?;
    }
    for i in (0..size).rev() {
        let mut rest = right[i].clone();
        for j in i + 1..size {
            rest = rest.minus(&precision.times(&matrix[i][j], &right[j]));
        }
        right[i] = precision.divided(&rest, &matrix[i][i])?;
    }
    Some(right)
}

/// The squares that a symmetric matrix is surely a sum of, by their signs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// At least so many are negative.
    pub negative: usize,
    /// At least so many are positive.
    pub positive: usize,
    /// The signs of so many are not certain at the precision; some may be zero.
    pub open: usize,
}

/// The signs of the squares of a symmetric matrix, by LDLᵀ with the largest
/// certain pivot of the diagonal first (Sylvester's law of inertia). When no
/// pivot is certain, what is left stays open: the squares found so far are those
/// of a principal submatrix, and the whole matrix has at least as many (Cauchy's
/// interlacing). Only the lower triangle is read. O(n³).
///
/// # Panics
/// If a row is shorter than the diagonal.
pub fn signs(precision: Precision, mut form: Vec<Vec<Ball>>) -> Signs {
    let mut signs = Signs::default();
    let mut rest: Vec<usize> = (0..form.len()).collect();
    loop {
        let certain = rest
            .iter()
            .copied()
            .filter(|&k| form[k][k].sign().is_some());
        let Some(k) = certain.max_by_key(|&k| form[k][k].smallest_size()) else {
            signs.open = rest.len();
            return signs;
        };
        match form[k][k].sign() {
            Some(-1) => signs.negative += 1,
            _ => signs.positive += 1,
        }
        rest.retain(|&i| i != k);
        let pivot = form[k][k].clone();
        let below = |i: usize| form[i.max(k)][i.min(k)].clone();
        let column: Vec<Ball> = rest.iter().map(|&i| below(i)).collect();
        let mut rows: Vec<(usize, &mut Vec<Ball>)> = Vec::with_capacity(rest.len());
        let mut places = rest.iter().enumerate().peekable();
        for (i, row) in form.iter_mut().enumerate() {
            if let Some((place, _)) = places.next_if(|&(_, &next)| next == i) {
                rows.push((place, row));
            }
        }
        let eliminate = |(place, row): &mut (usize, &mut Vec<Ball>)| {
            if column[*place] == Ball::ZERO {
                return;
            }
            // The pivot is not zero.
            let Some(factor) = precision.divided(&column[*place], &pivot) else {
                return;
            };
            for (beside, &j) in column.iter().zip(&rest).take(*place + 1) {
                row[j] = row[j].minus(&precision.times(&factor, beside));
            }
        };
        match rows.len() < FEW_ROWS {
            true => rows.iter_mut().for_each(eliminate),
            false => parallel::map_mut(&mut rows, eliminate).clear(),
        }
    }
}

/// How many negative and how many positive squares a symmetric matrix has;
/// nothing if a sign is not certain at this precision.
///
/// # Panics
/// If a row is shorter than the diagonal.
pub fn inertia(precision: Precision, form: Vec<Vec<Ball>>) -> Option<(usize, usize)> {
    let signs = signs(precision, form);
    (signs.open == 0).then_some((signs.negative, signs.positive))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Rational;

    const PRECISION: Precision = Precision(200);

    fn form(rows: &[&[i64]]) -> Vec<Vec<Ball>> {
        let ball = |&number: &i64| PRECISION.enclose(&Rational::new(number, 7));
        rows.iter()
            .map(|row| row.iter().map(ball).collect())
            .collect()
    }

    fn found(rows: &[&[i64]]) -> (usize, usize, usize) {
        let signs = signs(PRECISION, form(rows));
        (signs.negative, signs.positive, signs.open)
    }

    #[test]
    fn signs_of_squares() {
        assert_eq!(found(&[&[2], &[1, 3]]), (0, 2, 0));
        assert_eq!(found(&[&[1], &[2, 1]]), (1, 1, 0));
        assert_eq!(found(&[&[-2], &[1, -3]]), (2, 0, 0));
        // The pivot of the first row is zero at the start only.
        assert_eq!(found(&[&[0], &[1, 1]]), (1, 1, 0));
        // Singular: (x + y)² − z² has one square of each sign, and one is zero.
        assert_eq!(found(&[&[1], &[1, 1], &[0, 0, -1]]), (1, 1, 1));
        // No pivot is certain, although the form is indefinite.
        assert_eq!(found(&[&[0], &[1, 0]]), (0, 0, 2));
        assert_eq!(inertia(PRECISION, form(&[&[0], &[1, 0]])), None);
        assert_eq!(inertia(PRECISION, form(&[&[1], &[2, 1]])), Some((1, 1)));
    }

    /// The last row has no pivot in the first column, and the first none in the
    /// second once the largest is taken.
    #[test]
    fn systems_are_solved_whatever_row_has_the_pivot() {
        // 2x + 2y = 1, 3x + z = 5, y + z = 2, all divided by 7.
        let matrix = form(&[&[2, 2, 0], &[3, 0, 1], &[0, 1, 1]]);
        let right = [1, 5, 2].map(|number| PRECISION.enclose(&Rational::new(number, 7)));
        let found = enclose_solution(PRECISION, matrix, right.to_vec()).expect("a solution");
        // By hand: y = 1/2 − x, z = 2 − y = 3/2 + x, 3x + 3/2 + x = 5.
        for (ball, (n, d)) in found.iter().zip([(7, 8), (-3, 8), (19, 8)]) {
            let (low, high) = (PRECISION.low(ball), PRECISION.high(ball));
            assert!(low <= Rational::new(n, d) && Rational::new(n, d) <= high);
            assert!(high - low < Rational::new(1, 10).power(50));
        }
        let singular = form(&[&[1, 2], &[2, 4]]);
        assert_eq!(
            enclose_solution(PRECISION, singular, right[..2].to_vec()),
            None
        );
    }
}
