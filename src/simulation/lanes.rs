//! Bits of many independent systems side by side: multi-spin coding.
//!
//! A word holds one bit of 64 systems, and what is done to it is done to all
//! of them. A uniform number in each lane is compared with a threshold from
//! the highest bit on, until no lane is undecided: after about ten bits for
//! 128 lanes, though the thresholds have 64. Two words together make the best
//! use of the vector instructions that every machine has.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::Words;

/// How many words are used together.
pub(super) const WIDTH: usize = 2;

/// How many systems run side by side.
pub const LANES: usize = 64 * WIDTH;

/// One bit in each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes(pub(super) [u64; WIDTH]);

impl Lanes {
    pub(super) const NONE: Lanes = Lanes([0; WIDTH]);
    pub(super) const ALL: Lanes = Lanes([u64::MAX; WIDTH]);

    /// Is no bit set?
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// The bit of a lane.
    pub(super) fn get(self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 == 1
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait for Lanes {
            type Output = Lanes;
            #[inline]
            fn $method(self, other: Lanes) -> Lanes {
                Lanes(std::array::from_fn(|word| {
                    $trait::$method(self.0[word], other.0[word])
                }))
            }
        }
    };
}
operator!(BitAnd, bitand);
operator!(BitOr, bitor);
operator!(BitXor, bitxor);

impl Not for Lanes {
    type Output = Lanes;
    #[inline]
    fn not(self) -> Lanes {
        Lanes(self.0.map(|word| !word))
    }
}

/// Two thresholds bit by bit from the highest, ready to be compared with.
#[derive(Clone, Debug)]
pub(super) struct Planes([[u64; 2]; 64]);

impl Planes {
    pub(super) fn new(thresholds: [u64; 2]) -> Self {
        let spread = |threshold: u64, plane: usize| {
            // All ones where the threshold has a zero.
            (threshold >> (63 - plane) & 1).wrapping_sub(1)
        };
        Planes(std::array::from_fn(|plane| {
            thresholds.map(|threshold| spread(threshold, plane))
        }))
    }

    /// In which lanes a uniform number of 64 bits is at least the first
    /// threshold, and in which at least the second.
    #[inline]
    pub(super) fn at_least(&self, words: &mut Words<WIDTH>) -> [Lanes; 2] {
        let mut above = [[0; WIDTH]; 2];
        let mut equal = [[u64::MAX; WIDTH]; 2];
        // Two planes at a time: fewer jumps that cannot be foreseen.
        for planes in self.0.chunks_exact(2) {
            for plane in planes {
                let random = words.next_words();
                for (word, random) in random.into_iter().enumerate() {
                    for (threshold, zero) in plane.iter().enumerate() {
                        above[threshold][word] |= equal[threshold][word] & random & zero;
                        equal[threshold][word] &= random ^ zero;
                    }
                }
            }
            if (Lanes(equal[0]) | Lanes(equal[1])).is_empty() {
                break;
            }
        }
        [0, 1].map(|threshold| Lanes(above[threshold]) | Lanes(equal[threshold]))
    }
}

/// Counts, one in each lane, in binary digits from the lowest.
#[derive(Clone, Debug, Default)]
pub(super) struct Counter(Vec<Lanes>);

impl Counter {
    /// Adds one in these lanes.
    pub(super) fn add(&mut self, mut carry: Lanes) {
        for digit in &mut self.0 {
            let next = *digit & carry;
            *digit = *digit ^ carry;
            carry = next;
            if carry.is_empty() {
                return;
            }
        }
        if !carry.is_empty() {
            self.0.push(carry);
        }
    }

    /// The counts.
    pub(super) fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; LANES];
        for (place, digit) in self.0.iter().enumerate() {
            for (lane, count) in counts.iter_mut().enumerate() {
                *count |= usize::from(digit.get(lane)) << place;
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting() {
        let mut counter = Counter::default();
        let lanes = |step: usize| {
            let mut words = [0; WIDTH];
            for lane in (0..LANES).filter(|lane| lane % step == 0) {
                words[lane / 64] |= 1 << (lane % 64);
            }
            Lanes(words)
        };
        for step in 1..=100 {
            counter.add(lanes(step));
        }
        for (lane, count) in counter.counts().into_iter().enumerate() {
            let divisors = (1..=100).filter(|step| lane % step == 0).count();
            assert_eq!(count, divisors, "{lane}");
        }
    }

    /// The comparison bit by bit is the comparison of the numbers, as far as
    /// the same words were read.
    #[test]
    fn comparisons_lane_by_lane() {
        let mut words = Words::<WIDTH>::new(5, 0);
        for thresholds in [[1 << 62, 3 << 61], [0, u64::MAX], [12_345, 1 << 63]] {
            for _ in 0..20 {
                let mut copy = words.clone();
                let found = Planes::new(thresholds).at_least(&mut words);
                let mut numbers = vec![0u64; LANES];
                for bit in (0..64).rev() {
                    if copy == words {
                        break;
                    }
                    let random = Lanes(copy.next_words());
                    for (lane, number) in numbers.iter_mut().enumerate() {
                        *number |= u64::from(random.get(lane)) << bit;
                    }
                }
                for (lane, &number) in numbers.iter().enumerate() {
                    for (threshold, found) in thresholds.iter().zip(found) {
                        assert_eq!(found.get(lane), number >= *threshold);
                    }
                }
            }
        }
    }
}
