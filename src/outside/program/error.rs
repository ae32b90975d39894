//! What went wrong with a program, in one sentence.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use crate::chance::Interrupted;

/// A program did not keep to the protocol, failed or ended too early.
///
/// Its text is one sentence that names the command, the step it was in and what
/// it said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError {
    sentence: String,
}

impl fmt::Display for ProgramError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.sentence)
    }
}

impl Error for ProgramError {}

/// What went wrong, without saying with whom and when. The text continues a
/// sentence that begins with the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// A limit was reached: undecided.
    Limit(String),
    /// Anything else.
    Wrong(String),
}

impl Trouble {
    /// The line that was heard is not what was expected.
    pub(super) fn unexpected(line: &str, expected: &str) -> Self {
        Trouble::Wrong(match line.trim().is_empty() {
            true => format!("said an empty line, but {expected} was expected"),
            false => format!("said {}, but {expected} was expected", quoted(line)),
        })
    }

    /// The full sentence.
    pub(super) fn within(self, command: &str, place: &Place<'_>) -> Interrupted {
        let opening = format!("the program {}, {place},", quoted(command));
        match self {
            Trouble::Limit(what) => Interrupted::TooLong {
                what: Cow::Owned(format!("{opening} {what}")),
            },
            Trouble::Wrong(what) => Interrupted::foreign(ProgramError {
                sentence: format!("{opening} {what}"),
            }),
        }
    }
}

/// What the program was asked to do.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'a> {
    /// To say its states and its target.
    Header,
    /// To step from the state with this label.
    Step(&'a str),
    /// To end.
    End,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Header => formatter.write_str("before it was ready"),
            Place::Step(from) => write!(formatter, "in a step from {}", quoted(from)),
            Place::End => formatter.write_str("after its last step"),
        }
    }
}

/// The beginning of a text between backquotes, on one line.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text, 60))
}

/// The beginning of a text on one line, without control characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let one_line = |character: char| match character {
        '\t' | '\n' | '\r' => ' ',
        _ if character.is_control() => '\u{fffd}',
        _ => character,
    };
    let text = text.trim();
    let mut shown: String = text.chars().take(most).map(one_line).collect();
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}
