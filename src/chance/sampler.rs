//! Sampling: a seeded generator answers, exactly in law.
//!
//! A draw from a rational law is an unbiased integer below the total weight,
//! by rejection; no probability is ever rounded to a double. (The range
//! function of `rand` is not used: by default it trades a small bias for
//! speed.) Only this file and `generator.rs` name the crate of the generator.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use super::{Ask, Chance, Interrupted, Lottery, Question, Stream};
use crate::numbers::{Integer, Natural, Number, Rational, bit_length};

/// The source of randomness of a Monte Carlo run.
///
/// The same seed and stream give the same answers on every machine; different
/// streams of one seed are independent. Any other generator of the `rand` crate
/// serves as well:
///
/// ```
/// use peskun::prelude::*;
/// use rand::SeedableRng;
/// use rand::rngs::ChaCha20Rng;
///
/// let mut chance = Sampler::from_generator(ChaCha20Rng::seed_from_u64(7));
/// assert!(chance.uniform(6)? < 6);
/// # Ok::<(), Interrupted>(())
/// ```
#[derive(Debug)]
pub struct Sampler<R = ChaCha8Rng> {
    generator: R,
}

impl Sampler {
    /// A sampler for one chain of a run.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Sampler { generator }
    }

    /// A sampler for one purpose of a run that has several.
    pub fn of(seed: u64, stream: Stream) -> Self {
        Self::new(seed, stream.number())
    }
}

impl<R: Rng> Sampler<R> {
    /// A sampler that takes its random bits from this generator, or from `&mut`
    /// of one that is used further.
    pub fn from_generator(generator: R) -> Self {
        Sampler { generator }
    }

    /// 64 random bits, to seed a generator of another kind.
    pub fn next_word(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// Draws an atom of a law that was made ready for it.
    #[inline]
    pub fn draw_from(&mut self, lottery: &Lottery) -> usize {
        lottery.draw(|| self.generator.next_u64())
    }

    /// An integer below a positive bound, each with the same probability.
    fn below(&mut self, bound: u64) -> u64 {
        let unused = (bound - 1).leading_zeros();
        if unused == u64::BITS {
            return 0;
        }
        loop {
            let candidate = self.generator.next_u64() >> unused;
            if candidate < bound {
                return candidate;
            }
        }
    }

    /// The same for bounds of any size.
    fn natural_below(&mut self, bound: &Natural) -> Natural {
        let bits = bit_length(bound);
        let mut bytes = vec![0; bits.div_ceil(8)];
        loop {
            self.generator.fill_bytes(&mut bytes);
            if let Some(top) = bytes.last_mut()
                && !bits.is_multiple_of(8)
            {
                *top >>= 8 - bits % 8;
            }
            let candidate = Natural::from_le_bytes(&bytes);
            if candidate < *bound {
                return candidate;
            }
        }
    }
}

impl<R: Rng> Chance for Sampler<R> {
    fn word(&mut self) -> Result<u64, Interrupted> {
        Ok(self.next_word())
    }

    fn answer(&mut self, question: Question<'_>) -> Result<usize, Interrupted> {
        Ok(match question {
            Question::Law(weights) => match weights.cumulative() {
                Some(cumulative) => {
                    let drawn = self.below(cumulative[cumulative.len() - 1]);
                    cumulative.partition_point(|&up_to| up_to <= drawn)
                }
                None => {
                    let mut rest = self.natural_below(weights.total());
                    let mut atom = 0;
                    while rest >= *weights.weight(atom) {
                        rest -= weights.weight(atom);
                        atom += 1;
                    }
                    atom
                }
            },
            // The same as for the law with these weights, digit by digit.
            Question::Uniform(size) => self.below(size as u64) as usize,
            Question::Coin(probability) => {
                let (numerator, denominator) = (probability.numerator(), probability.denominator());
                let shown = match (u64::try_from(numerator), u64::try_from(denominator)) {
                    (Ok(numerator), Ok(denominator)) => self.below(denominator) < numerator,
                    _ => Integer::from(self.natural_below(denominator)) < *numerator,
                };
                usize::from(shown)
            }
            Question::Refused(why) => return Err(why.clone()),
        })
    }

    fn draw_lot(&mut self, lottery: &Lottery) -> Result<usize, Interrupted> {
        Ok(self.draw_from(lottery))
    }

    /// A uniform number is compared with the probability: 64 of its digits
    /// with the logarithm, and the rest, where those leave it open, exactly.
    fn toss<N: Number>(&mut self, probability: &N) -> Result<bool, Interrupted> {
        let Some(logarithm) = probability.logarithm() else {
            return self.coin(&probability.as_probability());
        };
        let digits = self.next_word();
        match logarithm.compare_digits(digits) {
            Some(order) => Ok(order.is_gt()),
            None => self.coin(&rest(&probability.as_probability(), digits)),
        }
    }
}

/// The probability that a uniform number with these first 64 binary digits is
/// below another.
fn rest(probability: &Rational, digits: u64) -> Rational {
    let scaled = probability * Rational::from(Natural::ONE << 64) - Rational::from(digits);
    scaled.max(Rational::ZERO).min(Rational::ONE)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::convert::Infallible;

    use rand::TryRng;

    use super::*;
    use crate::numbers::Monomial;

    #[test]
    fn every_integer_below_the_bound_and_no_other() {
        let mut sampler = Sampler::new(1, 0);
        for bound in [1u64, 2, 3, 5, 8, 13] {
            let mut seen = vec![0; bound as usize];
            for _ in 0..2_000 {
                seen[sampler.below(bound) as usize] += 1;
                let natural = sampler.natural_below(&Natural::from(bound));
                seen[u64::try_from(&natural).expect("small") as usize] += 1;
            }
            assert!(seen.iter().all(|&count| count > 0), "{bound}: {seen:?}");
        }
        assert!(sampler.below(u64::MAX) < u64::MAX);
    }

    /// A uniform question takes the same random bits to the same answer as the
    /// law with equal weights.
    #[test]
    fn uniform_questions_are_answered_as_laws() {
        let (mut one, mut other) = (Sampler::new(5, 0), Sampler::new(5, 0));
        for size in 2..200 {
            let weights = crate::numbers::Weights::uniform(size);
            let law = one.answer(Question::Law(&weights)).expect("an answer");
            let uniform = other.answer(Question::Uniform(size)).expect("an answer");
            assert_eq!(uniform, law);
        }
        assert_eq!(one.next_word(), other.next_word());
    }

    /// Summed over all first digits, the rest has the probability itself.
    #[test]
    fn what_digits_leave_open() {
        let third = Rational::new(1, 3);
        let edge = u64::MAX / 3;
        assert_eq!(rest(&third, edge - 1), Rational::ONE);
        assert_eq!(rest(&third, edge), third);
        assert_eq!(rest(&third, edge + 1), Rational::ZERO);
    }

    /// Probabilities that the first digits never decide.
    #[test]
    fn tiny_probabilities_are_tossed_exactly() {
        let mut sampler = Sampler::new(3, 0);
        let tiny = Monomial::from(Rational::new(1, 2).power(200));
        let large = Monomial::from(Rational::ONE - Rational::new(1, 2).power(200));
        for _ in 0..1_000 {
            assert!(!sampler.toss(&tiny).expect("a coin"));
            assert!(sampler.toss(&large).expect("a coin"));
        }
    }

    #[test]
    fn seeds_and_streams_tell_runs_apart() {
        let first = |seed, stream| Sampler::new(seed, stream).below(u64::MAX);
        assert_eq!(first(7, 0), first(7, 0));
        assert_ne!(first(7, 0), first(8, 0));
        assert_ne!(first(7, 0), first(7, 1));
    }

    #[test]
    fn a_generator_of_ones_own_answers_as_ours() {
        let mut generator = ChaCha8Rng::seed_from_u64(7);
        let mut theirs = Sampler::from_generator(&mut generator);
        let mut ours = Sampler::new(7, 0);
        for bound in 1..100 {
            assert_eq!(theirs.below(bound), ours.below(bound));
        }
        // What is left of it is the rest of the same sequence.
        assert_eq!(generator.next_u64(), ours.next_word());
    }

    /// A generator that has these bytes and no others.
    struct Bytes(VecDeque<u8>);

    impl TryRng for Bytes {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            let mut bytes = [0; 4];
            self.try_fill_bytes(&mut bytes)?;
            Ok(u32::from_le_bytes(bytes))
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            let mut bytes = [0; 8];
            self.try_fill_bytes(&mut bytes)?;
            Ok(u64::from_le_bytes(bytes))
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
            for byte in bytes {
                *byte = self.0.pop_front().expect("no further byte is asked for");
            }
            Ok(())
        }
    }

    /// What is answered given these bytes, all of which are used.
    fn answer<T>(bytes: &[u8], question: impl Fn(&mut Sampler<&mut Bytes>) -> T) -> T {
        let mut generator = Bytes(bytes.iter().copied().collect());
        let answer = question(&mut Sampler::from_generator(&mut generator));
        assert!(
            generator.0.is_empty(),
            "{} bytes are left",
            generator.0.len()
        );
        answer
    }

    /// The integer below the denominator that the random digits are decides:
    /// heads if it is below the numerator.
    #[test]
    fn coins_show_heads_below_their_numerator() {
        let coin = |probability: &Rational, bytes: &[u8]| {
            answer(bytes, |sampler| sampler.coin(probability).expect("a coin"))
        };
        // Of a machine word, the two leading digits; 3 is drawn again.
        let words = |words: &[u64]| {
            words
                .iter()
                .flat_map(|w| w.to_le_bytes())
                .collect::<Vec<u8>>()
        };
        let two_thirds = Rational::new(2, 3);
        assert!(coin(&two_thirds, &words(&[0])));
        assert!(coin(&two_thirds, &words(&[(1 << 62) + 5])));
        assert!(!coin(&two_thirds, &words(&[2 << 62])));
        assert!(!coin(&two_thirds, &words(&[3 << 62, 2 << 62])));
        // (2⁶⁵ + 1) / 2⁷²: 73 digits in ten bytes, of which the last has one.
        let numerator = Integer::from((1u128 << 65) + 1);
        let long = Rational::from_parts(numerator, Natural::ONE << 72usize);
        let digits = |number: u128| number.to_le_bytes()[..10].to_vec();
        assert!(coin(&long, &digits(1 << 65)));
        assert!(!coin(&long, &digits((1 << 65) + 1)));
        assert!(!coin(&long, &digits((1 << 65) + 2)));
        let too_large = digits(1 << 79);
        assert!(coin(&long, &[too_large, digits(0)].concat()));
    }

    #[test]
    fn long_integers_below_a_bound_are_the_leading_digits_of_bytes() {
        let below_five =
            |bytes: &[u8]| answer(bytes, |sampler| sampler.natural_below(&Natural::from(5u8)));
        for number in 0..5u8 {
            assert_eq!(below_five(&[number << 5]), Natural::from(number));
            assert_eq!(below_five(&[number << 5 | 31]), Natural::from(number));
        }
        // 5, 6 and 7 are drawn again.
        assert_eq!(below_five(&[5 << 5, 7 << 5, 6 << 5, 1 << 5]), Natural::ONE);
    }
}
