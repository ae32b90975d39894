//! Positive integer weights over their total: how a finite law is stored.
//!
//! Weights are divided by their greatest common divisor, so that equal laws
//! have equal weights and the checked replay can compare questions cheaply.

use std::fmt;
use std::sync::Arc;

use super::exact::{
    Integer, Natural, Rational, greatest_common_divisor, magnitude, over_common_denominator,
};

/// Why numbers are not the weights of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LawError {
    /// There is no positive weight.
    Empty,
    /// The weight at this position is negative.
    Negative(usize),
    /// The probabilities add up to this instead of 1.
    Total(Rational),
}

impl fmt::Display for LawError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(formatter, "no weight is positive"),
            Self::Negative(position) => {
                write!(formatter, "weight {} is negative", position + 1)
            }
            Self::Total(total) => {
                write!(formatter, "the probabilities add up to {total}, not 1")
            }
        }
    }
}

impl std::error::Error for LawError {}

/// The weights of a finite law: positive integers without a common factor.
#[derive(Clone, Debug)]
pub struct Weights(Arc<Table>);

#[derive(Debug, PartialEq, Eq)]
struct Table {
    weights: Vec<Natural>,
    total: Natural,
    /// Running totals, where the total fits a machine word.
    cumulative: Option<Vec<u64>>,
}

impl Weights {
    /// Weights proportional to positive rationals.
    ///
    /// # Panics
    /// If there are none, or one of them is not positive.
    pub fn proportional_to(values: &[Rational]) -> Self {
        assert!(!values.is_empty(), "a law has at least one atom");
        assert!(
            values.iter().all(Rational::is_positive),
            "atoms are positive"
        );
        let (numerators, _) = over_common_denominator(values);
        Self::from_naturals(numerators.iter().map(magnitude).collect())
    }

    /// Equal weights.
    ///
    /// # Panics
    /// If the size is zero.
    pub fn uniform(size: usize) -> Self {
        assert!(size > 0, "a law has at least one atom");
        Self::from_naturals(vec![Natural::ONE; size])
    }

    /// Weights proportional to positive integers, of which there is one.
    pub(super) fn from_naturals(mut weights: Vec<Natural>) -> Self {
        // The last one first: what the ends have in common is short for weights
        // that are powers of one number times powers of another.
        let divisor = greatest_common_divisor(weights.last().into_iter().chain(&weights));
        if !divisor.is_one() {
            for weight in &mut weights {
                *weight /= &divisor;
            }
        }
        let total = weights
            .iter()
            .fold(Natural::ZERO, |sum, weight| sum + weight);
        let cumulative = u64::try_from(&total).is_ok().then(|| {
            let mut running = 0;
            let small =
                |weight: &Natural| u64::try_from(weight).expect("no weight exceeds the total");
            weights
                .iter()
                .map(|weight| {
                    running += small(weight);
                    running
                })
                .collect()
        });
        Weights(Arc::new(Table {
            weights,
            total,
            cumulative,
        }))
    }

    /// The number of atoms.
    #[expect(clippy::len_without_is_empty, reason = "a law has at least one atom")]
    pub fn len(&self) -> usize {
        self.0.weights.len()
    }

    /// The integer weight of an atom.
    pub fn weight(&self, atom: usize) -> &Natural {
        &self.0.weights[atom]
    }

    /// The sum of all weights.
    pub fn total(&self) -> &Natural {
        &self.0.total
    }

    /// Running totals as machine words, where they fit.
    pub(crate) fn cumulative(&self) -> Option<&[u64]> {
        self.0.cumulative.as_deref()
    }

    /// The probability of an atom.
    pub fn probability(&self, atom: usize) -> Rational {
        Rational::from_parts(
            Integer::from(self.weight(atom).clone()),
            self.total().clone(),
        )
    }
}

impl PartialEq for Weights {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Weights {}
