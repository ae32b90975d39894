//! The Chinese remainder theorem: a natural number below the product of
//! different primes from its remainders.

use super::exact::{Natural, from_words, to_words};
use super::field::{PrimeField, Residue};
use super::parallel;

/// What belongs to one of the primes.
struct Part {
    field: PrimeField,
    /// The product of the other primes, by 64 bits.
    others: Vec<u64>,
    /// The inverse of that product modulo this prime.
    inverse: Residue,
}

/// The numbers below the product of the primes with these remainders: one
/// list for each prime, which has the remainders of all the numbers.
pub(crate) fn reconstruct(primes: &[u64], remainders: &[Vec<u64>]) -> Vec<Natural> {
    let product = primes
        .iter()
        .fold(Natural::ONE, |product, &prime| product * prime);
    let parts: Vec<Part> = primes.iter().map(|&prime| part(prime, &product)).collect();
    let count = remainders.first().map_or(0, Vec::len);
    parallel::places(count, |index| {
        let mut sum = vec![0; primes.len() + 1];
        for (part, remainders) in parts.iter().zip(remainders) {
            let remainder = part.field.residue(remainders[index]);
            let digit = part.field.multiply(remainder, part.inverse);
            add_multiple(&mut sum, &part.others, part.field.number(digit));
        }
        from_words(&sum) % &product
    })
}

fn part(prime: u64, product: &Natural) -> Part {
    let field = PrimeField::new(prime);
    let others = product / prime;
    let inverse = field.invert(field.residue(remainder(&others, prime)));
    Part {
        field,
        others: to_words(&others),
        inverse,
    }
}

/// The remainder of a number modulo a prime.
pub(crate) fn remainder(number: &Natural, prime: u64) -> u64 {
    number % prime
}

/// Adds a multiple of a number. There is room: the sum of one multiple below
/// the product for each prime is below 2⁶⁴ products.
fn add_multiple(sum: &mut [u64], number: &[u64], factor: u64) {
    let mut carry = 0u128;
    for (place, &word) in sum.iter_mut().zip(number.iter().chain([&0, &0])) {
        carry += u128::from(*place) + u128::from(word) * u128::from(factor);
        *place = carry as u64;
        carry >>= 64;
    }
    debug_assert_eq!(carry, 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::primes::primes_for;

    #[test]
    fn there_and_back() {
        for count in [1, 2, 3, 9] {
            let primes = primes_for(2, count);
            let product = primes.iter().fold(Natural::ONE, |product, &p| product * p);
            let numbers = [
                Natural::ZERO,
                Natural::ONE,
                &product - Natural::ONE,
                &product / 3u8,
                &product / 1_000_003u32,
            ];
            let remainders: Vec<Vec<u64>> = primes
                .iter()
                .map(|&prime| numbers.iter().map(|n| remainder(n, prime)).collect())
                .collect();
            assert_eq!(reconstruct(&primes, &remainders), numbers);
        }
    }
}
