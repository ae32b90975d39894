//! The maximum of the pseudo-likelihood (Besag 1975): β estimated from
//! configurations without the normalizing constant.
//!
//! The pseudo-likelihood is the product over sites of the probability of the
//! spin given its neighbors, 1 / (1 + e^{−2Ka}), with K = βJ and a the number of
//! neighbors that agree less those that do not. Its logarithm is concave in K;
//! half its derivative, Σ a / (1 + e^{2Ka}), falls through zero at the estimate.

use super::adjacency::MOST_NEIGHBORS;
use super::{Adjacency, Configuration, SimulationError};

/// The pseudo-likelihood of some configurations, as a function of K.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PseudoLikelihood {
    /// How many sites have each a, from −4 to 4.
    sites: [u64; 2 * MOST_NEIGHBORS + 1],
}

impl PseudoLikelihood {
    /// The pseudo-likelihood of configurations on one lattice.
    pub fn new<'a>(
        adjacency: &Adjacency,
        configurations: impl IntoIterator<Item = &'a Configuration>,
    ) -> Result<Self, SimulationError> {
        let mut sites = [0; 2 * MOST_NEIGHBORS + 1];
        let mut any = false;
        for spins in configurations {
            any = true;
            if spins.sites() != adjacency.sites() {
                return Err(SimulationError::OtherLattice {
                    sites: spins.sites(),
                    expected: adjacency.sites(),
                });
            }
            for site in 0..adjacency.sites() {
                let up = adjacency.up_neighbors(spins, site);
                let down = adjacency.degree(site) - up;
                let (for_it, against) = if spins.is_up(site) {
                    (up, down)
                } else {
                    (down, up)
                };
                sites[MOST_NEIGHBORS + for_it - against] += 1;
            }
        }
        if !any {
            return Err(SimulationError::NoConfigurations);
        }
        Ok(PseudoLikelihood { sites })
    }

    /// The values a with how many sites have them.
    fn margins(&self) -> impl Iterator<Item = (f64, f64)> {
        let margin = |place: usize| place as f64 - MOST_NEIGHBORS as f64;
        let counts = self.sites.iter().enumerate();
        counts.map(move |(place, &count)| (margin(place), count as f64))
    }

    /// Half the derivative of the logarithm at K.
    pub fn score(&self, coupling: f64) -> f64 {
        self.margins()
            .map(|(margin, count)| count * margin / (1.0 + (2.0 * coupling * margin).exp()))
            .sum()
    }

    /// The derivative of the score at K; it is never positive.
    pub fn slope(&self, coupling: f64) -> f64 {
        let term = |(margin, count): (f64, f64)| {
            let half = (coupling * margin).cosh();
            -count * margin * margin / (2.0 * half * half)
        };
        self.margins().map(term).sum()
    }

    /// The K at which it is largest: where the score changes its sign.
    pub fn maximum(&self) -> Result<f64, SimulationError> {
        let has = |wanted: fn(f64) -> bool| {
            self.margins()
                .any(|(margin, count)| count > 0.0 && wanted(margin))
        };
        match (has(|margin| margin > 0.0), has(|margin| margin < 0.0)) {
            (true, true) => Ok(self.zero_of_the_score()),
            (true, false) => Err(SimulationError::NoMaximum {
                grows: Some("plus"),
            }),
            (false, true) => Err(SimulationError::NoMaximum {
                grows: Some("minus"),
            }),
            (false, false) => Err(SimulationError::NoMaximum { grows: None }),
        }
    }

    /// Halves a bracket, on whose ends the score has different signs, until no
    /// double is left between them: the score changes its sign within a unit in
    /// the last place of what is returned.
    fn zero_of_the_score(&self) -> f64 {
        let (mut low, mut high) = (-1.0, 1.0);
        while self.score(low) < 0.0 {
            low *= 2.0;
        }
        while self.score(high) > 0.0 {
            high *= 2.0;
        }
        loop {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            let score = self.score(middle);
            if score == 0.0 {
                return middle;
            }
            if score > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        match self.score(low) <= -self.score(high) {
            true => low,
            false => high,
        }
    }
}
