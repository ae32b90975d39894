//! The best valid rule among those that look at the draws that accept.
//!
//! Forward, no rule has a larger flow than π q E max r̂_i, and backward none
//! larger than π' q' E max r̂'_i; a valid rule has the same flow both ways, so at
//! most the smaller of the two. It is attained: take the larger draw in the
//! direction with the smaller flow, and mix it with the better fixed arm in the
//! other. That is possible because a fixed valid arm has the same flow both
//! ways, hence no more than the smaller one.

use super::certificate::{Certificate, Outcome, PairCertificate, Side};
use super::{BetterDraw, mean_acceptance};
use crate::arms::Arm;
use crate::chance::{Budget, Chance, Interrupted, Reading, enumerate};
use crate::models::{Model, Yardstick};
use crate::numbers::{Law, Matrix, Number, Rational};

/// min{â, 1} of one draw of every arm.
pub fn draw_acceptances<M: Yardstick<Parameter = usize>, A: Arm<M>, C: Chance>(
    model: &M,
    arms: &[A],
    from: usize,
    to: usize,
    chance: &mut C,
) -> Result<Vec<Rational>, Interrupted> {
    let acceptance = |arm: &A| {
        chance.merged(|chance| {
            let estimate = arm.estimate(model, &from, &to, chance)?;
            Ok(estimate.ratio.capped().as_probability())
        })
    };
    arms.iter().map(acceptance).collect()
}

/// The joint law of min{â_i, 1} of independent draws of all arms.
fn joint<M: Yardstick<Parameter = usize>, A: Arm<M>>(
    model: &M,
    arms: &[A],
    from: usize,
    to: usize,
    budget: &Budget,
) -> Result<Law<Vec<Rational>>, Interrupted> {
    let law = enumerate(Reading::Merged, budget, |chance| {
        draw_acceptances(model, arms, from, to, chance)
    })?;
    Ok(law.law)
}

/// π(θ) q(θ, θ').
fn weight<M: Model<Parameter = usize>>(
    model: &M,
    posterior: &[Rational],
    from: usize,
    to: usize,
) -> Rational {
    &posterior[from] * model.proposal(&from, &to).exact()
}

fn largest(acceptances: &[Rational]) -> &Rational {
    acceptances.iter().max().expect("at least one arm")
}

/// The rule. Use it with the reading that accepts with the draws that decided.
///
/// The arms must be valid for this model; otherwise the rule need not be.
pub fn best_over_draws<M: Yardstick<Parameter = usize>, A: Arm<M>>(
    model: &M,
    arms: &[A],
    budget: &Budget,
) -> Result<BetterDraw, Interrupted> {
    let means: Vec<Matrix> = arms
        .iter()
        .map(|arm| mean_acceptance(model, arm, budget))
        .collect::<Result<_, _>>()?;
    let posterior = model.posterior();
    let count = posterior.len();
    let mut best = vec![vec![Rational::ZERO; count]; count];
    for (from, row) in best.iter_mut().enumerate() {
        for (to, entry) in row.iter_mut().enumerate() {
            *entry = joint(model, arms, from, to, budget)?.expectation(|r| largest(r).clone());
        }
    }
    let fallback = |from: usize, to: usize| {
        let better = |&arm: &usize| (means[arm].entry(from, to), std::cmp::Reverse(arm));
        (0..arms.len())
            .max_by_key(better)
            .expect("at least one arm")
    };
    let weight = |from: usize, to: usize| weight(model, &posterior, from, to);
    let boldness = |from: usize, to: usize| {
        let (there, back) = (
            weight(from, to) * &best[from][to],
            weight(to, from) * &best[to][from],
        );
        if there <= back {
            return Rational::ONE;
        }
        let fixed = weight(from, to) * means[fallback(from, to)].entry(from, to);
        if there <= fixed {
            return Rational::ONE;
        }
        // Between 0 and 1 for valid arms; others are found out by the certificate.
        let bold = (back - &fixed) / (there - fixed);
        bold.max(Rational::ZERO).min(Rational::ONE)
    };
    Ok(BetterDraw {
        boldness: Matrix::from_fn(count, count, boldness),
        fallback: (0..count)
            .map(|from| (0..count).map(|to| fallback(from, to)).collect())
            .collect(),
    })
}

/// The rule with its certificate, after that has been checked. Arms that are
/// not all valid on the model have no best rule, and the sentence says so.
pub fn certified_best<M: Yardstick<Parameter = usize>, A: Arm<M> + ToString>(
    model: &M,
    arms: &[A],
    budget: &Budget,
) -> Result<(BetterDraw, Certificate), Interrupted> {
    let rule = best_over_draws(model, arms, budget)?;
    let proof = certificate(model, arms, &rule, budget)?;
    match proof.verify() {
        Ok(_) => Ok((rule, proof)),
        Err(_) => {
            let names: Vec<String> = arms.iter().map(ToString::to_string).collect();
            Err(Interrupted::Unsupported {
                message: format!(
                    "the arms {} are not all valid, so there is no best rule over their draws",
                    names.join(",")
                ),
            })
        }
    }
}

/// The certificate that the rule is the best valid one.
pub fn certificate<M: Yardstick<Parameter = usize>, A: Arm<M>>(
    model: &M,
    arms: &[A],
    rule: &BetterDraw,
    budget: &Budget,
) -> Result<Certificate, Interrupted> {
    let posterior = model.posterior();
    let side = |from: usize, to: usize, binding: bool| -> Result<Side, Interrupted> {
        let weight = weight(model, &posterior, from, to);
        let outcome = |(acceptances, probability): (&Vec<Rational>, Rational)| {
            let bound = match binding {
                true => &weight * &probability * largest(acceptances),
                false => Rational::ZERO,
            };
            Outcome {
                choice: choice(rule, from, to, acceptances),
                acceptances: acceptances.clone(),
                probability,
                bound,
            }
        };
        let law = joint(model, arms, from, to, budget)?;
        Ok(Side {
            outcomes: law.iter().map(outcome).collect(),
            weight,
        })
    };
    let mut pairs = Vec::new();
    for from in 0..posterior.len() {
        for to in from + 1..posterior.len() {
            // The direction that takes the larger draw always is the binding one.
            let forward_binds = *rule.boldness.entry(from, to) == Rational::ONE;
            let forward = side(from, to, forward_binds)?;
            let backward = side(to, from, !forward_binds)?;
            let binding = if forward_binds { &forward } else { &backward };
            pairs.push(PairCertificate {
                pair: (from, to),
                flow: binding
                    .outcomes
                    .iter()
                    .map(|outcome| outcome.bound.clone())
                    .sum(),
                multiplier: Rational::from(usize::from(!forward_binds)),
                forward,
                backward,
            });
        }
    }
    Ok(Certificate { pairs })
}

/// The law on the arms that the rule gives an outcome.
fn choice(rule: &BetterDraw, from: usize, to: usize, acceptances: &[Rational]) -> Vec<Rational> {
    let best = acceptances
        .iter()
        .position(|r| r == largest(acceptances))
        .unwrap_or_default();
    let bold = rule.boldness.entry(from, to);
    let mut choice = vec![Rational::ZERO; acceptances.len()];
    choice[best] += bold;
    choice[rule.fallback[from][to]] += Rational::ONE - bold;
    choice
}
