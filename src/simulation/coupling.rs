//! Monotone coupling from the past (Propp & Wilson 1996).
//!
//! One update is a draw k: the site goes up if at least k of its neighbors are
//! up. With P(k ≤ a) = t^a / (t^a + t^d) this is the heat bath, and since more
//! neighbors up never turn a spin down, the draw acts on all configurations at
//! once and keeps their order. Started at time −n from all up and from all
//! down, two runs that meet at time 0 enclose every other run; the value they
//! meet in is what a run from the infinite past would give. If they do not
//! meet, n is doubled and *the same draws* are used again for the times they
//! belong to: draws of a later attempt are for earlier times only.

use super::{Configuration, HeatBath};
use crate::chance::{Ask, Budget, Chance, Interrupted, Reading, enumerate};
use crate::numbers::{Law, Rational};

/// Coupling from the past for the heat bath, in sweeps that end at time 0
/// with the last site.
#[derive(Clone, Debug)]
pub struct MonotoneCoupling {
    heat_bath: HeatBath,
    /// By degree, how many neighbors must be up.
    required: Vec<Law<usize>>,
}

impl MonotoneCoupling {
    /// The coupling of this heat bath.
    pub fn new(heat_bath: &HeatBath) -> Self {
        let law = |degree: usize| {
            let at_most = |required: usize| match required {
                _ if required > degree => Rational::ONE,
                _ => heat_bath.probability_up(degree, required).clone(),
            };
            let mass = |required: usize| match required {
                0 => at_most(0),
                _ => at_most(required) - at_most(required - 1),
            };
            Law::new((0..=degree + 1).map(|required| (required, mass(required))))
                .expect("the probability of going up grows with the neighbors that are up")
        };
        MonotoneCoupling {
            heat_bath: heat_bath.clone(),
            required: (0..=super::adjacency::MOST_NEIGHBORS).map(law).collect(),
        }
    }

    /// The number of sites.
    pub fn sites(&self) -> usize {
        self.heat_bath.adjacency().sites()
    }

    /// The site that is updated at time −`past`, for `past` from 1 on.
    ///
    /// # Panics
    /// If `past` is zero.
    pub fn site_at(&self, past: usize) -> usize {
        self.sites() - 1 - (past - 1) % self.sites()
    }

    /// Draws how many neighbors must be up for a site to go up.
    pub fn requirement<C: Chance>(
        &self,
        site: usize,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        let degree = self.heat_bath.adjacency().degree(site);
        chance.draw(&self.required[degree]).copied()
    }

    /// Updates a site with a requirement that was drawn.
    pub fn apply(&self, spins: &mut Configuration, site: usize, requirement: usize) {
        let up = self.heat_bath.adjacency().up_neighbors(spins, site);
        spins.set(site, up >= requirement);
    }

    /// A perfect draw, or nothing if the runs have not met after going back
    /// 2^`doublings` updates into the past.
    pub fn draw<C: Chance>(
        &self,
        doublings: u32,
        chance: &mut C,
    ) -> Result<Option<Configuration>, Interrupted> {
        // The requirement of time −past is at place past − 1, for good.
        let mut requirements = Vec::new();
        for attempt in 0..=doublings {
            let start = 1usize << attempt;
            while requirements.len() < start {
                let site = self.site_at(requirements.len() + 1);
                requirements.push(self.requirement(site, chance)?);
            }
            let [low, high] = [false, true].map(|up| {
                let mut spins = Configuration::aligned(self.sites(), up);
                for past in (1..=start).rev() {
                    self.apply(&mut spins, self.site_at(past), requirements[past - 1]);
                }
                spins
            });
            if low == high {
                return Ok(Some(low));
            }
        }
        Ok(None)
    }

    /// The exact law of where runs over so many updates meet, nothing if they
    /// do not: a perfect draw's law as far as that many updates resolve it.
    ///
    /// Going back further keeps every value that was met before, so that the
    /// probability of a configuration grows with the updates towards its
    /// probability under the model, and it is the same whatever depths were
    /// tried on the way. This reading needs no memory of earlier draws and can
    /// be merged; [`draw`](Self::draw), enumerated, gives the same law.
    pub fn resolved(
        &self,
        updates: usize,
        budget: &Budget,
    ) -> Result<Law<Option<Configuration>>, Interrupted> {
        let step = enumerate(Reading::Merged, budget, |chance| {
            let [low, high] = [false, true].map(|up| Configuration::aligned(self.sites(), up));
            let start = (low, high, updates);
            let end = chance.iterated(start, updates, |(low, high, past), chance| {
                let site = self.site_at(*past);
                let requirement = self.requirement(site, chance)?;
                let (mut low, mut high) = (low.clone(), high.clone());
                self.apply(&mut low, site, requirement);
                self.apply(&mut high, site, requirement);
                Ok((low, high, past - 1))
            })?;
            let (low, high, _) = end;
            Ok((low == high).then_some(low))
        })?;
        Ok(step.law)
    }
}
