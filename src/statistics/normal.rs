//! The standard normal law.

use statrs::function::erf::{erfc, erfc_inv};

/// P(N(0, 1) > z), accurate far into the tail.
pub fn normal_upper_tail(z: f64) -> f64 {
    0.5 * erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The density at z.
pub fn normal_density(z: f64) -> f64 {
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The z with P(N(0, 1) ≤ z) equal to a probability between 0 and 1.
pub fn normal_quantile(probability: f64) -> f64 {
    -std::f64::consts::SQRT_2 * erfc_inv(2.0 * probability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn quantiles_of_a_table() {
        assert_relative_eq!(
            normal_quantile(0.975),
            1.959_963_984_540_054,
            max_relative = 1e-12
        );
        assert_relative_eq!(
            normal_quantile(0.001),
            -3.090_232_306_167_813_5,
            max_relative = 1e-12
        );
        assert_relative_eq!(
            normal_upper_tail(normal_quantile(0.3)),
            0.7,
            max_relative = 1e-12
        );
    }
}
