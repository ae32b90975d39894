//! What a certificate can show.

use std::fmt;

use super::finding::Finding;
use crate::chains::{Chain, Requirement, Verdicts};

/// What a certificate shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Detailed balance fails at a pair of states.
    Imbalance,
    /// The target is not left as it is at a state.
    Drift,
    /// Some state of positive target is not reached from every other.
    Reducible,
    /// Visits are tied to a cycle.
    Periodic,
    /// The stationary law is not the target.
    Stationary,
    /// The best valid rule over the draws that accept.
    BestOverDraws,
    /// The best valid rule over moves.
    Bayes,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] = [
        Kind::Imbalance,
        Kind::Drift,
        Kind::Reducible,
        Kind::Periodic,
        Kind::Stationary,
        Kind::BestOverDraws,
        Kind::Bayes,
    ];

    /// Its name in a file and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Imbalance => "imbalance",
            Kind::Drift => "drift",
            Kind::Reducible => "reducible",
            Kind::Periodic => "periodic",
            Kind::Stationary => "stationary",
            Kind::BestOverDraws => "best-over-draws",
            Kind::Bayes => "bayes",
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Is it about a best rule, and not about a chain?
    pub fn is_best(self) -> bool {
        matches!(self, Kind::BestOverDraws | Kind::Bayes)
    }

    /// Is there something of this kind about a chain?
    pub fn is_found_in(self, chain: &Chain) -> bool {
        Finding::of(self, chain).is_some()
    }

    /// The kind that shows why a chain is not what is required, if it is not.
    pub fn of_failure(verdicts: &Verdicts, requirement: Requirement) -> Option<Self> {
        verdicts
            .failing(requirement)
            .first()
            .map(|verdict| match *verdict {
                "invariant" if verdicts.law.is_some() => Kind::Stationary,
                "invariant" => Kind::Drift,
                "reversible" => Kind::Imbalance,
                "irreducible" => Kind::Reducible,
                _ => Kind::Periodic,
            })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
