//! Positive semidefiniteness by rational LDLᵀ, with a witness when it fails.

use super::exact::Rational;
use super::matrix::Matrix;

/// Whether vᵀAv ≥ 0 for every v.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definiteness {
    /// It is.
    PositiveSemidefinite,
    /// It is not: the quadratic form is negative along this vector.
    NegativeAlong(Vec<Rational>),
}

/// Decides whether a symmetric matrix is positive semidefinite.
///
/// Symmetric elimination: a negative pivot, or a zero pivot with anything
/// beside it, yields a vector along which the form is negative. O(n³).
///
/// # Panics
/// If the matrix is not symmetric.
pub fn positive_semidefinite(matrix: &Matrix) -> Definiteness {
    assert_eq!(*matrix, matrix.transpose(), "the matrix is symmetric");
    let size = matrix.height();
    let mut form = matrix.rows().to_vec();
    // Row k of `basis` is the vector whose form the k-th pivot is.
    let mut basis = Matrix::identity(size).rows().to_vec();
    for k in 0..size {
        let pivot = form[k][k].clone();
        if pivot.is_negative() {
            return Definiteness::NegativeAlong(basis.swap_remove(k));
        }
        for j in (k + 1)..size {
            let beside = form[j][k].clone();
            if beside.is_zero() {
                continue;
            }
            if pivot.is_zero() {
                // (s·b_k + b_j) has the form 2s·beside + form_jj; make it −1.
                let scale = -((&form[j][j] + Rational::ONE) / (Rational::from(2) * beside));
                return Definiteness::NegativeAlong(combine(&scale, &basis[k], &basis[j]));
            }
            let factor = -(beside / &pivot);
            basis[j] = combine(&factor, &basis[k], &basis[j]);
            form[j] = combine(&factor, &form[k], &form[j]);
        }
        // Only the lower right block is read from here on; by symmetry the
        // column operations that mirror the row operations leave it as it is.
    }
    Definiteness::PositiveSemidefinite
}

fn combine(scale: &Rational, left: &[Rational], right: &[Rational]) -> Vec<Rational> {
    left.iter().zip(right).map(|(l, r)| scale * l + r).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symmetric(rows: [[i64; 3]; 3]) -> Matrix {
        Matrix::from_fn(3, 3, |i, j| Rational::from(rows[i][j]))
    }

    fn form(matrix: &Matrix, vector: &[Rational]) -> Rational {
        let image = matrix.applied_to_law(vector);
        image.iter().zip(vector).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn laplacian_is_semidefinite() {
        let laplacian = symmetric([[1, -1, 0], [-1, 2, -1], [0, -1, 1]]);
        assert_eq!(
            positive_semidefinite(&laplacian),
            Definiteness::PositiveSemidefinite
        );
    }

    #[test]
    fn witnesses_make_the_form_negative() {
        let indefinite = [
            [[1, 2, 0], [2, 1, 0], [0, 0, 1]],
            [[0, 1, 0], [1, 5, 0], [0, 0, 0]],
            [[1, 1, 1], [1, 1, 2], [1, 2, 9]],
            [[-1, 0, 0], [0, 1, 0], [0, 0, 1]],
        ];
        for rows in indefinite {
            let matrix = symmetric(rows);
            let Definiteness::NegativeAlong(vector) = positive_semidefinite(&matrix) else {
                unreachable!("{rows:?} is indefinite")
            };
            assert!(form(&matrix, &vector).is_negative());
        }
    }
}
