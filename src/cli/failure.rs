//! Why a command gives no answer, as one sentence and an exit status.

use std::process::ExitCode;

use super::signals::INTERRUPTED;
use crate::chance::Interrupted;

/// No answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// Bad usage or bad input: status 2.
    Input(String),
    /// A budget ran out: status 3.
    Undecided(String),
    /// Ctrl-C came before there was anything to answer with: status 130.
    Interrupted(String),
}

impl Failure {
    /// Prints the sentence and gives the status.
    pub(super) fn report(&self) -> ExitCode {
        let (sentence, status) = (self.sentence(), self.status());
        // A sentence stays one line of bounded length whatever was quoted in it.
        const LONGEST: usize = 400;
        let mut line: String = sentence
            .chars()
            .take(LONGEST)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        if sentence.chars().nth(LONGEST).is_some() {
            line.push('…');
        }
        super::output::complain(&line);
        ExitCode::from(status)
    }
}

impl Failure {
    /// The exit status.
    pub(super) fn status(&self) -> u8 {
        match self {
            Failure::Input(_) => 2,
            Failure::Undecided(_) => 3,
            Failure::Interrupted(_) => INTERRUPTED,
        }
    }

    /// The sentence.
    pub(super) fn sentence(&self) -> &str {
        match self {
            Failure::Input(sentence)
            | Failure::Undecided(sentence)
            | Failure::Interrupted(sentence) => sentence,
        }
    }
}

/// What is decided, or the sentence why it is not; other failures are passed on.
pub(super) fn decided<T>(outcome: Result<T, Failure>) -> Result<Result<T, String>, Failure> {
    match outcome {
        Ok(value) => Ok(Ok(value)),
        Err(Failure::Undecided(sentence)) => Ok(Err(sentence)),
        Err(failure) => Err(failure),
    }
}

impl From<String> for Failure {
    fn from(sentence: String) -> Self {
        Failure::Input(sentence)
    }
}

impl Failure {
    /// A kernel from outside that was not enumerated to its end.
    pub(super) fn outside(why: &Interrupted) -> Self {
        let sentence = why.to_string();
        match why {
            Interrupted::PathBudget { .. } => {
                Failure::Undecided(format!("{sentence}; allow more with --budget"))
            }
            _ if why.is_undecided() => Failure::Undecided(sentence),
            _ => Failure::Input(sentence),
        }
    }

    /// An enumeration of a kernel on a model that did not come to its end.
    pub(super) fn interrupted(kernel: &str, model: &str, why: &Interrupted) -> Self {
        const SHOWN: usize = 60;
        let mut short: String = kernel.chars().take(SHOWN).collect();
        if kernel.chars().nth(SHOWN).is_some() {
            short.push('…');
        }
        let named = |sentence: String| format!("{short} on {model}: {sentence}");
        match Self::outside(why) {
            Failure::Undecided(sentence) => Failure::Undecided(named(sentence)),
            Failure::Input(sentence) => Failure::Input(named(sentence)),
            interrupted => interrupted,
        }
    }
}
