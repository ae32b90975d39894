//! Rules that know the mean acceptance r_i(θ, θ') = E min{â_i, 1} of every arm
//! (Example 4 in Section 4.1): argmax r_i, and argmax min{r_i(θ, θ'), r_i(θ', θ)}.
//!
//! For valid arms r_i(θ, θ')/r_i(θ', θ) is the same for every arm, so that the
//! two agree and are the Bayes rule among all rules D: Θ×Θ → {1, …, n}.

use super::{Look, Rule, Score, Sight, TieBreak};
use crate::arms::Arm;
use crate::chance::{Budget, Interrupted, Reading, enumerate};
use crate::models::{Model, Yardstick};
use crate::numbers::{Law, Matrix, Number};

/// r(θ, θ') of an arm for every pair of parameters, by enumeration.
pub fn mean_acceptance<M, A>(model: &M, arm: &A, budget: &Budget) -> Result<Matrix, Interrupted>
where
    M: Yardstick,
    A: Arm<M>,
{
    let parameters = model.parameters();
    let mean = |from: &M::Parameter, to: &M::Parameter| {
        let law = enumerate(Reading::Merged, budget, |chance| {
            Ok(arm.estimate(model, from, to, chance)?.ratio.capped())
        })?
        .law;
        Ok(law.expectation(Number::as_probability))
    };
    let row = |from| parameters.iter().map(|to| mean(from, to)).collect();
    let rows: Result<Vec<_>, Interrupted> = parameters.iter().map(row).collect();
    Ok(Matrix::from_rows(rows?))
}

/// The arm with the best mean acceptance.
#[derive(Clone, Debug)]
pub struct MeanRule {
    /// The arm for every pair of parameters, at `[from][to]`: means can be long
    /// fractions, and are compared once.
    arms: Vec<Vec<Law<usize>>>,
}

impl MeanRule {
    /// The rule for these tables r_i(θ, θ'), one for each arm.
    ///
    /// # Panics
    /// If there are no tables.
    pub fn new(score: Score, tie: TieBreak, means: &[Matrix]) -> Self {
        let size = means[0].rows().len();
        let best = |from: usize, to: usize| {
            let score = |means: &Matrix| {
                let (forward, reverse) = (means.entry(from, to), means.entry(to, from));
                score.of(forward, reverse).clone()
            };
            let scores: Vec<_> = means.iter().map(score).collect();
            tie.best(&scores)
        };
        let row = |from| (0..size).map(|to| best(from, to)).collect();
        MeanRule {
            arms: (0..size).map(row).collect(),
        }
    }
}

impl<M: Model<Parameter = usize>> Rule<M> for MeanRule {
    fn sight(&self) -> Sight {
        Sight::Blind
    }

    fn decide(
        &self,
        &from: &usize,
        &to: &usize,
        _: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        Ok(self.arms[from][to].clone())
    }
}
