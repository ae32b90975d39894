//! Perfect draws 128 at a time: coupling from the past in multi-spin coding.
//!
//! Every lane is a draw of its own. Lanes that have met run on until all have,
//! from ever earlier starts and over the same randomness, which does not
//! change what they met in. A site's word is drawn as a fair sign and a
//! uniform number: it takes the sign, unless too many neighbors are against
//! it. The uniform number says how many are too many (see `thresholds.rs`), so
//! that this is the monotone update again.

use super::adjacency::MOST_NEIGHBORS;
use super::lanes::{Counter, Lanes, Planes, WIDTH};
use super::past::{Past, Runs};
use super::{Adjacency, BondWeight, Configuration, LANES, SimulationError, Thresholds, Words};

/// A source of independent draws from the model, [`LANES`] at a time.
#[derive(Clone, Debug)]
pub struct MultiSpinSampler {
    adjacency: Adjacency,
    runs: Enclosing,
    past: Past<WIDTH>,
}

/// The runs from all down and from all up, in every lane.
#[derive(Clone, Debug)]
struct Enclosing {
    sites: Vec<Site>,
    /// By degree.
    thresholds: [Planes; MOST_NEIGHBORS + 1],
    /// The last entry, of zeros, stands for nobody.
    spins: Vec<Pair>,
}

#[derive(Clone, Copy, Debug)]
struct Pair {
    lower: Lanes,
    upper: Lanes,
}

#[derive(Clone, Copy, Debug)]
struct Site {
    number: u32,
    neighbors: [u32; 4],
    degree: u8,
}

/// Sweeps of the first attempt: all lanes must meet, so more than for one.
const FIRST: usize = 6;

impl MultiSpinSampler {
    /// A sampler for one stream of a run.
    pub fn new(adjacency: &Adjacency, weight: &BondWeight, seed: u64, stream: u64) -> Self {
        let thresholds = Thresholds::new(weight);
        let site = |site: usize| Site {
            number: site as u32,
            neighbors: adjacency.places(site),
            degree: adjacency.degree(site) as u8,
        };
        let nobody = Pair {
            lower: Lanes::NONE,
            upper: Lanes::NONE,
        };
        MultiSpinSampler {
            adjacency: adjacency.clone(),
            runs: Enclosing {
                sites: adjacency.by_color().map(site).collect(),
                thresholds: std::array::from_fn(|degree| Planes::new(thresholds.doubled(degree))),
                spins: vec![nobody; adjacency.sites() + 1],
            },
            past: Past::new(Words::new(seed, stream), FIRST),
        }
    }

    /// A configuration from each lane.
    pub fn draw(&mut self) -> Result<Vec<Configuration>, SimulationError> {
        self.past.draw(&mut self.runs)?;
        let spins = &self.runs.spins[..self.adjacency.sites()];
        let configuration = |lane: usize| {
            Configuration::new(spins.iter().map(|pair| pair.lower.get(lane)).collect())
        };
        Ok((0..LANES).map(configuration).collect())
    }

    /// T of a configuration from each lane.
    pub fn draw_agreements(&mut self) -> Result<Vec<usize>, SimulationError> {
        self.past.draw(&mut self.runs)?;
        let spins = &self.runs.spins;
        let mut agreements = Counter::default();
        for site in 0..self.adjacency.sites() {
            let neighbors = self.adjacency.neighbors(site).iter();
            // Each pair is counted at the smaller of its sites.
            for neighbor in neighbors.map(|&neighbor| neighbor as usize) {
                if neighbor > site {
                    agreements.add(!(spins[site].lower ^ spins[neighbor].lower));
                }
            }
        }
        Ok(agreements.counts())
    }
}

impl Runs<WIDTH> for Enclosing {
    fn sites(&self) -> usize {
        self.sites.len()
    }

    fn restart(&mut self) {
        let sites = self.sites.len();
        self.spins[..sites].fill(Pair {
            lower: Lanes::NONE,
            upper: Lanes::ALL,
        });
    }

    fn sweep(&mut self, words: &mut Words<WIDTH>) {
        for site in &self.sites {
            let sign = Lanes(words.next_words());
            let firmness = self.thresholds[usize::from(site.degree)].at_least(words);
            let pairs = site.neighbors.map(|neighbor| self.spins[neighbor as usize]);
            self.spins[site.number as usize] = Pair {
                lower: updated(site.degree, sign, firmness, pairs.map(|pair| pair.lower)),
                upper: updated(site.degree, sign, firmness, pairs.map(|pair| pair.upper)),
            };
        }
    }

    fn have_met(&self) -> bool {
        let sites = self.sites.len();
        let met = |pair: &Pair| (pair.lower ^ pair.upper).is_empty();
        self.spins[..sites].iter().all(met)
    }
}

/// The new spin of a site. With `weak` it gives way to all neighbors together,
/// with `weaker` also if all but one are against its sign.
#[inline]
fn updated(degree: u8, sign: Lanes, [weak, weaker]: [Lanes; 2], [a, b, c, d]: [Lanes; 4]) -> Lanes {
    let (both, either) = (a & b, a | b);
    let (other_both, other_either) = (c & d, c | d);
    let one = either | other_either;
    let two = both | other_both | (either & other_either);
    let three = (both & other_either) | (other_both & either);
    let four = both & other_both;
    let (all, all_but_one) = match degree {
        4 => (four, three),
        3 => (three, two),
        2 => (two, one),
        1 => (one, Lanes::ALL),
        _ => (Lanes::NONE, Lanes::NONE),
    };
    let stays_up = !weak | (one & !weaker) | two;
    let goes_up = weak & (all | (weaker & all_but_one));
    (sign & stays_up) | (!sign & goes_up)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sign, firmness and neighborhood, against the definition.
    #[test]
    fn the_update_is_the_monotone_one() {
        let spread = |bit: bool| if bit { Lanes::ALL } else { Lanes::NONE };
        for degree in 1..=4u8 {
            for (weak, weaker) in [(false, false), (true, false), (true, true)] {
                if weaker && degree < 3 {
                    continue;
                }
                let allowed = usize::from(weak) + usize::from(weaker);
                for neighbors in 0..1usize << degree {
                    let bits = [0, 1, 2, 3].map(|place| spread(neighbors >> place & 1 == 1));
                    let up = neighbors.count_ones() as usize;
                    for sign in [false, true] {
                        let firmness = [spread(weak), spread(weaker)];
                        let found = updated(degree, spread(sign), firmness, bits);
                        let required = if sign {
                            allowed
                        } else {
                            usize::from(degree) + 1 - allowed
                        };
                        assert_eq!(found, spread(up >= required), "{degree} {neighbors:b}");
                    }
                }
            }
        }
    }
}
