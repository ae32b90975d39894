//! Perfect draws one at a time: coupling from the past with integer
//! thresholds, both enclosing runs in one byte for each site.
//!
//! The update is that of [`MonotoneCoupling`](super::MonotoneCoupling) with a
//! word in place of the exact draw: a site goes up if the word is below the
//! threshold of its neighbors, in either run. Every probability is exact up to
//! 2⁻⁶⁴.

use super::past::{Past, Runs};
use super::{Adjacency, BondWeight, Configuration, SimulationError, Thresholds, Words};

/// A source of independent draws from the model.
///
/// ```
/// use peskun::models::{Boundary, Lattice};
/// use peskun::simulation::{Adjacency, BondWeight, PerfectSampler};
///
/// let adjacency = Adjacency::new(&Lattice::new(10, 10, Boundary::Free)?);
/// let mut sampler = PerfectSampler::new(&adjacency, &BondWeight::of_coupling(0.1)?, 7, 0);
/// let spins = sampler.draw()?;
/// assert_eq!(spins.sites(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PerfectSampler {
    adjacency: Adjacency,
    runs: Enclosing,
    past: Past<1>,
}

/// The runs from all down and from all up.
#[derive(Clone, Debug)]
struct Enclosing {
    sites: Vec<Site>,
    /// Bit 0 is the lower run, bit 4 the upper one; the sum over neighbors
    /// then counts both. A last byte of 0 stands for nobody.
    spins: Vec<u8>,
    /// By degree and by the number of neighbors that are up.
    thresholds: [[u64; 8]; 8],
}

#[derive(Clone, Copy, Debug)]
struct Site {
    number: u32,
    neighbors: [u32; 4],
    degree: u8,
}

const LOWER: u8 = 1;
const UPPER: u8 = 16;

/// Sweeps of the first attempt: enough for most draws far above the critical
/// temperature.
const FIRST: usize = 4;

impl PerfectSampler {
    /// A sampler for one chain of a run.
    pub fn new(adjacency: &Adjacency, weight: &BondWeight, seed: u64, stream: u64) -> Self {
        let exact = Thresholds::new(weight);
        let mut thresholds = [[0; 8]; 8];
        for (degree, row) in thresholds.iter_mut().enumerate().take(5) {
            for (up, threshold) in row.iter_mut().enumerate().take(degree + 1) {
                *threshold = exact.up(degree, up);
            }
        }
        let site = |site: usize| Site {
            number: site as u32,
            neighbors: adjacency.places(site),
            degree: adjacency.degree(site) as u8,
        };
        let sites = adjacency.sites();
        PerfectSampler {
            adjacency: adjacency.clone(),
            runs: Enclosing {
                sites: adjacency.by_color().map(site).collect(),
                spins: vec![0; sites + 1],
                thresholds,
            },
            past: Past::new(Words::new(seed, stream), FIRST),
        }
    }

    /// A configuration.
    pub fn draw(&mut self) -> Result<Configuration, SimulationError> {
        self.past.draw(&mut self.runs)?;
        let spins = &self.runs.spins[..self.adjacency.sites()];
        Ok(Configuration::new(
            spins.iter().map(|spin| spin & LOWER == LOWER).collect(),
        ))
    }

    /// T of a configuration that is drawn: all that the likelihood needs.
    pub fn draw_agreements(&mut self) -> Result<usize, SimulationError> {
        self.past.draw(&mut self.runs)?;
        Ok(self.runs.agreements())
    }
}

impl Enclosing {
    #[inline]
    fn sum(&self, site: &Site) -> u8 {
        let [a, b, c, d] = site.neighbors.map(|neighbor| self.spins[neighbor as usize]);
        a + b + c + d
    }

    fn agreements(&self) -> usize {
        let mut twice = 0;
        for site in &self.sites {
            let up = self.sum(site) & 7;
            let spin = self.spins[site.number as usize];
            twice += usize::from(if spin & LOWER == LOWER {
                up
            } else {
                site.degree - up
            });
        }
        twice / 2
    }
}

impl Runs<1> for Enclosing {
    fn sites(&self) -> usize {
        self.sites.len()
    }

    fn restart(&mut self) {
        let sites = self.sites.len();
        self.spins[..sites].fill(UPPER);
    }

    fn sweep(&mut self, words: &mut Words<1>) {
        for site in &self.sites {
            let [a, b, c, d] = site.neighbors.map(|neighbor| self.spins[neighbor as usize]);
            let sum = a + b + c + d;
            let thresholds = &self.thresholds[usize::from(site.degree & 7)];
            let word = words.next_word();
            let lower = word < thresholds[usize::from(sum & 7)];
            let upper = word < thresholds[usize::from(sum >> 4 & 7)];
            self.spins[site.number as usize] = u8::from(lower) * LOWER + u8::from(upper) * UPPER;
        }
    }

    fn have_met(&self) -> bool {
        let sites = self.sites.len();
        !self.spins[..sites].contains(&UPPER)
    }
}
