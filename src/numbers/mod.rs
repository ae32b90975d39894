//! Exact numbers: rationals, finite laws, linear algebra and polynomials.
//!
//! Nothing in this room rounds. The only way out to floating point is
//! [`Rational::to_f64`], meant for sampling, statistics and rendering.

mod ball;
mod ball_system;
mod characteristic;
mod chinese;
mod convolution;
mod definite;
mod distinct;
mod elimination;
mod exact;
mod exchange;
mod field;
mod fourier;
mod fraction;
mod interval;
mod law;
mod lifting;
mod logarithm;
mod matrix;
mod monomial;
mod nearest_name;
mod number;
pub(crate) mod parallel;
mod parse;
mod polynomial;
mod primes;
mod ratio;
mod reconstruction;
mod roots;
mod sparse;
mod sparse_row;
mod sums;
mod tally;
mod weights;
mod word_rows;

pub use ball::{Ball, Precision};
pub use ball_system::{Signs, enclose_solution, inertia, signs};
pub use characteristic::characteristic_polynomial;
pub(crate) use chinese::reconstruct;
pub(crate) use convolution::convolution_power;
pub use definite::{Definiteness, positive_semidefinite};
pub use elimination::{rank, solve};
pub use exact::{Integer, Natural, Rational, over_common_denominator, simplest_between};
pub(crate) use exact::{
    bit_length, from_words, least_common_multiple, magnitude, signum, square_root, to_words,
};
pub(crate) use field::{PrimeField, Residue};
pub(crate) use fourier::{Fourier, transform_size};
pub use fraction::Fraction;
pub use interval::Interval;
pub use law::Law;
pub use lifting::solve_by_lifting;
pub(crate) use lifting::solve_integers;
pub use logarithm::{Base, Logarithm, compare_product};
pub use matrix::Matrix;
pub use monomial::Monomial;
pub(crate) use nearest_name::did_you_mean;
pub use number::Number;
pub(crate) use parse::excerpt;
pub use parse::{LONGEST_NUMBER, ParseRationalError};
pub use polynomial::Polynomial;
pub(crate) use primes::{BITS_PER_PRIME, primes_for};
pub use ratio::Ratio;
pub use roots::Sturm;
pub use sparse::{SparseBuilder, SparseMatrix};
pub use sparse_row::SparseRow;
pub(crate) use sparse_row::side_by_side;
#[cfg(feature = "files")]
pub(crate) use sums::bounded_sum;
pub(crate) use sums::shared_denominator;
pub use tally::Tally;
pub use weights::{LawError, Weights};
