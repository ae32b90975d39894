//! Partial sums of a column without the powers that their terms have in common.
//!
//! With t = u/v every mass below a level carries a power of v, every mass from
//! a level on a power of u, and so does the likelihood u^x v^(top − x) of the
//! data. Where both stand in one fraction the common power cancels, and what is
//! left is shorter by about that part of the digits which the level cuts off.

use std::borrow::Cow;

use crate::numbers::{Natural, Rational, magnitude};

/// A column's partial sums and likelihood, in parts.
#[derive(Clone, Debug)]
pub(super) struct Cancelled {
    u: Natural,
    v: Natural,
    observed: usize,
    /// u^x and v^(top − x).
    likelihood: [Natural; 2],
    /// Σ g(w) u^w v^(level − 1 − w) over the w below every level, and over all.
    below: Vec<Natural>,
    /// Σ g(w) u^(w − level + 1) v^(top − w) over the w from every level on, with
    /// level 1 in the place of level 0 in the exponent.
    above: Vec<Natural>,
}

/// A partial sum and the likelihood, both divided by a common power, and that
/// power.
pub(super) struct Divided<'c> {
    pub(super) sum: Cow<'c, Natural>,
    pub(super) likelihood: Cow<'c, Natural>,
    pub(super) power: Cow<'c, Natural>,
}

impl Cancelled {
    /// The parts of the column of t over these counts.
    pub(super) fn new(counts: &[Natural], t: &Rational, observed: usize) -> Self {
        let (u, v) = (magnitude(t.numerator()), t.denominator().clone());
        let (mut below, mut sum, mut power) = (Vec::new(), Natural::ZERO, Natural::ONE);
        for count in counts {
            below.push(sum.clone());
            sum = sum * &v + count * &power;
            power *= &u;
        }
        below.push(sum);
        let mut above = vec![Natural::ZERO; counts.len() + 1];
        let mut power = Natural::ONE;
        for (level, count) in counts.iter().enumerate().rev() {
            let sum = &above[level + 1] + count * &power;
            // At level 0 the masses have no power of u in common.
            above[level] = if level > 0 { sum * &u } else { sum };
            power *= &v;
        }
        let top = counts.len() - 1;
        Cancelled {
            likelihood: [u.pow(observed), v.pow(top - observed)],
            u,
            v,
            observed,
            below,
            above,
        }
    }

    /// The sum below a level and the likelihood, divided by v^(top − e) where e
    /// is the larger of the level − 1 and x. Nothing is computed at x + 1.
    pub(super) fn below(&self, level: usize) -> Divided<'_> {
        let [up, down] = &self.likelihood;
        let above = level.saturating_sub(self.observed + 1);
        Divided {
            sum: times_power(
                &self.below[level],
                &self.v,
                (self.observed + 1).saturating_sub(level.max(1)),
            ),
            likelihood: times_power(up, &self.v, above),
            power: over_power(down, &self.v, above),
        }
    }

    /// The sum from a level on and the likelihood, divided by u^e where e is the
    /// smaller of the level − 1 and x, not below 0. Nothing is computed at x + 1.
    pub(super) fn from(&self, level: usize) -> Divided<'_> {
        let [up, down] = &self.likelihood;
        let below = (self.observed + 1).saturating_sub(level.max(1));
        Divided {
            sum: times_power(
                &self.above[level],
                &self.u,
                level.saturating_sub(self.observed + 1),
            ),
            likelihood: times_power(down, &self.u, below),
            power: over_power(up, &self.u, below),
        }
    }
}

fn times_power<'n>(number: &'n Natural, base: &Natural, exponent: usize) -> Cow<'n, Natural> {
    match exponent {
        0 => Cow::Borrowed(number),
        _ => Cow::Owned(number * base.pow(exponent)),
    }
}

fn over_power<'n>(number: &'n Natural, base: &Natural, exponent: usize) -> Cow<'n, Natural> {
    match exponent {
        0 => Cow::Borrowed(number),
        _ => Cow::Owned(number / base.pow(exponent)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_divided_by_the_same() {
        let counts: Vec<Natural> = [1_u32, 5, 0, 7, 2, 1].map(Natural::from).to_vec();
        let (t, top) = (Rational::new(3, 2), counts.len() - 1);
        let (u, v) = (Natural::from(3_u32), Natural::from(2_u32));
        let mass = |level: usize| &counts[level] * u.pow(level) * v.pow(top - level);
        let sum = |levels: std::ops::Range<usize>| levels.map(mass).sum::<Natural>();
        for observed in 0..=top {
            let cancelled = Cancelled::new(&counts, &t, observed);
            let likelihood = u.pow(observed) * v.pow(top - observed);
            for level in 0..=top + 1 {
                for (divided, levels) in [
                    (cancelled.below(level), 0..level),
                    (cancelled.from(level), level..top + 1),
                ] {
                    assert_eq!(&*divided.sum * &*divided.power, sum(levels));
                    assert_eq!(&*divided.likelihood * &*divided.power, likelihood);
                }
            }
            for divided in [cancelled.below(observed + 1), cancelled.from(observed + 1)] {
                for number in [divided.sum, divided.likelihood, divided.power] {
                    assert!(matches!(number, Cow::Borrowed(_)));
                }
            }
        }
    }
}
