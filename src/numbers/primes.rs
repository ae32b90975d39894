//! Primes p ≡ 1 modulo a given number, proven prime.
//!
//! Modulo such a prime there are roots of unity of the given order, so that
//! cosines and Fourier transforms are exact.

/// All primes found here are above this, so that so many of them determine a
/// natural number below this to the power of their number.
pub(crate) const BITS_PER_PRIME: usize = 62;

/// The largest `count` primes below 2⁶³ that are 1 modulo `order`.
///
/// # Panics
/// If there are not enough of them above 2⁶²: only for orders far beyond those
/// of any transform that fits into memory.
pub(crate) fn primes_for(order: u64, count: usize) -> Vec<u64> {
    let highest = ((1 << 63) - 2) / order;
    let candidates = (0..=highest).rev().map(|factor| factor * order + 1);
    let found: Vec<u64> = candidates
        .take_while(|&candidate| candidate > 1 << BITS_PER_PRIME)
        .filter(|&candidate| is_prime(candidate))
        .take(count)
        .collect();
    assert_eq!(found.len(), count, "primes that are 1 modulo {order}");
    found
}

/// Is this a prime? The test of Miller and Rabin with the first twelve primes
/// as bases is a proof for all numbers below 3·10²³ (Sorenson and Webster,
/// *Strong pseudoprimes to twelve prime bases*, 2017).
pub(crate) fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if let Some(divisor) = BASES.iter().find(|&base| number.is_multiple_of(*base)) {
        return number == *divisor;
    }
    if number < 2 {
        return false;
    }
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    BASES.iter().all(|&base| {
        let mut power = power_modulo(base, odd, number);
        if power == 1 {
            return true;
        }
        for _ in 0..twos {
            if power == number - 1 {
                return true;
            }
            power = multiply_modulo(power, power, number);
        }
        false
    })
}

/// The distinct prime factors of a number, by division.
pub(crate) fn prime_factors(mut number: u64) -> Vec<u64> {
    let mut factors = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            factors.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        factors.push(number);
    }
    factors
}

fn multiply_modulo(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power_modulo(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut square = base;
    let mut power = 1;
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = multiply_modulo(power, square, modulus);
        }
        square = multiply_modulo(square, square, modulus);
        exponent /= 2;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_by_division() {
        for number in 0..20_000u64 {
            let divided = number > 1 && prime_factors(number) == [number];
            assert_eq!(is_prime(number), divided, "{number}");
        }
    }

    #[test]
    fn large_numbers() {
        // The first two pass for the first 4 and 9 of the bases.
        for composite in [
            3_215_031_751,
            3_825_123_056_546_413_051,
            (1 << 62) + 1,
            u64::MAX,
        ] {
            assert!(!is_prime(composite), "{composite}");
        }
        // The largest primes below 2⁶³ and 2⁶⁴.
        assert!(is_prime((1 << 63) - 25) && is_prime(u64::MAX - 58));
        assert!(((1u64 << 63) - 24..1 << 63).all(|number| !is_prime(number)));
    }

    #[test]
    fn congruent_primes() {
        let primes = primes_for(2058 * 64, 20);
        assert_eq!(primes.len(), 20);
        assert!(primes.windows(2).all(|pair| pair[0] > pair[1]));
        for prime in primes {
            assert!(prime > 1 << 62 && prime % (2058 * 64) == 1 && is_prime(prime));
        }
    }

    /// 2⁶² − 57 is a prime, but too small; 2 · (2⁶² − 58) + 1 is none.
    #[test]
    #[should_panic(expected = "primes that are 1 modulo")]
    fn small_primes_are_not_enough() {
        let order = (1 << 62) - 58;
        assert!(is_prime(order + 1) && !is_prime(2 * order + 1));
        primes_for(order, 1);
    }
}
