//! What a command found, before it is printed.

use std::process::ExitCode;

use super::arguments::OutputArguments;
use super::digits::DigitsArguments;
use super::failure::Failure;
use super::latex_arguments::LatexArguments;
use super::output::{complain, deliver_as};
use crate::chains::Holds;
use crate::reports::{Report, Rounded};

/// A report, and how the command ends after it.
pub(super) struct Answer {
    pub(super) report: Box<dyn Report>,
    pub(super) ending: Ending,
}

/// How a command ends.
pub(super) enum Ending {
    /// Yes, or done.
    Yes,
    /// No, with a sentence where the report does not say it all.
    No(Option<String>),
    /// Neither.
    Undecided(String),
    /// Bad input, which showed only on the way.
    Refused(String),
}

impl Answer {
    /// An answer that is not a yes or a no.
    pub(super) fn done(report: impl Report + 'static) -> Self {
        Answer {
            report: Box::new(report),
            ending: Ending::Yes,
        }
    }

    /// The same with the digits that were asked for, if they were.
    pub(super) fn rounded(self, shown: &DigitsArguments) -> Self {
        match shown.given() {
            None => self,
            Some(digits) => Answer {
                report: Box::new(Rounded {
                    report: self.report,
                    digits,
                }),
                ..self
            },
        }
    }

    /// Prints it, or writes it where it was asked for.
    pub(super) fn deliver(
        self,
        output: &OutputArguments,
        latex: &LatexArguments,
    ) -> Result<ExitCode, Failure> {
        deliver_as(&*self.report, output, latex)?;
        self.ending.code()
    }
}

impl Ending {
    /// By a verdict.
    pub(super) fn of(holds: &Holds) -> Self {
        match holds {
            Holds::Yes | Holds::Within(_) => Ending::Yes,
            Holds::No => Ending::No(None),
            Holds::Unknown(reason) => Ending::Undecided(reason.clone()),
        }
    }

    /// Yes or no.
    pub(super) fn yes_if(holds: bool) -> Self {
        match holds {
            true => Ending::Yes,
            false => Ending::No(None),
        }
    }

    /// The exit status.
    pub(super) fn status(&self) -> u8 {
        match self {
            Ending::Yes => 0,
            Ending::No(_) => 1,
            Ending::Refused(_) => 2,
            Ending::Undecided(_) => 3,
        }
    }

    /// The exit status, after the sentence.
    pub(super) fn code(self) -> Result<ExitCode, Failure> {
        match self {
            Ending::Yes => Ok(ExitCode::SUCCESS),
            Ending::No(sentence) => {
                if let Some(sentence) = sentence {
                    complain(&sentence);
                }
                Ok(ExitCode::from(1))
            }
            Ending::Refused(sentence) => Err(Failure::Input(sentence)),
            Ending::Undecided(sentence) => Err(Failure::Undecided(sentence)),
        }
    }
}
