//! A kernel on finitely many states as the subject of a rank test.

use std::collections::BTreeMap;

use super::Subject;
use crate::chains::Chain;
use crate::chance::{Ask, Budget, Chance, Interrupted, Reading};
use crate::kernels::{FiniteKernel, checked_target};
use crate::numbers::{Law, Rational};

/// A kernel on finitely many states with its target, one value for each state,
/// and its reversal.
#[derive(Clone, Debug)]
pub struct FiniteSubject<'k, K: FiniteKernel> {
    kernel: &'k K,
    target: Law<K::State>,
    /// For each state, how many have a smaller value.
    values: BTreeMap<K::State, usize>,
    reversal: Reversal<K::State>,
}

/// How the sampler is run backward.
#[derive(Clone, Debug)]
enum Reversal<S> {
    /// By the step itself.
    Step,
    /// By the law of the state before, for every state that can have one.
    Laws(BTreeMap<S, Law<S>>),
}

impl<'k, K: FiniteKernel> FiniteSubject<'k, K> {
    /// The kernel, reversible or not, with one value for each of its states.
    ///
    /// Its transition matrix P is enumerated within the budget, and a step
    /// backward from x goes to y with probability π(y) P(y, x) / Σ π(z) P(z, x):
    /// where the chain was, if it started from the target π and is at x now. If
    /// π is invariant the sum is π(x), this is the reversal, and ranks are
    /// uniform. If it is not, this still is a law, and the ranks have some law
    /// that in general is not uniform; [`RankOfStart::law`] computes it, and
    /// with it the power of a test. That is enough: uniform ranks are promised
    /// to right samplers only. Every defective sampler in the tests of this
    /// crate has ranks that are not uniform, less so than with
    /// [`reversible`](Self::reversible) by a factor between 1.4 and 6. So where
    /// detailed balance is what is claimed, that one sees more.
    ///
    /// Steps backward stay at a state that nothing of the target goes to. It
    /// has no mass under π, and then no experiment is there while it runs
    /// backward, or π is not invariant.
    ///
    /// [`RankOfStart::law`]: super::RankOfStart::law
    ///
    /// # Panics
    /// If there are not as many values as states.
    pub fn new(kernel: &'k K, values: &[Rational], budget: &Budget) -> Result<Self, Interrupted> {
        let subject = Self::reversible(kernel, values)?;
        let chain = Chain::with_budget(kernel, Reading::Merged, budget)?;
        let states = kernel.states();
        let flow = |from: usize, to: usize| &chain.target()[from] * chain.matrix().entry(from, to);
        let before = |to: usize| {
            let atoms = (0..states.len()).map(|from| (states[from].clone(), flow(from, to)));
            // There is no law where nothing comes from.
            let law = Law::proportional_to(atoms).ok()?;
            Some((states[to].clone(), law))
        };
        Ok(FiniteSubject {
            reversal: Reversal::Laws((0..states.len()).filter_map(before).collect()),
            ..subject
        })
    }

    /// A kernel that is declared to be its own reversal: detailed balance
    /// holds. Nothing is enumerated, and every step of an experiment, backward
    /// or forward, is one of the kernel as it is written.
    ///
    /// If detailed balance does not hold the ranks are not uniform, although
    /// the target may be invariant: a right sampler that is not reversible, such
    /// as a systematic scan or a lifted walk, fails. Use [`new`](Self::new) for
    /// those, and where it is not known.
    ///
    /// # Panics
    /// If there are not as many values as states.
    pub fn reversible(kernel: &'k K, values: &[Rational]) -> Result<Self, Interrupted> {
        let states = kernel.states();
        assert_eq!(states.len(), values.len(), "one value for each state");
        let weights = checked_target(kernel, &states)?;
        let target = Law::new(states.iter().cloned().zip(weights));
        let target = target.map_err(|error| Interrupted::BadWeights { error })?;
        let place = |value: &Rational| values.iter().filter(|other| *other < value).count();
        let values = values.iter().map(place);
        Ok(FiniteSubject {
            kernel,
            target,
            values: states.into_iter().zip(values).collect(),
            reversal: Reversal::Step,
        })
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

    fn backward<C: Chance>(
        &self,
        from: &K::State,
        chance: &mut C,
    ) -> Result<K::State, Interrupted> {
        match &self.reversal {
            Reversal::Step => self.forward(from, chance),
            Reversal::Laws(before) => match before.get(from) {
                Some(law) => chance.draw(law).cloned(),
                None => Ok(from.clone()),
            },
        }
    }

    fn value(&self, state: &K::State) -> Option<usize> {
        self.values.get(state).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::{Kernel, Step};

    struct Resting;

    impl Kernel for Resting {
        type State = usize;
        fn step<C: Chance>(&self, from: &usize, _: &mut C) -> Result<Step<usize>, Interrupted> {
            Ok(Step::stayed(*from))
        }
    }

    impl FiniteKernel for Resting {
        fn states(&self) -> Vec<usize> {
            vec![10, 20, 30, 40]
        }

        fn target(&self) -> Vec<Rational> {
            vec![Rational::ONE; 4]
        }
    }

    #[test]
    fn a_state_is_ranked_by_how_many_values_are_smaller() {
        let values = [7, 3, 9, 7].map(Rational::from);
        let subject = FiniteSubject::reversible(&Resting, &values).expect("a subject");
        let places = [10, 20, 30, 40, 50].map(|state| subject.value(&state));
        assert_eq!(places, [Some(1), Some(0), Some(3), Some(1), None]);
    }
}
