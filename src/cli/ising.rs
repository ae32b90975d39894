//! `peskun ising`: the exact energy counts of a lattice.

use std::process::ExitCode;

use super::arguments::IsingArguments;
use super::failure::Failure;
use super::output::{deliver, rendered};
use crate::models::{Lattice, LatticeError};
use crate::reports::{Format, IsingReport};

/// Prints the counts.
pub(super) fn run(arguments: &IsingArguments) -> Result<ExitCode, Failure> {
    let format = arguments.output.format;
    if matches!(format, Format::Prism | Format::Drn) {
        rendered(None, format)?;
    }
    let refused = |error: LatticeError| Failure::Input(error.to_string());
    let (rows, columns) = (arguments.rows, arguments.columns);
    let lattice = Lattice::new(rows, columns, arguments.boundary).map_err(refused)?;
    let counts = lattice.replicated_agreements(arguments.replicates);
    let report = IsingReport::new(&lattice, arguments.replicates, &counts.map_err(refused)?);
    deliver(&report, &arguments.output)?;
    Ok(ExitCode::SUCCESS)
}
