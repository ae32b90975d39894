//! Where answers go: the standard output, or files that are whole or absent.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::arguments::OutputArguments;
use super::failure::Failure;
use crate::reports::{Format, Report};

/// Prints a text; a reader that went away is no error.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    match anstream::stdout().lock().write_all(text.as_bytes()) {
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
pub(super) fn deliver(report: &impl Report, arguments: &OutputArguments) -> Result<(), Failure> {
    match (&arguments.out, arguments.format) {
        (None, Format::Text) => print(&report.colored()),
        (None, format) => print(&rendered(report.render(format), format)?),
        (Some(path), format) => {
            write_files(&[(path.clone(), rendered(report.render(format), format)?)])
        }
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

/// Writes all files under temporary names, then renames them.
pub(super) fn write_files(files: &[(PathBuf, String)]) -> Result<(), Failure> {
    let failed = |path: &Path, error: io::Error| {
        Failure::Input(format!("{} cannot be written: {error}", path.display()))
    };
    let temporary: Vec<PathBuf> = files.iter().map(|(path, _)| temporary_name(path)).collect();
    let discard = || {
        temporary
            .iter()
            .for_each(|path| drop(fs::remove_file(path)))
    };
    for ((path, text), temporary) in files.iter().zip(&temporary) {
        if path.is_dir() {
            discard();
            return Err(Failure::Input(format!(
                "{} is a directory; --out takes a file",
                path.display()
            )));
        }
        if let Err(error) = write_new(temporary, text) {
            discard();
            return Err(failed(path, error));
        }
    }
    for ((path, _), temporary) in files.iter().zip(&temporary) {
        if let Err(error) = fs::rename(temporary, path) {
            discard();
            return Err(failed(path, error));
        }
    }
    Ok(())
}

fn temporary_name(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
