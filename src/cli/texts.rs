//! Texts about the command itself: the schema of its JSON, completions for shells,
//! and the manual.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::arguments::Arguments;
use super::failure::Failure;
use super::output::{print_raw, write_files};
use crate::reports::{DEFINED, schema};

pub(super) const SCHEMA_EXAMPLES: &str = "\
Examples:
  peskun schema
  peskun schema table
  peskun schema --out peskun.schema.json

A JSON Schema (draft 2020-12) with a definition for each command. No field is printed \
that is not in it.";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  peskun completions bash --out ~/.local/share/bash-completion/completions/peskun
  peskun completions zsh --out ~/.zfunc/_peskun
  peskun completions fish --out ~/.config/fish/completions/peskun.fish";

pub(super) const MANUAL_EXAMPLES: &str = "\
Examples:
  peskun manual --out ~/.local/share/man/man1/peskun.1
  peskun manual table --out peskun-table.1";

/// Where a text goes.
#[derive(Debug, Args)]
pub(super) struct PlaceArguments {
    /// Write to this file instead of the standard output.
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

impl PlaceArguments {
    fn write(&self, text: String) -> Result<ExitCode, Failure> {
        match &self.out {
            None => print_raw(&text)?,
            Some(path) => write_files(&[(path.clone(), text)])?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

#[derive(Debug, Args)]
pub(super) struct SchemaArguments {
    /// The command whose answers are described; all of them if left out.
    #[arg(value_parser = DEFINED)]
    command: Option<String>,
    #[command(flatten)]
    pub(super) place: PlaceArguments,
}

#[derive(Debug, Args)]
pub(super) struct CompletionsArguments {
    /// For this shell.
    #[arg(value_enum)]
    shell: Shell,
    #[command(flatten)]
    pub(super) place: PlaceArguments,
}

#[derive(Debug, Args)]
pub(super) struct ManualArguments {
    /// The page on this command; the page on all of them if left out.
    command: Option<String>,
    #[command(flatten)]
    pub(super) place: PlaceArguments,
}

/// Prints the schema.
pub(super) fn print_schema(arguments: &SchemaArguments) -> Result<ExitCode, Failure> {
    arguments.place.write(schema(arguments.command.as_deref()))
}

/// Prints completions.
pub(super) fn completions(arguments: &CompletionsArguments) -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Arguments::command(),
        "peskun",
        &mut text,
    );
    arguments
        .place
        .write(String::from_utf8_lossy(&text).into_owned())
}

/// Prints a page of the manual, in roff.
pub(super) fn manual(arguments: &ManualArguments) -> Result<ExitCode, Failure> {
    let mut all = Arguments::command();
    all.build();
    let page = match &arguments.command {
        None => all,
        Some(name) => {
            let found = all.find_subcommand(name).cloned();
            found.ok_or_else(|| format!("no command is called `{name}`; see peskun --help"))?
        }
    };
    let mut text = Vec::new();
    let written = clap_mangen::Man::new(page).render(&mut text);
    written.map_err(|error| Failure::Input(format!("the manual cannot be written: {error}")))?;
    arguments
        .place
        .write(String::from_utf8_lossy(&text).into_owned())
}
