//! Linear systems and the signs of quadratic forms in ball arithmetic: what is
//! answered is proven, and what the precision does not settle is not answered.

use super::ball::{Ball, Precision};

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
        for (row, position) in rest.iter_mut().zip(column + 1..) {
            if row[column] == Ball::ZERO {
                continue;
            }
            let factor = precision.divided(&row[column], &pivot_row[column])?;
            for j in column + 1..size {
                row[j] = row[j].minus(&precision.times(&factor, &pivot_row[j]));
            }
            row[column] = Ball::ZERO;
            let change = precision.times(&factor, &right[column]);
            right[position] = right[position].minus(&change);
        }
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

/// How many negative and how many positive squares a symmetric matrix has, by
/// LDLᵀ without pivoting (Sylvester's law of inertia); nothing if the sign of a
/// pivot is not certain at this precision. Only the lower triangle is read.
/// O(n³).
///
/// # Panics
/// If a row is shorter than the diagonal.
pub fn inertia(precision: Precision, mut form: Vec<Vec<Ball>>) -> Option<(usize, usize)> {
    let size = form.len();
    let (mut negative, mut positive) = (0, 0);
    for k in 0..size {
        match form[k][k].sign()? {
            -1 => negative += 1,
            _ => positive += 1,
        }
        let (done, rest) = form.split_at_mut(k + 1);
        let pivot = &done[k][k];
        let column: Vec<Ball> = rest.iter().map(|row| row[k].clone()).collect();
        for (i, row) in rest.iter_mut().enumerate() {
            if column[i] == Ball::ZERO {
                continue;
            }
            let factor = precision.divided(&column[i], pivot)?;
            for (j, beside) in column.iter().enumerate().take(i + 1) {
                let entry = &mut row[k + 1 + j];
                *entry = entry.minus(&precision.times(&factor, beside));
            }
        }
    }
    Some((negative, positive))
}
