//! The other way around: a generator of the `rand` crate whose bits come from a
//! source of randomness, for code that asks for `impl Rng`.
//!
//! Such code can be sampled and scripted. It cannot be enumerated, since every
//! word it draws has 2⁶⁴ values.

use std::convert::Infallible;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng, TryRng};

use super::{Chance, Interrupted};

/// A generator that draws its words from a source of randomness, in
/// [`with_generator`].
#[derive(Debug)]
pub struct Generator<'chance, C> {
    chance: &'chance mut C,
    /// Why the source stopped answering, and who answers since.
    interrupted: Option<(Interrupted, Box<ChaCha8Rng>)>,
}

/// Runs code that asks for a generator of the `rand` crate.
///
/// Such code cannot be interrupted. If the source of randomness stops
/// answering, a fixed generator answers in its place until the code ends; what
/// it returns is dropped then, and the interruption returned. An enumeration is
/// interrupted at the first word, as undecided.
///
/// ```
/// use peskun::chance::with_generator;
/// use peskun::prelude::*;
/// use rand::RngExt;
///
/// fn step_of_old(from: i32, rng: &mut impl rand::Rng) -> i32 {
///     if rng.random_bool(0.5) { from + 1 } else { from - 1 }
/// }
///
/// let mut chance = Sampler::new(7, 0);
/// let to = with_generator(&mut chance, |rng| step_of_old(0, rng))?;
/// assert!(to == 1 || to == -1);
/// # Ok::<(), Interrupted>(())
/// ```
pub fn with_generator<'chance, C: Chance, T>(
    chance: &'chance mut C,
    run: impl FnOnce(&mut Generator<'chance, C>) -> T,
) -> Result<T, Interrupted> {
    let mut generator = Generator {
        chance,
        interrupted: None,
    };
    let outcome = run(&mut generator);
    match generator.interrupted {
        None => Ok(outcome),
        Some((why, _)) => Err(why),
    }
}

impl<C: Chance> Generator<'_, C> {
    fn word(&mut self) -> u64 {
        if let Some((_, stand_in)) = &mut self.interrupted {
            return stand_in.next_u64();
        }
        self.chance.word().unwrap_or_else(|why| {
            let mut stand_in = Box::new(ChaCha8Rng::seed_from_u64(0));
            let word = stand_in.next_u64();
            self.interrupted = Some((why, stand_in));
            word
        })
    }
}

/// Every question is one word; what is not asked for of it is dropped.
impl<C: Chance> TryRng for Generator<'_, C> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.word() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.word())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.word().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use rand::RngExt;

    use super::super::{Budget, Reading, Sampler, Script, enumerate, replay};
    use super::*;

    /// A step as others write it, with a rejection loop.
    fn throw(generator: &mut impl Rng) -> u32 {
        loop {
            let number = generator.next_u32() >> 29;
            if number < 6 {
                return number;
            }
        }
    }

    #[test]
    fn it_has_the_words_of_its_source() {
        let (mut chance, mut same) = (Sampler::new(7, 0), Sampler::new(7, 0));
        let (first, second, bytes) = with_generator(&mut chance, |generator| {
            let mut bytes = [0; 11];
            let words = (generator.next_u64(), generator.next_u32());
            generator.fill_bytes(&mut bytes);
            (words.0, words.1, bytes)
        })
        .expect("a sampler is never interrupted");
        assert_eq!(first, same.next_word());
        assert_eq!(second, (same.next_word() >> 32) as u32);
        assert_eq!(bytes[..8], same.next_word().to_le_bytes());
        assert_eq!(bytes[8..], same.next_word().to_le_bytes()[..3]);
        assert_eq!(chance.next_word(), same.next_word());
    }

    #[test]
    fn it_can_be_sampled() {
        let mut chance = Sampler::new(3, 0);
        let mut seen = [0; 6];
        for _ in 0..600 {
            let side = with_generator(&mut chance, |generator| generator.random_range(0..6));
            seen[side.expect("a draw")] += 1;
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }

    /// The first word is 111…: rejected; the second 101…: five.
    #[test]
    fn it_can_be_scripted() {
        let mut answers = vec![1; 64];
        answers.extend([1, 0].into_iter().chain([1; 62]));
        let step = |script: &mut Script| with_generator(script, throw);
        let (side, weight) = replay(&answers, step).expect("two words");
        assert_eq!(side, 5);
        assert_eq!(weight, crate::numbers::Rational::new(1, 2).power(128));
        let ended = replay(&answers[..100], step);
        assert_eq!(ended, Err(Interrupted::ScriptEnded { answers: 100 }));
    }

    #[test]
    fn an_enumeration_ends_undecided_at_once() {
        let start = Instant::now();
        let step = |chance: &mut _| with_generator(chance, throw);
        for reading in [Reading::Plain, Reading::Merged] {
            let why = enumerate(reading, &Budget::of_paths(u64::MAX), step).expect_err("2⁶⁴ paths");
            assert!(why.is_undecided(), "{why}");
            assert!(why.to_string().contains("64 random bits"), "{why}");
        }
        assert!(start.elapsed() < Duration::from_secs(1));
    }
}
