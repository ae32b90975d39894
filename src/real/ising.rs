//! The Ising example of Section 5.2 with a real β, a normal prior and data made
//! by Wolff's algorithm.
//!
//! A configuration counts through T, its agreeing neighbor pairs: f_β = e^{−βH}
//! with H = −J(2T − bonds). T is drawn from the exact counts where the lattice
//! allows them, otherwise by coupling from the past.

use super::posterior::Tabulated;
use super::source::{position, standard_normal};
use super::{LogDensity, Real, RealModel, RealRule};
use crate::chance::{Chance, Interrupted, Sampler, Stream};
use crate::models::{Lattice, Model, Normalized};
use crate::numbers::{Natural, Rational};
use crate::simulation::{
    Adjacency, BondWeight, Configuration, PerfectSampler, PseudoLikelihood, SimulationError, Wolff,
};

/// What the paper fixes, and what it leaves open.
#[derive(Clone, Copy, Debug)]
pub struct RealIsingParts {
    /// The lattice.
    pub lattice: Lattice,
    /// J; 0.1 in the paper.
    pub interaction: f64,
    /// Configurations in the data; 10 in the paper.
    pub replicates: usize,
    /// The standard deviation of the prior N(0, s²) on β.
    pub prior_deviation: f64,
    /// The standard deviation of a normal proposal.
    pub proposal_deviation: f64,
}

impl RealIsingParts {
    /// The paper's numbers on a lattice, with a prior N(0, 10²) and proposals of
    /// standard deviation 1/2, which it leaves open.
    pub fn new(lattice: Lattice) -> Self {
        RealIsingParts {
            lattice,
            interaction: 0.1,
            replicates: 10,
            prior_deviation: 10.0,
            proposal_deviation: 0.5,
        }
    }
}

/// The model.
#[derive(Clone, Debug)]
pub struct RealIsing {
    parts: RealIsingParts,
    /// Neighbor pairs of one configuration.
    bonds: f64,
    /// T of the data.
    observed: usize,
    estimate: f64,
    /// log g(T) of one configuration.
    counts: Vec<f64>,
    posterior: Tabulated,
    source: Source,
}

/// Where T is drawn from.
#[derive(Clone, Debug)]
enum Source {
    Counts,
    Past(Adjacency),
}

/// Clusters that are turned before the first configuration and between two, in
/// multiples of the sites.
const WARM_UP: usize = 20;
const APART: usize = 2;

impl RealIsing {
    /// Makes data at a β by Wolff's algorithm, and estimates β from them by the
    /// maximum of the pseudo-likelihood.
    pub fn simulated(
        parts: RealIsingParts,
        truth: f64,
        seed: u64,
    ) -> Result<Self, SimulationError> {
        let adjacency = Adjacency::new(&parts.lattice);
        let weight = BondWeight::of_coupling(truth * parts.interaction)?;
        let wolff = Wolff::new(&adjacency, &weight);
        let mut sampler = Sampler::of(seed, Stream::Data);
        let mut spins = Configuration::aligned(adjacency.sites(), true);
        let mut data = Vec::new();
        for replicate in 0..parts.replicates {
            let turns = adjacency.sites() * if replicate == 0 { WARM_UP } else { APART };
            for _ in 0..turns {
                let turned = wolff.turn_cluster(&mut spins, &mut sampler);
                turned.expect("a sampler always answers");
            }
            data.push(spins.clone());
        }
        let estimate = PseudoLikelihood::new(&adjacency, &data)?.maximum()? / parts.interaction;
        let observed = data.iter().map(|spins| adjacency.agreements(spins)).sum();
        Self::new(parts, observed, estimate)
    }

    /// The model with this T observed, over all replicates, and this estimate.
    pub fn new(
        parts: RealIsingParts,
        observed: usize,
        estimate: f64,
    ) -> Result<Self, SimulationError> {
        let counts = parts.lattice.agreements()?;
        let counts: Vec<f64> = counts.iter().map(log_count).collect();
        let bonds = parts.lattice.bonds() as f64;
        let data = 2.0 * observed as f64 - parts.replicates as f64 * bonds;
        let log_posterior = |beta: f64| {
            let known = beta * parts.interaction * data;
            let prior = -(beta / parts.prior_deviation).powi(2) / 2.0;
            prior + known - parts.replicates as f64 * log_constant(&parts, &counts, bonds, beta)
        };
        Ok(RealIsing {
            posterior: Tabulated::new(log_posterior, estimate),
            bonds,
            observed,
            estimate,
            counts,
            parts,
            source: Source::Counts,
        })
    }

    /// The same, drawing configurations by coupling from the past.
    pub fn from_the_past(mut self) -> Self {
        self.source = Source::Past(Adjacency::new(&self.parts.lattice));
        self
    }

    /// What it is made of.
    pub fn parts(&self) -> &RealIsingParts {
        &self.parts
    }

    /// The probability that β is at most a value, given the data.
    pub fn posterior_up_to(&self, value: f64) -> f64 {
        self.posterior.up_to(value)
    }

    /// T of all replicates at a β.
    fn draw<C: Chance>(&self, beta: f64, chance: &mut C) -> Result<usize, Interrupted> {
        match &self.source {
            Source::Counts => {
                let running = running_sums(&self.counts, 2.0 * beta * self.parts.interaction);
                (0..self.parts.replicates)
                    .try_fold(0, |sum, _| Ok(sum + position(&running, chance)?))
            }
            Source::Past(adjacency) => {
                let refused = |error: SimulationError| Interrupted::Unsupported {
                    message: error.to_string(),
                };
                let weight = BondWeight::of_coupling(beta * self.parts.interaction);
                let weight = weight.map_err(refused)?;
                let mut sampler = PerfectSampler::new(adjacency, &weight, chance.word()?, 0);
                (0..self.parts.replicates).try_fold(0, |sum, _| {
                    Ok(sum + sampler.draw_agreements().map_err(refused)?)
                })
            }
        }
    }

    /// e^{−βH} with this T over all replicates.
    fn weight(&self, beta: f64, agreements: usize) -> LogDensity {
        let spins = 2.0 * agreements as f64 - self.parts.replicates as f64 * self.bonds;
        LogDensity::new(beta * self.parts.interaction * spins)
    }
}

/// The logarithm of a count, or of zero.
fn log_count(count: &Natural) -> f64 {
    if count.is_zero() {
        return f64::NEG_INFINITY;
    }
    // A double ends at 2^1024; digits beyond are counted apart.
    let shift = crate::numbers::bit_length(count).saturating_sub(1_000);
    let leading = Rational::from(count.clone() >> shift).to_f64();
    leading.ln() + shift as f64 * std::f64::consts::LN_2
}

/// log Z(β) of one configuration, for e^{−βH}.
fn log_constant(parts: &RealIsingParts, counts: &[f64], bonds: f64, beta: f64) -> f64 {
    let slope = 2.0 * beta * parts.interaction;
    let terms = || counts.iter().enumerate();
    let exponent = |(level, count): (usize, &f64)| count + slope * level as f64;
    let highest = terms().map(exponent).fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = terms().map(|term| (exponent(term) - highest).exp()).sum();
    highest + sum.ln() - beta * parts.interaction * bonds
}

/// Running sums of g(T) e^{slope·T}, on a scale where the largest term is 1.
fn running_sums(counts: &[f64], slope: f64) -> Vec<f64> {
    let exponents: Vec<f64> = counts
        .iter()
        .enumerate()
        .map(|(level, count)| count + slope * level as f64)
        .collect();
    let highest = exponents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    let add = |exponent: &f64| {
        sum += (exponent - highest).exp();
        sum
    };
    exponents.iter().map(add).collect()
}

fn middle(from: Real, to: Real) -> f64 {
    (from.value() + to.value()) / 2.0
}

impl Model for RealIsing {
    type Parameter = Real;
    type Point = usize;
    type Number = LogDensity;

    fn propose<C: Chance>(&self, from: &Real, chance: &mut C) -> Result<Real, Interrupted> {
        let step = self.parts.proposal_deviation * standard_normal(chance)?;
        Ok(Real::new(from.value() + step))
    }

    fn draw_point<C: Chance>(&self, at: &Real, chance: &mut C) -> Result<usize, Interrupted> {
        self.draw(at.value(), chance)
    }

    fn draw_auxiliary<C: Chance>(&self, _: &Real, chance: &mut C) -> Result<usize, Interrupted> {
        self.draw(self.estimate, chance)
    }

    fn inner_step<C: Chance>(&self, _: &Real, _: &usize, _: &mut C) -> Result<usize, Interrupted> {
        Err(Interrupted::Unsupported {
            message: "`dmh` moves through configurations, and here only their T is drawn".into(),
        })
    }

    fn observed(&self) -> usize {
        self.observed
    }

    fn prior(&self, at: &Real) -> LogDensity {
        LogDensity::new(-(at.value() / self.parts.prior_deviation).powi(2) / 2.0)
    }

    fn proposal(&self, from: &Real, to: &Real) -> LogDensity {
        let distance = (to.value() - from.value()) / self.parts.proposal_deviation;
        LogDensity::new(-distance * distance / 2.0)
    }

    fn likelihood(&self, at: &Real, point: &usize) -> LogDensity {
        self.weight(at.value(), *point)
    }

    fn auxiliary(&self, _: &Real, point: &usize) -> LogDensity {
        self.weight(self.estimate, *point)
    }

    fn draw_between<C: Chance>(
        &self,
        from: &Real,
        to: &Real,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        self.draw(middle(*from, *to), chance)
    }

    fn between(&self, from: &Real, to: &Real, point: &usize) -> LogDensity {
        self.weight(middle(*from, *to), *point)
    }
}

impl Normalized for RealIsing {
    fn normalizing_constant(&self, at: &Real) -> LogDensity {
        let one = log_constant(&self.parts, &self.counts, self.bonds, at.value());
        LogDensity::new(self.parts.replicates as f64 * one)
    }
}

impl RealModel for RealIsing {
    fn name(&self) -> String {
        format!("ising on {}", self.parts.lattice)
    }

    fn bayes(&self) -> RealRule {
        RealRule::Straddle(self.estimate)
    }

    fn estimate(&self) -> Option<f64> {
        Some(self.estimate)
    }

    fn draw_posterior<C: Chance>(&self, chance: &mut C) -> Result<Real, Interrupted> {
        self.posterior.draw(chance)
    }

    fn moments(&self) -> (f64, f64) {
        self.posterior.moments()
    }

    fn mass_below(&self, value: f64) -> f64 {
        self.posterior.up_to(value)
    }
}
