//! Weights whose common denominator is not too long.

use crate::numbers::{Integer, Natural, Rational, bit_length};

/// The most bits that weights may have together over their common denominator:
/// 16 megabytes.
const LONGEST_TOGETHER: usize = 1 << 27;

/// Can these be brought over a common denominator? A line of fractions with
/// different prime denominators would otherwise fill the memory.
pub(super) fn fit_together(weights: &[Rational]) -> Result<(), String> {
    let mut common = Natural::ONE;
    for weight in weights {
        let denominator = weight.denominator();
        if (&common % denominator).is_zero() {
            continue;
        }
        let ratio = Rational::from_parts(Integer::from(common.clone()), denominator.clone());
        common *= ratio.denominator();
        if bit_length(&common).saturating_mul(weights.len()) > LONGEST_TOGETHER {
            return Err("the common denominator of the weights is too long".into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn denominators_without_a_common_factor_have_a_limit() {
        let halves = vec![Rational::new(1, 2); 10_000];
        assert_eq!(fit_together(&halves), Ok(()));
        let coprime: Vec<Rational> = (1..20_000).map(|n| Rational::new(1, 2 * n + 1)).collect();
        assert!(fit_together(&coprime).is_err());
    }
}
