//! The command: one file for each subcommand.
//!
//! Exit status: 0 yes or done, 1 no, 2 bad usage or bad input, 3 undecided, 130
//! if Ctrl-C or a signal to terminate ended it early.

mod again;
mod answer;
mod arguments;
mod asked;
mod certificate;
mod check;
mod compare;
mod decision;
mod digits;
mod draws;
mod ending;
mod examples;
mod exhaustive;
mod explore;
mod failure;
mod figure;
mod inputs;
mod ising;
mod ladder;
mod latex_arguments;
mod lists;
mod names;
mod output;
mod outside;
mod part;
mod place;
mod progress;
mod replay;
mod report;
mod report_plan;
mod rules;
mod sample;
mod sample_arguments;
mod sample_real;
mod sampling;
mod search;
mod search_program;
mod signals;
mod table;
mod texts;
mod threads;
mod usage;
mod value_names;
mod verify;
mod verify_arguments;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use arguments::{Arguments, Command};
use failure::Failure;
use latex_arguments::LatexArguments;
use names::Names;

pub use again::started_by;
pub use output::output_is_closed;
pub use signals::ignores_again;

use crate::reports::Format;

/// Runs the command with the process's arguments.
pub fn run() -> ExitCode {
    run_with(&std::env::args_os().collect::<Vec<OsString>>())
}

/// The same with other arguments, of which the first is the name of the command.
pub fn run_with(arguments: &[OsString]) -> ExitCode {
    let outcome = match parsed(arguments) {
        Ok(arguments) => dispatch(arguments),
        Err(error) => usage::answer(&error, arguments),
    };
    match outcome {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// What a command line says; the format may be said by the file for the answer.
fn parsed(words: &[OsString]) -> Result<Arguments, clap::Error> {
    let matches = Arguments::command().try_get_matches_from(words)?;
    let mut arguments = Arguments::from_arg_matches(&matches)?;
    if let Some(command) = &mut arguments.command {
        ending::follow(command, &matches);
    }
    Ok(arguments)
}

fn dispatch(arguments: Arguments) -> Result<ExitCode, Failure> {
    let command = arguments.command.unwrap_or_else(Command::verify);
    check_format(&command)?;
    inputs::keep_inputs(&command)?;
    threads::prepare();
    match command {
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Merge(arguments) => {
            exhaustive::merge(&arguments)?.deliver(&arguments.output, &arguments.latex)
        }
        Command::Table(arguments) => table::run(&arguments),
        Command::Check(arguments) => {
            let answer = check::answer(&arguments, &Names::OfFiles)?;
            let answer = answer.rounded(&arguments.shown);
            answer.deliver(&arguments.output, &arguments.latex)
        }
        Command::Compare(arguments) => {
            let answer = compare::answer(&arguments, &Names::OfFiles)?;
            let answer = answer.rounded(&arguments.shown);
            answer.deliver(&arguments.output, &arguments.latex)
        }
        Command::Ising(arguments) => {
            ising::answer(&arguments)?.deliver(&arguments.output, &arguments.latex)
        }
        Command::Figure(arguments) => figure::run(&arguments),
        Command::Explore(arguments) => explore::run(&arguments),
        Command::Replay(arguments) => {
            replay::answer(&arguments)?.deliver(&arguments.output, &arguments.latex)
        }
        Command::Report(arguments) => report::run(&arguments),
        Command::Sample(arguments) => sample::run(&arguments),
        Command::Models(arguments) => lists::models(&arguments),
        Command::Kernels(arguments) => lists::kernels(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Schema(arguments) => texts::print_schema(&arguments),
        Command::Completions(arguments) => texts::completions(&arguments),
        Command::Manual(arguments) => texts::manual(&arguments),
    }
}

/// The format of a command, and what is asked of it in LaTeX.
fn printed(command: &Command) -> Option<(Format, &LatexArguments)> {
    Some(match command {
        Command::Report(_)
        | Command::Explore(_)
        | Command::Schema(_)
        | Command::Completions(_)
        | Command::Manual(_) => return None,
        Command::Verify(arguments) => (arguments.output.format, &arguments.latex),
        Command::Merge(arguments) => (arguments.output.format, &arguments.latex),
        Command::Table(arguments) => (arguments.output.format, &arguments.latex),
        Command::Check(arguments) => (arguments.output.format, &arguments.latex),
        Command::Compare(arguments) => (arguments.output.format, &arguments.latex),
        Command::Ising(arguments) => (arguments.output.format, &arguments.latex),
        Command::Replay(arguments) => (arguments.output.format, &arguments.latex),
        Command::Sample(arguments) => (arguments.format, &arguments.latex),
        Command::Figure(arguments) => (arguments.format, &arguments.latex),
        Command::Rules(arguments) => (arguments.output.format, &arguments.latex),
        Command::Models(arguments) | Command::Kernels(arguments) => {
            (arguments.output.format, &arguments.latex)
        }
    })
}

/// Refuses what a format does not have before the work begins.
fn check_format(command: &Command) -> Result<(), Failure> {
    let Some((format, latex)) = printed(command) else {
        return Ok(());
    };
    let is_matrix = matches!(format, Format::Prism | Format::Drn);
    if is_matrix && !matches!(command, Command::Table(_)) {
        output::rendered(None, format)?;
    }
    latex.check(format)
}
