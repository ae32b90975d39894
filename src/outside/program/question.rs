//! What a program says within a step: a question, where it went, or that it
//! failed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::error::quoted;
use super::limits::ProgramLimits;
use super::weights::fit_together;
use super::words::words;
use crate::chance::{self, Ask, Chance, Interrupted};
use crate::numbers::{Law, Rational, Weights};
use crate::outside::number::{is_decimal, read_number};

/// A question of a program, ready to be asked.
#[derive(Debug)]
pub(super) struct Question {
    kind: Kind,
    /// Was a number of it written as a double?
    pub(super) has_doubles: bool,
    /// Was a number of it written as a decimal?
    pub(super) has_decimals: bool,
}

#[derive(Debug)]
enum Kind {
    /// A position, by its weight; positions of weight zero are left out.
    Draw(Law<usize>),
    /// A position, each with the same probability.
    Uniform(Weights),
    /// 1 with this probability, otherwise 0.
    Coin(Rational),
}

impl Question {
    /// Reads the words after `draw`, `coin` or `uniform`.
    fn read(verb: &str, rest: &str, limits: &ProgramLimits) -> Result<Self, String> {
        let words = words(rest)?;
        if words.len() > limits.outcomes {
            return Err(too_many(words.len(), limits));
        }
        if verb == "uniform" {
            let [size] = &words[..] else {
                return Err("`uniform` takes one number".into());
            };
            return Ok(Question {
                kind: Kind::Uniform(Weights::uniform(size_of(&size.meant, limits)?)),
                has_doubles: false,
                has_decimals: false,
            });
        }
        let numbers: Result<Vec<_>, String> =
            words.iter().map(|word| read_number(&word.meant)).collect();
        let numbers = numbers?;
        let has_decimals = words.iter().any(|word| is_decimal(&word.meant));
        let has_doubles = numbers.iter().any(|(_, is_double)| *is_double);
        let mut values: Vec<Rational> = numbers.into_iter().map(|(value, _)| value).collect();
        let kind = if verb == "draw" {
            fit_together(&values)?;
            let law = Law::proportional_to(values.into_iter().enumerate());
            Kind::Draw(law.map_err(|error| error.to_string())?)
        } else {
            match (values.pop(), values.pop()) {
                (Some(value), None) => Kind::Coin(probability(value)?),
                _ => return Err("`coin` takes one number".into()),
            }
        };
        Ok(Question {
            kind,
            has_doubles,
            has_decimals,
        })
    }

    /// How many answers there are.
    pub(super) fn outcomes(&self) -> usize {
        match &self.kind {
            Kind::Draw(law) => law.values().len(),
            Kind::Uniform(weights) => weights.len(),
            Kind::Coin(_) => 2,
        }
    }

    /// The answer. What is certain is answered without asking.
    pub(super) fn ask<C: Chance>(&self, chance: &mut C) -> Result<usize, Interrupted> {
        match &self.kind {
            Kind::Draw(law) => chance.draw(law).copied(),
            Kind::Uniform(weights) if weights.len() == 1 => Ok(0),
            Kind::Uniform(weights) => chance.answer(chance::Question::Law(weights)),
            Kind::Coin(probability) => chance.coin(probability).map(usize::from),
        }
    }
}

fn probability(value: Rational) -> Result<Rational, String> {
    match value.is_negative() || value > Rational::ONE {
        true => Err(format!(
            "{} is not between 0 and 1",
            quoted(&value.to_string())
        )),
        false => Ok(value),
    }
}

fn size_of(word: &str, limits: &ProgramLimits) -> Result<usize, String> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    match word.parse().unwrap_or(usize::MAX) {
        _ if !digits => Err(format!("{} is not a positive integer", quoted(word))),
        0 => Err("there is nothing to choose from".into()),
        size if size > limits.outcomes => Err(too_many(quoted(word), limits)),
        size => Ok(size),
    }
}

fn too_many(count: impl std::fmt::Display, limits: &ProgramLimits) -> String {
    let most = limits.outcomes;
    format!("{count} outcomes are more than the {most} that are allowed")
}

/// What a program said within a step.
#[derive(Debug)]
pub(super) enum Said {
    /// A question.
    Asks(Arc<Question>),
    /// The step ends in the state with this label.
    Goes(String),
}

/// Questions that were read before: a step is replayed many times, and the
/// replay compares equal questions faster if they are the same one.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<Remembered>);

#[derive(Debug, Default)]
struct Remembered {
    questions: BTreeMap<String, Arc<Question>>,
    size: usize,
}

/// About how many bytes are remembered.
const MOST_REMEMBERED: usize = 1 << 26;
/// About how many bytes an outcome takes.
const SIZE_OF_OUTCOME: usize = 64;

impl Memory {
    /// Reads a line, or says what is wrong with it.
    pub(super) fn read(&self, line: &str, limits: &ProgramLimits) -> Result<Said, String> {
        let trimmed = line.trim();
        let (verb, rest) = trimmed.split_once([' ', '\t']).unwrap_or((trimmed, ""));
        match verb {
            "draw" | "coin" | "uniform" => {
                if let Some(question) = self.known(trimmed) {
                    return Ok(Said::Asks(question));
                }
                let question = Arc::new(Question::read(verb, rest, limits)?);
                self.remember(trimmed, &question);
                Ok(Said::Asks(question))
            }
            "to" => match &mut words(rest)?[..] {
                [label] => Ok(Said::Goes(std::mem::take(&mut label.meant))),
                _ => Err("`to` takes one state; a label with blanks is a JSON string".into()),
            },
            _ => Err("`draw`, `coin`, `uniform` or `to` was expected".into()),
        }
    }

    fn known(&self, line: &str) -> Option<Arc<Question>> {
        let remembered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        remembered.questions.get(line).cloned()
    }

    fn remember(&self, line: &str, question: &Arc<Question>) {
        let mut remembered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        remembered.size += line.len() + SIZE_OF_OUTCOME * question.outcomes();
        if remembered.size > MOST_REMEMBERED {
            *remembered = Remembered::default();
        }
        let question = Arc::clone(question);
        remembered.questions.insert(line.to_string(), question);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Script;

    fn read(line: &str) -> Result<Said, String> {
        Memory::default().read(line, &ProgramLimits::default())
    }

    #[test]
    fn questions_and_their_answers() {
        for (line, script, answer, outcomes) in [
            ("draw 1/3 2/3", vec![1], 1, 2),
            ("draw 0 1 0 2.5", vec![1], 3, 2),
            ("draw 0 7", vec![], 1, 1),
            ("coin 3/5", vec![1], 1, 2),
            ("coin 0", vec![], 0, 2),
            ("coin 1", vec![], 1, 2),
            ("uniform 6", vec![4], 4, 6),
            ("uniform 1", vec![], 0, 1),
        ] {
            let Ok(Said::Asks(question)) = read(line) else {
                unreachable!("{line}");
            };
            assert_eq!(question.outcomes(), outcomes, "{line}");
            let mut chance = Script::new(script);
            assert_eq!(question.ask(&mut chance), Ok(answer), "{line}");
        }
        assert!(matches!(read("to \"a b\""), Ok(Said::Goes(label)) if label == "a b"));
    }

    #[test]
    fn the_same_line_is_the_same_question() {
        let (memory, limits) = (Memory::default(), ProgramLimits::default());
        let asked = |line: &str| match memory.read(line, &limits) {
            Ok(Said::Asks(question)) => question,
            other => unreachable!("{other:?}"),
        };
        assert!(Arc::ptr_eq(&asked("coin 1/2"), &asked("coin 1/2")));
        assert!(!Arc::ptr_eq(&asked("coin 1/2"), &asked("coin 1/3")));
    }

    #[test]
    fn nonsense_is_named() {
        for (line, word) in [
            ("draw", "no weight is positive"),
            ("draw 0 0", "no weight is positive"),
            ("draw 1 -1", "weight 2 is negative"),
            ("draw 1 x", "`x` is not a number"),
            ("coin 3/2", "`3/2` is not between 0 and 1"),
            ("coin -1", "`-1` is not between 0 and 1"),
            ("coin", "`coin` takes one number"),
            ("coin 1/2 1/2", "`coin` takes one number"),
            ("coin ~nan", "not a finite number"),
            ("uniform 0", "nothing to choose from"),
            ("uniform 1048577", "more than the 1048576"),
            ("uniform 99999999999999999999999", "more than the 1048576"),
            ("uniform -1", "not a positive integer"),
            ("uniform 2 3", "`uniform` takes one number"),
            ("to", "`to` takes one state"),
            ("to a b", "`to` takes one state"),
            ("hello", "was expected"),
            ("", "was expected"),
        ] {
            let error = read(line).expect_err(line);
            assert!(error.contains(word), "{line}: {error}");
        }
    }
}
