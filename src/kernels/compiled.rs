//! A kernel on finitely many states as a table: the law of its whole step from
//! every state, enumerated once and then drawn from in one go.
//!
//! What a step does (the new state, whether it accepted, which arm decided, how
//! many auxiliary variables it drew) has the law of the step as written; only
//! the questions in between are gone. [`CompiledKernel::step_from`] takes some
//! ten nanoseconds whatever the algorithm.

use std::collections::{BTreeMap, BTreeSet};

use super::{FiniteKernel, Kernel, Step, checked_target};
use crate::chance::{
    Ask, Budget, Chance, Interrupted, Lottery, MOST_MEMORY, Reading, Sampler, enumerate, in_batches,
};
use crate::numbers::{Law, Rational, bit_length};

/// The step laws of a kernel; its states are counted from 0.
///
/// ```
/// use peskun::arms::Exchange;
/// use peskun::chains::Chain;
/// use peskun::chance::{Budget, Sampler};
/// use peskun::kernels::{CompiledKernel, RandomizedMetropolis};
/// use peskun::models::bernoulli_pair;
///
/// let model = bernoulli_pair();
/// let kernel = RandomizedMetropolis::new(&model, Exchange);
/// let compiled = CompiledKernel::compile(&kernel, &Budget::default())?;
/// // It is the same chain …
/// assert_eq!(Chain::of(&compiled)?.matrix(), Chain::of(&kernel)?.matrix());
/// // … and runs twenty to two hundred times as fast.
/// let mut sampler = Sampler::new(7, 0);
/// let mut state = 0;
/// for _ in 0..1_000 {
///     state = compiled.outcome(compiled.step_from(state, &mut sampler)).state;
/// }
/// # Ok::<(), peskun::chance::Interrupted>(())
/// ```
#[derive(Clone, Debug)]
pub struct CompiledKernel {
    labels: Vec<String>,
    target: Vec<Rational>,
    rows: Vec<CompiledRow>,
    /// What steps can do, row after row.
    outcomes: Vec<Step<usize>>,
    used_doubles: bool,
    /// Steps between these states change nothing that is estimated.
    still: BTreeSet<(usize, usize)>,
}

#[derive(Clone, Debug)]
struct CompiledRow {
    law: Law<Step<usize>>,
    lottery: Lottery,
    /// The position of its first outcome among all.
    first: usize,
}

/// About how many bytes one thing that a step can do takes: with its weight, and
/// in the table that draws it.
const BYTES_OF_OUTCOME: u64 = 256;

/// About how many bytes a row takes.
fn size(law: &Law<Step<usize>>) -> u64 {
    let weight = bit_length(law.weights().total()) as u64 / 8;
    law.values().len() as u64 * (BYTES_OF_OUTCOME + weight)
}

impl CompiledKernel {
    /// Enumerates the step from every state. Rows are enumerated in parallel.
    pub fn compile<K: FiniteKernel>(kernel: &K, budget: &Budget) -> Result<Self, Interrupted> {
        Self::within(MOST_MEMORY, kernel, budget)
    }

    /// The same, or a refusal if the table takes more than so many bytes.
    fn within<K: FiniteKernel>(
        limit: u64,
        kernel: &K,
        budget: &Budget,
    ) -> Result<Self, Interrupted> {
        let states = kernel.states();
        let target = checked_target(kernel, &states)?;
        let positions: BTreeMap<&K::State, usize> = states.iter().zip(0..).collect();
        let law = |from: &K::State| {
            let step = |chance: &mut _| kernel.step(from, chance);
            let law = enumerate(Reading::Merged, budget, step)?.law;
            numbered(&law, &positions).map_err(|to| Interrupted::Escaped {
                from: kernel.label(from),
                to: kernel.label(to),
            })
        };
        let mut laws: Vec<Law<Step<usize>>> = Vec::with_capacity(states.len());
        let mut bytes = 0;
        in_batches(&states, law, size, |law| {
            bytes += size(&law);
            laws.push(law);
            if bytes > limit {
                return Err(Interrupted::TooLarge {
                    states: states.len(),
                    bytes: bytes.saturating_mul(states.len() as u64) / laws.len() as u64,
                    limit,
                });
            }
            Ok(())
        })?;
        let labels = states.iter().map(|state| kernel.label(state)).collect();
        let mut compiled =
            Self::from_laws(labels, target, laws).with_doubles(kernel.used_doubles());
        for (from, row) in compiled.rows.iter().enumerate() {
            let ends = row.law.values().iter().map(|step| step.state);
            let unmoved = |&to: &usize| from != to && !kernel.moves(&states[from], &states[to]);
            let ends = ends.filter(unmoved).map(|to| (from, to));
            compiled.still.extend(ends);
        }
        Ok(compiled)
    }

    /// A table that was computed by other means: the law of a step from every
    /// state. Every change of state is a move.
    pub fn from_laws(
        labels: Vec<String>,
        target: Vec<Rational>,
        laws: Vec<Law<Step<usize>>>,
    ) -> Self {
        let (mut rows, mut outcomes) = (Vec::new(), Vec::new());
        for law in laws {
            let first = outcomes.len();
            outcomes.extend_from_slice(law.values());
            rows.push(CompiledRow {
                lottery: Lottery::new(law.weights()),
                law,
                first,
            });
        }
        CompiledKernel {
            labels,
            target,
            rows,
            outcomes,
            used_doubles: false,
            still: BTreeSet::new(),
        }
    }

    /// The same, saying whether doubles entered its laws.
    pub fn with_doubles(self, used_doubles: bool) -> Self {
        CompiledKernel {
            used_doubles,
            ..self
        }
    }

    /// One sampled step from a state: the position of its outcome.
    ///
    /// # Panics
    /// If there is no such state.
    #[inline]
    pub fn step_from(&self, state: usize, sampler: &mut Sampler) -> usize {
        let row = &self.rows[state];
        row.first + sampler.draw_from(&row.lottery)
    }

    /// What a step did, by the position of the outcome.
    ///
    /// # Panics
    /// If there is no such outcome.
    #[inline]
    pub fn outcome(&self, position: usize) -> &Step<usize> {
        &self.outcomes[position]
    }

    /// Everything that a step can do, ordered by the state it starts from.
    pub fn outcomes(&self) -> &[Step<usize>] {
        &self.outcomes
    }

    /// The positions of the outcomes of steps from a state.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn outcomes_from(&self, state: usize) -> std::ops::Range<usize> {
        let first = self.rows[state].first;
        first..first + self.rows[state].law.values().len()
    }

    /// The exact law of a step from a state.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn law_from(&self, state: usize) -> &Law<Step<usize>> {
        &self.rows[state].law
    }

    /// The same, read back from the table that samples it.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn sampled_law_from(&self, state: usize) -> Vec<Rational> {
        self.rows[state].lottery.probabilities()
    }

    /// The names of the states.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }
}

/// The law with states by their positions, or the first that is not listed.
fn numbered<'l, S: Ord>(
    law: &'l Law<Step<S>>,
    positions: &BTreeMap<&S, usize>,
) -> Result<Law<Step<usize>>, &'l S> {
    let mut ends = law.values().iter().map(|step| &step.state);
    match ends.find(|end| !positions.contains_key(end)) {
        Some(unknown) => Err(unknown),
        None => Ok(law.map(|step| Step {
            state: positions[&step.state],
            accepted: step.accepted,
            arm: step.arm,
            cost: step.cost,
        })),
    }
}

/// The same kernel once more, as a step with a single question.
impl Kernel for CompiledKernel {
    type State = usize;

    fn step<C: Chance>(&self, from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
        Ok(chance.draw(&self.rows[*from].law)?.clone())
    }
}

impl FiniteKernel for CompiledKernel {
    fn states(&self) -> Vec<usize> {
        (0..self.labels.len()).collect()
    }

    fn label(&self, state: &usize) -> String {
        self.labels[*state].clone()
    }

    fn moves(&self, from: &usize, to: &usize) -> bool {
        from != to && !self.still.contains(&(*from, *to))
    }

    fn target(&self) -> Vec<Rational> {
        self.target.clone()
    }

    fn used_doubles(&self) -> bool {
        self.used_doubles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::PseudoMarginal;
    use crate::models::bernoulli_pair;
    use crate::numbers::Integer;

    /// Ten states, from each of which a step goes to any of them.
    fn anywhere() -> CompiledKernel {
        let steps = (0..10).map(|state| (Step::moved(state), Rational::ONE));
        let law = Law::proportional_to(steps).expect("a law");
        let labels = (0..10).map(|state: usize| state.to_string()).collect();
        CompiledKernel::from_laws(labels, vec![Rational::new(1, 10); 10], vec![law; 10])
    }

    /// A row takes ten times 256 bytes.
    #[test]
    fn a_table_that_takes_more_than_the_limit_is_refused() {
        let compiled = |limit| CompiledKernel::within(limit, &anywhere(), &Budget::default());
        assert_eq!(compiled(25_600).expect("a table").outcomes().len(), 100);
        // After the rows that are too many, with what all of them would take.
        for limit in [25_599, 5_120, 2_559] {
            let refusal = Interrupted::TooLarge {
                states: 10,
                bytes: 25_600,
                limit,
            };
            assert_eq!(compiled(limit).err(), Some(refusal));
        }
    }

    #[test]
    fn a_table_moves_where_the_kernel_does() {
        let model = bernoulli_pair();
        let kernel = PseudoMarginal::new(&model);
        let compiled = CompiledKernel::compile(&kernel, &Budget::default()).expect("a table");
        let states = kernel.states();
        for (from, here) in states.iter().enumerate() {
            for (to, there) in states.iter().enumerate() {
                assert_eq!(compiled.moves(&from, &to), kernel.moves(here, there));
            }
        }
    }

    #[test]
    fn a_table_says_whether_doubles_entered() {
        assert!(!anywhere().used_doubles());
        let rounded = anywhere().with_doubles(true);
        assert!(rounded.used_doubles());
        let again = CompiledKernel::compile(&rounded, &Budget::default());
        assert!(again.expect("a table").used_doubles());
    }

    #[test]
    fn about_how_many_bytes_a_row_takes() {
        let step = |state| Step::moved(state);
        let half = Rational::new(1, 2);
        let short = Law::proportional_to([(step(0), half.clone()), (step(1), half)]);
        assert_eq!(size(&short.expect("a law")), 2 * 256);
        let tiny = Rational::from_parts(Integer::ONE, crate::numbers::Natural::ONE << 800usize);
        let rest = Rational::ONE - &tiny;
        let long = Law::proportional_to([(step(0), tiny), (step(1), rest)]);
        assert_eq!(size(&long.expect("a law")), 2 * (256 + 801 / 8));
    }
}
