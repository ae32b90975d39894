//! The mean acceptance r(θ, θ') of every arm, as unreduced fractions.
//!
//! With C the known ratio of prior and proposal, F the likelihood of the data and
//! G the masses of a column, all integers:
//!
//! - exchange: min{C F'/F · G(w)/G'(w), 1} under G', one threshold in w, so that
//!   r = (C F' Σ_small G + F Σ_large G') / F Z': O(1) long products;
//! - MPMC with the auxiliary column A: one threshold in y' for each y, so that
//!   r = Σ_steps (F A(y) Σ_large G' + C F' G(y) Σ_small A) / F Z_A Z': O(levels).

use std::borrow::Cow;
use std::cmp::Ordering;

use rayon::prelude::*;

use super::cancelled::Cancelled;
use super::column::{Column, CountedModel, Known};
use super::enclosure::Enclosure;
use super::staircase::{Condition, first_level_near, mass, part, steps, window};
use super::sweeps;
use crate::arms::AnyArm;
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

    fn certain(holds: bool) -> Self {
        Self::whole(Fraction::certain(holds))
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

    /// Algorithm 3 with an auxiliary column.
    pub(super) fn pseudo_marginal(&self, auxiliary: &Column) -> Fraction {
        let levels = self.here.sums.len() - 1;
        let condition = Condition {
            holds: |y, level| {
                self.compare_pseudo_marginal(auxiliary, y, level, &[]) != Ordering::Less
            },
            inner: auxiliary.base.value().cmp(self.there.base.value()),
        };
        let (mut large, mut small) = (Natural::ZERO, Natural::ZERO);
        for step in steps(0..levels, levels, &condition) {
            let rest = match step.inner.start {
                0 => step.inner.end..levels,
                start => 0..start,
            };
            if !step.inner.is_empty() {
                large += part(&auxiliary.sums, &step.outer) * part(&self.there.sums, &step.inner);
            }
            if !rest.is_empty() {
                small += part(&self.here.sums, &step.outer) * part(&auxiliary.sums, &rest);
            }
        }
        let (above, below) = self.factors();
        Fraction {
            numerator: &below * large + above * small,
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
        let pairs = (0..size).flat_map(|from| (from + 1..size).map(move |to| (from, to)));
        pairs
            .filter(|&(from, to)| !matches!(self.known(from, to), Known::NeverProposed))
            .all(|(from, to)| flow(from, to).compare(&flow(to, from)).is_eq())
    }

    /// r(θ, θ') of an arm for every pair; nothing if the arm has no formula.
    pub fn acceptances(&self, arm: &AnyArm) -> Option<Vec<Vec<Fraction>>> {
        if let AnyArm::DoubleMetropolis(arm) = arm {
            return sweeps::acceptances(self, arm.steps);
        }
        self.table(|from, to| self.entry(arm, from, to).map(Entry::multiplied))
    }

    /// The same for one pair, with shared factors apart; nothing for double M-H,
    /// whose formula is another one, and for arms without one.
    fn entry(&self, arm: &AnyArm, from: usize, to: usize) -> Option<Entry<'_>> {
        let Some(moving) = self.moving(from, to) else {
            // A ratio over zero accepts; a ratio of zero does not.
            let over_zero = matches!(self.known(from, to), Known::NeverProposed);
            return Some(Entry::certain(over_zero));
        };
        match arm {
            AnyArm::TrueRatio(_) => Some(Entry::whole(moving.true_ratio())),
            AnyArm::Exchange(_) => Some(moving.exchange()),
            AnyArm::ModifiedPseudoMarginal(_) => {
                Some(Entry::whole(moving.pseudo_marginal(&self.estimate)))
            }
            AnyArm::Bridge(_) => {
                let halfway = self.between(from, to);
                Some(Entry::whole(moving.pseudo_marginal(&halfway)))
            }
            AnyArm::Noisy(_) | AnyArm::DoubleMetropolis(_) => None,
        }
    }

    fn table<X: Send>(&self, of: impl Fn(usize, usize) -> Option<X> + Sync) -> Option<Vec<Vec<X>>> {
        let size = self.size();
        (0..size)
            .into_par_iter()
            .map(|from| (0..size).map(|to| of(from, to)).collect())
            .collect()
    }
}
