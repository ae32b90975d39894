//! `peskun table`: the exact transition matrix of a kernel.

use std::path::PathBuf;
use std::process::ExitCode;

use super::answer::{Answer, Ending};
use super::arguments::{CostArguments, TableArguments};
use super::failure::Failure;
use super::output::write_files;
use super::progress::watched;
use crate::arms::AnyArm;
use crate::chains::{Chain, Requirement, Verification};
use crate::chance::{Budget, Reading};
use crate::kernels::Algorithm;
use crate::lattices::{CountedModel, EnclosedChain, chain_of, only_enclosed};
use crate::models::{self, AnyModel, IsingModel, TableModel};
use crate::reports::{ChainReport, EnclosureReport, Format, prism};
use crate::rules::TieBreak;

/// Prints the matrix. PRISM wants three files, and those are written together.
pub(super) fn run(arguments: &TableArguments) -> Result<ExitCode, Failure> {
    let (Some(path), Format::Prism) = (&arguments.output.out, arguments.output.format) else {
        return answer(arguments)?.deliver(&arguments.output);
    };
    let (algorithm, model) = subject(arguments)?;
    exact_only(arguments, &algorithm, &model)?;
    let chain = enumerate(&arguments.kernel, &algorithm, &model, &arguments.cost)?;
    let files = prism(&chain);
    let named = |extension: &str| match path.extension().is_some_and(|given| given == "tra") {
        true => path.with_extension(extension),
        false => PathBuf::from(format!("{}.{extension}", path.display())),
    };
    write_files(&[
        (named("tra"), files.transitions),
        (named("sta"), files.states),
        (named("lab"), files.labels),
    ])?;
    Ok(ExitCode::SUCCESS)
}

/// The matrix, or what encloses it.
pub(super) fn answer(arguments: &TableArguments) -> Result<Answer, Failure> {
    let (algorithm, model) = subject(arguments)?;
    exact_only(arguments, &algorithm, &model)?;
    if let Some((lattice, tie)) = enclosed(&algorithm, &model) {
        let chain = EnclosedChain::of(&CountedModel::new(lattice), tie);
        let verdicts = chain.verdicts();
        return Ok(Answer {
            ending: Ending::of(&verdicts.meet(Requirement::Sampler)),
            report: Box::new(EnclosureReport {
                model: model.name().into(),
                kernel: arguments.kernel.clone(),
                chain,
                verdicts,
            }),
        });
    }
    let chain = enumerate(&arguments.kernel, &algorithm, &model, &arguments.cost)?;
    let verification = Verification::of(chain);
    Ok(Answer {
        ending: Ending::of(&verification.verdicts().meet(Requirement::Sampler)),
        report: Box::new(ChainReport::new(
            model.name(),
            &arguments.kernel,
            verification,
        )),
    })
}

fn subject(arguments: &TableArguments) -> Result<(Algorithm, AnyModel), Failure> {
    let algorithm = Algorithm::named(&arguments.kernel, arguments.tie)?;
    Ok((algorithm, models::find(&arguments.model)?))
}

/// The lattice and the tie break, where there is no exact matrix in reasonable
/// time but an enclosure.
fn enclosed<'m>(algorithm: &Algorithm, model: &'m AnyModel) -> Option<(&'m IsingModel, TieBreak)> {
    let AnyModel::Ising(lattice) = model else {
        return None;
    };
    Some((lattice, only_enclosed(algorithm, lattice)?))
}

/// Refuses formats that only an exact matrix has, where there is none.
fn exact_only(
    arguments: &TableArguments,
    algorithm: &Algorithm,
    model: &AnyModel,
) -> Result<(), Failure> {
    let format = arguments.output.format;
    if enclosed(algorithm, model).is_none() || !matches!(format, Format::Prism | Format::Drn) {
        return Ok(());
    }
    Err(Failure::Undecided(format!(
        "--format {format} takes exact matrices, and for {} on {} there is an enclosure only: use --format json",
        arguments.kernel,
        model.name()
    )))
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
