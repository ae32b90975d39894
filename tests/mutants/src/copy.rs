//! A copy of the repository with all mutants in it that compile.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::instrument::instrumented;
use crate::mutant::Mutant;

/// Why a mutant is in no build.
pub type Unbuilt = BTreeMap<usize, String>;

/// The copy, in a folder of its own.
pub struct Copy {
    root: PathBuf,
}

impl Copy {
    /// Copies what is under version control, as it is now.
    pub fn of(root: &Path, folder: &Path) -> Result<Self, String> {
        let listed = run(Command::new("git")
            .current_dir(root)
            .args(["ls-files", "-z"]))?;
        let copy = folder.join("copy");
        if copy.exists() {
            fs::remove_dir_all(&copy).map_err(|error| error.to_string())?;
        }
        for name in String::from_utf8_lossy(&listed.stdout).split_terminator('\0') {
            let to = copy.join(name);
            fs::create_dir_all(to.parent().expect("a folder"))
                .map_err(|error| error.to_string())?;
            fs::copy(root.join(name), to).map_err(|error| format!("{name}: {error}"))?;
        }
        Ok(Copy { root: copy })
    }

    /// Puts in all mutants that compile together with the others; what does not is
    /// left out, one by one, with what the compiler said. Some are known already.
    pub fn put_in(
        &self,
        original: &Path,
        mutants: &[Mutant],
        known: Unbuilt,
    ) -> Result<Unbuilt, String> {
        let switch = include_str!("switch.txt");
        let library =
            fs::read_to_string(original.join("src/lib.rs")).map_err(|error| error.to_string())?;
        self.write("src/lib.rs", &format!("{library}\n{switch}"))?;
        let mut unbuilt = known;
        let files: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.file.as_str()).collect();
        let mut stale = files.clone();
        loop {
            for file in &stale {
                let source =
                    fs::read_to_string(original.join(file)).map_err(|error| error.to_string())?;
                let all = mutants.iter().filter(|mutant| mutant.file == **file);
                let kept: Vec<&Mutant> = all
                    .filter(|mutant| !unbuilt.contains_key(&mutant.number))
                    .collect();
                let (text, left) = instrumented(&source, &kept)?;
                unbuilt.extend(
                    left.into_iter()
                        .map(|number| (number, "no form for it here".to_string())),
                );
                self.write(file, &text)?;
            }
            let refused = self.refused()?;
            eprintln!(
                "{} mutants do not compile, {} more",
                unbuilt.len(),
                refused.len()
            );
            if refused.is_empty() {
                return Ok(unbuilt);
            }
            let is_stale = |mutant: &&Mutant| refused.contains_key(&mutant.number);
            stale = mutants
                .iter()
                .filter(is_stale)
                .map(|mutant| mutant.file.as_str())
                .collect();
            unbuilt.extend(refused);
        }
    }

    /// The mutants that the compiler's errors are about.
    fn refused(&self) -> Result<Unbuilt, String> {
        let output = self
            .cargo(&["check", "--lib", "--message-format=json"])
            .output()
            .map_err(|error| error.to_string())?;
        let mut refused = Unbuilt::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(message) = serde_json::from_str::<Value>(line) else {
                continue;
            };
            let message = &message["message"];
            if message["level"] != "error" {
                continue;
            }
            let said = message["message"].as_str().unwrap_or("").to_string();
            let code = message["code"]["code"].as_str().unwrap_or("");
            let spans = message["spans"].as_array().map_or(&[][..], Vec::as_slice);
            for span in spans.iter().filter(|span| span["is_primary"] == true) {
                let number = match code {
                    // The cases of a `match` that are left are not all there are.
                    "E0004" => self.arm_after(span),
                    _ => self.mutant_before(span),
                };
                if let Some(number) = number {
                    refused.insert(number, format!("{code} {said}"));
                }
            }
        }
        match refused.is_empty() && !output.status.success() {
            true => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
            false => Ok(refused),
        }
    }

    /// The last mutant whose question stands before the place of an error.
    fn mutant_before(&self, span: &Value) -> Option<usize> {
        let (before, _) = self.around(span)?;
        let (_, number) = before.rsplit_once("crate::mutant(")?;
        number.split(')').next()?.parse().ok()
    }

    /// The first arm after the place of an error that a mutant leaves out.
    fn arm_after(&self, span: &Value) -> Option<usize> {
        let (_, after) = self.around(span)?;
        let (_, number) = after.split_once(" if !crate::mutant(")?;
        number.split(')').next()?.parse().ok()
    }

    fn around(&self, span: &Value) -> Option<(String, String)> {
        // What a macro wrote stands where the macro does.
        let expansion = &span["expansion"]["span"];
        if expansion.is_object() {
            return self.around(expansion);
        }
        let text = fs::read_to_string(self.root.join(span["file_name"].as_str()?)).ok()?;
        let (before, after) = text.split_at_checked(span["byte_start"].as_u64()? as usize)?;
        Some((before.to_string(), after.to_string()))
    }

    /// The test programs, or only that of the library's unit tests.
    pub fn programs(&self, unit: bool) -> Result<Vec<PathBuf>, String> {
        let mut arguments = vec!["test", "--no-run", "--message-format=json", "-p", "peskun"];
        arguments.extend(match unit {
            true => &["--lib"][..],
            false => &["-p", "their_kernel"],
        });
        let output = run(&mut self.cargo(&arguments))?;
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        let messages = lines
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let tests = messages.filter(|message| message["profile"]["test"] == true);
        Ok(tests
            .filter_map(|message| message["executable"].as_str().map(PathBuf::from))
            .collect())
    }

    /// Where the tests run.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("cargo");
        command
            .current_dir(&self.root)
            .args(arguments)
            .env("CARGO_TARGET_DIR", self.root.with_file_name("build"))
            // Less optimized code is compiled once for all programs that use it.
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
            .env("CARGO_INCREMENTAL", "0")
            .env("RUSTFLAGS", "--cap-lints allow");
        command
    }

    fn write(&self, file: &str, text: &str) -> Result<(), String> {
        fs::write(self.root.join(file), text).map_err(|error| format!("{file}: {error}"))
    }
}

fn run(command: &mut Command) -> Result<Output, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(output),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
