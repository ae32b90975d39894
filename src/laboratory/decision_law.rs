//! The law of the chosen arm in both directions of a move, P(D = i | θ → θ') and
//! P(D = i | θ' → θ): the criterion of Theorem 2.
//!
//! A valid arm i has the same flow f_i = π(θ) q(θ, θ') r_i(θ, θ') in both
//! directions. Where the chosen arm accepts with fresh draws, the flows of the
//! rule are Σ P(D = i | θ → θ') f_i and Σ P(D = i | θ' → θ) f_i. They agree if the
//! two laws agree, and for two arms with f_1 ≠ f_2 only then.

use crate::chance::{Budget, Interrupted, Reading, enumerate};
use crate::kernels::{Algorithm, Bandit};
use crate::models::Yardstick;
use crate::numbers::Rational;

/// The law of the chosen arm for a move and for its reverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionLaw {
    /// The position of θ.
    pub from: usize,
    /// The position of θ'.
    pub to: usize,
    /// P(D = i | θ → θ'), one for each arm.
    pub forward: Vec<Rational>,
    /// P(D = i | θ' → θ), one for each arm.
    pub backward: Vec<Rational>,
}

impl DecisionLaw {
    /// Is every arm as likely in one direction as in the other?
    pub fn is_symmetric(&self) -> bool {
        self.forward == self.backward
    }
}

/// The law of the chosen arm between two parameters, by enumerating what the
/// rule looks at; nothing if the algorithm does not choose between arms.
///
/// ```
/// use peskun::chance::Budget;
/// use peskun::kernels::Algorithm;
/// use peskun::laboratory::decision_law;
/// use peskun::models::bernoulli_pair;
/// use peskun::rules::TieBreak;
///
/// let max_draws = Algorithm::named("rule:max-draws", TieBreak::First)?;
/// let law = decision_law(&max_draws, &bernoulli_pair(), (0, 1), &Budget::default())?;
/// let law = law.expect("a bandit");
/// assert!(!law.is_symmetric());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decision_law<M: Yardstick<Parameter = usize>>(
    algorithm: &Algorithm,
    model: &M,
    (from, to): (usize, usize),
    budget: &Budget,
) -> Result<Option<DecisionLaw>, Interrupted> {
    let Algorithm::Bandit {
        arms,
        rule,
        tie,
        reading,
    } = algorithm
    else {
        return Ok(None);
    };
    let rule = rule.build(model, arms, *tie, budget)?;
    let bandit = Bandit::new(model, arms.clone(), rule, *reading);
    let law = |from: usize, to: usize| -> Result<Vec<Rational>, Interrupted> {
        let chosen = enumerate(Reading::Merged, budget, |chance| {
            bandit.choose(&from, &to, chance)
        })?;
        let probability = |arm| chosen.law.probability(&arm);
        Ok((0..arms.len()).map(probability).collect())
    };
    Ok(Some(DecisionLaw {
        from,
        to,
        forward: law(from, to)?,
        backward: law(to, from)?,
    }))
}
