//! Where answers go: the standard output, or files that are whole or absent.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use super::arguments::OutputArguments;
use super::failure::Failure;
use super::latex_arguments::LatexArguments;
use super::part::Part;
use crate::reports::{Format, Report};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// To be called if the process began with a closed standard output. The runtime puts
/// /dev/null in its place, where answers would get lost without an error.
pub fn output_is_closed() {
    IS_CLOSED.store(true, Ordering::Relaxed);
}

/// Prints a text, with its colors where they are seen; a reader that went away is no error.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    delivered(anstream::stdout().lock().write_all(text.as_bytes()))
}

/// Prints a text byte by byte as it is, on a terminal as in a file.
pub(super) fn print_raw(text: &str) -> Result<(), Failure> {
    delivered(io::stdout().lock().write_all(text.as_bytes()))
}

fn delivered(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Ok(()) if IS_CLOSED.load(Ordering::Relaxed) => Err(Failure::Input(
            "the standard output is closed: give a place for the answer with --out, or `> FILE`"
                .into(),
        )),
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Input(format!(
            "the standard output cannot be written: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Prints one line on the standard error.
pub(super) fn complain(line: &str) {
    // There is nowhere left to report a failure of this.
    let _ = writeln!(anstream::stderr(), "peskun: {line}");
}

/// Writes a report where it was asked for.
pub(super) fn deliver(report: &dyn Report, arguments: &OutputArguments) -> Result<(), Failure> {
    deliver_as(report, arguments, &LatexArguments::default())
}

/// The same under a caption, if it is to be LaTeX.
pub(super) fn deliver_as(
    report: &dyn Report,
    arguments: &OutputArguments,
    latex: &LatexArguments,
) -> Result<(), Failure> {
    let text = |format: Format| match format {
        Format::Latex => Ok(report.latex(latex.caption().as_ref())),
        _ => rendered(report.render(format), format),
    };
    match (&arguments.out, arguments.format) {
        (None, Format::Text) => print(&report.colored()),
        (None, format) => print_raw(&text(format)?),
        (Some(path), format) => write_files(&[(path.clone(), text(format)?)]),
    }
}

/// Refuses formats that the report does not have.
pub(super) fn rendered(text: Option<String>, format: Format) -> Result<String, Failure> {
    text.ok_or_else(|| {
        Failure::Input(format!(
            "--format {format} is for transition matrices: use it with `peskun table`"
        ))
    })
}

/// Writes all files, and names them when all are whole.
pub(super) fn write_files(files: &[(PathBuf, String)]) -> Result<(), Failure> {
    let mut parts = Vec::new();
    for (path, text) in files {
        let (part, mut file) = Part::begin(path)?;
        let written = file.write_all(text.as_bytes());
        written.map_err(|error| part.failed(&error))?;
        part.complete(file)?;
        parts.push(part);
    }
    parts.into_iter().try_for_each(Part::take_name)
}
