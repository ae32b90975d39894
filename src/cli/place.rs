//! Where a file goes, and what must not be there: nothing is written over that
//! somebody else needs.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::failure::Failure;

/// The sentence for a file that cannot be written.
pub(super) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("{} cannot be written: {error}", path.display()))
}

/// Where a path leads: through links, to a new file or to a regular one that may
/// be replaced. Refuses a file that is read-only, whoever asks, a link that
/// leads nowhere, and the file that the standard output or error goes to.
pub(super) fn writable(path: &Path) -> Result<PathBuf, Failure> {
    let refused = |what: &str| Failure::Input(format!("{} is {what}", path.display()));
    if path.to_string_lossy().ends_with('/') || path.is_dir() {
        return Err(refused("a directory; a file is expected"));
    }
    let Ok(existing) = fs::metadata(path) else {
        return match fs::symlink_metadata(path) {
            Ok(_) => Err(refused(
                "a symbolic link that leads to no file; make the file, or remove the link",
            )),
            Err(_) => folder_of(path).map(|()| path.to_path_buf()),
        };
    };
    if !existing.is_file() {
        return Err(refused("not a regular file; a file is expected"));
    }
    if standard_outputs().iter().any(|open| same(open, &existing)) {
        return Err(refused(
            "where the standard output or error goes; give another file, or leave the option out",
        ));
    }
    if existing.permissions().readonly() {
        return Err(refused("read-only; it is left as it is"));
    }
    let target = fs::canonicalize(path).map_err(|error| unwritable(path, &error))?;
    // A name can be replaced without the right to write; that right is asked for
    // all the same.
    let opened = OpenOptions::new().append(true).open(&target);
    opened.map_err(|error| unwritable(path, &error))?;
    Ok(target)
}

/// Refuses a new file in a folder that is not there.
fn folder_of(path: &Path) -> Result<(), Failure> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let found = fs::read_dir(folder).map(|_| ());
    found.map_err(|error| unwritable(path, &error))
}

/// Do both paths lead to the same file?
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(first), Ok(second)) => same(&first, &second) || leads_alike(one, other),
        _ => false,
    }
}

#[cfg(unix)]
fn same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same(_: &Metadata, _: &Metadata) -> bool {
    false
}

fn leads_alike(one: &Path, other: &Path) -> bool {
    let (one, other) = (fs::canonicalize(one), fs::canonicalize(other));
    matches!((one, other), (Ok(one), Ok(other)) if one == other)
}

/// What the standard output and error are.
#[cfg(unix)]
fn standard_outputs() -> Vec<Metadata> {
    use std::os::fd::AsFd;
    let (output, error) = (io::stdout(), io::stderr());
    [output.as_fd(), error.as_fd()]
        .into_iter()
        .filter_map(|open| File::from(open.try_clone_to_owned().ok()?).metadata().ok())
        .collect()
}

#[cfg(not(unix))]
fn standard_outputs() -> Vec<Metadata> {
    Vec::new()
}
