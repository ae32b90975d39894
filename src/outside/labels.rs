//! The states of a script: numbers if all of their labels are numbers,
//! otherwise texts.

use std::collections::BTreeMap;
use std::sync::Arc;

use rhai::{Dynamic, ImmutableString};

use crate::numbers::{Ratio, Rational, excerpt};
use crate::rules::language::Value;

/// Labels with their weights, shared with the functions of a script.
#[derive(Clone)]
pub(super) struct Labels(Arc<Parts>);

struct Parts {
    labels: Vec<String>,
    weights: Vec<Rational>,
    /// The labels as numbers, if they all are.
    numbers: Option<Vec<Rational>>,
    by_label: BTreeMap<String, usize>,
    by_number: BTreeMap<Rational, usize>,
}

impl Labels {
    /// Labels with as many weights; or a sentence if two of them are the same.
    pub(super) fn new(labels: Vec<String>, weights: Vec<Rational>) -> Result<Self, String> {
        let mut by_label = BTreeMap::new();
        for (position, label) in labels.iter().enumerate() {
            if by_label.insert(label.clone(), position).is_some() {
                return Err(format!("the state `{}` is listed twice", excerpt(label)));
            }
        }
        let numbers: Option<Vec<Rational>> =
            labels.iter().map(|label| label.parse().ok()).collect();
        let mut by_number = BTreeMap::new();
        for (position, number) in numbers.iter().flatten().enumerate() {
            if let Some(before) = by_number.insert(number.clone(), position) {
                return Err(format!(
                    "the states `{}` and `{}` are the same number",
                    labels[before], labels[position]
                ));
            }
        }
        Ok(Labels(Arc::new(Parts {
            labels,
            weights,
            numbers,
            by_label,
            by_number,
        })))
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.labels.len()
    }

    /// The label of a state.
    pub(super) fn label(&self, position: usize) -> &str {
        &self.0.labels[position]
    }

    /// The weight of a state.
    pub(super) fn weight(&self, position: usize) -> &Rational {
        &self.0.weights[position]
    }

    /// All weights.
    pub(super) fn weights(&self) -> &[Rational] {
        &self.0.weights
    }

    /// A state as a script sees it.
    pub(super) fn value(&self, position: usize) -> Dynamic {
        match &self.0.numbers {
            Some(numbers) => Dynamic::from(Ratio::Finite(numbers[position].clone())),
            None => Dynamic::from(ImmutableString::from(self.label(position))),
        }
    }

    /// The state that a value names, if there is one; or the kind that it should
    /// have been of.
    pub(super) fn find(&self, value: &Dynamic) -> Result<Option<usize>, &'static str> {
        if self.0.numbers.is_some() {
            return match value.clone().try_cast::<Value>() {
                Some(Ratio::Finite(number)) => Ok(self.0.by_number.get(&number).copied()),
                Some(Ratio::Infinite) => Ok(None),
                None => Err("number"),
            };
        }
        match value.clone().try_cast::<ImmutableString>() {
            Some(text) => Ok(self.0.by_label.get(text.as_str()).copied()),
            None => Err("text"),
        }
    }

    /// A value that was to name a state, for a sentence.
    pub(super) fn shown(&self, value: &Dynamic) -> String {
        let text = match value.clone().try_cast::<Value>() {
            Some(Ratio::Finite(number)) => number.to_string(),
            Some(Ratio::Infinite) => "∞".into(),
            None => value.to_string(),
        };
        format!("`{}`", excerpt(&text))
    }

    /// The first labels, for a sentence.
    pub(super) fn listed(&self) -> String {
        const SHOWN: usize = 5;
        let labels = self.0.labels.iter().take(SHOWN);
        let mut shown: Vec<String> = labels.map(|label| excerpt(label)).collect();
        if self.len() > SHOWN {
            shown.push("…".into());
        }
        shown.join(", ")
    }
}
