//! A law for each parameter, on finitely many points: the proposal q(θ, ·) and
//! the auxiliary law π(·|x, θ) of a table model.

use crate::numbers::{Law, Rational};

/// A law for each parameter, and the same as a table for quick look-ups.
#[derive(Clone, Debug)]
pub(super) struct LawTable {
    pub(super) laws: Vec<Law<usize>>,
    pub(super) density: Vec<Vec<Rational>>,
}

impl LawTable {
    pub(super) fn new(laws: Vec<Law<usize>>, columns: usize) -> Self {
        let row = |law: &Law<usize>| (0..columns).map(|j| law.probability(&j)).collect();
        let density = laws.iter().map(row).collect();
        LawTable { laws, density }
    }
}
