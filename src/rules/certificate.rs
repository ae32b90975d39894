//! A certificate that no valid rule over the draws that accept moves more
//! often, and the code that checks it, which shares nothing with the code that
//! finds it.
//!
//! For a pair of parameters let w run over the outcomes of the draws of all
//! arms, with acceptance r̂_i(w) of arm i. A rule takes arm i with probability
//! d_i(w) forward and d'_i(w') backward, and its flows
//! F = π q Σ p(w) Σ d_i r̂_i and F' = π' q' Σ p'(w') Σ d'_i r̂'_i must agree.
//! For every multiplier m, F = (1 − m) F + m F', so that bounds
//! u(w) ≥ (1 − m) π q p(w) r̂_i(w) and u'(w') ≥ m π' q' p'(w') r̂'_i(w') for all i
//! give F ≤ Σ u + Σ u': weak duality of linear programs.

use crate::numbers::Rational;

/// One outcome of the draws of all arms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its probability.
    pub probability: Rational,
    /// min{â, 1} of every arm.
    pub acceptances: Vec<Rational>,
    /// The probability of taking each arm.
    pub choice: Vec<Rational>,
    /// The dual bound u(w).
    pub bound: Rational,
}

/// One direction of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// π(θ) q(θ, θ').
    pub weight: Rational,
    /// All outcomes.
    pub outcomes: Vec<Outcome>,
}

/// The optimum for one pair of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairCertificate {
    /// The positions of the parameters.
    pub pair: (usize, usize),
    /// The move there.
    pub forward: Side,
    /// The move back.
    pub backward: Side,
    /// The multiplier m.
    pub multiplier: Rational,
    /// The flow that is claimed to be the largest.
    pub flow: Rational,
}

/// The optimum for every pair of distinct parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The pairs.
    pub pairs: Vec<PairCertificate>,
}

impl Certificate {
    /// Checks every pair; the probability of moving under the best valid rule.
    pub fn verify(&self) -> Result<Rational, String> {
        for pair in &self.pairs {
            pair.verify()
                .map_err(|why| format!("pair {}, {}: {why}", pair.pair.0 + 1, pair.pair.1 + 1))?;
        }
        Ok(self.pairs.iter().map(|pair| &pair.flow + &pair.flow).sum())
    }
}

impl PairCertificate {
    /// Is the flow attained by a valid rule, and is nothing above it?
    fn verify(&self) -> Result<(), String> {
        let shares = [Rational::ONE - &self.multiplier, self.multiplier.clone()];
        let mut ceiling = Rational::ZERO;
        for (side, share) in [&self.forward, &self.backward].into_iter().zip(&shares) {
            side.is_sound()?;
            if side.flow() != self.flow {
                return Err(format!(
                    "the rule's flow is {}, not {}",
                    side.flow(),
                    self.flow
                ));
            }
            for outcome in &side.outcomes {
                let scale = share * &side.weight * &outcome.probability;
                if outcome
                    .acceptances
                    .iter()
                    .any(|r| &scale * r > outcome.bound)
                {
                    return Err("a dual bound is too low".into());
                }
                ceiling += &outcome.bound;
            }
        }
        match ceiling == self.flow {
            true => Ok(()),
            false => Err(format!("the bound is {ceiling}, the flow {}", self.flow)),
        }
    }
}

impl Outcome {
    /// Σ d_i r̂_i: the probability that these draws are accepted.
    pub fn accepted(&self) -> Rational {
        let chosen = self.choice.iter().zip(&self.acceptances);
        chosen.map(|(d, r)| d * r).sum()
    }
}

impl Side {
    /// Are these outcomes with a law, and choices with a law each?
    fn is_sound(&self) -> Result<(), String> {
        let is_law = |values: &mut dyn Iterator<Item = &Rational>| {
            let mut total = Rational::ZERO;
            for value in values {
                if value.is_negative() {
                    return false;
                }
                total += value;
            }
            total == Rational::ONE
        };
        if !is_law(&mut self.outcomes.iter().map(|outcome| &outcome.probability)) {
            return Err("the outcomes have no law".into());
        }
        for outcome in &self.outcomes {
            if outcome.choice.len() != outcome.acceptances.len()
                || !is_law(&mut outcome.choice.iter())
            {
                return Err("a choice is no law on the arms".into());
            }
            let probable = |r: &Rational| !r.is_negative() && *r <= Rational::ONE;
            if !outcome.acceptances.iter().all(probable) {
                return Err("an acceptance is no probability".into());
            }
        }
        Ok(())
    }

    /// π q Σ p(w) Σ d_i(w) r̂_i(w).
    fn flow(&self) -> Rational {
        let accepted = |outcome: &Outcome| &outcome.probability * outcome.accepted();
        &self.weight * self.outcomes.iter().map(accepted).sum::<Rational>()
    }
}
