//! The standard normal law.

use statrs::function::erf::erfc;

/// P(N(0, 1) > z), accurate far into the tail.
pub fn normal_upper_tail(z: f64) -> f64 {
    0.5 * erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The density at z.
pub fn normal_density(z: f64) -> f64 {
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}
