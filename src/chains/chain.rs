//! The transition matrix of a kernel, by enumeration of its step from every
//! state.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::chance::{Budget, Interrupted, Reading, enumerate};
use crate::kernels::{Algorithm, FiniteKernel, KernelVisitor};
use crate::models::Yardstick;
use crate::numbers::{Matrix, Rational};

/// A Markov chain on finitely many states, with the law it should leave
/// invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    states: Vec<String>,
    target: Vec<Rational>,
    matrix: Matrix,
    accepted: Vec<Rational>,
    moved: Vec<Rational>,
    draws: Vec<Rational>,
    paths: u64,
}

/// One row, and what else the step does from there.
struct Row {
    entries: Vec<Rational>,
    accepted: Rational,
    moved: Rational,
    draws: Rational,
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
    pub draws: Vec<Rational>,
}

impl Chain {
    /// A chain that was computed by other means; no paths were enumerated.
    pub fn from_parts(parts: ChainParts) -> Self {
        Chain {
            states: parts.states,
            target: parts.target,
            matrix: parts.matrix,
            accepted: parts.accepted,
            moved: parts.moved,
            draws: parts.draws,
            paths: 0,
        }
    }

    /// The chain of a kernel, in the merged reading and the default budget.
    pub fn of<K: FiniteKernel>(kernel: &K) -> Result<Self, Interrupted> {
        Self::enumerate(kernel, Reading::Merged, &Budget::default())
    }

    /// The chain of a kernel. Rows are enumerated in parallel.
    pub fn enumerate<K: FiniteKernel>(
        kernel: &K,
        reading: Reading,
        budget: &Budget,
    ) -> Result<Self, Interrupted> {
        let states = kernel.states();
        let positions: BTreeMap<&K::State, usize> = states.iter().zip(0..).collect();
        let rows: Result<Vec<Row>, Interrupted> = states
            .par_iter()
            .map(|from| row(kernel, &positions, from, reading, budget))
            .collect();
        let rows = rows?;
        Ok(Chain {
            states: states.iter().map(|state| kernel.label(state)).collect(),
            target: kernel.target(),
            accepted: rows.iter().map(|row| row.accepted.clone()).collect(),
            moved: rows.iter().map(|row| row.moved.clone()).collect(),
            draws: rows.iter().map(|row| row.draws.clone()).collect(),
            paths: rows.iter().map(|row| row.paths).sum(),
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
                Chain::enumerate(kernel, self.0, self.1)
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
        self.under_target(&self.draws)
    }

    /// How many paths were enumerated.
    pub fn paths(&self) -> u64 {
        self.paths
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
        Ok((step.state, step.accepted, step.draws))
    })?;
    let ends = step.law.map(|(state, _, _)| state.clone());
    let mut entries = vec![Rational::ZERO; positions.len()];
    for (state, probability) in ends.iter() {
        let Some(&position) = positions.get(state) else {
            return Err(Interrupted::Escaped {
                from: kernel.label(from),
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
        draws: step.law.expectation(|&(_, _, draws)| Rational::from(draws)),
        paths: step.paths,
    })
}
