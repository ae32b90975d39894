//! Wolff's cluster algorithm (Wolff 1989): a random site's cluster is turned.
//!
//! The cluster grows along bonds to neighbors of the same spin, each bond with
//! probability 1 − 1/t, and is turned as a whole. The chance of growing the
//! same cluster afterwards differs only at its edge, by just the ratio of the
//! weights, so the chain is reversible without any rejection. A pair with two
//! bonds has two tries.

use super::heat_bath::uniform;
use super::{Adjacency, BondWeight, Configuration};
use crate::chance::{Ask, Chance, Interrupted};
use crate::kernels::{Kernel, Step};
use crate::numbers::{Law, Rational};

/// Wolff's algorithm on a lattice.
#[derive(Clone, Debug)]
pub struct Wolff {
    adjacency: Adjacency,
    binding: Rational,
    sites: Law<usize>,
}

impl Wolff {
    /// The algorithm with this weight of agreeing pairs.
    pub fn new(adjacency: &Adjacency, weight: &BondWeight) -> Self {
        Wolff {
            adjacency: adjacency.clone(),
            binding: weight.binding(),
            sites: uniform(adjacency.sites()),
        }
    }

    /// Turns the cluster of a random site; how many sites it had.
    pub fn turn_cluster<C: Chance>(
        &self,
        spins: &mut Configuration,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        let seed = *chance.draw(&self.sites)?;
        let up = spins.is_up(seed);
        // A site is turned when it joins: what still has the old spin is outside.
        spins.turn(seed);
        let mut cluster = vec![seed];
        let mut grown = 0;
        while let Some(&site) = cluster.get(grown) {
            grown += 1;
            for &neighbor in self.adjacency.neighbors(site) {
                let neighbor = neighbor as usize;
                if spins.is_up(neighbor) == up && chance.coin(&self.binding)? {
                    spins.turn(neighbor);
                    cluster.push(neighbor);
                }
            }
        }
        Ok(cluster.len())
    }
}

impl Kernel for Wolff {
    type State = Configuration;

    fn step<C: Chance>(
        &self,
        from: &Configuration,
        chance: &mut C,
    ) -> Result<Step<Configuration>, Interrupted> {
        let mut state = from.clone();
        self.turn_cluster(&mut state, chance)?;
        Ok(Step {
            state,
            accepted: true,
            arm: None,
            cost: 0,
        })
    }
}
