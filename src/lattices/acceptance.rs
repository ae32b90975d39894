//! The mean acceptance r(θ, θ') of every arm, as unreduced fractions.
//!
//! With C the known ratio of prior and proposal, F the likelihood of the data and
//! G the masses of a column, all integers:
//!
//! - exchange: min{C F'/F · G(w)/G'(w), 1} under G', one threshold in w, so that
//!   r = (C F' Σ_small G + F Σ_large G') / F Z': O(1) long products;
//! - MPMC with the auxiliary column A: one threshold in y' for each y, so that
//!   r = Σ_y (F A(y) Σ_large G' + C F' G(y) Σ_small A) / F Z_A Z', summed by halves.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::cancelled::Cancelled;
use super::column::{Column, CountedModel, Known};
use super::enclosure::Enclosure;
use super::nested::{Nested, nested_mass};
use super::staircase::{Condition, first_level_near, mass, steps, window};
use super::sweeps;
use crate::arms::AnyArm;
use crate::numbers::parallel;
use crate::numbers::{Base, Fraction, Interval, Natural, Rational, compare_product, magnitude};

/// An acceptance as an integer over two factors, times one. The second factor
/// below the line it shares with its column; where prior and proposal drop out,
/// also the one above, and the first below with most of its row.
struct Entry<'m> {
    /// The integer.
    numerator: Natural,
    /// A factor of the numerator.
    scale: Cow<'m, Natural>,
    /// Below the line.
    denominator: [Cow<'m, Natural>; 2],
}

impl Entry<'_> {
    /// With all factors multiplied.
    fn multiplied(self) -> Fraction {
        let [row, column] = self.denominator;
        Fraction {
            numerator: self.numerator * &*self.scale,
            denominator: &*row * &*column,
        }
    }

    fn whole(fraction: Fraction) -> Self {
        Entry {
            numerator: fraction.numerator,
            scale: Cow::Owned(Natural::ONE),
            denominator: [Cow::Owned(Natural::ONE), Cow::Owned(fraction.denominator)],
        }
    }
}

/// A proposed move, with what is known of it.
pub(super) struct Move<'m> {
    pub(super) here: &'m Column,
    pub(super) there: &'m Column,
    pub(super) cancelled: [&'m Cancelled; 2],
    pub(super) known: &'m Base,
    pub(super) observed: i64,
    counts: &'m [Natural],
}

impl<'m> Move<'m> {
    /// The arms' common factors: C F' and F, both over the denominator of C.
    fn factors(&self) -> (Natural, Natural) {
        let known = self.known.value();
        (
            magnitude(known.numerator()) * &self.there.observed,
            known.denominator() * &self.here.observed,
        )
    }

    /// The exchange ratio at w against 1.
    fn compare_exchange(&self, level: usize) -> Ordering {
        let power = level as i64 - self.observed;
        let product = [
            (self.known, 1),
            (&self.here.base, power),
            (&self.there.base, -power),
        ];
        compare_product(&product)
    }

    /// Algorithm 1: min{C F' Z / F Z', 1}.
    fn true_ratio(&self) -> Fraction {
        let (above, below) = self.factors();
        let ratio = Fraction {
            numerator: above * self.here.total(),
            denominator: below * self.there.total(),
        };
        ratio.capped()
    }

    /// Algorithm 4. The partial sums and the likelihoods share powers of t and
    /// of t', which are left out: Σ_small G = S p and F = L p, Σ_large G' = S' p'
    /// and F' = L' p', so that r = p' (C L' S + L S') / L Z'.
    fn exchange(&self) -> Entry<'m> {
        let levels = self.here.sums.len() - 1;
        // Where prior and proposal do not matter the ratio is 1 at the data.
        let guess = self.observed as usize + 1;
        let rising = compare_product(&[(&self.here.base, 1), (&self.there.base, -1)]);
        let [here, there] = self.cancelled;
        let (small, large) = match rising {
            Ordering::Less => {
                let reaches = |level| self.compare_exchange(level).is_ge();
                let border = first_level_near(guess, levels, |level| !reaches(level));
                (here.from(border), there.below(border))
            }
            _ => {
                let exceeds = |level| self.compare_exchange(level).is_gt();
                let border = first_level_near(guess, levels, exceeds);
                (here.below(border), there.from(border))
            }
        };
        let (above, below) = match self.known.is_one() {
            true => (large.likelihood, small.likelihood),
            false => (
                Cow::Owned(magnitude(self.known.value().numerator()) * &*large.likelihood),
                Cow::Owned(self.known.value().denominator() * &*small.likelihood),
            ),
        };
        Entry {
            numerator: &*above * &*small.sum + &*below * &*large.sum,
            scale: large.power,
            denominator: [below, Cow::Borrowed(self.there.total())],
        }
    }

    /// The numerator of Algorithm 3 with an auxiliary column. It is the same for the
    /// move back: there (y', y) has the inverse ratio and the two sums change
    /// places, but for pairs whose ratio is 1, which count the same in either.
    fn pseudo_marginal_sum(&self, auxiliary: &Column) -> Natural {
        let levels = self.here.sums.len() - 1;
        let condition = Condition {
            holds: |y, level| {
                self.compare_pseudo_marginal(auxiliary, y, level, &[]) != Ordering::Less
            },
            inner: auxiliary.base.value().cmp(self.there.base.value()),
        };
        let found = steps(0..levels, levels, &condition);
        let large: Vec<Nested> = found
            .iter()
            .map(|step| (step.outer.clone(), step.inner.clone()))
            .collect();
        let small: Vec<Nested> = found
            .into_iter()
            .map(|step| match step.inner.start {
                0 => (step.outer, step.inner.end..levels),
                start => (step.outer, 0..start),
            })
            .collect();
        let [here, halfway, there] = [self.here, auxiliary, self.there].map(|column| &column.base);
        let large = nested_mass(self.counts, halfway, there, &large);
        let small = nested_mass(self.counts, here, halfway, &small);
        let (above, below) = self.factors();
        below * large + above * small
    }

    /// Algorithm 3 with an auxiliary column.
    pub(super) fn pseudo_marginal(&self, auxiliary: &Column) -> Fraction {
        self.pseudo_marginal_over(auxiliary, self.pseudo_marginal_sum(auxiliary))
    }

    /// The same from its numerator.
    fn pseudo_marginal_over(&self, auxiliary: &Column, numerator: Natural) -> Fraction {
        let (_, below) = self.factors();
        Fraction {
            numerator,
            denominator: below * auxiliary.total() * self.there.total(),
        }
    }

    /// The same between two ends, quickly: the large part is a mass under a
    /// staircase, the small part another times the true ratio.
    pub(super) fn enclosed_pseudo_marginal(
        &self,
        auxiliary: &Column,
        [here, halfway, there]: [&[Interval]; 3],
    ) -> Enclosure {
        let compare = |y, level| self.compare_pseudo_marginal(auxiliary, y, level, &[]);
        let rising = auxiliary.base.value().cmp(self.there.base.value());
        let reaches = Condition {
            holds: |y, level| compare(y, level).is_ge(),
            inner: rising,
        };
        let falls_short = Condition {
            holds: |y, level| compare(y, level).is_lt(),
            inner: rising.reverse(),
        };
        let large = mass(halfway, &window(halfway), there, &reaches);
        let small = mass(here, &window(here), halfway, &falls_short);
        let (above, below) = self.factors();
        let ratio = Fraction {
            numerator: above * self.here.total(),
            denominator: below * self.there.total(),
        };
        let ratio = Enclosure::of_any(&ratio);
        Enclosure {
            low: large.low() + small.low() * ratio.low,
            high: (large.high() + small.high() * ratio.high).min(Rational::ONE),
        }
    }

    /// MPMC's ratio at (y, y') against a product of powers.
    pub(super) fn compare_pseudo_marginal(
        &self,
        auxiliary: &Column,
        y: usize,
        there: usize,
        over: &[(&Base, i64)],
    ) -> Ordering {
        let (y, there) = (y as i64, there as i64);
        let mut product = [
            (self.known, 1),
            (&self.here.base, y - self.observed),
            (&auxiliary.base, there - y),
            (&self.there.base, self.observed - there),
            (self.known, 0),
            (&self.here.base, 0),
            (&self.there.base, 0),
        ];
        for (place, (base, exponent)) in product[4..].iter_mut().zip(over) {
            *place = (base, -exponent);
        }
        compare_product(&product)
    }
}

impl CountedModel {
    /// A move that is proposed, both ways; nothing if it is not.
    pub(super) fn moving(&self, from: usize, to: usize) -> Option<Move<'_>> {
        let Known::Ratio(known) = self.known(from, to) else {
            return None;
        };
        Some(Move {
            here: &self.columns[from],
            there: &self.columns[to],
            cancelled: [&self.cancelled[from], &self.cancelled[to]],
            known,
            observed: self.model.parts().observed as i64,
            counts: self.model.counts(),
        })
    }

    /// Does a table of acceptances satisfy detailed balance at every pair? Flows
    /// are compared by cross-multiplication: π F q/Z · N/D both ways.
    pub fn balances(&self, acceptances: &[Vec<Fraction>]) -> bool {
        let size = self.size();
        let flow = |from: usize, to: usize| {
            let prior = &self.model.prior()[from] * self.model.proposal(from, to);
            let (here, entry) = (&self.columns[from], &acceptances[from][to]);
            Fraction {
                numerator: magnitude(prior.numerator()) * &here.observed * &entry.numerator,
                denominator: prior.denominator() * here.total() * &entry.denominator,
            }
        };
        let mut pairs = (0..size).flat_map(|from| (from + 1..size).map(move |to| (from, to)));
        pairs.all(|(from, to)| flow(from, to).compare(&flow(to, from)).is_eq())
    }

    /// r(θ, θ') of an arm for every pair; nothing if the arm has no formula.
    pub fn acceptances(&self, arm: &AnyArm) -> Option<Vec<Vec<Fraction>>> {
        if let AnyArm::DoubleMetropolis(arm) = arm {
            return sweeps::acceptances(self, arm.steps);
        }
        match arm {
            AnyArm::ModifiedPseudoMarginal(_) => {
                Some(self.both_ways(|_, _| Cow::Borrowed(&self.estimate)))
            }
            AnyArm::Bridge(_) => {
                Some(self.both_ways(|from, to| Cow::Owned(self.between(from, to))))
            }
            _ => self.table(|from, to| self.entry(arm, from, to).map(Entry::multiplied)),
        }
    }

    /// MPMC's acceptances with an auxiliary column for every pair, both directions
    /// from one sum.
    fn both_ways<'s>(
        &'s self,
        auxiliary: impl Fn(usize, usize) -> Cow<'s, Column> + Sync,
    ) -> Vec<Vec<Fraction>> {
        let size = self.size();
        let pairs: Vec<(usize, usize)> = (0..size)
            .flat_map(|from| (from..size).map(move |to| (from, to)))
            .collect();
        let both = |&(from, to): &(usize, usize)| {
            let (Some(there), Some(back)) = (self.moving(from, to), self.moving(to, from)) else {
                return [(from, to), (to, from)].map(|(from, to)| self.impossible(from, to));
            };
            let auxiliary = auxiliary(from, to);
            let sum = there.pseudo_marginal_sum(&auxiliary);
            [
                there.pseudo_marginal_over(&auxiliary, sum.clone()),
                back.pseudo_marginal_over(&auxiliary, sum),
            ]
        };
        let found: Vec<[Fraction; 2]> = parallel::map(&pairs, both);
        let mut table = vec![vec![Fraction::certain(false); size]; size];
        for (&(from, to), [there, back]) in pairs.iter().zip(found) {
            table[to][from] = back;
            table[from][to] = there;
        }
        table
    }

    /// A move that is not proposed, or not back: a ratio over zero accepts, a ratio
    /// of zero does not.
    fn impossible(&self, from: usize, to: usize) -> Fraction {
        Fraction::certain(matches!(self.known(from, to), Known::NeverProposed))
    }

    /// The same for one pair, with shared factors apart; nothing for MPMC, whose
    /// pairs share a sum, for double M-H, whose formula is another one, and for
    /// arms without one.
    fn entry(&self, arm: &AnyArm, from: usize, to: usize) -> Option<Entry<'_>> {
        let Some(moving) = self.moving(from, to) else {
            return Some(Entry::whole(self.impossible(from, to)));
        };
        match arm {
            AnyArm::TrueRatio(_) => Some(Entry::whole(moving.true_ratio())),
            AnyArm::Exchange(_) => Some(moving.exchange()),
            AnyArm::ModifiedPseudoMarginal(_) | AnyArm::Bridge(_) => None,
            AnyArm::Noisy(_) | AnyArm::DoubleMetropolis(_) => None,
        }
    }

    fn table<X: Send>(&self, of: impl Fn(usize, usize) -> Option<X> + Sync) -> Option<Vec<Vec<X>>> {
        let size = self.size();
        let rows = parallel::places(size, |from| (0..size).map(|to| of(from, to)).collect());
        rows.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattices::test_models::{lopsided, square};
    use crate::models::{IsingModel, ising_three};

    #[test]
    fn one_sum_is_right_for_both_directions() {
        let mut parts = ising_three().parts().clone();
        parts.prior = Some([3, 1, 4, 1, 5].map(Rational::from).to_vec());
        let counted = CountedModel::new(&IsingModel::new(parts).expect("a model"));
        for name in ["mpmc", "bridge"] {
            let arm: AnyArm = name.parse().expect("an arm");
            let table = counted.acceptances(&arm).expect("an arm with a formula");
            for (from, row) in table.iter().enumerate() {
                for (to, entry) in row.iter().enumerate() {
                    let auxiliary = match arm {
                        AnyArm::Bridge(_) => counted.between(from, to),
                        _ => counted.estimate.clone(),
                    };
                    let moving = counted.moving(from, to).expect("all moves are proposed");
                    let direct = moving.pseudo_marginal(&auxiliary);
                    assert!(entry.compare(&direct).is_eq(), "{name} {from} {to}");
                }
            }
            assert!(counted.balances(&table));
        }
    }

    #[test]
    fn balance_weighs_with_prior_and_proposal() {
        let counted = CountedModel::new(&lopsided());
        for name in ["mh", "sve", "mpmc", "bridge"] {
            let arm: AnyArm = name.parse().expect("an arm");
            let table = counted.acceptances(&arm).expect("an arm with a formula");
            assert!(counted.balances(&table), "{name}");
            for (from, to) in [(0, 1), (2, 0)] {
                let mut wrong = table.clone();
                wrong[from][to].denominator *= Natural::from(2_u32);
                assert!(!counted.balances(&wrong), "{name} {from} {to}");
            }
            // What is not proposed either way has no flow, whatever is accepted.
            let mut unused = table;
            unused[1][2].denominator *= Natural::from(2_u32);
            assert!(counted.balances(&unused), "{name}");
        }
    }

    #[test]
    fn a_move_without_a_way_back_is_out_of_balance_if_it_is_accepted() {
        for proposed in [(0, 1), (1, 0)] {
            let forth = |from, to| i64::from(from == to || (from, to) == proposed);
            let counted = CountedModel::new(&square(&[(1, 1), (2, 1)], &[1, 1], forth));
            let accepting = |accepts| vec![vec![Fraction::certain(accepts); 2]; 2];
            assert!(counted.balances(&accepting(false)), "{proposed:?}");
            assert!(!counted.balances(&accepting(true)), "{proposed:?}");
        }
    }
}
