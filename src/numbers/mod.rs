//! Exact numbers: rationals, finite laws, linear algebra and polynomials.
//!
//! Nothing in this room rounds. The only way out to floating point is
//! [`Rational::to_f64`], meant for sampling, statistics and rendering.

mod characteristic;
mod definite;
mod elimination;
mod exact;
mod exchange;
mod law;
mod matrix;
mod number;
mod parse;
mod polynomial;
mod ratio;
mod roots;
mod tally;
mod weights;

pub use characteristic::characteristic_polynomial;
pub use definite::{Definiteness, positive_semidefinite};
pub use elimination::{rank, solve};
pub use exact::{Integer, Natural, Rational, over_common_denominator, simplest_between};
pub(crate) use exact::{bit_length, magnitude};
pub use law::Law;
pub use matrix::Matrix;
pub use number::Number;
pub use parse::{LONGEST_NUMBER, ParseRationalError};
pub use polynomial::Polynomial;
pub use ratio::Ratio;
pub use roots::Sturm;
pub use tally::Tally;
pub use weights::{LawError, Weights};
