//! The format of an answer by the ending of its file, where no format is asked for.

use std::path::Path;

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::arguments::{Command, OutputArguments};
use crate::reports::Format;

/// Gives the answer the format that the ending of `--out` names. A format that is
/// asked for stays, and so does text where the ending is another one.
pub(super) fn follow(command: &mut Command, matches: &ArgMatches) {
    let Some((_, matches)) = matches.subcommand() else {
        return;
    };
    let of_matrix = matches!(command, Command::Table(_));
    let Some(output) = output(command) else {
        return;
    };
    if matches.value_source("format") != Some(ValueSource::DefaultValue) {
        return;
    }
    let named = output.out.as_deref().and_then(format_of);
    let is_matrix = |format: &Format| matches!(format, Format::Prism | Format::Drn);
    if let Some(format) = named.filter(|format| of_matrix || !is_matrix(format)) {
        output.format = format;
    }
}

/// Where the answer goes, if `--out` is for the answer.
fn output(command: &mut Command) -> Option<&mut OutputArguments> {
    match command {
        // A part of a run through all models has a form of its own.
        Command::Verify(arguments) if arguments.exhaustive.is_some() => None,
        Command::Verify(arguments) => Some(&mut arguments.output),
        Command::Merge(arguments) => Some(&mut arguments.output),
        Command::Table(arguments) => Some(&mut arguments.output),
        Command::Check(arguments) => Some(&mut arguments.output),
        Command::Compare(arguments) => Some(&mut arguments.output),
        Command::Ising(arguments) => Some(&mut arguments.output),
        Command::Replay(arguments) => Some(&mut arguments.output),
        Command::Rules(arguments) => Some(&mut arguments.output),
        Command::Models(arguments) | Command::Kernels(arguments) => Some(&mut arguments.output),
        Command::Sample(_)
        | Command::Figure(_)
        | Command::Report(_)
        | Command::Explore(_)
        | Command::Schema(_)
        | Command::Completions(_)
        | Command::Manual(_) => None,
    }
}

/// The format that an ending names.
fn format_of(path: &Path) -> Option<Format> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    Some(match ending.as_str() {
        "txt" => Format::Text,
        "md" => Format::Markdown,
        "tex" => Format::Latex,
        "csv" => Format::Csv,
        "json" => Format::Json,
        "tra" => Format::Prism,
        "drn" => Format::Drn,
        _ => return None,
    })
}
