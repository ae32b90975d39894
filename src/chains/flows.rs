//! The flows of a chain in numbers that are compared quickly.
//!
//! Where the target and the entries have short common denominators, flows are
//! integers over the product of the two, and no fraction is reduced. Otherwise
//! they are compared by cross products, and only those that differ are reduced.

use super::Chain;
use crate::numbers::{Integer, Natural, Rational, magnitude, shared_denominator};

/// Binary digits of a common denominator that is carried along with every flow.
const SHORT: usize = 1_024;
/// Binary digits of all masses together over a common denominator.
const MOST_BITS: usize = 1 << 30;

/// By how much flows and masses differ, on a scale of one's own.
pub(super) trait Flows: Sync {
    /// A difference that is not zero.
    type Gap: Ord + Send;

    /// The gap between the flows of two states, by the places of the entries
    /// there and back among the values of the matrix; nothing if they are equal.
    fn gap(
        &self,
        from: usize,
        there: Option<usize>,
        to: usize,
        back: Option<usize>,
    ) -> Option<Self::Gap>;

    /// The gap between the mass of a state and the flows into it, each by the
    /// state it comes from and the place of its entry; nothing if they are equal.
    fn drift(&self, state: usize, into: impl Iterator<Item = (usize, usize)>) -> Option<Self::Gap>;
}

/// Masses and entries as integers.
pub(super) struct ShortFlows {
    masses: Vec<Integer>,
    entries: Vec<Integer>,
    /// The integer that stands for the entry 1.
    one: Integer,
}

impl ShortFlows {
    /// Nothing if the common denominators are not short.
    pub(super) fn of(chain: &Chain) -> Option<Self> {
        let target = shared_denominator(chain.target(), SHORT)?;
        let one = shared_denominator(chain.matrix().values(), SHORT)?;
        Some(ShortFlows {
            masses: over(&target, chain.target()),
            entries: over(&one, chain.matrix().values()),
            one: one.into(),
        })
    }

    fn flow(&self, from: usize, place: Option<usize>) -> Integer {
        place.map_or(Integer::ZERO, |place| {
            &self.masses[from] * &self.entries[place]
        })
    }
}

impl Flows for ShortFlows {
    type Gap = Natural;

    fn gap(
        &self,
        from: usize,
        there: Option<usize>,
        to: usize,
        back: Option<usize>,
    ) -> Option<Natural> {
        difference(self.flow(from, there), &self.flow(to, back))
    }

    fn drift(&self, state: usize, into: impl Iterator<Item = (usize, usize)>) -> Option<Natural> {
        let flows = into.map(|(from, place)| self.flow(from, Some(place)));
        let total = flows.fold(Integer::ZERO, |sum, flow| sum + flow);
        difference(total, &(&self.masses[state] * &self.one))
    }
}

/// Numbers as integers over a multiple of their denominators.
fn over(common: &Natural, values: &[Rational]) -> Vec<Integer> {
    let integer =
        |value: &Rational| value.numerator() * Integer::from(common / value.denominator());
    values.iter().map(integer).collect()
}

fn difference(first: Integer, second: &Integer) -> Option<Natural> {
    let difference = first - second;
    (difference != Integer::ZERO).then(|| magnitude(&difference))
}

/// Fractions, of which the masses have one denominator where there is room.
pub(super) struct LongFlows<'c> {
    chain: &'c Chain,
    masses: Vec<(Integer, Integer)>,
}

impl<'c> LongFlows<'c> {
    pub(super) fn of(chain: &'c Chain) -> Self {
        Self::within(chain, MOST_BITS / chain.target().len().max(1))
    }

    /// With one denominator for the masses if it has at most so many binary digits.
    fn within(chain: &'c Chain, most: usize) -> Self {
        let masses = match shared_denominator(chain.target(), most) {
            Some(common) => over(&common, chain.target())
                .into_iter()
                .map(|mass| (mass, Integer::ONE))
                .collect(),
            None => chain.target().iter().map(parts).collect(),
        };
        LongFlows { chain, masses }
    }

    fn value(&self, place: Option<usize>) -> Rational {
        place.map_or(Rational::ZERO, |place| {
            self.chain.matrix().values()[place].clone()
        })
    }
}

fn parts(value: &Rational) -> (Integer, Integer) {
    (
        value.numerator().clone(),
        value.denominator().clone().into(),
    )
}

impl Flows for LongFlows<'_> {
    type Gap = Rational;

    fn gap(
        &self,
        from: usize,
        there: Option<usize>,
        to: usize,
        back: Option<usize>,
    ) -> Option<Rational> {
        let (there, back) = (self.value(there), self.value(back));
        let (mass, scale) = &self.masses[from];
        let (other_mass, other_scale) = &self.masses[to];
        let (p, q) = (parts(&there), parts(&back));
        if mass * other_scale * (p.0 * &q.1) == other_mass * scale * (q.0 * p.1) {
            return None;
        }
        let target = self.chain.target();
        Some((&target[from] * there - &target[to] * back).abs())
    }

    fn drift(&self, state: usize, into: impl Iterator<Item = (usize, usize)>) -> Option<Rational> {
        let (target, values) = (self.chain.target(), self.chain.matrix().values());
        let total: Rational = into
            .map(|(from, place)| &target[from] * &values[place])
            .sum();
        let difference = total - &target[state];
        (!difference.is_zero()).then(|| difference.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::given::chain_over;

    #[test]
    fn gaps_of_masses_over_one_denominator_or_their_own() {
        // Flows of 1/12 there and back; 1/18 there and 1/12 back;
        // 1/36 that does not return.
        let rows = [[7, 3, 2], [6, 4, 2], [2, 0, 10]];
        let chain = chain_over(([2, 1, 3], 6), (rows, 12));
        let gap = |flows: &LongFlows<'_>, from: usize, to: usize| {
            let place = |from: usize, to: usize| {
                let mut entries = chain.matrix().places_of(from);
                Some(entries.find(|(column, _)| *column == to)?.1)
            };
            flows.gap(from, place(from, to), to, place(to, from))
        };
        let (shared, own) = (LongFlows::within(&chain, 3), LongFlows::within(&chain, 2));
        assert_eq!(shared.masses[0], (Integer::from(2), Integer::ONE));
        assert_eq!(own.masses[0], (Integer::ONE, Integer::from(3)));
        for flows in [shared, own] {
            for (from, to, expected) in [
                (0, 1, None),
                (1, 0, None),
                (0, 2, Some(Rational::new(1, 36))),
                (2, 0, Some(Rational::new(1, 36))),
                (1, 2, Some(Rational::new(1, 36))),
            ] {
                assert_eq!(gap(&flows, from, to), expected, "{from} {to}");
            }
        }
    }
}
