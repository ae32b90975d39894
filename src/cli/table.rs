//! `peskun table`: the exact transition matrix of a kernel.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::answer::{Answer, Ending};
use super::arguments::{CostArguments, TableArguments};
use super::failure::Failure;
use super::names::Names;
use super::output::write_files;
use super::progress::{timed, watched};
use crate::arms::AnyArm;
use crate::chains::{Chain, Requirement, Verdicts, Verification};
use crate::chance::{Budget, Interrupted};
use crate::kernels::Algorithm;
use crate::lattices::{CountedModel, EnclosedChain, chain_of, charge_formulas, only_enclosed};
use crate::models::{AnyModel, IsingModel, TableModel, Yardstick};
use crate::outside::MOST_STATES;
use crate::reports::{ChainReport, EnclosureReport, Format, prism};
use crate::rules::TieBreak;

/// Prints the matrix. PRISM wants three files, and those are written together.
pub(super) fn run(arguments: &TableArguments) -> Result<ExitCode, Failure> {
    let (Some(path), Format::Prism) = (&arguments.output.out, arguments.output.format) else {
        let answer = answer(arguments, &Names::OfFiles)?;
        let answer = answer.rounded(&arguments.shown);
        return answer.deliver(&arguments.output, &arguments.latex);
    };
    let Exact { verification, .. } = exact(arguments, &Names::OfFiles)?;
    let files = prism(verification.chain());
    let [transitions, states, labels] = prism_files(path);
    write_files(&[
        (transitions, files.transitions),
        (states, files.states),
        (labels, files.labels),
    ])?;
    ending(verification.verdicts()).code()
}

/// The names of PRISM's three files, by the one that was given.
pub(super) fn prism_files(path: &Path) -> [PathBuf; 3] {
    let is_one = path.extension().is_some_and(|given| given == "tra");
    ["tra", "sta", "lab"].map(|extension| match is_one {
        true => path.with_extension(extension),
        false => PathBuf::from(format!("{}.{extension}", path.display())),
    })
}

/// The matrix, or what encloses it.
pub(super) fn answer(arguments: &TableArguments, names: &Names) -> Result<Answer, Failure> {
    if let Some(report) = enclosure_report(arguments, names)? {
        return Ok(Answer {
            ending: ending(&report.verdicts),
            report: Box::new(report),
        });
    }
    let found = exact(arguments, names)?;
    fits(
        found.verification.chain().states().len(),
        arguments.output.format,
    )?;
    let ending = ending(found.verification.verdicts());
    let accuracy = arguments.shown.accuracy();
    let report = timed("the stationary law", || {
        ChainReport::with_accuracy(&found.model, &found.kernel, found.verification, accuracy)
    });
    Ok(Answer {
        ending,
        report: Box::new(report.with_decimals(found.has_decimals)),
    })
}

/// Refuses to write zeros where there are too many of them.
fn fits(size: usize, format: Format) -> Result<(), Failure> {
    if size <= MOST_STATES || !matches!(format, Format::Csv | Format::Json) {
        return Ok(());
    }
    Err(Failure::Input(format!(
        "--format {format} writes zeros as well, of at most {MOST_STATES} states, and there are {size}: use --format prism or drn"
    )))
}

/// No if it is not a right sampler.
fn ending(verdicts: &Verdicts) -> Ending {
    Ending::of(&verdicts.meet(Requirement::Sampler))
}

/// An exact chain, with the names of its model and its kernel; a kernel from
/// outside has no model, and may have written decimals.
struct Exact {
    model: String,
    kernel: String,
    verification: Verification,
    has_decimals: bool,
}

fn exact(arguments: &TableArguments, names: &Names) -> Result<Exact, Failure> {
    if let Some((name, outsider)) = arguments.outside.one(names)? {
        let mut chain = outsider.chain(&arguments.cost)?;
        arguments.rounding.judged([&mut chain])?;
        return Ok(Exact {
            model: String::new(),
            kernel: name,
            verification: Verification::of(chain),
            has_decimals: outsider.has_decimals(),
        });
    }
    let (kernel, algorithm, model) = subject(arguments, names)?;
    exact_only(arguments, &algorithm, &model)?;
    if let (Algorithm::PseudoMarginal, AnyModel::Table(model)) = (&algorithm, &model) {
        // Its states are known before the work.
        let size = model.parameters().len() * model.points().len();
        fits(size, arguments.output.format)?;
    }
    let chain = chain_on(kernel, &algorithm, &model, &arguments.cost)?;
    Ok(Exact {
        model: model.name().into(),
        kernel: kernel.into(),
        verification: Verification::of(chain),
        has_decimals: false,
    })
}

/// The enclosed chain, where there is no exact matrix in reasonable time, within
/// the costs allowed; `name` is for messages.
pub(super) fn enclosure(
    name: &str,
    algorithm: &Algorithm,
    model: &AnyModel,
    cost: &CostArguments,
) -> Result<Option<EnclosedChain>, Failure> {
    let Some((lattice, tie)) = enclosed(algorithm, model) else {
        return Ok(None);
    };
    charge_formulas(algorithm, lattice, &Budget::of_paths(cost.paths()))
        .map_err(|why| Failure::interrupted(name, model.name(), &why))?;
    Ok(Some(EnclosedChain::of(&CountedModel::new(lattice), tie)))
}

/// The report on it.
fn enclosure_report(
    arguments: &TableArguments,
    names: &Names,
) -> Result<Option<EnclosureReport>, Failure> {
    if !arguments.outside.is_empty() {
        return Ok(None);
    }
    let (kernel, algorithm, model) = subject(arguments, names)?;
    exact_only(arguments, &algorithm, &model)?;
    let Some(chain) = enclosure(kernel, &algorithm, &model, &arguments.cost)? else {
        return Ok(None);
    };
    Ok(Some(EnclosureReport {
        model: model.name().into(),
        kernel: kernel.into(),
        verdicts: chain.verdicts(),
        chain,
        digits: arguments.shown.accuracy().digits,
    }))
}

/// The kernel by name, on a model by name.
fn subject<'a>(
    arguments: &'a TableArguments,
    names: &Names,
) -> Result<(&'a str, Algorithm, AnyModel), Failure> {
    let (Some(model), Some(kernel)) = (&arguments.model, &arguments.kernel) else {
        return Err(Failure::Input(
            "a table is of a --kernel on a --model".into(),
        ));
    };
    let algorithm = names.kernel(kernel, arguments.tie)?;
    Ok((kernel, algorithm, names.model(model)?))
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
        arguments.kernel.as_deref().unwrap_or_default(),
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
pub(super) fn chain_on(
    name: &str,
    algorithm: &Algorithm,
    model: &AnyModel,
    cost: &CostArguments,
) -> Result<Chain, Failure> {
    let budget = Budget::of_paths(cost.paths());
    chain_within(&budget, cost.paths(), algorithm, model, cost)
        .map_err(|why| Failure::interrupted(name, model.name(), &why))
}

/// The same within a budget of so many paths.
pub(super) fn chain_within(
    budget: &Budget,
    paths: u64,
    algorithm: &Algorithm,
    model: &AnyModel,
    cost: &CostArguments,
) -> Result<Chain, Interrupted> {
    let reading = cost.reading();
    watched(budget, paths, || match model {
        AnyModel::Table(model) => Chain::of_algorithm(algorithm, &**model, reading, budget),
        AnyModel::Ising(model) => chain_of(algorithm, model, reading, budget),
    })
}
