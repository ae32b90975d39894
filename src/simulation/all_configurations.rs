//! A kernel on a lattice that is small enough to list every configuration:
//! what a check of detailed balance needs.

use super::{Adjacency, BondWeight, Configuration, SimulationError};
use crate::chance::{Chance, Interrupted};
use crate::kernels::{FiniteKernel, Kernel, Step};
use crate::numbers::{Law, Rational};

/// A kernel with the list of its states and the law tᵀ on them.
///
/// ```
/// use peskun::chains::Chain;
/// use peskun::models::{Boundary, Lattice};
/// use peskun::numbers::Rational;
/// use peskun::simulation::{Adjacency, AllConfigurations, BondWeight, Wolff};
///
/// let adjacency = Adjacency::new(&Lattice::new(2, 2, Boundary::Free)?);
/// let weight = BondWeight::new(Rational::new(5, 4))?;
/// let wolff = Wolff::new(&adjacency, &weight);
/// let chain = Chain::of(&AllConfigurations::new(&wolff, &adjacency, &weight)?)?;
/// assert_eq!(chain.imbalance(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AllConfigurations<'k, K> {
    kernel: &'k K,
    target: Law<Configuration>,
}

/// The most sites that are listed.
const MOST_SITES: usize = 12;

impl<'k, K: Kernel<State = Configuration>> AllConfigurations<'k, K> {
    /// The kernel with every configuration of a lattice of at most 12 sites.
    pub fn new(
        kernel: &'k K,
        adjacency: &Adjacency,
        weight: &BondWeight,
    ) -> Result<Self, SimulationError> {
        let sites = adjacency.sites();
        if sites > MOST_SITES {
            return Err(SimulationError::TooManySites {
                sites,
                limit: MOST_SITES,
            });
        }
        let configurations = (0..1u32 << sites).map(|number| {
            let spins = (0..sites).map(|site| number >> site & 1 == 1).collect();
            let spins = Configuration::new(spins);
            let weight = weight.value().power(adjacency.agreements(&spins));
            (spins, weight)
        });
        let target = Law::proportional_to(configurations)
            .expect("a lattice has configurations, of positive weight");
        Ok(AllConfigurations { kernel, target })
    }

    /// The law of the model.
    pub fn law(&self) -> &Law<Configuration> {
        &self.target
    }
}

impl<K: Kernel<State = Configuration>> Kernel for AllConfigurations<'_, K> {
    type State = Configuration;

    fn step<C: Chance>(
        &self,
        from: &Configuration,
        chance: &mut C,
    ) -> Result<Step<Configuration>, Interrupted> {
        self.kernel.step(from, chance)
    }
}

impl<K: Kernel<State = Configuration>> FiniteKernel for AllConfigurations<'_, K> {
    fn states(&self) -> Vec<Configuration> {
        self.target.values().to_vec()
    }

    fn label(&self, state: &Configuration) -> String {
        state.to_string()
    }

    fn target(&self) -> Vec<Rational> {
        self.target.iter().map(|(_, mass)| mass).collect()
    }
}
