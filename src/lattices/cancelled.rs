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
    /// Σ g(w) u^w v^(level − w) over the w below every level, and over all.
    below: Vec<Natural>,
    /// Σ g(w) u^(w − level + 1) v^(top − w) over the w from every level on.
    above: Vec<Natural>,
}

/// A partial sum and the likelihood, both divided by a common power.
pub(super) struct Divided<'c> {
    pub(super) sum: Cow<'c, Natural>,
    pub(super) likelihood: Cow<'c, Natural>,
}

impl Cancelled {
    /// The parts of the column of t over these counts.
    pub(super) fn new(counts: &[Natural], t: &Rational, observed: usize) -> Self {
        let (u, v) = (magnitude(t.numerator()), t.denominator().clone());
        let sums =
            |counts: &mut dyn Iterator<Item = &Natural>, outer: &Natural, inner: &Natural| {
                let (mut sums, mut sum, mut power) = (Vec::new(), Natural::ZERO, Natural::ONE);
                for count in counts {
                    sums.push(sum.clone());
                    sum = (sum + count * &power) * outer;
                    power *= inner;
                }
                sums.push(sum);
                sums
            };
        let below = sums(&mut counts.iter(), &v, &u);
        let mut above = sums(&mut counts.iter().rev(), &u, &v);
        above.reverse();
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
    /// is the larger of the level and x.
    pub(super) fn below(&self, level: usize) -> Divided<'_> {
        Divided {
            sum: times_power(
                &self.below[level],
                &self.v,
                self.observed.saturating_sub(level),
            ),
            likelihood: times_power(
                &self.likelihood[0],
                &self.v,
                level.saturating_sub(self.observed),
            ),
        }
    }

    /// The sum from a level on and the likelihood, divided by u^e where e is the
    /// smaller of the level − 1 and x.
    pub(super) fn from(&self, level: usize) -> Divided<'_> {
        let next = self.observed + 1;
        Divided {
            sum: times_power(&self.above[level], &self.u, level.saturating_sub(next)),
            likelihood: times_power(&self.likelihood[1], &self.u, next.saturating_sub(level)),
        }
    }
}

fn times_power<'n>(number: &'n Natural, base: &Natural, exponent: usize) -> Cow<'n, Natural> {
    match exponent {
        0 => Cow::Borrowed(number),
        _ => Cow::Owned(number * base.pow(exponent)),
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
                let below = cancelled.below(level);
                assert_eq!(
                    &*below.sum * &likelihood,
                    sum(0..level) * &*below.likelihood
                );
                let from = cancelled.from(level);
                assert_eq!(
                    &*from.sum * &likelihood,
                    sum(level..top + 1) * &*from.likelihood
                );
            }
            // Nothing is computed where the level is the data's.
            let (below, from) = (cancelled.below(observed), cancelled.from(observed + 1));
            for number in [&below.sum, &below.likelihood, &from.sum, &from.likelihood] {
                assert!(matches!(number, Cow::Borrowed(_)));
            }
        }
    }
}
