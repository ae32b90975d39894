//! `peskun models`, `peskun kernels`, `peskun rules`: what is built in.

use std::process::ExitCode;

use super::arguments::{ListArguments, OutputArguments};
use super::failure::Failure;
use super::output::{print_raw, rendered, write_files};
use crate::kernels;
use crate::models::BUILT_IN;
use crate::real::REAL_MODELS;
use crate::reports::listing;
use crate::rules::RuleName;

/// Lists the models.
pub(super) fn models(arguments: &ListArguments) -> Result<ExitCode, Failure> {
    let finite = BUILT_IN.iter().map(|model| (model.name, model.summary));
    let all: Vec<(&str, &str)> = finite.chain(REAL_MODELS).collect();
    list("models", &all, &arguments.output)
}

/// Lists the kernels.
pub(super) fn kernels(arguments: &ListArguments) -> Result<ExitCode, Failure> {
    list("kernels", &kernels::SUMMARIES, &arguments.output)
}

/// Lists the rules.
pub(super) fn rules(output: &OutputArguments) -> Result<ExitCode, Failure> {
    list("rules", &RuleName::SUMMARIES, output)
}

fn list(
    title: &str,
    entries: &[(&str, &str)],
    output: &OutputArguments,
) -> Result<ExitCode, Failure> {
    let format = output.format;
    let text = rendered(listing(title, entries, format), format)?;
    match &output.out {
        None => print_raw(&text)?,
        Some(path) => write_files(&[(path.clone(), text)])?,
    }
    Ok(ExitCode::SUCCESS)
}
