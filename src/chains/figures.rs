//! The long-run figures of a kernel from weights on what its steps do: exact
//! weights give its exact figures, counted steps those of a run.

use super::{Chain, stationary_law};
use crate::kernels::CompiledKernel;
use crate::numbers::Rational;

/// What steps do on average.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// The mean of the function.
    pub mean: Rational,
    /// Its variance.
    pub variance: Rational,
    /// How often a proposal is accepted.
    pub acceptance: Rational,
    /// Auxiliary draws in a step.
    pub draws_per_step: Rational,
    /// For each arm, how often it decides, and how often it then accepts
    /// (nothing if it never decides). No arms if the kernel has no choice.
    pub arms: Vec<(Rational, Option<Rational>)>,
}

impl Figures {
    /// The figures for one weight on each outcome, on any scale, and one value
    /// of the function for each state.
    ///
    /// # Panics
    /// If the lengths do not fit or all weights are zero.
    pub fn new(kernel: &CompiledKernel, weights: &[Rational], function: &[Rational]) -> Self {
        let outcomes = kernel.outcomes();
        assert_eq!(outcomes.len(), weights.len(), "one weight for each outcome");
        let total: Rational = weights.iter().cloned().sum();
        let share = total.reciprocal().expect("something happened");
        let mut states = vec![Vec::new(); function.len()];
        let mut arms = vec![(Vec::new(), Vec::new()); most_arms(kernel)];
        let (mut accepted, mut draws) = (Vec::new(), Vec::new());
        for (step, weight) in outcomes.iter().zip(weights) {
            states[step.state].push(weight.clone());
            draws.push(weight * Rational::from(step.cost));
            if step.accepted {
                accepted.push(weight.clone());
            }
            if let Some((decided, and_accepted)) = step.arm.and_then(|arm| arms.get_mut(arm)) {
                decided.push(weight.clone());
                if step.accepted {
                    and_accepted.push(weight.clone());
                }
            }
        }
        let sum = |weights: Vec<Rational>| weights.into_iter().sum::<Rational>() * &share;
        let visited: Vec<Rational> = states.into_iter().map(sum).collect();
        let mean: Rational = visited.iter().zip(function).map(|(p, f)| p * f).sum();
        let square = |(p, f): (&Rational, &Rational)| p * (f - &mean).power(2);
        Figures {
            variance: visited.iter().zip(function).map(square).sum(),
            acceptance: sum(accepted),
            draws_per_step: sum(draws),
            arms: arms
                .into_iter()
                .map(|(decided, and_accepted)| {
                    let (decided, and_accepted) = (sum(decided), sum(and_accepted));
                    let given = decided.reciprocal().map(|one| and_accepted * one);
                    (decided, given)
                })
                .collect(),
            mean,
        }
    }

    /// The exact figures under the stationary law of the kernel's chain, or
    /// nothing if that is not unique or takes too long to solve for.
    pub fn exact(kernel: &CompiledKernel, chain: &Chain, function: &[Rational]) -> Option<Self> {
        if !chain.law_is_short() {
            return None;
        }
        let law = stationary_law(chain)?;
        let weights: Vec<Rational> = law
            .iter()
            .enumerate()
            .flat_map(|(state, mass)| {
                let steps = kernel.law_from(state).iter();
                steps.map(move |(_, probability)| mass * probability)
            })
            .collect();
        Some(Self::new(kernel, &weights, function))
    }
}

/// One more than the highest arm that decides.
fn most_arms(kernel: &CompiledKernel) -> usize {
    let arms = kernel.outcomes().iter().filter_map(|step| step.arm);
    arms.max().map_or(0, |arm| arm + 1)
}
