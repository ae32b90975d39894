//! Bits of many independent systems side by side: multi-spin coding.
//!
//! A word holds one bit of 64 systems, and what is done to it is done to all
//! of them. A uniform number in each lane is compared with a threshold from
//! the highest bit on, until no lane is undecided: after about ten words for
//! 256 lanes, though the thresholds have 64 bits.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::Words;

/// How many words are used together.
pub(super) const WIDTH: usize = 4;

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

impl BitAndAssign for Lanes {
    #[inline]
    fn bitand_assign(&mut self, other: Lanes) {
        *self = *self & other;
    }
}

impl BitOrAssign for Lanes {
    #[inline]
    fn bitor_assign(&mut self, other: Lanes) {
        *self = *self | other;
    }
}

/// In which lanes a uniform number of 64 bits is at least the first threshold,
/// and in which at least the second.
#[inline]
pub(super) fn at_least(thresholds: [u64; 2], words: &mut Words<WIDTH>) -> [Lanes; 2] {
    let [mut first, mut second] = [Comparison::NEW; 2];
    for bit in (0..64).rev() {
        let random = Lanes(words.next_words());
        first.refine(thresholds[0] >> bit & 1 == 1, random);
        second.refine(thresholds[1] >> bit & 1 == 1, random);
        // Earlier than this there is always an undecided lane, nearly.
        if bit < 56 && (first.equal | second.equal).is_empty() {
            break;
        }
    }
    [first, second].map(|comparison| comparison.above | comparison.equal)
}

/// How the numbers compare with a threshold, as far as they are known.
#[derive(Clone, Copy)]
struct Comparison {
    above: Lanes,
    equal: Lanes,
}

impl Comparison {
    const NEW: Comparison = Comparison {
        above: Lanes::NONE,
        equal: Lanes::ALL,
    };

    /// The next bit of the threshold and of the numbers.
    #[inline]
    fn refine(&mut self, bit: bool, random: Lanes) {
        let bit = if bit { Lanes::ALL } else { Lanes::NONE };
        self.above |= self.equal & random & !bit;
        self.equal &= !(random ^ bit);
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
                let found = at_least(thresholds, &mut words);
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
