//! The standard normal law.

use libm::erfc;

/// P(N(0, 1) > z), with a relative error of at most (2 + z²)·2⁻⁵²: rounding z
/// moves a tail the more, the farther out it is. It is 0 from about z = 38.5 on,
/// where it is too small for a double.
pub fn normal_upper_tail(z: f64) -> f64 {
    0.5 * erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The density at z.
pub fn normal_density(z: f64) -> f64 {
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The smallest probability that has a quantile.
const LEAST: f64 = 1e-300;

/// The z with P(N(0, 1) ≤ z) equal to a probability; −∞ for 0 and ∞ for 1.
///
/// # Panics
/// If the probability is not between 0 and 1, or positive and less than 10⁻³⁰⁰.
pub fn normal_quantile(probability: f64) -> f64 {
    if probability > 0.5 {
        return upper_quantile(1.0 - probability);
    }
    -upper_quantile(probability)
}

/// The z ≥ 0 beyond which there is this mass, at most ½: Newton's method on the
/// logarithm of the tail. That is concave, and the tail at √(−2 ln 2p) is at most
/// p, so that the steps go down to z and do not pass it.
fn upper_quantile(mass: f64) -> f64 {
    if mass == 0.0 {
        return f64::INFINITY;
    }
    assert!((LEAST..=0.5).contains(&mass), "{mass} has no quantile");
    let mut z = (-2.0 * (2.0 * mass).ln()).max(0.0).sqrt();
    loop {
        let tail = normal_upper_tail(z);
        let step = tail / normal_density(z) * (mass / tail).ln();
        if step <= 2.0 * f64::EPSILON * z {
            return z;
        }
        z -= step;
    }
}
