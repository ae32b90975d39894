//! The heat bath's probabilities as 64-bit integers.
//!
//! A uniform word is below the integer with the probability it stands for, up
//! to a rounding of at most 2⁻⁶⁴: the floor of p·2⁶⁴. Since p(d − a) = 1 − p(a)
//! for a of d neighbors up, a fair sign and the thresholds 2p(a) for the
//! smaller half of the numbers a suffice; these are rounded in the same way.

use super::BondWeight;
use super::adjacency::MOST_NEIGHBORS;
use crate::numbers::{Natural, Rational, magnitude};

/// The thresholds for one weight of agreeing pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thresholds {
    up: [[u64; MOST_NEIGHBORS + 1]; MOST_NEIGHBORS + 1],
    doubled: [[u64; 2]; MOST_NEIGHBORS + 1],
}

impl Thresholds {
    /// The thresholds for this weight.
    pub fn new(weight: &BondWeight) -> Self {
        let mut up = [[0; MOST_NEIGHBORS + 1]; MOST_NEIGHBORS + 1];
        let mut doubled = [[u64::MAX; 2]; MOST_NEIGHBORS + 1];
        for degree in 0..=MOST_NEIGHBORS {
            for count in 0..=degree {
                let probability = weight.probability_up(count, degree);
                if 2 * count < degree {
                    doubled[degree][count] = rounded(&(&probability + &probability));
                }
                up[degree][count] = rounded(&probability);
            }
        }
        Thresholds { up, doubled }
    }

    /// A word below this puts a site up, given its degree and how many of its
    /// neighbors are up.
    pub fn up(&self, degree: usize, up: usize) -> u64 {
        self.up[degree][up]
    }

    /// Twice the probability, for fewer than half of the neighbors up.
    pub(super) fn doubled(&self, degree: usize) -> [u64; 2] {
        self.doubled[degree]
    }
}

/// ⌊p·2⁶⁴⌋, or the largest word for p = 1.
fn rounded(probability: &Rational) -> u64 {
    let scaled: Natural = (magnitude(probability.numerator()) << 64) / probability.denominator();
    u64::try_from(&scaled).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_below_the_last_bit() {
        let weight = BondWeight::new(Rational::new(11, 9)).expect("a weight");
        let thresholds = Thresholds::new(&weight);
        let unit = Rational::new(1, 2).power(64);
        for degree in 0..=MOST_NEIGHBORS {
            for up in 0..=degree {
                let stored = Rational::from(thresholds.up(degree, up)) * &unit;
                let error = weight.probability_up(up, degree) - stored;
                assert!(!error.is_negative() && error < unit, "{up} of {degree}");
            }
        }
        let four = thresholds.doubled(4);
        assert!(four[0] < four[1]);
        assert_eq!(four[0] / 2, thresholds.up(4, 0));
    }

    #[test]
    fn without_interaction_every_site_is_a_fair_coin() {
        let thresholds = Thresholds::new(&BondWeight::new(Rational::ONE).expect("a weight"));
        for degree in 0..=MOST_NEIGHBORS {
            assert_eq!(thresholds.up(degree, 0), 1 << 63);
            assert_eq!(thresholds.doubled(degree), [u64::MAX; 2]);
        }
    }
}
