//! Does a sampler leave its target invariant? The rank of the start, which is
//! exactly uniform if it does: a test that is exact in finite samples, after
//! A. Gandy and J. Scott, *Unit testing for MCMC and other Monte Carlo methods*
//! (2020), and J. Besag and P. Clifford (1989).
//!
//! Draw θ from the target and a position in 0, …, n at random; run the sampler
//! backward from θ to the beginning and forward to the end. All n + 1 draws are
//! then exchangeable as to position, and among any numbers computed from them
//! the rank of θ's own, ties broken at random, is uniform on 0, …, n. Backward
//! means by the time reversal under the target, which is the sampler itself only
//! if detailed balance holds.
//!
//! The experiment is written once, against [`Chance`], like a step: sampled it
//! is a test; enumerated it gives the exact law of the rank, and with it the
//! power of the test against a given defect.

use super::{Decision, Plan, Undecided};
use crate::chance::{Ask, Budget, Chance, Interrupted, Reading, Sampler, enumerate};
use crate::numbers::{Law, Rational};

/// A sampler under test, with its target and its reversal.
///
/// A step of the reversal from x goes to y with probability π(y) P(y, x) / π(x):
/// it is where a run that started from the target π came from. Under detailed
/// balance that is the step itself, as for Metropolis–Hastings, the exchange
/// algorithm, or a scan in random order. It is another one for a systematic
/// scan, which runs backward through its parts in the opposite order, and for a
/// lifted walk, which turns around, steps, and turns around again.
///
/// **Warning.** If `backward` is not the reversal the ranks are not uniform, and
/// a sampler that leaves its target invariant is called wrong. There is no
/// default for that reason.
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

    /// A step of its time reversal under the target: `self.forward(from,
    /// chance)` if detailed balance holds, and only then.
    fn backward<C: Chance>(
        &self,
        from: &Self::State,
        chance: &mut C,
    ) -> Result<Self::State, Interrupted>;

    /// The number, or whatever has an order, that is ranked.
    fn value(&self, state: &Self::State) -> Self::Value;
}

/// The experiment: where does the start rank among it and so many steps?
///
/// ```
/// use peskun::arms::Exchange;
/// use peskun::chance::{Budget, Sampler};
/// use peskun::kernels::RandomizedMetropolis;
/// use peskun::models::three_point_pair;
/// use peskun::numbers::Rational;
/// use peskun::statistics::{FiniteSubject, Plan, RankOfStart};
///
/// let model = three_point_pair();
/// let kernel = RandomizedMetropolis::new(&model, Exchange);
/// let values = [Rational::ZERO, Rational::ONE];
/// let subject = FiniteSubject::new(&kernel, &values, &Budget::default())?;
/// let experiment = RankOfStart::new(&subject, 3);
/// // The exact law of the rank of a right sampler …
/// let uniform = experiment.uniform();
/// assert_eq!(experiment.law(&Budget::default())?, uniform);
/// // … and the test of the sampler against it.
/// let plan = Plan::to_see(0.05, 1e-6, &uniform).expect("not too small");
/// let decision = experiment.test(&plan, &mut Sampler::new(7, 0))?;
/// assert!(decision.passes, "{decision}");
/// assert!(decision.detectable.is_some_and(|effect| effect <= 0.05));
/// # Ok::<(), peskun::chance::Interrupted>(())
/// ```
#[derive(Clone, Debug)]
pub struct RankOfStart<'s, S> {
    subject: &'s S,
    steps: usize,
    /// The uniform laws on 0, …, i for every i up to the number of steps.
    places: Vec<Law<usize>>,
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
            places: (0..=steps).map(up_to).collect(),
        }
    }

    /// One experiment: the rank.
    pub fn run<C: Chance>(&self, chance: &mut C) -> Result<usize, Interrupted> {
        let subject = self.subject;
        let start = subject.start(chance)?;
        let here = subject.value(&start);
        let back = *chance.draw(&self.places[self.steps])?;
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
        Ok(less + chance.draw(&self.places[same])?)
    }

    /// The law of the rank for a sampler that leaves its target invariant: one
    /// probability for all of 0, …, n.
    pub fn uniform(&self) -> Vec<Rational> {
        let ranks = self.steps + 1;
        vec![Rational::from(ranks).reciprocal().unwrap_or(Rational::ONE); ranks]
    }

    /// The exact law of the rank, for a subject that can be enumerated.
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

    /// Tests the sampler: are the ranks of experiments uniform?
    pub fn test(&self, plan: &Plan, sampler: &mut Sampler) -> Result<Decision, Interrupted> {
        let decision = plan.run(&self.uniform(), |_, experiments| {
            self.counts(experiments, sampler)
        });
        decision.map_err(|undecided| match undecided {
            Undecided::Experiments(interrupted) => interrupted,
            other => Interrupted::Unsupported {
                message: other.to_string(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk around three states that goes on or stays, and its reversal.
    struct Around;

    impl Subject for Around {
        type State = usize;
        type Value = usize;

        fn start<C: Chance>(&self, chance: &mut C) -> Result<usize, Interrupted> {
            chance.uniform(3)
        }

        fn forward<C: Chance>(&self, from: &usize, chance: &mut C) -> Result<usize, Interrupted> {
            Ok((from + chance.uniform(2)?) % 3)
        }

        fn backward<C: Chance>(&self, from: &usize, chance: &mut C) -> Result<usize, Interrupted> {
            Ok((from + 3 - chance.uniform(2)?) % 3)
        }

        fn value(&self, state: &usize) -> usize {
            *state
        }
    }

    #[test]
    fn the_start_of_a_right_sampler_ranks_uniformly() {
        for steps in 0..4 {
            let experiment = RankOfStart::new(&Around, steps);
            let ranks = steps as i64 + 1;
            assert_eq!(
                experiment.uniform(),
                vec![Rational::new(1, ranks); steps + 1]
            );
            let law = experiment
                .law(&Budget::default())
                .expect("a small experiment");
            assert_eq!(law, experiment.uniform());
        }
    }
}
