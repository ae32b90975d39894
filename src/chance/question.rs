//! A question to the source of randomness, and its memory for the replay.

use std::fmt;

use super::Interrupted;
use crate::numbers::{Integer, Natural, Rational, Weights};

/// What a step may ask.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    /// One of finitely many atoms, with these weights.
    Law(&'a Weights),
    /// One of so many atoms, at least two, each with the same weight.
    Uniform(usize),
    /// Atom 1 with this probability, which is neither 0 nor 1; otherwise 0.
    Coin(&'a Rational),
    /// A question that has no answer, such as a coin of 2, and why. It is asked so
    /// that an enumeration knows of it, whatever the step makes of the error.
    Refused(&'a Interrupted),
}

impl Question<'_> {
    /// The question, to be kept; or why it has no answer.
    pub(super) fn to_asked(self) -> Result<Asked, Interrupted> {
        match self {
            Question::Law(weights) => Ok(Asked::Law(weights.clone())),
            Question::Uniform(size) => Ok(Asked::Uniform(size, Natural::from(size))),
            Question::Coin(probability) => Ok(Asked::Coin(probability.clone())),
            Question::Refused(why) => Err(why.clone()),
        }
    }
}

/// A question that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Law(Weights),
    /// The number of atoms, twice.
    Uniform(usize, Natural),
    Coin(Rational),
}

impl Asked {
    /// Is it the same question?
    pub(super) fn is(&self, question: Question<'_>) -> bool {
        match (self, question) {
            (Asked::Law(before), Question::Law(now)) => before == now,
            (Asked::Coin(before), Question::Coin(now)) => before == now,
            (Asked::Uniform(before, _), Question::Uniform(now)) => *before == now,
            (Asked::Law(weights), Question::Uniform(size)) => is_uniform(weights, size),
            (Asked::Uniform(size, _), Question::Law(weights)) => is_uniform(weights, *size),
            _ => false,
        }
    }

    /// The number of possible answers.
    pub(super) fn size(&self) -> usize {
        match self {
            Asked::Law(weights) => weights.len(),
            Asked::Uniform(size, _) => *size,
            Asked::Coin(_) => 2,
        }
    }

    /// The weight of an answer, and the total, as integers.
    pub(super) fn weight(&self, answer: usize) -> (Natural, &Natural) {
        match self {
            Asked::Law(weights) => (weights.weight(answer).clone(), weights.total()),
            Asked::Uniform(_, total) => (Natural::ONE, total),
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
            Asked::Uniform(size, _) => draw(formatter, *size, |_| Natural::ONE),
            Asked::Law(weights) => draw(formatter, weights.len(), |atom| {
                weights.weight(atom).clone()
            }),
        }
    }
}

/// The first few weights of a draw.
fn draw(
    formatter: &mut fmt::Formatter<'_>,
    size: usize,
    weight: impl Fn(usize) -> Natural,
) -> fmt::Result {
    let shown = size.min(6);
    let list: Vec<String> = (0..shown).map(|atom| weight(atom).to_string()).collect();
    let more = if size > shown { " : …" } else { "" };
    write!(formatter, "a draw with weights {}{more}", list.join(" : "))
}

/// Positive integers whose sum is their number are all 1.
fn is_uniform(weights: &Weights, size: usize) -> bool {
    weights.len() == size && *weights.total() == Natural::from(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(question: Question<'_>) -> Asked {
        question.to_asked().expect("it has answers")
    }

    /// A uniform question is the draw with equal weights that it stands for.
    #[test]
    fn uniform_is_the_draw_with_equal_weights() {
        for size in [2, 3, 7, 100] {
            let weights = Weights::uniform(size);
            let questions = [Question::Uniform(size), Question::Law(&weights)];
            let [uniform, law] = questions.map(kept);
            for question in questions {
                assert!(uniform.is(question) && law.is(question));
            }
            assert!(!uniform.is(Question::Uniform(size + 1)));
            assert_eq!(uniform.size(), law.size());
            assert_eq!(uniform.to_string(), law.to_string());
            for answer in 0..size {
                assert_eq!(uniform.weight(answer), law.weight(answer));
                assert_eq!(uniform.probability(answer), law.probability(answer));
            }
        }
        let uneven = Weights::proportional_to(&[1, 2, 3].map(Rational::from));
        assert!(!kept(Question::Law(&uneven)).is(Question::Uniform(3)));
        assert!(!kept(Question::Uniform(3)).is(Question::Law(&uneven)));
    }

    #[test]
    fn questions_in_words() {
        let word = |question: Question<'_>| kept(question).to_string();
        let weights = |numbers: &[i64]| {
            let numbers: Vec<Rational> = numbers.iter().map(|&n| Rational::from(n)).collect();
            Weights::proportional_to(&numbers)
        };
        assert_eq!(word(Question::Coin(&Rational::new(2, 3))), "a coin of 2/3");
        assert_eq!(word(Question::Uniform(2)), "a draw with weights 1 : 1");
        // Six weights are shown, and that there are more.
        assert_eq!(
            word(Question::Law(&weights(&[1, 2, 3, 4, 5, 6]))),
            "a draw with weights 1 : 2 : 3 : 4 : 5 : 6"
        );
        assert_eq!(
            word(Question::Law(&weights(&[1, 2, 3, 4, 5, 6, 7]))),
            "a draw with weights 1 : 2 : 3 : 4 : 5 : 6 : …"
        );
    }
}
