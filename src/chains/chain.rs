//! The transition matrix of a kernel, by enumeration of its step from every
//! state.

use std::fmt;

use super::Verdicts;
use super::balance::Found;
use super::enumerated::Enumerated;
use crate::chance::{Budget, Interrupted, Reading};
use crate::kernels::{Algorithm, FiniteKernel, KernelVisitor, checked_target};
use crate::models::Yardstick;
use crate::numbers::{Rational, SparseMatrix};

/// A Markov chain on finitely many states, with the law it should leave
/// invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    states: Vec<String>,
    target: Vec<Rational>,
    matrix: SparseMatrix,
    pub(super) accepted: Vec<Rational>,
    pub(super) moved: Vec<Rational>,
    pub(super) costs: Vec<Rational>,
    obtained: Obtained,
    used_doubles: bool,
    /// The relative discrepancy that may be rounding, where it is not the usual one.
    tolerance: Option<Rational>,
    pub(super) found: Found,
}

/// How a chain came to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obtained {
    /// By enumerating a step from every state.
    Enumeration {
        /// How many paths were run to their end.
        paths: u64,
    },
    /// By formulas for its entries.
    Formulas,
    /// Its matrix was given.
    Import,
    /// Its entries are enclosed by formulas.
    Enclosure,
}

impl fmt::Display for Obtained {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obtained::Enumeration { paths: 1 } => write!(formatter, "enumeration of 1 path"),
            Obtained::Enumeration { paths } => write!(formatter, "enumeration of {paths} paths"),
            Obtained::Formulas => write!(formatter, "formulas"),
            Obtained::Import => write!(formatter, "import of its matrix"),
            Obtained::Enclosure => write!(formatter, "enclosure of its entries"),
        }
    }
}

/// What a chain is made of, for those who know it without enumerating.
#[derive(Clone, Debug)]
pub struct ChainParts {
    /// The names of the states.
    pub states: Vec<String>,
    /// The law it should leave invariant.
    pub target: Vec<Rational>,
    /// The transition matrix.
    pub matrix: SparseMatrix,
    /// From every state, the probability that a proposal is accepted.
    pub accepted: Vec<Rational>,
    /// From every state, the probability of a move.
    pub moved: Vec<Rational>,
    /// From every state, the expected number of auxiliary draws.
    pub costs: Vec<Rational>,
    /// How it came to be known.
    pub obtained: Obtained,
    /// Did doubles enter, so that it is right up to rounding only?
    pub used_doubles: bool,
}

impl Chain {
    /// A chain that was computed by other means.
    pub fn from_parts(parts: ChainParts) -> Self {
        Chain {
            states: parts.states,
            target: parts.target,
            matrix: parts.matrix,
            accepted: parts.accepted,
            moved: parts.moved,
            costs: parts.costs,
            obtained: parts.obtained,
            used_doubles: parts.used_doubles,
            tolerance: None,
            found: Found::default(),
        }
    }

    /// The chain of a kernel, in the merged reading and the default budget.
    pub fn of<K: FiniteKernel>(kernel: &K) -> Result<Self, Interrupted> {
        Self::with_budget(kernel, Reading::Merged, &Budget::default())
    }

    /// The chain of a kernel, in any reading and budget. Rows are enumerated in
    /// parallel. One that takes more than [`MOST_MEMORY`](crate::chance::MOST_MEMORY) is refused, as
    /// soon as the number of states or some of the rows show it.
    pub fn with_budget<K: FiniteKernel>(
        kernel: &K,
        reading: Reading,
        budget: &Budget,
    ) -> Result<Self, Interrupted> {
        let states = kernel.states();
        let target = checked_target(kernel, &states)?;
        let rows = Enumerated::all(kernel, &states, reading, budget)?;
        Ok(Chain {
            states: states.iter().map(|state| kernel.label(state)).collect(),
            target,
            matrix: rows.matrix,
            accepted: rows.accepted,
            moved: rows.moved,
            costs: rows.costs,
            obtained: Obtained::Enumeration { paths: rows.paths },
            used_doubles: kernel.used_doubles(),
            tolerance: None,
            found: Found::default(),
        })
    }

    /// The chain of an algorithm by name, on a model.
    pub fn of_algorithm<M: Yardstick<Parameter = usize>>(
        algorithm: &Algorithm,
        model: &M,
        reading: Reading,
        budget: &Budget,
    ) -> Result<Self, Interrupted> {
        struct Enumerate<'b>(Reading, &'b Budget);
        impl KernelVisitor for Enumerate<'_> {
            type Output = Result<Chain, Interrupted>;
            fn visit<K: FiniteKernel>(self, kernel: &K) -> Self::Output {
                Chain::with_budget(kernel, self.0, self.1)
            }
        }
        algorithm.visit(model, budget, Enumerate(reading, budget))?
    }

    /// The names of the states.
    pub fn states(&self) -> &[String] {
        &self.states
    }

    /// The law the chain should leave invariant.
    pub fn target(&self) -> &[Rational] {
        &self.target
    }

    /// The transition matrix.
    pub fn matrix(&self) -> &SparseMatrix {
        &self.matrix
    }

    /// The probability that a proposal is accepted, under the target:
    /// Σ π(θ) q(θ, θ') r(θ, θ'), the proposal θ' = θ included.
    pub fn acceptance(&self) -> Rational {
        self.under_target(&self.accepted)
    }

    /// The probability that the parameter changes, under the target:
    /// Σ π(θ) P(θ, θ') over θ' ≠ θ.
    pub fn moves(&self) -> Rational {
        self.under_target(&self.moved)
    }

    /// The expected number of auxiliary draws in a step, under the target.
    pub fn draws_per_step(&self) -> Rational {
        self.under_target(&self.costs)
    }

    /// How it came to be known.
    pub fn obtained(&self) -> Obtained {
        self.obtained
    }

    /// Did doubles enter, so that entries are right up to rounding only?
    pub fn used_doubles(&self) -> bool {
        self.used_doubles
    }

    /// The same chain, into whose target doubles entered.
    pub fn with_doubles(self) -> Self {
        Chain {
            used_doubles: true,
            found: Found::default(),
            ..self
        }
    }

    /// The same chain, of which discrepancies up to this one are rounding where
    /// doubles entered, relative to the larger of two flows. It does not matter
    /// where none did.
    pub fn with_tolerance(self, tolerance: Rational) -> Self {
        Chain {
            tolerance: Some(tolerance),
            found: Found::default(),
            ..self
        }
    }

    /// The relative discrepancy up to which it is right; nothing if no doubles
    /// entered, and it is right exactly or not at all.
    pub fn tolerance(&self) -> Option<Rational> {
        let tolerance = || self.tolerance.clone().unwrap_or_else(Verdicts::rounding);
        self.used_doubles.then(tolerance)
    }

    /// How many paths were enumerated, if they were.
    pub fn paths(&self) -> Option<u64> {
        match self.obtained {
            Obtained::Enumeration { paths } => Some(paths),
            Obtained::Formulas | Obtained::Import | Obtained::Enclosure => None,
        }
    }

    fn under_target(&self, values: &[Rational]) -> Rational {
        self.target
            .iter()
            .zip(values)
            .map(|(mass, value)| mass * value)
            .sum()
    }
}
