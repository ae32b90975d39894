//! A scripted run: the answers are given beforehand.
//!
//! It replays one path of an enumeration and computes the weight of that path
//! from the questions alone, so that a witness can be checked by itself.

use super::{Chance, Interrupted, Question};
use crate::numbers::Rational;

/// The source of randomness that reads its answers from a list.
#[derive(Clone, Debug)]
pub struct Script {
    answers: Vec<usize>,
    position: usize,
    weight: Rational,
}

impl Script {
    /// A script with these answers.
    pub fn new(answers: impl Into<Vec<usize>>) -> Self {
        Script {
            answers: answers.into(),
            position: 0,
            weight: Rational::ONE,
        }
    }
}

/// Runs a step along a script: its outcome, and the probability of the path.
pub fn replay<T>(
    answers: &[usize],
    step: impl FnOnce(&mut Script) -> Result<T, Interrupted>,
) -> Result<(T, Rational), Interrupted> {
    let mut script = Script::new(answers);
    let outcome = step(&mut script)?;
    match answers.len() - script.position {
        0 => Ok((outcome, script.weight)),
        answers => Err(Interrupted::ScriptLeftOver { answers }),
    }
}

impl Chance for Script {
    fn answer(&mut self, question: Question<'_>) -> Result<usize, Interrupted> {
        let Some(&answer) = self.answers.get(self.position) else {
            return Err(Interrupted::ScriptEnded {
                answers: self.answers.len(),
            });
        };
        let asked = question.to_asked();
        if answer >= asked.size() {
            return Err(Interrupted::ScriptMismatch {
                question: self.position + 1,
                answer,
                size: asked.size(),
            });
        }
        self.weight *= asked.probability(answer);
        self.position += 1;
        Ok(answer)
    }
}
