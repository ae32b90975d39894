//! A small lattice configuration by configuration: the plain reading that the
//! counts are checked against, and the one that double Metropolis–Hastings
//! needs, whose inner chain moves through configurations.

use super::checks::{ModelError, wrong};
use super::ising::IsingModel;
use super::table::TableModel;
use super::{Model, Normalized, Yardstick};
use crate::chance::{Ask, Chance, Interrupted};
use crate::numbers::{Ratio, Rational};

/// The most spins, over all replicates: 2 to the power of this are points.
pub const MOST_SPINS: usize = 16;

/// An Ising model whose points are its configurations, one bit for each spin.
#[derive(Clone, Debug)]
pub struct SpinModel {
    table: TableModel,
    weights: Vec<Rational>,
    /// The neighbors of every site, as often as they are neighbors.
    neighbors: Vec<Vec<usize>>,
}

impl SpinModel {
    /// All configurations of a small lattice. The data is the configuration
    /// that was given, or the first one with the observed number of agreeing
    /// pairs, where the first site is the lowest bit and up is 1.
    pub fn new(model: &IsingModel) -> Result<Self, ModelError> {
        let parts = model.parts();
        let sites = parts.lattice.sites();
        let spins = sites.saturating_mul(parts.replicates);
        if spins > MOST_SPINS {
            let message = format!(
                "{spins} spins have too many configurations to list; at most {MOST_SPINS} spins are taken"
            );
            return Err(wrong("rows", None, message));
        }
        let mut neighbors = vec![Vec::new(); spins];
        let mut pairs = Vec::new();
        for replicate in 0..parts.replicates {
            for (one, other) in parts.lattice.neighbor_pairs() {
                let (one, other) = (replicate * sites + one, replicate * sites + other);
                neighbors[one].push(other);
                neighbors[other].push(one);
                pairs.push((one, other));
            }
        }
        let agreeing = |configuration: usize| {
            let spin = |site: usize| configuration >> site & 1;
            pairs
                .iter()
                .filter(|&&(one, other)| spin(one) == spin(other))
                .count()
        };
        let levels: Vec<usize> = (0..1 << spins).map(agreeing).collect();
        let observed = match &parts.configuration {
            Some(spins) => spins
                .iter()
                .enumerate()
                .fold(0, |bits, (site, &up)| bits | usize::from(up) << site),
            None => levels
                .iter()
                .position(|&level| level == parts.observed)
                .unwrap_or_default(),
        };
        let name = |configuration: usize| -> String {
            let sign = |site| {
                if configuration >> site & 1 == 1 {
                    '+'
                } else {
                    '-'
                }
            };
            (0..spins).map(sign).collect()
        };
        let points = (0..levels.len()).map(name).collect();
        let base = vec![Rational::ONE; levels.len()];
        Ok(SpinModel {
            table: model.table(points, name(observed), base, levels)?,
            weights: parts.weights.clone(),
            neighbors,
        })
    }

    /// The same as a table, without the sweeps.
    pub fn table(&self) -> &TableModel {
        &self.table
    }

    /// The law of the configuration after so many sweeps from the data.
    pub fn swept(&self, parameter: usize, sweeps: usize) -> Vec<Rational> {
        let size = 1 << self.neighbors.len();
        let mut law = vec![Rational::ZERO; size];
        law[self.table.observed()] = Rational::ONE;
        for _ in 0..sweeps {
            for site in 0..self.neighbors.len() {
                for down in (0..size).filter(|configuration| configuration >> site & 1 == 0) {
                    let up = down | 1 << site;
                    let both = &law[down] + &law[up];
                    law[up] = &both * self.up(parameter, down, site);
                    law[down] = both - &law[up];
                }
            }
        }
        law
    }

    /// The probability that a spin is up, given its neighbors.
    fn up(&self, parameter: usize, configuration: usize, site: usize) -> Rational {
        let neighbors = &self.neighbors[site];
        let up = neighbors
            .iter()
            .filter(|&&other| configuration >> other & 1 == 1)
            .count();
        let weight = &self.weights[parameter];
        let (for_up, for_down) = (weight.power(up), weight.power(neighbors.len() - up));
        &for_up / (&for_up + for_down)
    }
}

impl Model for SpinModel {
    type Parameter = usize;
    type Point = usize;
    type Number = Rational;

    fn parameter_label(&self, parameter: &usize) -> String {
        self.parameter_name(parameter).into()
    }

    fn propose<C: Chance>(&self, from: &usize, chance: &mut C) -> Result<usize, Interrupted> {
        self.table.propose(from, chance)
    }

    fn draw_point<C: Chance>(&self, at: &usize, chance: &mut C) -> Result<usize, Interrupted> {
        self.table.draw_point(at, chance)
    }

    fn draw_auxiliary<C: Chance>(&self, at: &usize, chance: &mut C) -> Result<usize, Interrupted> {
        self.table.draw_auxiliary(at, chance)
    }

    /// A sweep of heat-bath updates, row by row.
    fn inner_step<C: Chance>(
        &self,
        &parameter: &usize,
        &point: &usize,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        let update = |&(configuration, site): &(usize, usize), chance: &mut C| {
            let up = chance.coin(&self.up(parameter, configuration, site))?;
            let others = configuration & !(1 << site);
            Ok((others | usize::from(up) << site, site + 1))
        };
        let (configuration, _) = chance.iterated((point, 0), self.neighbors.len(), update)?;
        Ok(configuration)
    }

    fn observed(&self) -> usize {
        self.table.observed()
    }

    fn prior(&self, parameter: &usize) -> Rational {
        self.table.prior(parameter)
    }

    fn proposal(&self, from: &usize, to: &usize) -> Rational {
        self.table.proposal(from, to)
    }

    fn likelihood(&self, parameter: &usize, point: &usize) -> Rational {
        self.table.likelihood(parameter, point)
    }

    fn auxiliary(&self, parameter: &usize, point: &usize) -> Rational {
        self.table.auxiliary(parameter, point)
    }

    fn draw_between<C: Chance>(
        &self,
        from: &usize,
        to: &usize,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        self.table.draw_between(from, to, chance)
    }

    fn between(&self, from: &usize, to: &usize, point: &usize) -> Rational {
        self.table.between(from, to, point)
    }

    fn known_ratio(&self, from: &usize, to: &usize) -> Ratio<Rational> {
        self.table.known_ratio(from, to)
    }
}

impl Normalized for SpinModel {
    fn normalizing_constant(&self, parameter: &usize) -> Rational {
        self.table.normalizing_constant(parameter)
    }
}

impl Yardstick for SpinModel {
    fn parameters(&self) -> Vec<usize> {
        self.table.parameters()
    }

    fn points(&self) -> Vec<usize> {
        self.table.points()
    }

    fn parameter_name(&self, parameter: &usize) -> &str {
        self.table.parameter_name(parameter)
    }

    fn point_name(&self, point: &usize) -> &str {
        self.table.point_name(point)
    }

    fn estimate(&self) -> Option<Rational> {
        self.table.estimate()
    }

    fn posterior(&self) -> Vec<Rational> {
        self.table.posterior()
    }
}
