//! The law of T for one value of t, as integers: g(T) u^T v^(top − T) for
//! t = u/v, with running sums.

use super::cancelled::Cancelled;
use crate::models::IsingModel;
use crate::numbers::parallel;
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
    fn new(counts: &[Natural], t: &Rational, observed: usize) -> Self {
        let top = counts.len() - 1;
        let (up, down) = (magnitude(t.numerator()), t.denominator());
        let mut sums = Vec::with_capacity(counts.len() + 1);
        let mut sum = Natural::ZERO;
        // u^level v^(top − level), from v^top on.
        let mut power = down.pow(top);
        for count in counts {
            sums.push(sum.clone());
            if !count.is_zero() {
                sum += count * &power;
            }
            // At the end of the levels there is no v left, and nobody asks.
            power = power / down * &up;
        }
        sums.push(sum);
        Column {
            base: Base::new(t.clone()),
            observed: up.pow(observed) * down.pow(top - observed),
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
    /// The same without common powers.
    pub(super) cancelled: Vec<Cancelled>,
    pub(super) estimate: Column,
    /// π(θ') q(θ', θ) / π(θ) q(θ, θ') for every pair.
    known: Vec<Vec<Known>>,
}

/// What is known of a move beforehand.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// It is never proposed.
    NeverProposed,
    /// It is never proposed back.
    OneWay,
    /// The ratio of prior and proposal.
    Ratio(Base),
}

impl CountedModel {
    /// Computes all columns: O(levels) products of long integers for each t.
    pub fn new(model: &IsingModel) -> Self {
        let parts = model.parts();
        let column = |t: &Rational| Column::new(model.counts(), t, parts.observed);
        let cancelled = |t: &Rational| Cancelled::new(model.counts(), t, parts.observed);
        let size = parts.weights.len();
        let known = |from: usize| (0..size).map(move |to| known(model, from, to)).collect();
        CountedModel {
            columns: parallel::map(&parts.weights, column),
            cancelled: parallel::map(&parts.weights, cancelled),
            estimate: column(&parts.estimate),
            known: parallel::places(size, known),
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

    /// π(θ') q(θ', θ) / π(θ) q(θ, θ').
    pub(super) fn known(&self, from: usize, to: usize) -> &Known {
        &self.known[from][to]
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

fn known(model: &IsingModel, from: usize, to: usize) -> Known {
    let flow = |from: usize, to: usize| &model.prior()[from] * model.proposal(from, to);
    let (forth, back) = (flow(from, to), flow(to, from));
    if forth.is_zero() {
        Known::NeverProposed
    } else if back.is_zero() {
        Known::OneWay
    } else {
        Known::Ratio(Base::new(back / forth))
    }
}
