//! The transition matrix of a kernel, by enumeration of its step from every
//! state.

use std::collections::BTreeMap;
use std::fmt;

use rayon::prelude::*;

use crate::chance::{Budget, Interrupted, Reading, enumerate};
use crate::kernels::{Algorithm, FiniteKernel, KernelVisitor, checked_target};
use crate::models::Yardstick;
use crate::numbers::{Matrix, Rational};

/// A Markov chain on finitely many states, with the law it should leave
/// invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    states: Vec<String>,
    target: Vec<Rational>,
    matrix: Matrix,
    pub(super) accepted: Vec<Rational>,
    pub(super) moved: Vec<Rational>,
    pub(super) costs: Vec<Rational>,
    obtained: Obtained,
    used_doubles: bool,
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

/// One row, and what else the step does from there.
struct Row {
    entries: Vec<Rational>,
    accepted: Rational,
    moved: Rational,
    cost: Rational,
    paths: u64,
}

/// What a chain is made of, for those who know it without enumerating.
#[derive(Clone, Debug)]
pub struct ChainParts {
    /// The names of the states.
    pub states: Vec<String>,
    /// The law it should leave invariant.
    pub target: Vec<Rational>,
    /// The transition matrix.
    pub matrix: Matrix,
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
        }
    }

    /// The chain of a kernel, in the merged reading and the default budget.
    pub fn of<K: FiniteKernel>(kernel: &K) -> Result<Self, Interrupted> {
        Self::with_budget(kernel, Reading::Merged, &Budget::default())
    }

    /// The chain of a kernel, in any reading and budget. Rows are enumerated in
    /// parallel.
    pub fn with_budget<K: FiniteKernel>(
        kernel: &K,
        reading: Reading,
        budget: &Budget,
    ) -> Result<Self, Interrupted> {
        let states = kernel.states();
        let target = checked_target(kernel, &states)?;
        let positions: BTreeMap<&K::State, usize> = states.iter().zip(0..).collect();
        let rows: Result<Vec<Row>, Interrupted> = states
            .par_iter()
            .map(|from| row(kernel, &positions, from, reading, budget))
            .collect();
        let rows = rows?;
        Ok(Chain {
            states: states.iter().map(|state| kernel.label(state)).collect(),
            target,
            accepted: rows.iter().map(|row| row.accepted.clone()).collect(),
            moved: rows.iter().map(|row| row.moved.clone()).collect(),
            costs: rows.iter().map(|row| row.cost.clone()).collect(),
            obtained: Obtained::Enumeration {
                paths: rows.iter().map(|row| row.paths).sum(),
            },
            used_doubles: kernel.used_doubles(),
            matrix: Matrix::from_rows(rows.into_iter().map(|row| row.entries).collect()),
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
    pub fn matrix(&self) -> &Matrix {
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

fn row<K: FiniteKernel>(
    kernel: &K,
    positions: &BTreeMap<&K::State, usize>,
    from: &K::State,
    reading: Reading,
    budget: &Budget,
) -> Result<Row, Interrupted> {
    let step = enumerate(reading, budget, |chance| {
        let step = kernel.step(from, chance)?;
        Ok((step.state, step.accepted, step.cost))
    })?;
    let ends = step.law.map(|(state, _, _)| state.clone());
    let mut entries = vec![Rational::ZERO; positions.len()];
    for (state, probability) in ends.iter() {
        let Some(&position) = positions.get(state) else {
            return Err(Interrupted::Escaped {
                from: kernel.label(from),
                to: kernel.label(state),
            });
        };
        entries[position] = probability;
    }
    let indicator = |holds: bool| if holds { Rational::ONE } else { Rational::ZERO };
    Ok(Row {
        entries,
        accepted: step
            .law
            .expectation(|&(_, accepted, _)| indicator(accepted)),
        moved: ends.expectation(|to| indicator(kernel.moves(from, to))),
        cost: step.law.expectation(|&(_, _, cost)| Rational::from(cost)),
        paths: step.paths,
    })
}
