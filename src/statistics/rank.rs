//! Does a sampler leave its target invariant? The rank of the start, which is
//! exactly uniform if it does: a test that is exact in finite samples, after
//! A. Gandy and J. Scott, *Unit testing for MCMC and other Monte Carlo methods*
//! (2020), and J. Besag and P. Clifford (1989).
//!
//! Draw θ from the target and a position in 0, …, n at random; run the sampler
//! backward from θ to the beginning and forward to the end. All n + 1 draws are
//! then exchangeable as to position, and among any numbers computed from them
//! the rank of θ's own, ties broken at random, is uniform on 0, …, n. A
//! reversible kernel is its own backward.
//!
//! The experiment is written once, against [`Chance`], like a step: sampled it
//! is a test; enumerated it gives the exact law of the rank, and with it the
//! power of the test against a given defect.

use std::collections::BTreeMap;

use crate::chance::{Ask, Budget, Chance, Interrupted, Reading, Sampler, enumerate};
use crate::kernels::FiniteKernel;
use crate::numbers::{Law, Rational};

/// A sampler under test, with its target.
pub trait Subject {
    /// Where the sampler can be.
    type State: Clone + Ord + 'static;
    /// What is ranked.
    type Value: Ord;

    /// A draw from the target.
    fn start<C: Chance>(&self, chance: &mut C) -> Result<Self::State, Interrupted>;

    /// A step of the sampler.
    fn forward<C: Chance>(
        &self,
        from: &Self::State,
        chance: &mut C,
    ) -> Result<Self::State, Interrupted>;

    /// A step of its time reversal under the target; by default the step
    /// itself, as for a reversible sampler.
    fn backward<C: Chance>(
        &self,
        from: &Self::State,
        chance: &mut C,
    ) -> Result<Self::State, Interrupted> {
        self.forward(from, chance)
    }

    /// The number, or whatever has an order, that is ranked.
    fn value(&self, state: &Self::State) -> Self::Value;
}

/// A kernel on finitely many states as a subject.
#[derive(Clone, Debug)]
pub struct FiniteSubject<'k, K: FiniteKernel> {
    kernel: &'k K,
    target: Law<K::State>,
    /// Where the value of each state stands among them.
    values: BTreeMap<K::State, usize>,
}

impl<'k, K: FiniteKernel> FiniteSubject<'k, K> {
    /// The kernel, with one value for each of its states.
    ///
    /// # Panics
    /// If there are not as many values as states.
    pub fn new(kernel: &'k K, values: &[Rational]) -> Self {
        let states = kernel.states();
        assert_eq!(states.len(), values.len(), "one value for each state");
        let target = states.iter().cloned().zip(kernel.target());
        let target = Law::new(target).expect("a target is a law");
        let place = |value: &Rational| values.iter().filter(|other| *other < value).count();
        let values = values.iter().map(place);
        FiniteSubject {
            kernel,
            target,
            values: states.into_iter().zip(values).collect(),
        }
    }
}

impl<K: FiniteKernel> Subject for FiniteSubject<'_, K> {
    type State = K::State;
    type Value = Option<usize>;

    fn start<C: Chance>(&self, chance: &mut C) -> Result<K::State, Interrupted> {
        chance.draw(&self.target).cloned()
    }

    fn forward<C: Chance>(&self, from: &K::State, chance: &mut C) -> Result<K::State, Interrupted> {
        Ok(self.kernel.step(from, chance)?.state)
    }

    fn value(&self, state: &K::State) -> Option<usize> {
        self.values.get(state).copied()
    }
}

/// The experiment: where does the start rank among it and so many steps?
///
/// ```
/// use peskun::arms::Exchange;
/// use peskun::chance::{Budget, Sampler};
/// use peskun::kernels::RandomizedMetropolis;
/// use peskun::models::three_point_pair;
/// use peskun::numbers::Rational;
/// use peskun::statistics::{FiniteSubject, RankOfStart, Sequential};
///
/// let model = three_point_pair();
/// let kernel = RandomizedMetropolis::new(&model, Exchange);
/// let subject = FiniteSubject::new(&kernel, &[Rational::ZERO, Rational::ONE]);
/// let experiment = RankOfStart::new(&subject, 3);
/// // The exact law of the rank of a right sampler …
/// let uniform = vec![Rational::new(1, 4); 4];
/// assert_eq!(experiment.law(&Budget::default())?, uniform);
/// // … and the test of the sampler against it.
/// let plan = Sequential { level: 1e-6, rounds: 5, draws: 1_000, growth: 4 };
/// let mut sampler = Sampler::new(7, 0);
/// assert!(plan.run(&uniform, |_, draws| experiment.counts(draws, &mut sampler))?.passes);
/// # Ok::<(), peskun::chance::Interrupted>(())
/// ```
#[derive(Clone, Debug)]
pub struct RankOfStart<'s, S> {
    subject: &'s S,
    steps: usize,
    /// The uniform laws on 0, …, i for every i up to the number of steps.
    uniform: Vec<Law<usize>>,
}

impl<'s, S: Subject> RankOfStart<'s, S> {
    /// The experiment with so many steps.
    pub fn new(subject: &'s S, steps: usize) -> Self {
        let up_to = |last: usize| {
            let atoms = (0..=last).map(|atom| (atom, Rational::ONE));
            Law::proportional_to(atoms).expect("weights are positive")
        };
        RankOfStart {
            subject,
            steps,
            uniform: (0..=steps).map(up_to).collect(),
        }
    }

    /// One experiment: the rank.
    pub fn run<C: Chance>(&self, chance: &mut C) -> Result<usize, Interrupted> {
        let subject = self.subject;
        let start = subject.start(chance)?;
        let here = subject.value(&start);
        let back = *chance.draw(&self.uniform[self.steps])?;
        // How many steps had a smaller value, and how many the same.
        let seen = |(less, same): (usize, usize), state: &S::State| {
            let value = subject.value(state);
            let (smaller, equal) = (value < here, value == here);
            (less + usize::from(smaller), same + usize::from(equal))
        };
        let origin = (start.clone(), (0, 0));
        let (_, counts) = chance.iterated(origin, back, |(state, counts), chance| {
            let next = subject.backward(state, chance)?;
            let counts = seen(*counts, &next);
            Ok((next, counts))
        })?;
        let ahead = self.steps - back;
        let (_, (less, same)) =
            chance.iterated((start, counts), ahead, |(state, counts), chance| {
                let next = subject.forward(state, chance)?;
                let counts = seen(*counts, &next);
                Ok((next, counts))
            })?;
        Ok(less + chance.draw(&self.uniform[same])?)
    }

    /// The exact law of the rank: uniform for a sampler that is right.
    pub fn law(&self, budget: &Budget) -> Result<Vec<Rational>, Interrupted> {
        let law = enumerate(Reading::Merged, budget, |chance| self.run(chance))?.law;
        let ranks = 0..=self.steps;
        Ok(ranks.map(|rank| law.probability(&rank)).collect())
    }

    /// How often each rank came up in so many experiments.
    pub fn counts(&self, experiments: u64, sampler: &mut Sampler) -> Result<Vec<u64>, Interrupted> {
        let mut counts = vec![0; self.steps + 1];
        for _ in 0..experiments {
            counts[self.run(sampler)?] += 1;
        }
        Ok(counts)
    }
}
