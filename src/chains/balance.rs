//! Detailed balance and invariance of the target.

use std::sync::OnceLock;

use super::flows::{Flows, LongFlows, ShortFlows};
use super::rough_flows::{RoughFlows, widest_candidates};
use super::{Chain, Stationary};
use std::ops::Range;

use crate::numbers::parallel;
use crate::numbers::{Rational, SparseMatrix, side_by_side};

/// Two states between which the flows differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The position of the first state.
    pub from: usize,
    /// The position of the second state.
    pub to: usize,
    /// target(from) · P(from, to).
    pub forward: Rational,
    /// target(to) · P(to, from).
    pub backward: Rational,
}

/// A state whose mass under the target is changed by a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MassWitness {
    /// The position of the state.
    pub state: usize,
    /// Σ target(s) · P(s, state): its mass after a step.
    pub into: Rational,
    /// target(state): its mass before.
    pub out: Rational,
    /// target(state) · P(state, state): the mass that stays.
    pub stays: Rational,
}

impl MassWitness {
    /// By how much its mass grows.
    pub fn difference(&self) -> Rational {
        &self.into - &self.out
    }

    /// The mass that enters from other states.
    pub fn entering(&self) -> Rational {
        &self.into - &self.stays
    }

    /// The mass that leaves for other states.
    pub fn leaving(&self) -> Rational {
        &self.out - &self.stays
    }

    /// By how much what enters and what leaves differ, relative to the larger of
    /// them. What stays does not count: it hides the rest where a chain is sticky.
    pub fn relative_difference(&self) -> Rational {
        relative(&self.entering(), &self.leaving())
    }

    /// In words, with these names of states and numbers as `number` writes them.
    pub fn describe(&self, states: &[String], number: &dyn Fn(&Rational) -> String) -> String {
        let sentence = mass_sentence(&states[self.state], (&self.out, &self.into), number);
        let visible = Rational::new(1, 1_000_000) * &self.out;
        match self.difference().abs() < visible {
            false => sentence,
            true => format!(
                "{sentence}: {} enters from other states, and {} leaves",
                number(&self.entering()),
                number(&self.leaving())
            ),
        }
    }
}

/// That the mass of a state changes in a step, in words.
pub(crate) fn mass_sentence(
    state: &str,
    (before, after): (&Rational, &Rational),
    number: &dyn Fn(&Rational) -> String,
) -> String {
    format!(
        "{state} has mass {}, and {} after a step (difference {})",
        number(before),
        number(after),
        number(&(after - before))
    )
}

impl Witness {
    /// In words, with these names of states and numbers as `number` writes them.
    pub fn describe(&self, states: &[String], number: &dyn Fn(&Rational) -> String) -> String {
        let (from, to) = (&states[self.from], &states[self.to]);
        format!(
            "{from}→{to} has flow {}, {to}→{from} has {} (difference {})",
            number(&self.forward),
            number(&self.backward),
            number(&self.difference())
        )
    }

    /// By how much the forward flow is larger.
    pub fn difference(&self) -> Rational {
        &self.forward - &self.backward
    }

    /// By how much the flows differ, relative to the larger of them.
    pub fn relative_difference(&self) -> Rational {
        relative(&self.forward, &self.backward)
    }
}

/// By how much two nonnegative numbers differ, relative to the larger of them.
pub fn relative(first: &Rational, second: &Rational) -> Rational {
    let larger = first.max(second);
    match larger.reciprocal() {
        Some(reciprocal) => (first - second).abs() * reciprocal,
        None => Rational::ZERO,
    }
}

/// What was found out about the flows of a chain, once. Chains that differ only
/// in what was asked of them are equal.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    imbalance: OnceLock<Option<Witness>>,
    drift: OnceLock<Option<MassWitness>>,
    /// The stationary law to the usual accuracy.
    pub(super) law: OnceLock<Stationary>,
}

impl PartialEq for Found {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Found {}

/// From how many entries on all cores look for the widest gap.
const MANY: usize = 1 << 14;

impl Chain {
    /// The flow target(from) · P(from, to).
    pub fn flow(&self, from: usize, to: usize) -> Rational {
        &self.target()[from] * self.matrix().entry(from, to)
    }

    /// Nothing if detailed balance holds; otherwise the pair of states whose
    /// flows differ most, the first of them on ties. O(entries that are not zero),
    /// once.
    pub fn imbalance(&self) -> Option<Witness> {
        let find = || {
            let (from, to) = match ShortFlows::of(self) {
                Some(flows) => self.widest_pair(&flows),
                None => self.widest_long_pair(),
            }?;
            Some(Witness {
                from,
                to,
                forward: self.flow(from, to),
                backward: self.flow(to, from),
            })
        };
        self.found.imbalance.get_or_init(find).clone()
    }

    /// Nothing if a step leaves the target as it is; otherwise the state whose
    /// mass changes most, the first of them on ties. O(entries that are not zero),
    /// once.
    pub fn drift(&self) -> Option<MassWitness> {
        let find = || {
            let state = match ShortFlows::of(self) {
                Some(flows) => self.widest_drift(&flows),
                None => self.widest_long_drift(),
            }?;
            let sources = 0..self.states().len();
            let into = sources.filter(|&from| !self.matrix().entry(from, state).is_zero());
            let into = into.map(|from| self.flow(from, state)).sum();
            Some(self.mass_witness(state, into))
        };
        self.found.drift.get_or_init(find).clone()
    }

    fn mass_witness(&self, state: usize, into: Rational) -> MassWitness {
        MassWitness {
            state,
            into,
            out: self.target()[state].clone(),
            stays: self.flow(state, state),
        }
    }

    /// The pair of states whose flows differ most, relative to the larger of the
    /// two; nothing if detailed balance holds exactly.
    pub(super) fn relative_imbalance(&self) -> Option<Witness> {
        let columns = self.matrix().transposed();
        let witness = |from: usize, to: usize| Witness {
            from,
            to,
            forward: self.flow(from, to),
            backward: self.flow(to, from),
        };
        let (from, to) = self.widest(|from| {
            let gaps = self.pairs(&columns, from).filter_map(|(to, ..)| {
                let witness = witness(from, to);
                let gap = (witness.relative_difference(), witness.difference().abs());
                (!gap.0.is_zero()).then_some((gap, (from, to)))
            });
            first_widest(gaps)
        })?;
        Some(witness(from, to))
    }

    /// The state of which what enters and what leaves differ most, relative to the
    /// larger of the two; nothing if the target is invariant exactly.
    pub(super) fn relative_drift(&self) -> Option<MassWitness> {
        let columns = self.matrix().transposed();
        let witness = |state: usize| {
            let into = columns.places_of(state);
            let into = into.map(|(from, _)| self.flow(from, state)).sum();
            self.mass_witness(state, into)
        };
        let state = self.widest(|state| {
            let witness = witness(state);
            let gap = (witness.relative_difference(), witness.difference().abs());
            (!gap.0.is_zero()).then_some((gap, state))
        })?;
        Some(witness(state))
    }

    /// Is the target left invariant? Detailed balance implies it, and flows are
    /// compared faster than added.
    pub fn is_invariant(&self) -> bool {
        self.imbalance().is_none() || self.drift().is_none()
    }

    fn widest_pair<F: Flows>(&self, flows: &F) -> Option<(usize, usize)> {
        let columns = self.matrix().transposed();
        self.widest(|from| {
            let gaps = self.pairs(&columns, from).filter_map(|(to, there, back)| {
                Some((flows.gap(from, there, to, back)?, (from, to)))
            });
            first_widest(gaps)
        })
    }

    /// The same for long fractions: roughly first, so that those are reduced
    /// only where it matters.
    fn widest_long_pair(&self) -> Option<(usize, usize)> {
        let (flows, rough) = (LongFlows::of(self), RoughFlows::of(self));
        let columns = self.matrix().transposed();
        let gaps = || {
            (0..self.states().len()).flat_map(|from| {
                let rough = &rough;
                let pairs = self.pairs(&columns, from);
                pairs.map(move |(to, there, back)| {
                    let place = (from, to, there, back);
                    (rough.gap(from, there, to, back), place)
                })
            })
        };
        let Some(candidates) = widest_candidates(gaps) else {
            return self.widest_pair(&flows);
        };
        let exact = candidates
            .into_iter()
            .filter_map(|(from, to, there, back)| {
                Some((flows.gap(from, there, to, back)?, (from, to)))
            });
        first_widest(exact).map(|(_, place)| place)
    }

    /// The later states to or from which a state has a flow, with the places of
    /// both entries; the columns are those of the matrix.
    fn pairs(
        &self,
        columns: &SparseMatrix,
        from: usize,
    ) -> impl Iterator<Item = (usize, Option<usize>, Option<usize>)> {
        let after = move |&(to, _): &(usize, usize)| to <= from;
        let there = self.matrix().places_of(from).skip_while(after);
        let back = columns.places_of(from).skip_while(after);
        side_by_side(there, back)
    }

    fn widest_drift<F: Flows>(&self, flows: &F) -> Option<usize> {
        let columns = self.matrix().transposed();
        self.widest(|state| Some((flows.drift(state, columns.places_of(state))?, state)))
    }

    fn widest_long_drift(&self) -> Option<usize> {
        let (flows, rough) = (LongFlows::of(self), RoughFlows::of(self));
        let columns = self.matrix().transposed();
        let drift = |state: usize| (rough.drift(state, columns.places_of(state)), state);
        let drifts = || (0..self.states().len()).map(drift);
        let Some(candidates) = widest_candidates(drifts) else {
            return self.widest_drift(&flows);
        };
        let exact = candidates
            .into_iter()
            .filter_map(|state| Some((flows.drift(state, columns.places_of(state))?, state)));
        first_widest(exact).map(|(_, state)| state)
    }

    /// The place of the widest gap of all states, the first of them on ties.
    fn widest<G: Ord + Send, P: Ord + Send>(
        &self,
        of_state: impl Fn(usize) -> Option<(G, P)> + Sync,
    ) -> Option<P> {
        let states = 0..self.states().len();
        let among = |states: Range<usize>| first_widest(states.filter_map(&of_state));
        let widest = match self.matrix().nonzeros() < MANY {
            true => among(states),
            false => first_widest(parallel::ranges(states, among).into_iter().flatten()),
        };
        widest.map(|(_, place)| place)
    }
}

/// The wider gap; of equal ones that of the first place.
fn wider<G: Ord, P: Ord>(one: (G, P), other: (G, P)) -> (G, P) {
    let other_is = other
        .0
        .cmp(&one.0)
        .then_with(|| one.1.cmp(&other.1))
        .is_gt();
    if other_is { other } else { one }
}

fn first_widest<G: Ord, P: Ord>(gaps: impl Iterator<Item = (G, P)>) -> Option<(G, P)> {
    gaps.reduce(wider)
}
