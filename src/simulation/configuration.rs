//! A configuration: every site of a lattice with its spin, up or down.

use std::fmt;

/// The spins of a lattice, row by row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Configuration(Vec<bool>);

impl Configuration {
    /// The configuration with these spins; true is up.
    pub fn new(spins: Vec<bool>) -> Self {
        Configuration(spins)
    }

    /// All spins up, or all down.
    pub fn aligned(sites: usize, up: bool) -> Self {
        Configuration(vec![up; sites])
    }

    /// The number of sites.
    pub fn sites(&self) -> usize {
        self.0.len()
    }

    /// The spins; true is up.
    pub fn spins(&self) -> &[bool] {
        &self.0
    }

    /// Is this spin up?
    pub fn is_up(&self, site: usize) -> bool {
        self.0[site]
    }

    /// Puts a spin up or down.
    pub fn set(&mut self, site: usize, up: bool) {
        self.0[site] = up;
    }

    /// Turns a spin around.
    pub fn turn(&mut self, site: usize) {
        self.0[site] = !self.0[site];
    }

    /// Every spin turned around.
    pub fn turned(&self) -> Self {
        Configuration(self.0.iter().map(|up| !up).collect())
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |&up: &bool| if up { '+' } else { '-' };
        formatter.pad(&self.0.iter().map(letter).collect::<String>())
    }
}
