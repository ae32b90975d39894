//! Powers of polynomials with natural coefficients: the law of a sum of
//! independent counts, up to scale.

use super::chinese::{reconstruct, remainder};
use super::exact::{Natural, bit_length};
use super::field::{PrimeField, Residue};
use super::fourier::{Fourier, transform_size};
use super::parallel;
use super::primes::{BITS_PER_PRIME, primes_for};

/// The coefficients of a polynomial to a power, lowest degree first.
///
/// Values are powered, modulo so many primes that the sum of all the
/// coefficients, and so each of them, is below their product.
pub(crate) fn convolution_power(coefficients: &[Natural], exponent: usize) -> Vec<Natural> {
    if coefficients.is_empty() || exponent == 1 {
        return coefficients.to_vec();
    }
    if let [constant] = coefficients {
        return vec![constant.pow(exponent)];
    }
    let total = coefficients
        .iter()
        .fold(Natural::ZERO, |total, coefficient| total + coefficient);
    let length = (coefficients.len() - 1) * exponent + 1;
    let size = transform_size(length);
    let count = (bit_length(&total) * exponent / BITS_PER_PRIME) + 1;
    let primes = primes_for(size as u64, count);
    let remainders: Vec<Vec<u64>> = parallel::map(&primes, |&prime| {
        let field = PrimeField::new(prime);
        let fourier = Fourier::new(field, size, field.root_of_unity(size as u64));
        let mut input = vec![Residue::ZERO; size];
        for (place, coefficient) in input.iter_mut().zip(coefficients) {
            *place = field.residue(remainder(coefficient, prime));
        }
        let mut values = fourier.values(&input);
        for value in &mut values {
            *value = field.power(*value, exponent as u64);
        }
        let powered = fourier.coefficients(&values);
        let numbers = powered.iter().take(length);
        numbers.map(|&residue| field.number(residue)).collect()
    });
    reconstruct(&primes, &remainders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn against_repeated_multiplication() {
        let base: Vec<Natural> = [0u64, 3, 0, u64::MAX, 1, 0].map(Natural::from).to_vec();
        let mut expected = vec![Natural::ONE];
        for exponent in 0..7 {
            assert_eq!(convolution_power(&base, exponent), expected, "{exponent}");
            let mut next = vec![Natural::ZERO; expected.len() + base.len() - 1];
            for (i, a) in expected.iter().enumerate() {
                for (j, b) in base.iter().enumerate() {
                    next[i + j] += a * b;
                }
            }
            expected = next;
        }
    }

    #[test]
    fn long_coefficients_and_none() {
        assert_eq!(convolution_power(&[], 3), Vec::<Natural>::new());
        for bits in [10usize, 61, 62, 63, 200] {
            let large = Natural::ONE << bits;
            let base = [large.clone(), Natural::ONE];
            for exponent in 1..12usize {
                let mut binomial = Natural::ONE;
                for (k, found) in convolution_power(&base, exponent).iter().enumerate() {
                    let expected = &binomial * large.pow(exponent - k);
                    assert_eq!(*found, expected, "{bits} {exponent} {k}");
                    binomial = binomial * Natural::from(exponent - k) / Natural::from(k + 1);
                }
            }
        }
    }
}
