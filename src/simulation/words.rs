//! Fast random words: xoshiro256++ (Blackman & Vigna 2021), several in step.
//!
//! Perfect simulation runs over the same randomness again, and spends most of
//! its time on it. A generator whose whole state is four words can be copied
//! to replay a stretch, and with several generators side by side the compiler
//! uses vector instructions; `benches/simulation.rs` measures it against the
//! generator of `chance`. States are seeded from that one, so that seed and
//! stream mean the same in both.

use crate::chance::Sampler;

/// So many generators of 64 random bits each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words<const WIDTH: usize> {
    state: [[u64; WIDTH]; 4],
}

impl<const WIDTH: usize> Words<WIDTH> {
    /// The generators for one chain of a run.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut sampler = Sampler::new(seed, stream);
        let mut state = [[0; WIDTH]; 4];
        for lane in 0..WIDTH {
            // The state must not be all zeros.
            while (0..4).all(|word| state[word][lane] == 0) {
                for row in &mut state {
                    row[lane] = sampler.next_word();
                }
            }
        }
        Words { state }
    }

    /// The next word of each generator.
    #[inline]
    pub fn next_words(&mut self) -> [u64; WIDTH] {
        let [a, b, c, d] = &mut self.state;
        let mut words = [0; WIDTH];
        for lane in 0..WIDTH {
            let sum = a[lane].wrapping_add(d[lane]);
            words[lane] = sum.rotate_left(23).wrapping_add(a[lane]);
            let shifted = b[lane] << 17;
            c[lane] ^= a[lane];
            d[lane] ^= b[lane];
            b[lane] ^= c[lane];
            a[lane] ^= d[lane];
            c[lane] ^= shifted;
            d[lane] = d[lane].rotate_left(45);
        }
        words
    }
}

impl Words<1> {
    /// The next word.
    #[inline]
    pub fn next_word(&mut self) -> u64 {
        let [word] = self.next_words();
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vector of the reference implementation, state 1, 2, 3, 4.
    #[test]
    fn the_reference_vector() {
        let mut words = Words {
            state: [[1], [2], [3], [4]],
        };
        let expected = [
            41_943_041,
            58_720_359,
            3_588_806_011_781_223,
            3_591_011_842_654_386,
            9_228_616_714_210_784_205,
            9_973_669_472_204_895_162,
        ];
        assert_eq!(expected.map(|_| words.next_word()), expected);
    }

    #[test]
    fn lanes_are_generators_of_their_own() {
        let mut wide = Words::<4>::new(1, 2);
        let mut narrow = [0, 1, 2, 3].map(|lane| Words {
            state: wide.state.map(|row| [row[lane]]),
        });
        for _ in 0..100 {
            let words = wide.next_words();
            assert_eq!(words, narrow.each_mut().map(|one| one.next_word()));
            assert_ne!(words[0], words[1]);
        }
        assert_ne!(Words::<1>::new(1, 0), Words::<1>::new(1, 1));
    }
}
