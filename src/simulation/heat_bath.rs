//! The heat bath: a site forgets its spin and takes one from its law given
//! its neighbors.
//!
//! With a neighbors up and d down it goes up with probability t^a / (t^a + t^d)
//! (Geman & Geman 1984). The kernel visits a site at random, which makes it
//! reversible.

use super::{Adjacency, BondWeight, Configuration};
use crate::chance::{Ask, Chance, Interrupted};
use crate::kernels::{Kernel, Step};
use crate::numbers::{Law, Rational};

/// The heat bath on a lattice.
#[derive(Clone, Debug)]
pub struct HeatBath {
    adjacency: Adjacency,
    weight: BondWeight,
    /// By degree and by the number of neighbors that are up.
    up: Vec<Vec<Rational>>,
    sites: Law<usize>,
}

impl HeatBath {
    /// The heat bath with this weight of agreeing pairs.
    pub fn new(adjacency: &Adjacency, weight: &BondWeight) -> Self {
        let row = |degree: usize| {
            (0..=degree)
                .map(|up| weight.probability_up(up, degree))
                .collect()
        };
        HeatBath {
            adjacency: adjacency.clone(),
            weight: weight.clone(),
            up: (0..=super::adjacency::MOST_NEIGHBORS).map(row).collect(),
            sites: uniform(adjacency.sites()),
        }
    }

    /// The lattice's neighbors.
    pub fn adjacency(&self) -> &Adjacency {
        &self.adjacency
    }

    /// The weight of an agreeing pair.
    pub fn weight(&self) -> &BondWeight {
        &self.weight
    }

    /// The probability that a site goes up, given its degree and how many of
    /// its neighbors are up.
    pub fn probability_up(&self, degree: usize, up: usize) -> &Rational {
        &self.up[degree][up]
    }

    /// Updates one site.
    pub fn update<C: Chance>(
        &self,
        spins: &mut Configuration,
        site: usize,
        chance: &mut C,
    ) -> Result<(), Interrupted> {
        let up = self.adjacency.up_neighbors(spins, site);
        let degree = self.adjacency.degree(site);
        spins.set(site, chance.coin(self.probability_up(degree, up))?);
        Ok(())
    }
}

impl Kernel for HeatBath {
    type State = Configuration;

    fn step<C: Chance>(
        &self,
        from: &Configuration,
        chance: &mut C,
    ) -> Result<Step<Configuration>, Interrupted> {
        let mut state = from.clone();
        let site = *chance.draw(&self.sites)?;
        self.update(&mut state, site, chance)?;
        Ok(Step {
            state,
            accepted: true,
            arm: None,
            cost: 0,
        })
    }
}

/// A site, each with the same probability.
pub(super) fn uniform(sites: usize) -> Law<usize> {
    Law::proportional_to((0..sites).map(|site| (site, Rational::ONE)))
        .expect("a lattice has at least one site")
}
