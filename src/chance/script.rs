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
    /// Why a question was not answered, the first time.
    refused: Option<Interrupted>,
}

impl Script {
    /// A script with these answers.
    pub fn new(answers: impl Into<Vec<usize>>) -> Self {
        Script {
            answers: answers.into(),
            position: 0,
            weight: Rational::ONE,
            refused: None,
        }
    }

    fn answered(&mut self, question: Question<'_>) -> Result<usize, Interrupted> {
        let asked = question.to_asked()?;
        let Some(&answer) = self.answers.get(self.position) else {
            return Err(Interrupted::ScriptEnded {
                answers: self.answers.len(),
            });
        };
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

/// Runs a step along a script: its outcome, and the probability of the path. A
/// question that was refused is an error also if the step goes on regardless.
pub fn replay<T>(
    answers: &[usize],
    step: impl FnOnce(&mut Script) -> Result<T, Interrupted>,
) -> Result<(T, Rational), Interrupted> {
    let mut script = Script::new(answers);
    let outcome = step(&mut script)?;
    if let Some(why) = script.refused {
        return Err(why);
    }
    match answers.len() - script.position {
        0 => Ok((outcome, script.weight)),
        answers => Err(Interrupted::ScriptLeftOver { answers }),
    }
}

impl Chance for Script {
    fn answer(&mut self, question: Question<'_>) -> Result<usize, Interrupted> {
        self.answered(question).inspect_err(|why| {
            self.refused.get_or_insert_with(|| why.clone());
        })
    }
}
