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
mod number;
mod parse;
mod polynomial;
mod primes;
mod ratio;
mod roots;
mod tally;
mod weights;

pub use ball::{Ball, Precision};
pub use ball_system::{enclose_solution, inertia};
pub use characteristic::characteristic_polynomial;
pub(crate) use chinese::reconstruct;
pub(crate) use convolution::convolution_power;
pub use definite::{Definiteness, positive_semidefinite};
pub use elimination::{rank, solve};
#[cfg(feature = "files")]
pub(crate) use exact::bounded_sum;
pub use exact::{Integer, Natural, Rational, over_common_denominator, simplest_between};
pub(crate) use exact::{bit_length, from_words, magnitude, square_root};
pub(crate) use field::{PrimeField, Residue};
pub(crate) use fourier::{Fourier, transform_size};
pub use fraction::Fraction;
pub use interval::Interval;
pub use law::Law;
pub use lifting::solve_by_lifting;
pub use logarithm::{Base, Logarithm, compare_product};
pub use matrix::Matrix;
pub use monomial::Monomial;
pub use number::Number;
#[cfg(any(feature = "files", feature = "programs", feature = "expressions"))]
pub(crate) use parse::excerpt;
pub use parse::{LONGEST_NUMBER, ParseRationalError};
pub use polynomial::Polynomial;
pub(crate) use primes::{BITS_PER_PRIME, primes_for};
pub use ratio::Ratio;
pub use roots::Sturm;
pub use tally::Tally;
pub use weights::{LawError, Weights};
