//! The law of T for one value of t, as integers: g(T) u^T v^(top − T) for
//! t = u/v, with running sums.

use crate::models::IsingModel;
use crate::numbers::{Base, Natural, Rational, magnitude};

/// The law of T at one t.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// t.
    pub(super) base: Base,
    /// u^x v^(top − x) at the observed x.
    pub(super) observed: Natural,
    /// Sums of the masses below every level, and of all: one more than levels.
    pub(super) sums: Vec<Natural>,
}

impl Column {
    /// The column of t over these counts.
    pub(super) fn new(counts: &[Natural], t: &Rational, observed: usize) -> Self {
        let top = counts.len() - 1;
        let powers = |base: &Natural| {
            let mut powers = vec![Natural::ONE];
            for _ in 0..top {
                let next = powers[powers.len() - 1].clone() * base;
                powers.push(next);
            }
            powers
        };
        let (up, down) = (powers(&magnitude(t.numerator())), powers(t.denominator()));
        let mut sums = Vec::with_capacity(counts.len() + 1);
        let mut sum = Natural::ZERO;
        for (level, count) in counts.iter().enumerate() {
            sums.push(sum.clone());
            if !count.is_zero() {
                sum += count * &up[level] * &down[top - level];
            }
        }
        sums.push(sum);
        Column {
            base: Base::new(t.clone()),
            observed: &up[observed] * &down[top - observed],
            sums,
        }
    }

    /// Z, on the scale of the masses.
    pub(super) fn total(&self) -> &Natural {
        &self.sums[self.sums.len() - 1]
    }
}

/// An Ising model with the law of T at every parameter and at the estimate.
#[derive(Clone, Debug)]
pub struct CountedModel {
    pub(super) model: IsingModel,
    pub(super) columns: Vec<Column>,
    pub(super) estimate: Column,
}

impl CountedModel {
    /// Computes all columns: O(levels) products of long integers for each t.
    pub fn new(model: &IsingModel) -> Self {
        let parts = model.parts();
        let column = |t: &Rational| Column::new(model.counts(), t, parts.observed);
        CountedModel {
            columns: parts.weights.iter().map(column).collect(),
            estimate: column(&parts.estimate),
            model: model.clone(),
        }
    }

    /// The model.
    pub fn model(&self) -> &IsingModel {
        &self.model
    }

    /// The number of parameters.
    pub fn size(&self) -> usize {
        self.columns.len()
    }

    /// The number of values of T.
    pub fn levels(&self) -> usize {
        self.model.counts().len()
    }

    /// The column halfway between two parameters.
    pub(super) fn between(&self, from: usize, to: usize) -> Column {
        let parts = self.model.parts();
        let halfway = (&parts.weights[from] + &parts.weights[to]) / Rational::from(2);
        Column::new(self.model.counts(), &halfway, parts.observed)
    }

    /// π(θ') q(θ', θ) / π(θ) q(θ, θ'), or nothing if the move is never proposed.
    pub(super) fn known(&self, from: usize, to: usize) -> Option<Rational> {
        let flow =
            |from: usize, to: usize| &self.model.prior()[from] * self.model.proposal(from, to);
        let below = flow(from, to);
        (!below.is_zero()).then(|| flow(to, from) / below)
    }

    /// The posterior, unnormalized: prior times u^x v^(top − x), over Z.
    pub(super) fn weight(&self, parameter: usize) -> Rational {
        let column = &self.columns[parameter];
        let weight = Rational::from(column.observed.clone()) * &self.model.prior()[parameter];
        weight / Rational::from(column.total().clone())
    }

    /// The posterior.
    pub fn posterior(&self) -> Vec<Rational> {
        let weights: Vec<Rational> = (0..self.size()).map(|p| self.weight(p)).collect();
        let total: Rational = weights.iter().cloned().sum();
        weights.into_iter().map(|weight| weight / &total).collect()
    }
}
