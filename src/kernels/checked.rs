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
    let last = &states[states.len() - 1];
    let lengths = format!(
        "the target has {} for {}",
        counted(weights.len(), "weight"),
        counted(states.len(), "state")
    );
    if let Some(state) = states.get(weights.len()) {
        return Err(bad(format!("{lengths}: `{state}` has none")));
    }
    if weights.len() > states.len() {
        return Err(bad(format!("{lengths}: there is no state after `{last}`")));
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
        return Err(bad(match states {
            [only] => format!("the target gives `{only}`, the only state, weight 0"),
            _ => format!(
                "the target gives every state weight 0, from `{}` to `{last}`",
                states[0]
            ),
        }));
    };
    Ok(weights.iter().map(|weight| weight * &scale).collect())
}

fn counted(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

fn bad(message: String) -> Interrupted {
    Interrupted::BadTarget { message }
}
