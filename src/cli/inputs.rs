//! What a command reads and what it writes: no file is both.

use std::path::{Path, PathBuf};

use super::arguments::{Command, OutputArguments};
use super::certificate::CertificateArguments;
use super::failure::Failure;
use super::outside::OutsideArguments;
use super::place::{is_same_file, writable};
use super::table::prism_files;
use crate::reports::Format;

/// The files of a command.
#[derive(Default)]
struct Files {
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
}

/// Refuses, before the work begins, to write where nothing can be written, and
/// over a file that is read.
pub(super) fn keep_inputs(command: &Command) -> Result<(), Failure> {
    let Files { read, written } = Files::of(command);
    for path in &written {
        if let Some(input) = read.iter().find(|input| is_same_file(input, path)) {
            return Err(Failure::Input(format!(
                "{} is to be written, and {} is read from it; give another file",
                path.display(),
                input.display()
            )));
        }
        writable(path)?;
    }
    Ok(())
}

impl Files {
    fn of(command: &Command) -> Self {
        let none = Files::default;
        match command {
            Command::Table(arguments) => {
                let named = arguments.model.iter().chain(&arguments.kernel);
                let files = none().named(named).outside(&arguments.outside);
                match (&arguments.output.out, arguments.output.format) {
                    (Some(path), Format::Prism) => files.written(prism_files(path)),
                    _ => files.output(&arguments.output),
                }
            }
            Command::Check(arguments) => none()
                .named(arguments.model.iter().chain(&arguments.kernel))
                .named(&arguments.rule)
                .outside(&arguments.outside)
                .certificate(&arguments.certificate)
                .written(arguments.save_model.clone())
                .output(&arguments.output),
            Command::Compare(arguments) => none()
                .named(arguments.model.iter().chain(&arguments.kernels))
                .outside(&arguments.outside)
                .certificate(&arguments.certificate)
                .output(&arguments.output),
            Command::Rules(arguments) => none()
                .named(arguments.model.iter().chain(&arguments.rules))
                .certificate(&arguments.certificate)
                .output(&arguments.output),
            Command::Sample(arguments) => none()
                .named([arguments.model(), arguments.kernel()])
                .outside(&arguments.outside)
                .written(arguments.out.clone()),
            Command::Replay(arguments) => none()
                .named([&arguments.file.to_string_lossy()])
                .output(&arguments.output),
            Command::Merge(arguments) => none()
                .named(arguments.parts.iter().map(|part| part.to_string_lossy()))
                .output(&arguments.output),
            Command::Schema(arguments) => none().written(arguments.place.out.clone()),
            Command::Completions(arguments) => none().written(arguments.place.out.clone()),
            Command::Manual(arguments) => none().written(arguments.place.out.clone()),
            Command::Ising(arguments) => none().output(&arguments.output),
            Command::Models(arguments) | Command::Kernels(arguments) => {
                none().output(&arguments.output)
            }
            // They read nothing, and look at the place themselves: a part of
            // `verify` goes on with the file that is there.
            Command::Verify(arguments) => none().output(&arguments.output),
            Command::Figure(_) | Command::Report(_) | Command::Explore(_) => none(),
        }
    }

    /// Models, kernels and rules, some of which are files.
    fn named<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        for name in names {
            let name = name.as_ref();
            self.read.push(name.into());
            self.read
                .extend(name.strip_prefix("rule:").map(PathBuf::from));
        }
        self
    }

    fn outside(mut self, arguments: &OutsideArguments) -> Self {
        self.read.extend(arguments.files().map(Path::to_path_buf));
        self
    }

    fn written(mut self, paths: impl IntoIterator<Item = PathBuf>) -> Self {
        self.written.extend(paths);
        self
    }

    fn output(self, arguments: &OutputArguments) -> Self {
        self.written(arguments.out.clone())
    }

    fn certificate(self, arguments: &CertificateArguments) -> Self {
        self.written(arguments.path().map(Path::to_path_buf))
    }
}
