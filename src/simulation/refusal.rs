//! Why there is no simulation, in a sentence.

use std::fmt;

use crate::models::LatticeError;
use crate::numbers::Rational;

/// Why there is no simulation or no estimate.
#[derive(Clone, Debug, PartialEq)]
pub enum SimulationError {
    /// Neighbors would repel each other: the heat bath is not monotone.
    Repelling {
        /// The weight t of an agreeing pair.
        weight: Rational,
    },
    /// The coupling βJ has no finite weight e^{2βJ} of at least 1.
    Coupling {
        /// βJ.
        coupling: f64,
    },
    /// The weight of an agreeing pair is not positive.
    NotPositive {
        /// The weight t.
        weight: Rational,
    },
    /// Too many sites for a list of all configurations.
    TooManySites {
        /// The number of sites.
        sites: usize,
        /// The most that are listed.
        limit: usize,
    },
    /// The runs from all up and from all down have not met.
    NotMet {
        /// How many sweeps into the past they were started.
        sweeps: usize,
    },
    /// A configuration of another lattice.
    OtherLattice {
        /// The sites of the configuration.
        sites: usize,
        /// The sites of the lattice.
        expected: usize,
    },
    /// There are no counts.
    Counts(LatticeError),
    /// No configuration to estimate from.
    NoConfigurations,
    /// The pseudo-likelihood has no maximum.
    NoMaximum {
        /// Where it grows, or nothing if it is constant.
        grows: Option<&'static str>,
    },
}

impl fmt::Display for SimulationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repelling { weight } => write!(
                formatter,
                "an agreeing pair has the weight {weight}; the coupling is monotone only for weights of at least 1"
            ),
            Self::Coupling { coupling } => write!(
                formatter,
                "the coupling {coupling} has no weight e^(2βJ) that is finite and at least 1"
            ),
            Self::NotPositive { weight } => write!(
                formatter,
                "an agreeing pair has the weight {weight}; a positive number is needed"
            ),
            Self::TooManySites { sites, limit } => write!(
                formatter,
                "{sites} sites have too many configurations to list; at most {limit} sites are taken"
            ),
            Self::NotMet { sweeps } => write!(
                formatter,
                "runs from {sweeps} sweeps in the past have not met; below the critical temperature perfect simulation takes too long, and Wolff's algorithm does not"
            ),
            Self::OtherLattice { sites, expected } => write!(
                formatter,
                "a configuration has {sites} spins, but the lattice has {expected} sites"
            ),
            Self::Counts(error) => error.fmt(formatter),
            Self::NoConfigurations => {
                formatter.write_str("there is no configuration to estimate the coupling from")
            }
            Self::NoMaximum { grows: Some(sense) } => write!(
                formatter,
                "the pseudo-likelihood has no maximum: it grows with the coupling towards {sense} infinity, since no spin speaks against that"
            ),
            Self::NoMaximum { grows: None } => formatter.write_str(
                "the pseudo-likelihood is constant: no spin has more neighbors on one side than on the other",
            ),
        }
    }
}

impl std::error::Error for SimulationError {}

impl From<LatticeError> for SimulationError {
    fn from(error: LatticeError) -> Self {
        SimulationError::Counts(error)
    }
}
