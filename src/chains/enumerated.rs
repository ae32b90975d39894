//! The rows of a kernel's matrix, enumerated in parallel and kept without zeros.
//!
//! Rows are enumerated some at a time and packed as they come, so that what is
//! held beside the matrix stays small. Of a large chain some rows from all over
//! its states come first, and it is refused as soon as they show that the whole
//! will not fit.

use std::collections::BTreeMap;

use crate::chance::{Budget, Interrupted, MOST_MEMORY, Reading, enumerate, in_batches};
use crate::kernels::FiniteKernel;
use crate::numbers::{Integer, Natural, Rational, SparseBuilder, SparseMatrix, SparseRow};

/// Chains with more states are large.
const LARGE: usize = 256;
/// How many rows of a large chain are enumerated first.
const FIRST: usize = 64;

/// What the steps from all states do.
pub(super) struct Enumerated {
    pub(super) matrix: SparseMatrix,
    pub(super) accepted: Vec<Rational>,
    pub(super) moved: Vec<Rational>,
    pub(super) costs: Vec<Rational>,
    pub(super) paths: u64,
}

/// One row, and what else the step does from there.
struct Row {
    entries: SparseRow,
    accepted: Rational,
    moved: Rational,
    cost: Rational,
    paths: u64,
}

impl Enumerated {
    /// Enumerates the step from every state.
    pub(super) fn all<K: FiniteKernel>(
        kernel: &K,
        states: &[K::State],
        reading: Reading,
        budget: &Budget,
    ) -> Result<Self, Interrupted> {
        let size = states.len();
        let memory = Memory::of(kernel, states);
        memory.allows(0)?;
        let positions: BTreeMap<&K::State, usize> = states.iter().zip(0..).collect();
        let each = |&from: &usize| row(kernel, &positions, &states[from], reading, budget);
        let held = |row: &Row| row.entries.bytes();
        let mut known: BTreeMap<usize, Row> = BTreeMap::new();
        if size > LARGE {
            let spread: Vec<usize> = (0..FIRST).map(|i| i * size / FIRST).collect();
            let mut sample = SparseBuilder::new(size);
            let mut numbers = spread.iter();
            in_batches(&spread, each, held, |row| {
                sample.push(row.entries.clone());
                known.extend(numbers.next().map(|&number| (number, row)));
                // What is known so far is the least that all of them will show.
                let least = sample.bytes().saturating_mul(size as u64) / FIRST as u64;
                let likely = least.saturating_mul(FIRST as u64) / known.len() as u64;
                memory.allows(least).map_err(|_| memory.refused(likely))
            })?;
        }
        let mut all = Enumerated {
            matrix: SparseMatrix::from_rows(Vec::new()),
            accepted: Vec::with_capacity(size),
            moved: Vec::with_capacity(size),
            costs: Vec::with_capacity(size),
            paths: 0,
        };
        let mut builder = SparseBuilder::new(size);
        let missing: Vec<usize> = (0..size)
            .filter(|number| !known.contains_key(number))
            .collect();
        let mut keep = |row: Row| {
            builder.push(row.entries);
            all.accepted.push(row.accepted);
            all.moved.push(row.moved);
            all.costs.push(row.cost);
            all.paths += row.paths;
            memory.allows(builder.bytes())
        };
        let mut next = 0;
        in_batches(&missing, each, held, |row| {
            while let Some(before) = known.remove(&next) {
                keep(before)?;
                next += 1;
            }
            next += 1;
            keep(row)
        })?;
        // Those at the end.
        known.into_values().try_for_each(keep)?;
        Ok(Enumerated {
            matrix: builder.finish(),
            ..all
        })
    }
}

/// What a chain takes beside its matrix, in bytes.
struct Memory {
    states: usize,
    beside: u64,
}

impl Memory {
    /// For every state the state itself, its name, and four numbers.
    fn of<K: FiniteKernel>(kernel: &K, states: &[K::State]) -> Self {
        let name = states
            .last()
            .map_or(0, |state| kernel.label(state).len() + 24);
        let each = 2 * size_of::<K::State>() + name + 4 * size_of::<Rational>() + 64;
        Memory {
            states: states.len(),
            beside: (each * states.len()) as u64,
        }
    }

    /// Is there room for a matrix of so many bytes?
    fn allows(&self, matrix: u64) -> Result<(), Interrupted> {
        match self.beside.saturating_add(matrix) <= MOST_MEMORY {
            true => Ok(()),
            false => Err(self.refused(matrix)),
        }
    }

    /// The refusal of a matrix of so many bytes.
    fn refused(&self, matrix: u64) -> Interrupted {
        Interrupted::TooLarge {
            states: self.states,
            bytes: self.beside.saturating_add(matrix),
            limit: MOST_MEMORY,
        }
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
    let (weights, values) = (step.law.weights(), step.law.values());
    let total = weights.total();
    let mut ends: Vec<(usize, Natural)> = Vec::new();
    let [mut accepted, mut moved, mut cost] = [Natural::ZERO; 3];
    // Outcomes are in the order of their states, equal states side by side.
    let mut last = None;
    for (atom, (state, was_accepted, draws)) in values.iter().enumerate() {
        let weight = weights.weight(atom);
        if *was_accepted {
            accepted += weight;
        }
        if kernel.moves(from, state) {
            moved += weight;
        }
        cost += weight * Natural::from(*draws);
        match ends.last_mut() {
            Some((_, sum)) if last == Some(state) => *sum += weight,
            _ => {
                let Some(&position) = positions.get(state) else {
                    return Err(Interrupted::Escaped {
                        from: kernel.label(from),
                        to: kernel.label(state),
                    });
                };
                ends.push((position, weight.clone()));
            }
        }
        last = Some(state);
    }
    let share = |part: Natural| Rational::from_parts(Integer::from(part), total.clone());
    Ok(Row {
        entries: SparseRow::over(total, ends),
        accepted: share(accepted),
        moved: share(moved),
        cost: share(cost),
        paths: step.paths,
    })
}
