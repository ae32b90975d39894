//! Who is whose neighbor on a lattice.
//!
//! Sites are numbered row by row. A neighbor is listed as often as it is one:
//! twice in a direction with two sites on a torus.

use super::Configuration;
use crate::models::{Boundary, Lattice};

/// The most neighbors of a site.
pub(super) const MOST_NEIGHBORS: usize = 4;

/// The neighbors of every site of a lattice.
///
/// ```
/// use peskun::models::{Boundary, Lattice};
/// use peskun::simulation::Adjacency;
/// let ring = Adjacency::new(&Lattice::new(1, 5, Boundary::Torus)?);
/// assert_eq!(ring.neighbors(0), [4, 1]);
/// # Ok::<(), peskun::models::LatticeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjacency {
    lattice: Lattice,
    /// Places without a neighbor hold the number of sites.
    neighbors: Vec<[u32; MOST_NEIGHBORS]>,
    degrees: Vec<u8>,
}

impl Adjacency {
    /// The neighbors on a lattice.
    pub fn new(lattice: &Lattice) -> Self {
        let (rows, columns, boundary) = (lattice.rows(), lattice.columns(), lattice.boundary());
        let nobody = lattice.sites() as u32;
        let mut neighbors = Vec::with_capacity(lattice.sites());
        let mut degrees = Vec::with_capacity(lattice.sites());
        for site in 0..lattice.sites() {
            let (row, column) = (site / columns, site % columns);
            let above_and_below = along(row, rows, boundary).map(|row| row * columns + column);
            let beside = along(column, columns, boundary).map(|column| row * columns + column);
            let mut list = [nobody; MOST_NEIGHBORS];
            let mut degree = 0;
            for neighbor in above_and_below.chain(beside) {
                list[degree] = neighbor as u32;
                degree += 1;
            }
            neighbors.push(list);
            degrees.push(degree as u8);
        }
        Adjacency {
            lattice: *lattice,
            neighbors,
            degrees,
        }
    }

    /// The lattice.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The number of sites.
    pub fn sites(&self) -> usize {
        self.degrees.len()
    }

    /// The number of neighbors of a site, counted as often as they are.
    pub fn degree(&self, site: usize) -> usize {
        usize::from(self.degrees[site])
    }

    /// The neighbors of a site, likewise.
    pub fn neighbors(&self, site: usize) -> &[u32] {
        &self.neighbors[site][..self.degree(site)]
    }

    /// The same in four places, of which the free ones hold the number of sites.
    pub(super) fn places(&self, site: usize) -> [u32; MOST_NEIGHBORS] {
        self.neighbors[site]
    }

    /// The sites in the order of a fast sweep: one color of the chessboard,
    /// then the other. Any order does; in this one an update seldom waits for
    /// the one before it, and the runs meet sooner.
    pub(super) fn by_color(&self) -> impl Iterator<Item = usize> {
        let (sites, columns) = (self.sites(), self.lattice.columns());
        let color = move |site: &usize| (site / columns + site % columns) % 2;
        let of = move |wanted| (0..sites).filter(move |site| color(site) == wanted);
        of(0).chain(of(1))
    }

    /// How many neighbors of a site are up.
    pub fn up_neighbors(&self, spins: &Configuration, site: usize) -> usize {
        let up = |&&neighbor: &&u32| spins.is_up(neighbor as usize);
        self.neighbors(site).iter().filter(up).count()
    }

    /// T: the number of neighboring pairs that agree.
    ///
    /// # Panics
    /// If the configuration has fewer sites than the lattice.
    pub fn agreements(&self, spins: &Configuration) -> usize {
        let agreeing = |site: usize| {
            let up = self.up_neighbors(spins, site);
            if spins.is_up(site) {
                up
            } else {
                self.degree(site) - up
            }
        };
        // Every bond is seen from both of its ends.
        (0..self.sites()).map(agreeing).sum::<usize>() / 2
    }
}

/// The places before and after this one on a line of so many.
fn along(place: usize, length: usize, boundary: Boundary) -> impl Iterator<Item = usize> {
    let around = boundary == Boundary::Torus && length > 1;
    let before = if around && place == 0 {
        Some(length - 1)
    } else {
        place.checked_sub(1)
    };
    let after = match place + 1 {
        after if after < length => Some(after),
        _ if around => Some(0),
        _ => None,
    };
    before.into_iter().chain(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjacency(rows: usize, columns: usize, boundary: Boundary) -> Adjacency {
        Adjacency::new(&Lattice::new(rows, columns, boundary).expect("a lattice"))
    }

    #[test]
    fn every_bond_has_two_ends() {
        for (rows, columns) in [(1, 1), (1, 2), (2, 2), (2, 3), (3, 4), (1, 6)] {
            for boundary in [Boundary::Free, Boundary::Torus] {
                let adjacency = adjacency(rows, columns, boundary);
                let ends: usize = (0..adjacency.sites()).map(|s| adjacency.degree(s)).sum();
                assert_eq!(ends, 2 * adjacency.lattice().bonds(), "{rows} {columns}");
                for site in 0..adjacency.sites() {
                    for &neighbor in adjacency.neighbors(site) {
                        let back = adjacency.neighbors(neighbor as usize);
                        assert!(back.contains(&(site as u32)));
                    }
                }
            }
        }
    }

    #[test]
    fn neighbors_by_hand() {
        assert_eq!(adjacency(2, 3, Boundary::Free).neighbors(1), [4, 0, 2]);
        assert_eq!(adjacency(2, 3, Boundary::Torus).neighbors(0), [3, 3, 2, 1]);
    }

    #[test]
    fn agreements_by_hand() {
        let square = adjacency(2, 2, Boundary::Free);
        assert_eq!(square.agreements(&Configuration::aligned(4, false)), 4);
        let corner = Configuration::new(vec![true, false, false, false]);
        assert_eq!(square.agreements(&corner), 2);
        let twice = adjacency(2, 2, Boundary::Torus);
        assert_eq!(twice.agreements(&corner), 4);
    }
}
