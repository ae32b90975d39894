//! The answer to a command line that is asked inside the program: by the page
//! of `peskun report`, and by the live page.

use std::ffi::OsString;

use clap::Parser;

use super::answer::Answer;
use super::arguments::{Arguments, Command};
use super::failure::Failure;
use super::names::Names;
use super::usage::sentence_of;
use super::{check, compare, figure, ising, rules, table, verify};

/// The answer to a command by its words, without the name of the program. No
/// file is written.
pub(super) fn answer<W: Into<OsString>>(
    words: impl IntoIterator<Item = W>,
    names: &Names,
) -> Result<Answer, Failure> {
    let words = words.into_iter().map(Into::into);
    let words = [OsString::from("peskun")].into_iter().chain(words);
    let words: Vec<OsString> = words.collect();
    let parsed = Arguments::try_parse_from(&words).map_err(|error| sentence_of(&error, &words))?;
    match parsed.command {
        Some(Command::Verify(arguments)) => verify::answer(&arguments),
        Some(Command::Table(arguments)) => table::answer(&arguments, names),
        Some(Command::Check(arguments)) => check::answer(&arguments, names),
        Some(Command::Compare(arguments)) => compare::answer(&arguments, names),
        Some(Command::Ising(arguments)) => ising::answer(&arguments),
        Some(Command::Figure(arguments)) => figure::answer(&arguments),
        Some(Command::Rules(arguments)) => {
            let model = arguments.model.as_deref().unwrap_or_default();
            rules::answer(model, &arguments, names)
        }
        _ => Err(Failure::Input("this command has no report".into())),
    }
}
