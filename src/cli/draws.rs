//! The file of draws of `peskun sample`, written while the chains run.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use super::failure::Failure;
use super::output::complain;
use super::part::Part;
use crate::chains::{Trajectories, Walk};
use crate::reports::{Draw, DrawsFile, DrawsFormat, Parameter, ParameterKind};

/// A file of draws that is being written.
#[derive(Debug)]
pub(super) struct DrawsOutput {
    part: Part,
    file: DrawsFile<BufWriter<File>>,
    /// Draws of each chain that are in it.
    written: usize,
    /// Is there anything in it?
    is_empty: bool,
}

impl DrawsOutput {
    /// The format for the name of a file, or a sentence.
    pub(super) fn format(path: &Path) -> Result<DrawsFormat, Failure> {
        let extension = path
            .extension()
            .map(|extension| extension.to_string_lossy());
        let format = extension.and_then(|extension| DrawsFormat::of_extension(&extension));
        format.ok_or_else(|| {
            Failure::Input(format!(
                "--out {}: draws are written to a file called .csv or .parquet",
                path.display()
            ))
        })
    }

    /// Begins the file.
    pub(super) fn begin(path: &Path, kind: ParameterKind) -> Result<Self, Failure> {
        let format = Self::format(path)?;
        let (part, file) = Part::begin(path)?;
        let file = DrawsFile::new(format, kind, file).map_err(|error| part.failed(&error))?;
        Ok(DrawsOutput {
            part,
            file,
            written: 0,
            is_empty: true,
        })
    }

    /// Writes rows.
    pub(super) fn push<'d>(
        &mut self,
        rows: impl IntoIterator<Item = Draw<'d>>,
    ) -> Result<(), Failure> {
        for row in rows {
            let pushed = self.file.push(&row);
            pushed.map_err(|error| self.part.failed(&error))?;
            self.is_empty = false;
        }
        Ok(())
    }

    /// Writes the draws that are new, draw by draw and chain by chain; `parameter`
    /// gives the parameter of a state.
    pub(super) fn write<'n, W: Walk>(
        &mut self,
        run: &Trajectories<'_, W>,
        parameter: impl Fn(usize) -> Parameter<'n>,
    ) -> Result<(), Failure> {
        let rows = (self.written..run.kept())
            .flat_map(|draw| (0..run.chains()).map(move |chain| (chain, draw)));
        self.push(rows.map(|(chain, draw)| {
            let step = run.draw(chain, draw);
            Draw {
                chain,
                draw: draw as u64,
                parameter: parameter(step.state),
                accepted: step.accepted,
                arm: step.arm.map(|arm| arm + 1),
                cost: step.cost,
            }
        }))?;
        self.written = run.kept();
        Ok(())
    }

    /// Ends the file and gives it its name. Without a draw nothing is written,
    /// and a file that was there stays.
    pub(super) fn finish(self) -> Result<(), Failure> {
        if self.is_empty {
            let file = self.part.target().display();
            complain(&format!("no draw was kept: {file} was not written"));
            return Ok(());
        }
        let written = self.file.finish();
        let written = written.map_err(|error| self.part.failed(&error))?;
        self.part.complete(written)?;
        self.part.take_name()
    }
}
