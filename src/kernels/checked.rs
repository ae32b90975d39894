//! What a kernel says of its states and its target, checked before use.

use std::collections::BTreeSet;

use super::FiniteKernel;
use crate::chance::Interrupted;
use crate::numbers::Rational;

/// The kernel's target as probabilities, or a sentence that names the state
/// where the target or the list of states is wrong.
pub fn checked_target<K: FiniteKernel>(
    kernel: &K,
    states: &[K::State],
) -> Result<Vec<Rational>, Interrupted> {
    let mut seen = BTreeSet::new();
    if let Some(twice) = states.iter().find(|state| !seen.insert(*state)) {
        let label = kernel.label(twice);
        return Err(bad(format!("the state `{label}` is listed twice")));
    }
    let labels = states.iter().map(|state| kernel.label(state));
    normalized(&labels.collect::<Vec<String>>(), kernel.target())
}

/// Weights on states with these names as probabilities, or a sentence.
pub(crate) fn normalized(
    states: &[String],
    weights: Vec<Rational>,
) -> Result<Vec<Rational>, Interrupted> {
    if states.is_empty() {
        return Err(bad("there are no states".into()));
    }
    if let Some(state) = states.get(weights.len()) {
        return Err(bad(format!(
            "the target has {} weights for {} states: `{state}` has none",
            weights.len(),
            states.len()
        )));
    }
    if weights.len() > states.len() {
        return Err(bad(format!(
            "the target has {} weights for {} states: there is no state after `{}`",
            weights.len(),
            states.len(),
            states[states.len() - 1]
        )));
    }
    if let Some(position) = weights.iter().position(Rational::is_negative) {
        return Err(bad(format!(
            "the target gives `{}` the weight {}, which is negative",
            states[position], weights[position]
        )));
    }
    let total: Rational = weights.iter().cloned().sum();
    if total == Rational::ONE {
        return Ok(weights);
    }
    let Some(scale) = total.reciprocal() else {
        return Err(bad(format!(
            "the target gives every state weight 0, from `{}` to `{}`",
            states[0],
            states[states.len() - 1]
        )));
    };
    Ok(weights.iter().map(|weight| weight * &scale).collect())
}

fn bad(message: String) -> Interrupted {
    Interrupted::BadTarget { message }
}
