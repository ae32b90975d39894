//! The Ising model's lattice, and the exact number of its configurations with
//! each number of agreeing neighbors.
//!
//! The likelihood of a configuration depends only on the number T of
//! neighboring pairs that agree: the energy is E = −Σ sᵢsⱼ = bonds − 2T. With
//! the counts g(T), which are integers, everything about the model is exact
//! (Section 5 of the paper).

use std::fmt;

use super::cost::Cost;
use super::refusal::LatticeError;
use super::{halves, kaufman, transfer};
use crate::numbers::{Natural, convolution_power};

/// What is beyond the edge of a lattice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boundary {
    /// Nothing: sites at the edge have fewer neighbors.
    #[default]
    Free,
    /// The opposite edge. In a direction with two sites these are neighbors
    /// twice, and both bonds count; in a direction with one site there is no
    /// bond, since a site is not its own neighbor.
    Torus,
}

impl Boundary {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Boundary::Free => "free",
            Boundary::Torus => "torus",
        }
    }

    /// The bonds of a line of so many sites.
    fn bonds(self, sites: usize) -> usize {
        match self {
            Boundary::Torus if sites > 1 => sites,
            _ => sites - 1,
        }
    }
}

impl fmt::Display for Boundary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A rectangular lattice of spins.
///
/// ```
/// use peskun::models::{Boundary, Lattice};
/// let square = Lattice::new(2, 2, Boundary::Free)?;
/// let counts: Vec<String> = square.agreements()?.iter().map(|g| g.to_string()).collect();
/// assert_eq!(counts, ["2", "0", "12", "0", "2"]);
/// # Ok::<(), peskun::models::LatticeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    rows: usize,
    columns: usize,
    boundary: Boundary,
}

impl Lattice {
    /// The most sites a lattice may have.
    pub const LARGEST: usize = 1 << 20;

    /// The lattice with so many rows and columns, both at least one.
    pub fn new(rows: usize, columns: usize, boundary: Boundary) -> Result<Self, LatticeError> {
        if rows == 0 || columns == 0 {
            return Err(LatticeError::Empty { rows, columns });
        }
        match rows.checked_mul(columns) {
            Some(sites) if sites <= Self::LARGEST => Ok(Lattice {
                rows,
                columns,
                boundary,
            }),
            _ => Err(LatticeError::TooLarge { rows, columns }),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// What is beyond the edge.
    pub fn boundary(&self) -> Boundary {
        self.boundary
    }

    /// The number of spins.
    pub fn sites(&self) -> usize {
        self.rows * self.columns
    }

    /// The number of neighboring pairs, counted as often as they are
    /// neighbors.
    pub fn bonds(&self) -> usize {
        self.rows * self.boundary.bonds(self.columns)
            + self.columns * self.boundary.bonds(self.rows)
    }

    /// All neighboring pairs of sites, counted row by row, as often as they are
    /// neighbors.
    pub fn neighbor_pairs(&self) -> Vec<(usize, usize)> {
        let (rows, columns) = (self.rows, self.columns);
        let mut pairs = Vec::with_capacity(self.bonds());
        for row in 0..rows {
            for bond in 0..self.boundary.bonds(columns) {
                pairs.push((row * columns + bond, row * columns + (bond + 1) % columns));
            }
        }
        for bond in 0..self.boundary.bonds(rows) {
            for column in 0..columns {
                let below = (bond + 1) % rows;
                pairs.push((bond * columns + column, below * columns + column));
            }
        }
        pairs
    }

    /// Can the sites be colored like a chessboard? Then turning the spins on one
    /// color exchanges agreement and disagreement.
    pub fn is_bipartite(&self) -> bool {
        let even = |side: usize| side == 1 || side.is_multiple_of(2);
        self.boundary == Boundary::Free || (even(self.rows) && even(self.columns))
    }

    /// The smaller and the larger of the two sides: the counts do not depend
    /// on which is which.
    pub(super) fn sides(&self) -> (usize, usize) {
        let (rows, columns) = (self.rows, self.columns);
        (rows.min(columns), rows.max(columns))
    }

    /// The number of configurations with T agreeing pairs, for T from 0 to the
    /// number of bonds; by transfer matrices of two halves if the boundary is
    /// free, by Kaufman's formula on the torus.
    pub fn agreements(&self) -> Result<Vec<Natural>, LatticeError> {
        let mut counts = match self.boundary {
            Boundary::Free => halves::disagreements(self)?,
            Boundary::Torus => kaufman::disagreements(self)?,
        };
        counts.reverse();
        Ok(counts)
    }

    /// The same by one transfer matrix on either boundary: slower, and shares
    /// nothing with Kaufman's formula.
    pub fn agreements_by_transfer(&self) -> Result<Vec<Natural>, LatticeError> {
        let mut counts = transfer::disagreements(self)?;
        counts.reverse();
        Ok(counts)
    }

    /// The counts for so many independent lattices together: the coefficients
    /// of the power of Σ g(T) tᵀ.
    pub fn replicated_agreements(&self, replicates: usize) -> Result<Vec<Natural>, LatticeError> {
        if replicates == 0 {
            return Err(LatticeError::NoReplicates);
        }
        if replicates > 1 {
            Cost::of_replicates(self, replicates).check(self, replicates)?;
        }
        Ok(convolution_power(&self.agreements()?, replicates))
    }
}

impl fmt::Display for Lattice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boundary = match self.boundary {
            Boundary::Free => "with free boundary",
            Boundary::Torus => "on a torus",
        };
        write!(formatter, "{} × {} {boundary}", self.rows, self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bonds_of_narrow_lattices() {
        let bonds = |rows, columns, boundary| {
            Lattice::new(rows, columns, boundary).map(|lattice| lattice.bonds())
        };
        assert_eq!(bonds(1, 1, Boundary::Free), Ok(0));
        assert_eq!(bonds(3, 4, Boundary::Free), Ok(17));
        assert_eq!(bonds(1, 1, Boundary::Torus), Ok(0));
        assert_eq!(bonds(1, 2, Boundary::Torus), Ok(2));
        assert_eq!(bonds(1, 5, Boundary::Torus), Ok(5));
        assert_eq!(bonds(2, 5, Boundary::Torus), Ok(20));
        assert_eq!(bonds(3, 4, Boundary::Torus), Ok(24));
    }
}
