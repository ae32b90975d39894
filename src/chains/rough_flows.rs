//! The flows of a chain in balls of fixed precision: which of them may differ
//! most, before any long fraction is added or reduced.

use super::Chain;
use crate::numbers::{Ball, Natural, Precision};

/// Far finer than the gaps of wrong kernels; gaps below it are looked at exactly.
const PRECISION: Precision = Precision(256);

/// Masses and entries, enclosed.
pub(super) struct RoughFlows {
    masses: Vec<Ball>,
    entries: Vec<Ball>,
}

impl RoughFlows {
    pub(super) fn of(chain: &Chain) -> Self {
        let enclosed = |numbers: &[_]| numbers.iter().map(|n| PRECISION.enclose(n)).collect();
        RoughFlows {
            masses: enclosed(chain.target()),
            entries: enclosed(chain.matrix().values()),
        }
    }

    fn flow(&self, from: usize, place: Option<usize>) -> Ball {
        place.map_or(Ball::ZERO, |place| {
            PRECISION.times(&self.masses[from], &self.entries[place])
        })
    }

    /// By how much the flows of two states differ, as
    /// [`Flows::gap`](super::flows::Flows::gap).
    pub(super) fn gap(
        &self,
        from: usize,
        there: Option<usize>,
        to: usize,
        back: Option<usize>,
    ) -> Ball {
        self.flow(from, there).minus(&self.flow(to, back))
    }

    /// By how much the flows into a state differ from its mass.
    pub(super) fn drift(&self, state: usize, into: impl Iterator<Item = (usize, usize)>) -> Ball {
        let flows = into.map(|(from, place)| self.flow(from, Some(place)));
        let total = flows.fold(Ball::ZERO, |sum, flow| sum.plus(&flow));
        total.minus(&self.masses[state])
    }
}

/// The places whose gap may be the widest, if some gap is certain. All gaps are
/// gone through twice.
pub(super) fn widest_candidates<P, I: Iterator<Item = (Ball, P)>>(
    gaps: impl Fn() -> I,
) -> Option<Vec<P>> {
    let certain = gaps().map(|(gap, _)| gap.smallest_size()).max()?;
    if certain == Natural::ZERO {
        return None;
    }
    let wide = gaps().filter(|(gap, _)| gap.largest_size() >= certain);
    Some(wide.map(|(_, place)| place).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Rational;

    #[test]
    fn only_gaps_that_may_be_the_widest_are_candidates() {
        let candidates = |gaps: &[Rational]| {
            widest_candidates(|| gaps.iter().map(|gap| PRECISION.enclose(gap)).zip(0..))
        };
        let third = Rational::new(1, 3);
        let close = &third + Rational::new(1, 2).power(900);
        let gaps = [Rational::new(1, 4), -third, Rational::ZERO, close.clone()];
        assert_eq!(candidates(&gaps), Some(vec![1, 3]));
        // No gap is certain: those below the precision, or none at all.
        assert_eq!(
            candidates(&[Rational::ZERO, close - Rational::new(1, 3)]),
            None
        );
        assert_eq!(candidates(&[]), None);
    }
}
