//! The command `peskun` within this process.

use std::ffi::OsString;
use std::process::ExitCode;

use pyo3::prelude::*;

/// Runs the command with these arguments, of which the first is its name, and
/// returns its exit status. It writes to the process's own output. `again` are the
/// words that start the command as a process of its own.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>, again: Vec<OsString>) -> u8 {
    peskun::cli::started_by(again);
    let code = py.detach(|| peskun::cli::run_with(&arguments));
    let status = (0..=u8::MAX).find(|&status| ExitCode::from(status) == code);
    status.unwrap_or(u8::MAX)
}
