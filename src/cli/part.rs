//! A file that grows under a temporary name and gets its own when it is whole.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, IntoInnerError};
use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::output::{unwritable, writable};

/// A file that is being written; removed unless it is finished.
#[derive(Debug)]
pub(super) struct Part {
    temporary: PathBuf,
    target: PathBuf,
}

impl Part {
    /// Begins a file, or says in a sentence why it cannot be written.
    pub(super) fn begin(path: &Path) -> Result<(Self, BufWriter<File>), Failure> {
        let target = writable(path)?;
        let name = format!(".peskun-{}-draws.part", std::process::id());
        let temporary = target.with_file_name(name);
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary)
            .map_err(|error| unwritable(path, &error))?;
        Ok((Part { temporary, target }, BufWriter::new(file)))
    }

    /// Gives the file its name.
    pub(super) fn finish(self, written: BufWriter<File>) -> Result<(), Failure> {
        let failed = |error| unwritable(&self.target, &error);
        let file = written
            .into_inner()
            .map_err(IntoInnerError::into_error)
            .map_err(failed)?;
        file.sync_all().map_err(failed)?;
        if let Ok(existing) = fs::metadata(&self.target) {
            let permissions = existing.permissions();
            fs::set_permissions(&self.temporary, permissions).map_err(failed)?;
        }
        fs::rename(&self.temporary, &self.target).map_err(failed)
    }

    /// The sentence for a failure to write.
    pub(super) fn failed(&self, error: &std::io::Error) -> Failure {
        unwritable(&self.target, error)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // After a successful run there is nothing left to remove.
        let _ = fs::remove_file(&self.temporary);
    }
}
