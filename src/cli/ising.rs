//! `peskun ising`: the exact energy counts of a lattice.

use clap::Args;

use super::answer::Answer;
use super::arguments::OutputArguments;
use super::failure::Failure;
use super::latex_arguments::LatexArguments;
use super::output::rendered;
use super::progress::timed;
use crate::models::{Boundary, Lattice, LatticeError};
use crate::reports::{Format, IsingReport};

/// Which lattice.
#[derive(Debug, Args)]
pub(super) struct IsingArguments {
    /// The number of rows, from 1.
    #[arg(long, allow_negative_numbers = true)]
    pub(super) rows: usize,
    /// The number of columns, from 1.
    #[arg(long, allow_negative_numbers = true)]
    pub(super) columns: usize,
    /// What is beyond the edge: nothing, or the opposite edge.
    #[arg(long, value_enum, default_value_t = Boundary::Free)]
    pub(super) boundary: Boundary,
    /// Count so many independent lattices together.
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    pub(super) replicates: usize,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) latex: LatexArguments,
}

/// The counts.
pub(super) fn answer(arguments: &IsingArguments) -> Result<Answer, Failure> {
    let format = arguments.output.format;
    if matches!(format, Format::Prism | Format::Drn) {
        rendered(None, format)?;
    }
    let refused = |error: LatticeError| Failure::Input(error.to_string());
    let (rows, columns) = (arguments.rows, arguments.columns);
    let lattice = Lattice::new(rows, columns, arguments.boundary).map_err(refused)?;
    let counts = timed("counting configurations", || {
        lattice.replicated_agreements(arguments.replicates)
    });
    let report = IsingReport::new(&lattice, arguments.replicates, &counts.map_err(refused)?);
    Ok(Answer::done(report))
}
