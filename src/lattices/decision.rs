//! How often Algorithm 5 chooses MPMC, from survival functions.
//!
//! The rule compares M₁ = min{r̂₁, r̃₁} with M₂ = min{r̂₂, r̃₂}, one draw of each arm
//! in each direction. Given that M₂ = m, MPMC is chosen if both of its ratios
//! reach m: P(M₁ ≥ M₂) = Σ_m P(M₂ = m) P(r̂₁ ≥ m) P(r̃₁ ≥ m). The exchange arm has at
//! most two values for each level, and each probability is the mass under a
//! staircase; no product of six laws is formed.

use std::cmp::Ordering;
use std::ops::Range;

use super::acceptance::Move;
use super::column::{Column, CountedModel};
use super::mass::Mass;
use super::staircase::{Condition, first_level, mass, window};
use crate::numbers::parallel;
use crate::numbers::{Base, compare_product};
use crate::rules::TieBreak;

/// Running sums of all columns.
pub(super) struct Sums<X> {
    columns: Vec<Vec<X>>,
    estimate: Vec<X>,
    window: Range<usize>,
}

impl<X: Mass> Sums<X> {
    pub(super) fn new(model: &CountedModel) -> Self {
        let estimate = X::sums(&model.estimate);
        Sums {
            columns: model.columns.iter().map(X::sums).collect(),
            window: window(&estimate),
            estimate,
        }
    }
}

/// A value of the exchange ratio: C to a power times (t/t')^power; (0, 0) is 1.
type Value = (i64, i64);

/// A pair of parameters, seen from both sides.
struct Duel<'m, X> {
    forward: Move<'m>,
    backward: Move<'m>,
    auxiliary: &'m Column,
    sums: &'m Sums<X>,
    here: &'m [X],
    there: &'m [X],
}

impl<X: Mass> Duel<'_, X> {
    /// The value as powers, and the comparison of two values.
    fn powers(&self, (known, power): Value) -> [(&Base, i64); 3] {
        let Move {
            known: base,
            here,
            there,
            ..
        } = &self.forward;
        [(base, known), (&here.base, power), (&there.base, -power)]
    }

    fn compare(&self, one: Value, other: Value) -> Ordering {
        compare_product(&self.powers((one.0 - other.0, one.1 - other.1)))
    }

    /// What the exchange arm draws forward and backward at a level.
    fn exchange(&self, level: usize, forward: bool) -> Value {
        let power = level as i64 - self.forward.observed;
        if forward { (1, power) } else { (-1, -power) }
    }

    /// All values of M₂, ascending; the last is 1.
    fn values(&self) -> Vec<Value> {
        let levels = self.here.len() - 1;
        let all = (0..levels).flat_map(|level| [true, false].map(|way| self.exchange(level, way)));
        let one = (0, 0);
        let mut values: Vec<Value> = all
            .filter(|&value| self.compare(value, one) == Ordering::Less)
            .chain([one])
            .collect();
        values.sort_by(|&one, &other| self.compare(one, other));
        values.dedup_by(|one, other| self.compare(*one, *other) == Ordering::Equal);
        values
    }

    /// P(M₂ ≥ value).
    fn exchange_survives(&self, value: Value) -> X {
        let rising = self
            .forward
            .here
            .base
            .value()
            .cmp(self.forward.there.base.value());
        let reaches = |sums: &[X], forward: bool| {
            let levels = sums.len() - 1;
            let reaches =
                |level| self.compare(self.exchange(level, forward), value) != Ordering::Less;
            let falls = rising
                == if forward {
                    Ordering::Less
                } else {
                    Ordering::Greater
                };
            match falls {
                true => sums[first_level(levels, |level| !reaches(level))].clone(),
                false => sums[levels].minus(&sums[first_level(levels, reaches)]),
            }
        };
        reaches(self.there, true).times(&reaches(self.here, false))
    }

    /// P(r̂₁ ≥ value), or above it, in one direction.
    fn survives(&self, moving: &Move<'_>, there: &[X], value: Value, strictly: bool) -> X {
        let over = self.powers(value);
        let condition = Condition {
            holds: |y, level| match moving.compare_pseudo_marginal(self.auxiliary, y, level, &over)
            {
                Ordering::Less => false,
                Ordering::Equal => !strictly,
                Ordering::Greater => true,
            },
            inner: self.auxiliary.base.value().cmp(moving.there.base.value()),
        };
        mass(&self.sums.estimate, &self.sums.window, there, &condition)
    }

    /// P(M₁ ≥ M₂), or P(M₁ > M₂).
    fn wins(&self, strictly: bool) -> X {
        let values = self.values();
        let mut total = X::zero();
        let mut survives = self.exchange_survives(values[0]);
        for (position, &value) in values.iter().enumerate() {
            let next = match values.get(position + 1) {
                Some(&next) => self.exchange_survives(next),
                None => X::zero(),
            };
            let here = survives.minus(&next);
            survives = next;
            if here.is_negligible() {
                total = total.plus(&here.at_most());
            } else if !(strictly && value == (0, 0)) {
                let both = self
                    .survives(&self.forward, self.there, value, strictly)
                    .times(&self.survives(&self.backward, self.here, value, strictly));
                total = total.plus(&here.times(&both));
            }
        }
        total
    }
}

/// The two sides of a pair; nothing for a move that is not proposed both ways.
fn duel<'m, X>(
    model: &'m CountedModel,
    sums: &'m Sums<X>,
    from: usize,
    to: usize,
) -> Option<Duel<'m, X>> {
    Some(Duel {
        forward: model.moving(from, to)?,
        backward: model.moving(to, from)?,
        auxiliary: &model.estimate,
        sums,
        here: &sums.columns[from],
        there: &sums.columns[to],
    })
}

/// For every pair from ≤ to: how often MPMC wins, first with ties for it, then
/// with ties against it, as far as the tie break asks. Nothing for moves that
/// are not proposed both ways.
pub(super) fn wins<X: Mass>(
    model: &CountedModel,
    sums: &Sums<X>,
    tie: TieBreak,
) -> Vec<Vec<Option<[Option<X>; 2]>>> {
    let of = |from: usize, to: usize| {
        let duel = duel(model, sums, from, to)?;
        Some([
            (tie != TieBreak::Last).then(|| duel.wins(false)),
            (tie != TieBreak::First).then(|| duel.wins(true)),
        ])
    };
    let size = model.size();
    // The largest rows first, so that no thread is left with one at the end.
    parallel::places(size, |from| (from..size).map(|to| of(from, to)).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::lattices::test_models::lopsided;
    use crate::models::ising_two;
    use crate::numbers::{Natural, Rational};

    fn power(base: &Rational, exponent: i64) -> Rational {
        let power = base.power(exponent.unsigned_abs() as usize);
        match exponent.is_negative() {
            true => Rational::ONE / power,
            false => power,
        }
    }

    #[test]
    fn values_are_the_exchange_ratios_below_one_and_one() {
        for model in [ising_two(), lopsided()] {
            let counted = CountedModel::new(&model);
            let sums = Sums::<Natural>::new(&counted);
            let parts = model.parts();
            for (from, to) in [(0, 1), (0, 2), (1, 0), (2, 0), (1, 1)] {
                let flow = |from: usize, to: usize| &model.prior()[from] * model.proposal(from, to);
                let known = flow(to, from) / flow(from, to);
                let quotient = &parts.weights[from] / &parts.weights[to];
                let value = |(known_power, quotient_power): Value| {
                    power(&known, known_power) * power(&quotient, quotient_power)
                };
                // Forward at every level, and backward, which is one over it.
                let ratios = (0..model.counts().len() as i64)
                    .map(|level| &known * power(&quotient, level - parts.observed as i64))
                    .flat_map(|ratio| [ratio.clone(), Rational::ONE / ratio]);
                let mut expected: BTreeSet<Rational> =
                    ratios.filter(|ratio| *ratio < Rational::ONE).collect();
                expected.insert(Rational::ONE);
                let duel = duel(&counted, &sums, from, to).expect("proposed both ways");
                let found: Vec<Rational> = duel.values().into_iter().map(value).collect();
                assert_eq!(found, Vec::from_iter(expected), "{from} {to}");
            }
        }
    }
}
