//! A question to the source of randomness, and its memory for the replay.

use std::fmt;

use crate::numbers::{Integer, Natural, Rational, Weights};

/// What a step may ask.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    /// One of finitely many atoms, with these weights.
    Law(&'a Weights),
    /// Atom 1 with this probability, which is neither 0 nor 1; otherwise 0.
    Coin(&'a Rational),
}

impl Question<'_> {
    /// The question, to be kept.
    pub(super) fn to_asked(self) -> Asked {
        match self {
            Question::Law(weights) => Asked::Law(weights.clone()),
            Question::Coin(probability) => Asked::Coin(probability.clone()),
        }
    }
}

/// A question that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Law(Weights),
    Coin(Rational),
}

impl Asked {
    /// Is it the same question?
    pub(super) fn is(&self, question: Question<'_>) -> bool {
        match (self, question) {
            (Asked::Law(before), Question::Law(now)) => before == now,
            (Asked::Coin(before), Question::Coin(now)) => before == now,
            _ => false,
        }
    }

    /// The number of possible answers.
    pub(super) fn size(&self) -> usize {
        match self {
            Asked::Law(weights) => weights.len(),
            Asked::Coin(_) => 2,
        }
    }

    /// The weight of an answer, and the total, as integers.
    pub(super) fn weight(&self, answer: usize) -> (Natural, &Natural) {
        match self {
            Asked::Law(weights) => (weights.weight(answer).clone(), weights.total()),
            Asked::Coin(probability) => {
                let total = probability.denominator();
                let shown = Natural::try_from(probability.numerator().clone())
                    .expect("a probability is not negative");
                let weight = if answer == 1 { shown } else { total - shown };
                (weight, total)
            }
        }
    }

    /// The probability of an answer.
    pub(super) fn probability(&self, answer: usize) -> Rational {
        let (weight, total) = self.weight(answer);
        Rational::from_parts(Integer::from(weight), total.clone())
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Asked::Coin(probability) => write!(formatter, "a coin of {probability}"),
            Asked::Law(weights) => {
                let shown = weights.len().min(6);
                let list: Vec<String> = (0..shown)
                    .map(|atom| weights.weight(atom).to_string())
                    .collect();
                let more = if weights.len() > shown { " : …" } else { "" };
                write!(formatter, "a draw with weights {}{more}", list.join(" : "))
            }
        }
    }
}
