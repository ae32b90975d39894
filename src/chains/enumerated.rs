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
        Self::within(&Memory::of(kernel, states), kernel, states, reading, budget)
    }

    /// The same, or a refusal if it takes more than this memory.
    fn within<K: FiniteKernel>(
        memory: &Memory,
        kernel: &K,
        states: &[K::State],
        reading: Reading,
        budget: &Budget,
    ) -> Result<Self, Interrupted> {
        let size = states.len();
        memory.allows(0)?;
        let positions: BTreeMap<&K::State, usize> = states.iter().zip(0..).collect();
        let each = |&from: &usize| row(kernel, &positions, &states[from], reading, budget);
        let held = |row: &Row| row.entries.bytes();
        let mut known: BTreeMap<usize, Row> = BTreeMap::new();
        if size > LARGE {
            let spread = spread(size);
            let mut sample = SparseBuilder::new(size);
            let mut numbers = spread.iter();
            in_batches(&spread, each, held, |row| {
                sample.push(row.entries.clone());
                known.extend(numbers.next().map(|&number| (number, row)));
                let (least, likely) = extrapolated(sample.bytes(), known.len(), size);
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

/// Rows from all over so many states.
fn spread(states: usize) -> Vec<usize> {
    (0..FIRST).map(|i| i * states / FIRST).collect()
}

/// What the matrix on so many states takes, if some of the first rows take so many
/// bytes: at least, if the others of them take nothing, and likely.
fn extrapolated(bytes: u64, rows: usize, states: usize) -> (u64, u64) {
    let least = bytes.saturating_mul(states as u64) / FIRST as u64;
    (least, least.saturating_mul(FIRST as u64) / rows as u64)
}

/// What a chain takes beside its matrix and what it may take in all, in bytes.
struct Memory {
    states: usize,
    beside: u64,
    limit: u64,
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
            limit: MOST_MEMORY,
        }
    }

    /// Is there room for a matrix of so many bytes?
    fn allows(&self, matrix: u64) -> Result<(), Interrupted> {
        match self.beside.saturating_add(matrix) <= self.limit {
            true => Ok(()),
            false => Err(self.refused(matrix)),
        }
    }

    /// The refusal of a matrix of so many bytes.
    fn refused(&self, matrix: u64) -> Interrupted {
        Interrupted::TooLarge {
            states: self.states,
            bytes: self.beside.saturating_add(matrix),
            limit: self.limit,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Ask, Chance};
    use crate::kernels::{Kernel, Step};
    use std::collections::BTreeSet;
    use std::sync::Mutex;

    /// From every state to itself or one of the next three, around a circle, noting
    /// where steps begin.
    struct Circle {
        size: usize,
        begun: Mutex<BTreeSet<usize>>,
    }

    impl Kernel for Circle {
        type State = usize;

        fn step<C: Chance>(
            &self,
            from: &usize,
            chance: &mut C,
        ) -> Result<Step<usize>, Interrupted> {
            self.begun.lock().expect("no panic").insert(*from);
            Ok(Step::moved((from + chance.uniform(4)?) % self.size))
        }
    }

    impl FiniteKernel for Circle {
        fn states(&self) -> Vec<usize> {
            (0..self.size).collect()
        }

        fn label(&self, _: &usize) -> String {
            "x".repeat(100)
        }

        fn target(&self) -> Vec<Rational> {
            vec![Rational::ONE; self.size]
        }
    }

    /// How many rows there are, or how many bytes are too many; and the states whose
    /// steps were enumerated for it.
    fn enumerated(size: usize, limit: u64) -> (Result<usize, u64>, Vec<usize>) {
        let begun = Mutex::default();
        let kernel = Circle { size, begun };
        let memory = Memory {
            states: size,
            beside: 7,
            limit,
        };
        let (states, budget) = (kernel.states(), Budget::default());
        let all = Enumerated::within(&memory, &kernel, &states, Reading::Merged, &budget);
        let rows = match all {
            Ok(all) => {
                assert_eq!([all.accepted.len(), all.costs.len()], [size; 2]);
                let quarter = Rational::new(1, 4);
                for from in 0..size {
                    let next = (from..from + 4).map(|to| all.matrix.entry(from, to % size));
                    assert!(next.eq([&quarter; 4]), "{from}");
                }
                assert_eq!(all.matrix.nonzeros(), 4 * size);
                assert_eq!(all.paths, 4 * size as u64);
                Ok(all.matrix.height())
            }
            Err(Interrupted::TooLarge {
                states,
                bytes,
                limit: most,
            }) => {
                assert_eq!((states, most), (size, limit));
                Err(bytes)
            }
            Err(other) => unreachable!("{other}"),
        };
        let begun = kernel.begun.into_inner().expect("no panic");
        (rows, begun.into_iter().collect())
    }

    /// A row takes 4 · 16 bytes, and their only value 100.
    #[test]
    fn what_takes_more_than_the_limit_is_refused() {
        let every = |size: usize| (0..size).collect::<Vec<_>>();
        // Up to 256 states by what the rows take …
        let bytes = 7 + 256 * 64 + 100;
        assert_eq!(enumerated(256, bytes), (Ok(256), every(256)));
        assert_eq!(enumerated(256, bytes - 1), (Err(bytes), every(256)));
        // … and more by 64 of them, which here are a fifth.
        let bytes = 7 + 5 * (64 * 64 + 100);
        assert_eq!(enumerated(320, bytes), (Ok(320), every(320)));
        let fifth: Vec<usize> = (0..320).step_by(5).collect();
        assert_eq!(enumerated(320, bytes - 1), (Err(bytes), fifth));
        // What is taken beside the rows alone needs none of them.
        assert_eq!(enumerated(320, 6), (Err(7), Vec::new()));
    }

    #[test]
    fn the_first_rows_are_from_all_over() {
        assert!(spread(640).into_iter().eq((0..640).step_by(10)));
        for size in [257, 300, 5_000] {
            let spread = spread(size);
            assert_eq!((spread.len(), spread[0]), (64, 0));
            let gaps = spread.windows(2).map(|pair| pair[1] - pair[0]);
            assert!(
                gaps.chain([size - spread[63]])
                    .all(|gap| gap.abs_diff(size / 64) <= 1)
            );
        }
    }

    #[test]
    fn a_part_of_the_first_rows_tells_of_all() {
        // 10 of 64 rows of 6,400: a hundredth of the least, and 640 times what they take.
        assert_eq!(extrapolated(1_000, 10, 6_400), (100_000, 640_000));
        assert_eq!(extrapolated(1_000, 64, 6_400), (100_000, 100_000));
        assert_eq!(extrapolated(u64::MAX, 1, 6_400).1, u64::MAX / 64 * 64);
    }

    #[test]
    fn what_states_take_beside_their_rows() {
        let begun = Mutex::default();
        let kernel = Circle { size: 3, begun };
        let memory = Memory::of(&kernel, &kernel.states());
        // Each state twice, its name with a string's own 24 bytes, four numbers, and 64.
        let each = 2 * 8 + (100 + 24) + 4 * size_of::<Rational>() + 64;
        assert_eq!((memory.states, memory.beside), (3, 3 * each as u64));
        assert!(memory.allows(MOST_MEMORY - memory.beside).is_ok());
        assert!(memory.allows(MOST_MEMORY - memory.beside + 1).is_err());
    }
}
