//! `peskun models`, `peskun kernels`, `peskun rules`: what is built in.

use std::process::ExitCode;

use super::answer::Answer;
use super::arguments::{ListArguments, OutputArguments};
use super::failure::Failure;
use super::latex_arguments::LatexArguments;
use crate::kernels;
use crate::models::BUILT_IN;
use crate::real::REAL_MODELS;
use crate::reports::ListReport;
use crate::rules::RuleName;

/// Lists the models.
pub(super) fn models(arguments: &ListArguments) -> Result<ExitCode, Failure> {
    let finite = BUILT_IN.iter().map(|model| (model.name, model.summary));
    let entries = finite.chain(REAL_MODELS).collect();
    list("models", entries, &arguments.output, &arguments.latex)
}

/// Lists the kernels.
pub(super) fn kernels(arguments: &ListArguments) -> Result<ExitCode, Failure> {
    let entries = kernels::SUMMARIES.to_vec();
    list("kernels", entries, &arguments.output, &arguments.latex)
}

/// Lists the rules.
pub(super) fn rules(output: &OutputArguments, latex: &LatexArguments) -> Result<ExitCode, Failure> {
    list("rules", RuleName::SUMMARIES.to_vec(), output, latex)
}

fn list(
    title: &'static str,
    entries: Vec<(&'static str, &'static str)>,
    output: &OutputArguments,
    latex: &LatexArguments,
) -> Result<ExitCode, Failure> {
    Answer::done(ListReport { title, entries }).deliver(output, latex)
}
