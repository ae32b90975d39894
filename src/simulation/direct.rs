//! Draws of T without a lattice: from the exact counts g(T).
//!
//! T has the weight g(T) tᵀ, an integer after clearing denominators. A draw is
//! inversion with bits on demand: 64 random bits are compared with the first
//! 64 bits of the cumulative probabilities, and where these leave it open the
//! number gets 64 more, compared exactly. So the draw has exactly its law,
//! while nearly always one word and a look into a guide table (Chen & Asau
//! 1974) decide.

use super::{SimulationError, Words};
use crate::models::Lattice;
use crate::numbers::{Law, Natural, Rational, magnitude};

/// The exact law of T over so many independent lattices.
pub fn agreements_law(
    lattice: &Lattice,
    replicates: usize,
    weight: &Rational,
) -> Result<Law<usize>, SimulationError> {
    if !weight.is_positive() {
        return Err(SimulationError::NotPositive {
            weight: weight.clone(),
        });
    }
    Ok(weighted(
        &lattice.replicated_agreements(replicates)?,
        weight,
    ))
}

/// The law of T with these counts g(T), at a positive t.
pub(super) fn weighted(counts: &[Natural], weight: &Rational) -> Law<usize> {
    let (above, below) = (magnitude(weight.numerator()), weight.denominator());
    // g(T) n^T d^(bonds − T): the powers of d come first, from the end.
    let mut weights = counts.to_vec();
    let mut power = Natural::ONE;
    for weight in weights.iter_mut().rev() {
        *weight *= &power;
        power *= below;
    }
    power = Natural::ONE;
    for weight in &mut weights {
        *weight *= &power;
        power *= &above;
    }
    let atoms = weights.into_iter().map(Rational::from);
    Law::proportional_to(atoms.enumerate()).expect("some configuration has positive weight")
}

/// A sampler of a law on integers, such as that of T.
///
/// ```
/// use peskun::models::{Boundary, Lattice};
/// use peskun::numbers::Rational;
/// use peskun::simulation::{DirectDraws, Words, agreements_law};
///
/// let lattice = Lattice::new(10, 10, Boundary::Free)?;
/// let draws = DirectDraws::new(&agreements_law(&lattice, 1, &Rational::new(11, 9))?);
/// let mut words = Words::new(7, 0);
/// assert!(draws.draw(&mut words) <= 180);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DirectDraws {
    values: Vec<usize>,
    /// Running totals of the weights, the last one left out.
    cumulative: Vec<Natural>,
    total: Natural,
    /// Their first bits as fractions of the total, and a last one above all.
    prefixes: Vec<u64>,
    /// For the first bits of a word, the first atom it may lead to.
    guide: Vec<u32>,
    width: u32,
}

/// Bits of a word that are looked up.
const GUIDE_BITS: u32 = 12;

impl DirectDraws {
    /// A sampler of this law.
    pub fn new(law: &Law<usize>) -> Self {
        Self::with_width(law, u64::BITS, GUIDE_BITS)
    }

    /// The same with shorter words, for tests.
    fn with_width(law: &Law<usize>, width: u32, guide_bits: u32) -> Self {
        let weights = law.weights();
        let total = weights.total().clone();
        let mut running = Natural::ZERO;
        let mut cumulative = Vec::with_capacity(weights.len());
        for atom in 0..weights.len() - 1 {
            running += weights.weight(atom);
            cumulative.push(running.clone());
        }
        let prefix = |sum: &Natural| {
            let scaled: Natural = (sum << width as usize) / &total;
            u64::try_from(&scaled).expect("a fraction below 1")
        };
        let prefixes: Vec<u64> = cumulative.iter().map(prefix).collect();
        let guide = (0..1u64 << guide_bits)
            .map(|start| {
                let start = start << (width - guide_bits);
                prefixes.partition_point(|&prefix| prefix < start) as u32
            })
            .collect();
        DirectDraws {
            values: law.values().to_vec(),
            cumulative,
            total,
            prefixes,
            guide,
            width,
        }
    }

    /// One draw.
    #[inline]
    pub fn draw(&self, words: &mut Words<1>) -> usize {
        self.draw_from(|| words.next_word())
    }

    #[inline]
    fn draw_from(&self, mut word: impl FnMut() -> u64) -> usize {
        let first = word();
        let bucket = first >> (self.width - self.guide.len().trailing_zeros());
        let mut atom = self.guide[bucket as usize] as usize;
        while let Some(&prefix) = self.prefixes.get(atom) {
            if prefix > first {
                break;
            }
            if prefix == first {
                atom = self.refined(atom, first, word);
                break;
            }
            atom += 1;
        }
        self.values[atom]
    }

    /// The atom of a number whose first bits are those of this atom's end.
    #[cold]
    fn refined(&self, mut atom: usize, first: u64, mut word: impl FnMut() -> u64) -> usize {
        let mut number = Natural::from(first);
        let mut bits = self.width as usize;
        loop {
            number = (number << self.width as usize) + Natural::from(word());
            bits += self.width as usize;
            // The number is at least low and below low + total, over total·2^bits.
            let low = &number * &self.total;
            loop {
                let Some(end) = self.cumulative.get(atom) else {
                    return atom;
                };
                let end: Natural = end << bits;
                if &low + &self.total <= end {
                    return atom;
                }
                if low < end {
                    break;
                }
                atom += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::Boundary;

    #[test]
    fn the_law_of_a_square_by_hand() {
        let square = Lattice::new(2, 2, Boundary::Free).expect("a lattice");
        let law = agreements_law(&square, 1, &Rational::new(3, 2)).expect("a law");
        // 2·2⁴ : 12·3²·2² : 2·3⁴ = 32 : 432 : 162.
        assert_eq!(law.values(), [0, 2, 4]);
        assert_eq!(law.probability(&2), Rational::new(432, 626));
        assert_eq!(law.probability(&4), Rational::new(162, 626));
        assert!(agreements_law(&square, 1, &Rational::ZERO).is_err());
    }

    /// With words of 4 bits, every sequence of three words: each atom gets the
    /// numbers that lie in its interval whole, and what is left open needs
    /// more words.
    #[test]
    fn every_short_number_finds_its_atom() {
        for weights in [
            vec![1i64, 1],
            vec![3, 1, 1, 2],
            vec![1, 1000, 1, 1],
            vec![7],
        ] {
            let atoms = weights.iter().map(|&weight| Rational::from(weight));
            let law = Law::proportional_to(atoms.enumerate()).expect("a law");
            let draws = DirectDraws::with_width(&law, 4, 2);
            let total: i64 = weights.iter().sum();
            for number in 0..1i64 << 12 {
                let mut places = [8, 4, 0].into_iter();
                let mut exhausted = false;
                let atom = draws.draw_from(|| match places.next() {
                    Some(place) => number as u64 >> place & 15,
                    None => {
                        exhausted = true;
                        0
                    }
                });
                let below: i64 = weights[..atom].iter().sum();
                let up_to = below + weights[atom];
                let low = number * total;
                assert!(low >= below << 12, "{weights:?} {number}");
                assert!(
                    exhausted || low + total <= up_to << 12,
                    "{weights:?} {number}"
                );
            }
        }
    }
}
