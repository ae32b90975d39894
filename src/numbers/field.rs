//! Arithmetic modulo a prime below 2⁶³, in Montgomery's form: a residue a is
//! kept as a·2⁶⁴, so that a product needs no division (P. L. Montgomery,
//! *Modular multiplication without trial division*, 1985).

use super::primes::prime_factors;

/// The integers modulo an odd prime below 2⁶³.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrimeField {
    prime: u64,
    /// The inverse of the prime modulo 2⁶⁴.
    inverse: u64,
    /// 2¹²⁸ modulo the prime: takes a residue into Montgomery's form.
    square: u64,
}

/// A residue in Montgomery's form; meaningful only with its field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Residue(u64);

impl Residue {
    pub(crate) const ZERO: Residue = Residue(0);
}

impl PrimeField {
    /// The field of an odd prime below 2⁶³.
    pub(crate) fn new(prime: u64) -> Self {
        debug_assert!(prime % 2 == 1 && prime < 1 << 63);
        // Newton's iteration doubles the correct digits: 5, 10, 20, 40, 80.
        let mut inverse = prime.wrapping_mul(3) ^ 2;
        for _ in 0..4 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        let radix = (1u128 << 64) % u128::from(prime);
        let square = (radix * radix % u128::from(prime)) as u64;
        PrimeField {
            prime,
            inverse,
            square,
        }
    }

    /// The prime.
    pub(crate) fn prime(&self) -> u64 {
        self.prime
    }

    /// The residue of a number.
    pub(crate) fn residue(&self, number: u64) -> Residue {
        Residue(self.reduce(u128::from(number) * u128::from(self.square)))
    }

    /// The number of a residue, below the prime.
    pub(crate) fn number(&self, residue: Residue) -> u64 {
        self.reduce(u128::from(residue.0))
    }

    /// A number below 2⁶⁴ times the prime, divided by 2⁶⁴ modulo the prime.
    fn reduce(&self, product: u128) -> u64 {
        let quotient = (product as u64).wrapping_mul(self.inverse);
        let multiple = (u128::from(quotient) * u128::from(self.prime)) >> 64;
        let (difference, below) = ((product >> 64) as u64).overflowing_sub(multiple as u64);
        if below {
            difference.wrapping_add(self.prime)
        } else {
            difference
        }
    }

    pub(crate) fn add(&self, a: Residue, b: Residue) -> Residue {
        let sum = a.0 + b.0;
        let (reduced, below) = sum.overflowing_sub(self.prime);
        Residue(if below { sum } else { reduced })
    }

    pub(crate) fn subtract(&self, a: Residue, b: Residue) -> Residue {
        let (difference, below) = a.0.overflowing_sub(b.0);
        Residue(if below {
            difference.wrapping_add(self.prime)
        } else {
            difference
        })
    }

    pub(crate) fn multiply(&self, a: Residue, b: Residue) -> Residue {
        Residue(self.reduce(u128::from(a.0) * u128::from(b.0)))
    }

    /// Σ aᵢ·bᵢ.
    pub(crate) fn inner(&self, a: &[Residue], b: &[Residue]) -> Residue {
        let product = |(a, b): (&Residue, &Residue)| u128::from(a.0) * u128::from(b.0);
        let (first, second) = (a.chunks(2), b.chunks(2));
        // Two products are below 2⁶⁴ times the prime.
        first.zip(second).fold(Residue::ZERO, |sum, (a, b)| {
            let products: u128 = a.iter().zip(b).map(product).sum();
            self.add(sum, Residue(self.reduce(products)))
        })
    }

    /// Factors that take the words of a number, lowest first, into the residue
    /// that they contribute: 2¹²⁸, 2¹⁹², … modulo the prime.
    pub(crate) fn word_powers(&self, count: usize) -> Vec<u64> {
        let next = |&power: &u64| Some(self.reduce(u128::from(power) * u128::from(self.square)));
        std::iter::successors(Some(self.square), next)
            .take(count)
            .collect()
    }

    /// The residue of a number by its words, with the factors of
    /// [`word_powers`](Self::word_powers).
    pub(crate) fn residue_of_words(&self, words: &[u64], powers: &[u64]) -> Residue {
        let terms = words.iter().zip(powers);
        terms.fold(Residue::ZERO, |sum, (&word, &power)| {
            let term = self.reduce(u128::from(word) * u128::from(power));
            self.add(sum, Residue(term))
        })
    }

    /// The residue of 2 to the power of 64 times `count`.
    pub(crate) fn power_of_words(&self, count: usize) -> Residue {
        let radix = self.residue(u64::MAX);
        let radix = self.add(radix, self.residue(1));
        self.power(radix, count as u64)
    }

    /// Divides a number in two's complement by the prime, which divides it.
    pub(crate) fn divide_exactly(&self, words: &mut [u64]) {
        let mut borrow = 0u64;
        for word in words {
            let (rest, below) = word.overflowing_sub(borrow);
            *word = rest.wrapping_mul(self.inverse);
            let high = (u128::from(*word) * u128::from(self.prime)) >> 64;
            borrow = high as u64 + u64::from(below);
        }
    }

    pub(crate) fn power(&self, base: Residue, mut exponent: u64) -> Residue {
        let mut square = base;
        let mut power = self.residue(1);
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = self.multiply(power, square);
            }
            square = self.multiply(square, square);
            exponent /= 2;
        }
        power
    }

    /// The inverse of a residue that is not zero, by Fermat's theorem.
    pub(crate) fn invert(&self, residue: Residue) -> Residue {
        self.power(residue, self.prime - 2)
    }

    /// A residue whose powers are all different up to `order`, which divides
    /// the prime less one: a root of unity of exactly that order.
    pub(crate) fn root_of_unity(&self, order: u64) -> Residue {
        debug_assert_eq!((self.prime - 1) % order, 0);
        let one = self.residue(1);
        let factors = prime_factors(order);
        let roots = (2..).map(|number| self.power(self.residue(number), (self.prime - 1) / order));
        let mut primitive = roots.filter(|&root| {
            factors
                .iter()
                .all(|factor| self.power(root, order / factor) != one)
        });
        // A generator of the field is among the numbers, so the search ends.
        primitive.next().unwrap_or(one)
    }

    /// 1, r, r², … up to `count` of them.
    pub(crate) fn powers(&self, ratio: Residue, count: usize) -> Vec<Residue> {
        let powers = std::iter::successors(Some(self.residue(1)), |&power| {
            Some(self.multiply(power, ratio))
        });
        powers.take(count).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRIMES: [u64; 4] = [3, 97, 4_611_686_018_427_388_039, (1 << 63) - 25];

    #[test]
    fn against_plain_remainders() {
        for prime in PRIMES {
            let field = PrimeField::new(prime);
            let numbers: Vec<u64> = (0..40u64)
                .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % prime)
                .chain([0, 1, prime - 1])
                .collect();
            for &a in &numbers {
                for &b in &numbers {
                    let (x, y) = (field.residue(a), field.residue(b));
                    let (p, a, b) = (u128::from(prime), u128::from(a), u128::from(b));
                    let number = |residue| u128::from(field.number(residue));
                    assert_eq!(number(field.add(x, y)), (a + b) % p);
                    assert_eq!(number(field.subtract(x, y)), (a + p - b) % p);
                    assert_eq!(number(field.multiply(x, y)), a * b % p);
                }
            }
        }
    }

    #[test]
    fn inverses_and_roots() {
        let field = PrimeField::new(97);
        for number in 1..97 {
            let residue = field.residue(number);
            let one = field.multiply(residue, field.invert(residue));
            assert_eq!(field.number(one), 1);
        }
        for order in [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 96] {
            let powers = field.powers(field.root_of_unity(order), order as usize + 1);
            let returns = powers.iter().skip(1).position(|&power| power == powers[0]);
            assert_eq!(returns, Some(order as usize - 1), "order {order}");
        }
    }
}
