//! `peskun ising`: the exact energy counts of a lattice.

use super::answer::Answer;
use super::arguments::IsingArguments;
use super::failure::Failure;
use super::output::rendered;
use crate::models::{Lattice, LatticeError};
use crate::reports::{Format, IsingReport};

/// The counts.
pub(super) fn answer(arguments: &IsingArguments) -> Result<Answer, Failure> {
    let format = arguments.output.format;
    if matches!(format, Format::Prism | Format::Drn) {
        rendered(None, format)?;
    }
    let refused = |error: LatticeError| Failure::Input(error.to_string());
    let (rows, columns) = (arguments.rows, arguments.columns);
    let lattice = Lattice::new(rows, columns, arguments.boundary).map_err(refused)?;
    let counts = lattice.replicated_agreements(arguments.replicates);
    let report = IsingReport::new(&lattice, arguments.replicates, &counts.map_err(refused)?);
    Ok(Answer::done(report))
}
