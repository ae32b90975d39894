//! Where answers go: the standard output, or files that are whole or absent.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::arguments::OutputArguments;
use super::failure::Failure;
use crate::reports::{Format, Report};

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
    match (&arguments.out, arguments.format) {
        (None, Format::Text) => print(&report.colored()),
        (None, format) => print_raw(&rendered(report.render(format), format)?),
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
    let mut pending = Pending(Vec::new());
    for (path, text) in files {
        let target = writable(path)?;
        let failed = |error| unwritable(path, &error);
        let name = format!(".peskun-{}-{}.part", std::process::id(), pending.0.len());
        let temporary = target.with_file_name(name);
        pending.0.push((temporary.clone(), target.clone()));
        write_new(&temporary, text).map_err(failed)?;
        if let Ok(existing) = fs::metadata(&target) {
            fs::set_permissions(&temporary, existing.permissions()).map_err(failed)?;
        }
    }
    for (temporary, target) in &pending.0 {
        fs::rename(temporary, target).map_err(|error| unwritable(target, &error))?;
    }
    Ok(())
}

/// Temporary files and what they will be; those still there are removed.
struct Pending(Vec<(PathBuf, PathBuf)>);

impl Drop for Pending {
    fn drop(&mut self) {
        for (temporary, _) in &self.0 {
            // After a successful run there is nothing left to remove.
            let _ = fs::remove_file(temporary);
        }
    }
}

pub(super) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("{} cannot be written: {error}", path.display()))
}

/// Where a path leads: through links, and to nothing but a regular file.
pub(super) fn writable(path: &Path) -> Result<PathBuf, Failure> {
    let refused =
        |what: &str| Failure::Input(format!("{} is {what}; a file is expected", path.display()));
    if path.to_string_lossy().ends_with('/') || path.is_dir() {
        return Err(refused("a directory"));
    }
    match fs::metadata(path) {
        Ok(existing) if !existing.is_file() => Err(refused("not a regular file")),
        Ok(_) => fs::canonicalize(path).map_err(|error| unwritable(path, &error)),
        Err(_) => Ok(path.to_path_buf()),
    }
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
