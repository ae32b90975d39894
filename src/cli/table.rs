//! `peskun table`: the exact transition matrix of a kernel.

use std::path::PathBuf;
use std::process::ExitCode;

use super::arguments::{CostArguments, TableArguments};
use super::failure::Failure;
use super::output::{deliver, write_files};
use super::progress::watched;
use crate::arms::AnyArm;
use crate::chains::Chain;
use crate::chance::{Budget, Reading};
use crate::kernels::Algorithm;
use crate::lattices::{CountedModel, EnclosedChain, chain_of, only_enclosed};
use crate::models::{self, AnyModel, TableModel};
use crate::reports::{ChainReport, EnclosureReport, Format, prism};

/// Prints the matrix.
pub(super) fn run(arguments: &TableArguments) -> Result<ExitCode, Failure> {
    let algorithm = Algorithm::named(&arguments.kernel, arguments.tie)?;
    let model = models::find(&arguments.model)?;
    if let AnyModel::Ising(lattice) = &model
        && let Some(tie) = only_enclosed(&algorithm, lattice)
    {
        let format = arguments.output.format;
        if matches!(format, Format::Prism | Format::Drn) {
            return Err(Failure::Undecided(format!(
                "--format {format} takes exact matrices, and for {} on {} there is an enclosure only: use --format json",
                arguments.kernel,
                model.name()
            )));
        }
        let report = EnclosureReport {
            model: model.name().into(),
            kernel: arguments.kernel.clone(),
            chain: EnclosedChain::of(&CountedModel::new(lattice), tie),
        };
        deliver(&report, &arguments.output)?;
        return Ok(ExitCode::SUCCESS);
    }
    let chain = enumerate(&arguments.kernel, &algorithm, &model, &arguments.cost)?;
    match (&arguments.output.out, arguments.output.format) {
        (Some(path), Format::Prism) => {
            let files = prism(&chain);
            let named = |extension: &str| match path.extension().is_some_and(|given| given == "tra")
            {
                true => path.with_extension(extension),
                false => PathBuf::from(format!("{}.{extension}", path.display())),
            };
            write_files(&[
                (named("tra"), files.transitions),
                (named("sta"), files.states),
                (named("lab"), files.labels),
            ])?;
        }
        _ => {
            let report = ChainReport::new(model.name(), &arguments.kernel, chain);
            deliver(&report, &arguments.output)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The model as a table, for what has to see its points one by one.
pub(super) fn as_table(model: &AnyModel, arms: &[AnyArm]) -> Result<TableModel, Failure> {
    let sweeps = arms
        .iter()
        .any(|arm| matches!(arm, AnyArm::DoubleMetropolis(_)));
    if sweeps && matches!(model, AnyModel::Ising(_)) {
        return Err(Failure::Input(
            "`dmh` moves through configurations, which a lattice known by its counts does not list; `peskun table` and `peskun compare` have its exact matrix on small lattices".into(),
        ));
    }
    model
        .table()
        .map_err(|error| Failure::Undecided(format!("{}: {}", model.name(), error.message)))
}

/// The chain of an algorithm within the costs allowed; `name` is for messages.
pub(super) fn enumerate(
    name: &str,
    algorithm: &Algorithm,
    model: &AnyModel,
    cost: &CostArguments,
) -> Result<Chain, Failure> {
    let reading = if cost.unmerged {
        Reading::Plain
    } else {
        Reading::Merged
    };
    let budget = Budget::of_paths(cost.budget);
    watched(&budget, cost.budget, || match model {
        AnyModel::Table(model) => Chain::of_algorithm(algorithm, &**model, reading, &budget),
        AnyModel::Ising(model) => chain_of(algorithm, model, reading, &budget),
    })
    .map_err(|why| Failure::interrupted(name, model.name(), &why))
}
