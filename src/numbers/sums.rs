//! Sums of rationals over a common denominator, as long as that is short.

use std::iter::Sum;

use super::exact::{
    Integer, Natural, Rational, bit_length, greatest_common_divisor, over_common_denominator,
};

/// Terms are added over their common denominator and reduced once.
impl Sum for Rational {
    fn sum<I: Iterator<Item = Rational>>(terms: I) -> Self {
        let terms: Vec<Rational> = terms.collect();
        sum_of(&terms)
    }
}

/// The same one half after the other, where all numerators over the common
/// denominator would take more than some megabytes.
fn sum_of(terms: &[Rational]) -> Rational {
    const MOST_BITS: usize = 1 << 26;
    if terms.len() > 64 && shared_denominator(terms, MOST_BITS / terms.len()).is_none() {
        let (first, second) = terms.split_at(terms.len() / 2);
        return sum_of(first) + sum_of(second);
    }
    let (numerators, common) = over_common_denominator(terms);
    let total = numerators
        .into_iter()
        .fold(Integer::ZERO, |sum, term| sum + term);
    Rational::from_parts(total, common)
}

/// The least common denominator; nothing if it has more than so many binary
/// digits.
pub(crate) fn shared_denominator<'a>(
    values: impl IntoIterator<Item = &'a Rational>,
    most_bits: usize,
) -> Option<Natural> {
    let mut common = Natural::ONE;
    for value in values {
        let denominator = value.denominator();
        if (&common % denominator).is_zero() {
            continue;
        }
        let shared = greatest_common_divisor([&common, denominator]);
        common = common / shared * denominator;
        if bit_length(&common) > most_bits {
            return None;
        }
    }
    Some(common)
}

/// The sum over the least common denominator, not reduced; nothing if that
/// denominator has more than so many binary digits.
#[cfg(feature = "files")]
pub(crate) fn bounded_sum<'a>(
    values: impl Iterator<Item = &'a Rational> + Clone,
    most_bits: usize,
) -> Option<(Integer, Natural)> {
    let common = shared_denominator(values.clone(), most_bits)?;
    let terms =
        values.map(|value| value.numerator() * Integer::from(&common / value.denominator()));
    let total = terms.fold(Integer::ZERO, |sum, term| sum + term);
    Some((total, common))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of terms without a short common denominator go by halves.
    #[test]
    fn long_sums_are_the_same_by_halves() {
        // 1/(k(k+1)) = 1/k − 1/(k+1)
        let count = 10_000;
        let terms = (1..=count).map(|k| Rational::new(1, k * (k + 1)));
        assert_eq!(terms.sum::<Rational>(), Rational::new(count, count + 1));
    }

    #[test]
    fn a_common_denominator_within_a_limit() {
        let values = [Rational::new(1, 6), Rational::new(3, 4)];
        assert_eq!(shared_denominator(&values, 4), Some(Natural::from(12u8)));
        assert_eq!(shared_denominator(&values, 3), None);
    }
}
