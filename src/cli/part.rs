//! A file that grows under a temporary name and gets its own when it is whole.
//!
//! The file that was there before stays until then, and if it has other names
//! those keep what it was.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, IntoInnerError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::failure::Failure;
use super::place::{unwritable, writable};
use super::signals::end_cleanly_on_interruption;

/// A file that is being written; removed unless it is finished.
#[derive(Debug)]
pub(super) struct Part {
    temporary: PathBuf,
    target: PathBuf,
}

/// The temporary files of this process.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn temporary_files() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files, before the process is ended from outside.
pub(super) fn remove_temporary_files() {
    for path in &*temporary_files() {
        // There is nowhere left to report a failure of this.
        let _ = fs::remove_file(path);
    }
}

impl Part {
    /// Begins a file, or says in a sentence why it cannot be written.
    pub(super) fn begin(path: &Path) -> Result<(Self, BufWriter<File>), Failure> {
        let target = writable(path)?;
        end_cleanly_on_interruption();
        let (temporary, file) = begun(&target).map_err(|error| unwritable(path, &error))?;
        Ok((Part { temporary, target }, BufWriter::new(file)))
    }

    /// Puts everything on the disk, with the permissions of the file that will
    /// be replaced.
    pub(super) fn complete(&self, written: BufWriter<File>) -> Result<(), Failure> {
        let failed = |error| self.failed(&error);
        let file = written
            .into_inner()
            .map_err(IntoInnerError::into_error)
            .map_err(failed)?;
        if let Ok(existing) = fs::metadata(&self.target) {
            file.set_permissions(existing.permissions())
                .map_err(failed)?;
        }
        file.sync_all().map_err(failed)
    }

    /// Gives the file, which is complete, its name.
    pub(super) fn take_name(self) -> Result<(), Failure> {
        let renamed = fs::rename(&self.temporary, &self.target);
        renamed.map_err(|error| self.failed(&error))
    }

    /// The sentence for a failure to write.
    pub(super) fn failed(&self, error: &io::Error) -> Failure {
        unwritable(&self.target, error)
    }

    /// What the file will be called.
    pub(super) fn target(&self) -> &Path {
        &self.target
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // After a successful run there is nothing left to remove.
        let _ = fs::remove_file(&self.temporary);
        temporary_files().remove(&self.temporary);
    }
}

/// A new file beside another, under a name that nobody has: what a process left
/// that was killed is not in the way, nor is one that has the same number on
/// another machine.
fn begun(target: &Path) -> io::Result<(PathBuf, File)> {
    let mut files = temporary_files();
    loop {
        // The keys of a hasher are random, and new for each.
        let number = RandomState::new().build_hasher().finish();
        let path = target.with_file_name(format!(".peskun-{number:016x}.part"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => {
                files.insert(path.clone());
                return Ok((path, file));
            }
        }
    }
}
