//! The rows of a transition matrix as far as they are known from paths: listed by
//! enumeration, or derived again by replaying them.

use std::collections::BTreeMap;

use super::Refusal;
use super::row::{Row, listed, listing_budget, replayed};
use crate::chains::{Chain, ChainParts, Obtained};
use crate::kernels::{FiniteKernel, KernelVisitor, checked_target};
use crate::numbers::{Rational, SparseMatrix, excerpt};

/// States, target and some rows of a chain.
#[derive(Clone, Debug)]
pub(super) struct Derived {
    pub(super) states: Vec<String>,
    pub(super) target: Vec<Rational>,
    /// Nothing for rows that were not derived.
    pub(super) rows: Vec<Option<Vec<Rational>>>,
    pub(super) used_doubles: bool,
    /// How many paths were replayed or listed.
    pub(super) paths: usize,
}

impl Derived {
    /// What is known of a chain as a whole.
    pub(super) fn of(chain: &Chain) -> Self {
        let size = chain.states().len();
        let entries = |from: usize| -> Vec<Rational> {
            let entry = |to| chain.matrix().entry(from, to).clone();
            (0..size).map(entry).collect()
        };
        Derived {
            states: chain.states().to_vec(),
            target: chain.target().to_vec(),
            rows: (0..size).map(|from| Some(entries(from))).collect(),
            used_doubles: chain.used_doubles(),
            paths: 0,
        }
    }

    /// The probability of a step, if its row was derived.
    pub(super) fn entry(&self, from: usize, to: usize) -> Option<&Rational> {
        self.rows[from].as_ref().map(|row| &row[to])
    }

    /// The whole chain, if every row was derived.
    pub(super) fn chain(&self) -> Option<Chain> {
        let rows: Vec<Vec<Rational>> = self.rows.iter().cloned().collect::<Option<_>>()?;
        let stays = rows.iter().enumerate();
        let moved: Vec<Rational> = stays
            .map(|(state, row)| Rational::ONE - &row[state])
            .collect();
        Some(Chain::from_parts(ChainParts {
            states: self.states.clone(),
            target: self.target.clone(),
            accepted: moved.clone(),
            moved,
            costs: vec![Rational::ZERO; self.states.len()],
            matrix: SparseMatrix::from_rows(rows),
            obtained: Obtained::Import,
            used_doubles: self.used_doubles,
        }))
    }
}

/// Lists the paths from these states, or from all.
pub(super) struct Listing<'s>(pub(super) Option<&'s [usize]>);

impl KernelVisitor for Listing<'_> {
    type Output = Result<(Derived, Vec<Row>), Refusal>;

    fn visit<K: FiniteKernel>(self, kernel: &K) -> Self::Output {
        let states = kernel.states();
        let mut derived = begin(kernel, &states)?;
        let positions: BTreeMap<&K::State, usize> = states.iter().zip(0..).collect();
        let all: Vec<usize> = (0..states.len()).collect();
        let budget = listing_budget();
        let mut rows = Vec::new();
        for &from in self.0.unwrap_or(&all) {
            let paths = listed(&budget, |chance| {
                end(
                    kernel,
                    &positions,
                    &kernel.step(&states[from], chance)?.state,
                )
            })?;
            derived.paths += paths.len();
            rows.push(Row { from, paths });
        }
        for row in &rows {
            derived.rows[row.from] = Some(row.entries(states.len()));
        }
        derived.used_doubles = kernel.used_doubles();
        Ok((derived, rows))
    }
}

/// Replays the paths of these rows.
pub(super) struct Replaying<'r>(pub(super) &'r [Row]);

impl KernelVisitor for Replaying<'_> {
    type Output = Result<Derived, Refusal>;

    fn visit<K: FiniteKernel>(self, kernel: &K) -> Self::Output {
        let states = kernel.states();
        let mut derived = begin(kernel, &states)?;
        let positions: BTreeMap<&K::State, usize> = states.iter().zip(0..).collect();
        for row in self.0 {
            let Some(from) = states.get(row.from) else {
                return Err(Refusal::Differs(format!(
                    "the kernel has {} states",
                    states.len()
                )));
            };
            let name = format!("from `{}`", excerpt(&derived.states[row.from]));
            replayed(&name, &row.paths, |script| {
                end(kernel, &positions, &kernel.step(from, script)?.state)
            })?;
            // Every path was found to be as claimed.
            derived.rows[row.from] = Some(row.entries(states.len()));
            derived.paths += row.paths.len();
        }
        derived.used_doubles = kernel.used_doubles();
        Ok(derived)
    }
}

/// The states and the target of a kernel, and no rows yet.
fn begin<K: FiniteKernel>(kernel: &K, states: &[K::State]) -> Result<Derived, Refusal> {
    Ok(Derived {
        states: states.iter().map(|state| kernel.label(state)).collect(),
        target: checked_target(kernel, states).map_err(|why| Refusal::of(&why))?,
        rows: vec![None; states.len()],
        used_doubles: false,
        paths: 0,
    })
}

/// The position of a state that a step led to.
fn end<K: FiniteKernel>(
    kernel: &K,
    positions: &BTreeMap<&K::State, usize>,
    to: &K::State,
) -> Result<usize, crate::chance::Interrupted> {
    positions.get(to).copied().ok_or_else(|| {
        let to = kernel.label(to);
        crate::chance::Interrupted::foreign(format!("a step leads to `{to}`, which is no state"))
    })
}
