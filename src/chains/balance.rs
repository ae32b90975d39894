//! Detailed balance and invariance of the target.

use super::Chain;
use crate::numbers::{Integer, Rational, over_common_denominator};

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
}

impl MassWitness {
    /// By how much its mass grows.
    pub fn difference(&self) -> Rational {
        &self.into - &self.out
    }

    /// In words, with these names of states and numbers as `number` writes them.
    pub fn describe(&self, states: &[String], number: &dyn Fn(&Rational) -> String) -> String {
        format!(
            "{} has mass {}, and {} after a step (difference {})",
            states[self.state],
            number(&self.out),
            number(&self.into),
            number(&self.difference())
        )
    }
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
}

impl Chain {
    /// The flow target(from) · P(from, to).
    pub fn flow(&self, from: usize, to: usize) -> Rational {
        &self.target()[from] * self.matrix().entry(from, to)
    }

    /// Nothing if detailed balance holds; otherwise the pair of states whose
    /// flows differ most, the first of them on ties.
    pub fn imbalance(&self) -> Option<Witness> {
        let size = self.states().len();
        let pairs = (0..size).flat_map(|from| (from + 1..size).map(move |to| (from, to)));
        let mut worst: Option<Witness> = None;
        // Most pairs agree: compare the flows as integers over shared
        // denominators, without reducing any fraction.
        let (weights, _) = over_common_denominator(self.target());
        let numerator = |from: usize, to: usize| -> Integer {
            let (there, back) = (self.matrix().entry(from, to), self.matrix().entry(to, from));
            &weights[from] * (there.numerator() * Integer::from(back.denominator().clone()))
        };
        for (from, to) in pairs {
            if numerator(from, to) == numerator(to, from) {
                continue;
            }
            let witness = Witness {
                from,
                to,
                forward: self.flow(from, to),
                backward: self.flow(to, from),
            };
            let gap = |witness: &Witness| witness.difference().abs();
            if worst
                .as_ref()
                .is_none_or(|worst| gap(&witness) > gap(worst))
            {
                worst = Some(witness);
            }
        }
        worst
    }

    /// Nothing if a step leaves the target as it is; otherwise the state whose
    /// mass changes most, the first of them on ties.
    pub fn drift(&self) -> Option<MassWitness> {
        let after = self.matrix().applied_to_law(self.target());
        let mut worst: Option<MassWitness> = None;
        for (state, (into, out)) in after.into_iter().zip(self.target()).enumerate() {
            if into == *out {
                continue;
            }
            let out = out.clone();
            let witness = MassWitness { state, into, out };
            let gap = |witness: &MassWitness| witness.difference().abs();
            if worst
                .as_ref()
                .is_none_or(|worst| gap(&witness) > gap(worst))
            {
                worst = Some(witness);
            }
        }
        worst
    }

    /// Is the target left invariant? Detailed balance implies it.
    pub fn is_invariant(&self) -> bool {
        self.imbalance().is_none() || self.drift().is_none()
    }
}
