//! Why a reading of a step stopped before its end.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::memory::Bytes;
use crate::numbers::{LawError, Rational};

/// A step could not be read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Interrupted {
    /// The budget of paths ran out: the answer is undecided.
    PathBudget {
        /// The budget.
        limit: u64,
        /// What took most of it.
        taken_by: TakenBy,
    },
    /// One path asked more questions than allowed: undecided.
    DepthBudget {
        /// The budget.
        limit: usize,
    },
    /// Merged parts contain each other too deeply: undecided.
    Nesting {
        /// The limit.
        limit: usize,
    },
    /// The step asked something else on replay: it depends on more than its
    /// state and the answers it was given.
    Diverged {
        /// Which question, counted from 1.
        question: usize,
        /// What was asked the first time.
        before: String,
        /// What was asked now.
        now: String,
    },
    /// The answer is known to be out of reach: undecided.
    TooLong {
        /// Why, and what there is instead.
        what: Cow<'static, str>,
    },
    /// The chain does not fit in memory: undecided.
    TooLarge {
        /// How many states it has.
        states: usize,
        /// About how many bytes it takes.
        bytes: u64,
        /// The most that it may take.
        limit: u64,
    },
    /// The law of a step, or of a part of it, does not fit in memory: undecided.
    LawTooLarge {
        /// How many values it has.
        values: usize,
        /// About how many bytes it takes.
        bytes: u64,
        /// The most that it may take.
        limit: u64,
    },
    /// A rule or a step that is a script takes more work than it may: undecided.
    TooMuchWork {
        /// Which, and how much it may take.
        what: String,
    },
    /// A decision rule gave no decision: what is wrong with it.
    Rule {
        /// In one sentence.
        message: String,
    },
    /// The same for one move.
    RuleAt {
        /// The parameter that the move starts from.
        from: String,
        /// The parameter that was proposed.
        to: String,
        /// What the rule had seen, or nothing.
        saw: String,
        /// In one sentence.
        message: String,
    },
    /// A kernel needs something that the model does not have.
    Unsupported {
        /// In one sentence.
        message: String,
    },
    /// The states of a kernel are not distinct, or its target is no law on them.
    BadTarget {
        /// In one sentence that names the state.
        message: String,
    },
    /// A coin was asked for with a number that is not between 0 and 1.
    NotAProbability {
        /// The number.
        value: Rational,
    },
    /// A draw was asked for with numbers that are not the weights of a law.
    BadWeights {
        /// Why they are not.
        error: LawError,
    },
    /// Something outside of this crate went wrong within the step.
    Foreign(ForeignError),
    /// A step led to a state that is not in the list of states.
    Escaped {
        /// The state it started from.
        from: String,
        /// The state it led to.
        to: String,
    },
    /// A script has fewer answers than the step has questions.
    ScriptEnded {
        /// The number of answers in the script.
        answers: usize,
    },
    /// A script has more answers than the step has questions.
    ScriptLeftOver {
        /// The number of answers that were not asked for.
        answers: usize,
    },
    /// A script answers with an atom that the question does not have.
    ScriptMismatch {
        /// Which question, counted from 1.
        question: usize,
        /// The answer given.
        answer: usize,
        /// The number of possible answers.
        size: usize,
    },
}

/// What takes most of a budget of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenBy {
    /// The number of paths.
    Paths,
    /// Paths with long weights or with many questions, which count for several.
    Lengths,
    /// A question with so many answers.
    Answers(usize),
}

/// An error of another crate, kept to be passed on. Two are equal if they read
/// the same.
#[derive(Clone, Debug)]
pub struct ForeignError(Arc<dyn Error + Send + Sync>);

impl PartialEq for ForeignError {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

impl Eq for ForeignError {}

impl Interrupted {
    /// An error of one's own, to be returned from a step.
    ///
    /// ```
    /// use peskun::chance::Interrupted;
    /// let number: Result<u8, Interrupted> = "x".parse().map_err(Interrupted::foreign);
    /// assert_eq!(number.unwrap_err().to_string(), "invalid digit found in string");
    /// ```
    pub fn foreign(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Foreign(ForeignError(Arc::from(error.into())))
    }

    /// Did a budget run out, so that a larger one may decide?
    pub fn is_undecided(&self) -> bool {
        matches!(
            self,
            Self::PathBudget { .. }
                | Self::DepthBudget { .. }
                | Self::Nesting { .. }
                | Self::TooLong { .. }
                | Self::TooLarge { .. }
                | Self::LawTooLarge { .. }
                | Self::TooMuchWork { .. }
        )
    }
}

impl fmt::Display for Interrupted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PathBudget { limit, taken_by } => {
                write!(formatter, "undecided: the budget of {limit} paths ran out")?;
                match taken_by {
                    TakenBy::Paths => Ok(()),
                    TakenBy::Lengths => write!(
                        formatter,
                        ", most of it for long ones: a path counts for several where its probability has many digits, or where it has many questions"
                    ),
                    TakenBy::Answers(number) => write!(
                        formatter,
                        " at a question with {number} answers, each of which is a path"
                    ),
                }
            }
            Self::DepthBudget { limit } => write!(
                formatter,
                "undecided: a path asked more than {limit} questions without ending"
            ),
            Self::Nesting { limit } => write!(
                formatter,
                "undecided: merged parts are nested more than {limit} deep"
            ),
            Self::Diverged {
                question,
                before,
                now,
            } => write!(
                formatter,
                "the step is not a function of its state and of chance: question {question} was {before}, and on replay {now}"
            ),
            Self::TooLong { what } => write!(formatter, "undecided: {what}"),
            Self::TooMuchWork { what } => write!(formatter, "undecided: {what}"),
            Self::TooLarge {
                states,
                bytes,
                limit,
            } => write!(
                formatter,
                "undecided: {states} states would take about {} of memory, and at most {} are used",
                Bytes(*bytes),
                Bytes(*limit)
            ),
            Self::LawTooLarge {
                values,
                bytes,
                limit,
            } => write!(
                formatter,
                "undecided: the law of a step has {values} values so far and would take about {} of memory, and at most {} are used",
                Bytes(*bytes),
                Bytes(*limit)
            ),
            Self::Rule { message }
            | Self::Unsupported { message }
            | Self::BadTarget { message } => write!(formatter, "{message}"),
            Self::RuleAt {
                from,
                to,
                saw,
                message,
            } => {
                let with = if saw.is_empty() { "" } else { " with " };
                write!(
                    formatter,
                    "the rule decides nothing on {from}→{to}{with}{saw}: {message}"
                )
            }
            Self::NotAProbability { value } => write!(
                formatter,
                "a coin was asked to show heads with probability {value}, which is not between 0 and 1"
            ),
            Self::BadWeights { error } => {
                write!(
                    formatter,
                    "a draw was asked for with weights that are none: {error}"
                )
            }
            Self::Foreign(error) => write!(formatter, "{}", error.0),
            Self::Escaped { from, to } => write!(
                formatter,
                "a step from `{from}` leads to `{to}`, which is not among the kernel's states"
            ),
            Self::ScriptEnded { answers } => {
                write!(formatter, "the script ended after {answers} answers")
            }
            Self::ScriptLeftOver { answers } => {
                write!(
                    formatter,
                    "{answers} answers of the script were not asked for"
                )
            }
            Self::ScriptMismatch {
                question,
                answer,
                size,
            } => write!(
                formatter,
                "the script answers question {question} with {answer}, but there are {size} answers, counted from 0"
            ),
        }
    }
}

impl Error for Interrupted {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Foreign(error) => Some(&*error.0),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_others_are_kept_and_compared_by_what_they_say() {
        let digit = "x".parse::<u8>().expect_err("no digit");
        let foreign = Interrupted::foreign(digit.clone());
        let source = foreign.source().map(ToString::to_string);
        assert_eq!(source, Some(digit.to_string()));
        assert_eq!(foreign, Interrupted::foreign(digit.to_string()));
        assert_ne!(foreign, Interrupted::foreign("something else"));
        assert!(Interrupted::DepthBudget { limit: 1 }.source().is_none());
    }
}
