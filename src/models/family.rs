//! One-parameter exponential families, and the laws halfway between two of
//! their members, which the bridge arm draws from.

use std::sync::OnceLock;

use super::law_table::LawTable;
use crate::numbers::{Law, Rational};

/// A one-parameter exponential family: p_θ(x) ∝ base(x) · θ^level(x).
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// The multiplicity of every point.
    pub(super) base: Vec<Rational>,
    /// The power of θ at every point.
    pub(super) levels: Vec<usize>,
    /// θ, for every parameter.
    pub(super) values: Vec<Rational>,
}

impl Family {
    /// The family's weights at a value u/v, as integers u^level v^(top − level)
    /// times the multiplicities.
    pub(super) fn row(&self, value: &Rational) -> Vec<Rational> {
        let top = self.levels.iter().max().copied().unwrap_or(0);
        let (u, v) = (
            Rational::from(value.numerator().clone()),
            Rational::from(value.denominator().clone()),
        );
        let points = self.base.iter().zip(&self.levels);
        points
            .map(|(base, &level)| base * u.power(level) * v.power(top - level))
            .collect()
    }

    /// The law halfway between two parameters.
    fn between(&self, from: usize, to: usize) -> LawTable {
        let halfway = (&self.values[from] + &self.values[to]) / Rational::from(2);
        let weights = self.row(&halfway).into_iter().enumerate();
        let law = Law::proportional_to(weights).expect("a member of the family");
        LawTable::new(vec![law], self.base.len())
    }
}

/// The laws between any two members of a family, computed when asked for.
#[derive(Debug)]
pub(super) struct Bridges {
    family: Family,
    between: Vec<Vec<OnceLock<LawTable>>>,
}

impl Bridges {
    pub(super) fn new(family: Family) -> Self {
        let size = family.values.len();
        let empty = || (0..size).map(|_| OnceLock::new()).collect();
        let between = (0..size).map(|_| empty()).collect();
        Bridges { family, between }
    }

    /// The law between two members, the same in both directions.
    pub(super) fn between(&self, from: usize, to: usize) -> &LawTable {
        let (low, high) = (from.min(to), from.max(to));
        self.between[low][high].get_or_init(|| self.family.between(low, high))
    }
}
