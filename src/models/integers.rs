//! What the transfer matrix counts with: whole numbers of a fixed width where
//! they provably fit, remainders modulo a prime beyond.

use crate::numbers::{Natural, from_words};

/// Integers that can be added.
pub(super) trait Integers: Sync {
    /// One of them.
    type Integer: Copy + Send + Sync;

    /// A small number.
    fn small(&self, number: u32) -> Self::Integer;

    /// The sum.
    fn add(&self, a: Self::Integer, b: Self::Integer) -> Self::Integer;

    /// A small multiple.
    fn multiply(&self, number: Self::Integer, factor: u32) -> Self::Integer {
        let bits = (0..u32::BITS - factor.leading_zeros()).rev();
        bits.fold(self.small(0), |product, bit| {
            let doubled = self.add(product, product);
            match factor >> bit & 1 {
                1 => self.add(doubled, number),
                _ => doubled,
            }
        })
    }
}

/// Numbers of so many words of 64 bits, lowest first.
#[derive(Clone)]
pub(super) struct Limbs<const WORDS: usize>;

impl<const WORDS: usize> Limbs<WORDS> {
    /// The natural number.
    pub(super) fn natural(number: [u64; WORDS]) -> Natural {
        from_words(&number)
    }
}

impl<const WORDS: usize> Integers for Limbs<WORDS> {
    type Integer = [u64; WORDS];

    fn small(&self, number: u32) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        words[0] = u64::from(number);
        words
    }

    #[inline]
    fn add(&self, a: [u64; WORDS], b: [u64; WORDS]) -> [u64; WORDS] {
        let mut sum = [0; WORDS];
        let mut carry = false;
        for (place, (a, b)) in sum.iter_mut().zip(a.into_iter().zip(b)) {
            let (partial, first) = a.overflowing_add(b);
            let (word, second) = partial.overflowing_add(u64::from(carry));
            *place = word;
            carry = first | second;
        }
        debug_assert!(!carry, "a count beyond its bound");
        sum
    }
}

/// Remainders modulo a prime below 2⁶³.
#[derive(Clone)]
pub(super) struct Modular {
    pub(super) prime: u64,
}

impl Integers for Modular {
    type Integer = u64;

    fn small(&self, number: u32) -> u64 {
        u64::from(number) % self.prime
    }

    #[inline]
    fn add(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        // The difference wraps to a larger number where the sum is smaller.
        sum.min(sum.wrapping_sub(self.prime))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carries() {
        let limbs = Limbs::<3>;
        let one = limbs.small(1);
        assert_eq!(limbs.add([u64::MAX, u64::MAX, 4], one), [0, 0, 5]);
        assert_eq!(limbs.multiply([1 << 63, 0, 1], 6), [0, 3, 6]);
        assert_eq!(
            Limbs::natural([5, 0, 1]),
            (Natural::ONE << 128) + Natural::from(5u8)
        );
    }

    #[test]
    fn remainders() {
        let modular = Modular { prime: 97 };
        for a in 0..97 {
            for b in 0..97 {
                assert_eq!(modular.add(a, b), (a + b) % 97);
                assert_eq!(modular.multiply(a, b as u32), a * b % 97);
            }
        }
    }
}
