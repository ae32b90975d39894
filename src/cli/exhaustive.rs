//! `peskun verify --exhaustive` and `peskun merge`: claims on all models of a
//! class, in parts that can be ended and taken up again.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::answer::{Answer, Ending};
use super::arguments::OutputArguments;
use super::failure::Failure;
use super::place::{unwritable, writable};
use super::progress::counting_bar;
use super::verify_arguments::{MergeArguments, VerifyArguments};
use crate::chance::Interrupted;
use crate::claims::{Claim, Part, Plan, Run, Shape, Shard, Tally, all_claims, merged};
use crate::models::text::read_text;
use crate::reports::ExhaustiveReport;

/// The most bytes that a part of a run may have.
const LARGEST_PART: u64 = 256 << 20;

impl From<Interrupted> for Failure {
    fn from(why: Interrupted) -> Self {
        Failure::Undecided(why.to_string())
    }
}

/// Runs a part, or all, and prints what became of it.
pub(super) fn run(
    arguments: &VerifyArguments,
    claims: &[Claim],
    largest: u8,
) -> Result<ExitCode, Failure> {
    let shapes = match arguments.shapes.is_empty() {
        true => Shape::ALL.to_vec(),
        false => arguments.shapes.clone(),
    };
    let plan = Plan::new(claims, largest, &shapes);
    if plan.claims.is_empty() {
        let sentence = "none of these claims is about every model".to_string();
        return Err(Failure::Input(sentence));
    }
    let given = |name: &str| std::env::var(name).ok();
    let from_environment = match arguments.shard {
        Some(_) => None,
        None => Shard::of_environment(given)?,
    };
    let shard = arguments.shard.or(from_environment).unwrap_or(Shard::ALL);
    let mut file = match &arguments.output.out {
        Some(path) => Some(Growing::open(&named(path, from_environment), &plan)?),
        None => None,
    };
    let mut done: Vec<Tally> = match &mut file {
        Some(file) => std::mem::take(&mut file.done),
        None => Vec::new(),
    };
    let known: std::collections::BTreeSet<u64> = done.iter().map(|tally| tally.block).collect();
    let blocks = shard.share_of(plan.blocks());
    let bar = counting_bar(blocks as usize, "blocks");
    bar.inc(known.len() as u64);
    let handed = |tallies: &[Tally]| -> Result<(), Failure> {
        if let Some(file) = &mut file {
            file.append(tallies)?;
        }
        done.extend_from_slice(tallies);
        bar.inc(tallies.len() as u64);
        Ok(())
    };
    plan.run(shard, |block| known.contains(&block), handed)?;
    bar.finish_and_clear();
    done.sort_by_key(|tally| tally.block);
    let report = ExhaustiveReport {
        run: Run::of(&plan, &done),
        part: (shard != Shard::ALL).then(|| shard.suffix()),
        is_record: false,
    };
    let output = OutputArguments {
        format: arguments.output.format,
        out: None,
    };
    answered(report).deliver(&output, &arguments.latex)
}

fn answered(report: ExhaustiveReport) -> Answer {
    let failed: Vec<&str> = report.run.failed().collect();
    let ending = match failed.is_empty() {
        true => Ending::Yes,
        false => Ending::No(Some(format!(
            "there are exceptions to {}",
            failed.join(", ")
        ))),
    };
    Answer {
        report: Box::new(report),
        ending,
    }
}

/// A file of its own for each process that was told its part by the
/// environment, since all of them were given the same name.
fn named(path: &Path, from_environment: Option<Shard>) -> PathBuf {
    match from_environment {
        None => path.to_path_buf(),
        Some(shard) => {
            let mut name = path.as_os_str().to_os_string();
            name.push(".");
            name.push(shard.suffix());
            PathBuf::from(name)
        }
    }
}

/// The file of a part.
struct Growing {
    path: PathBuf,
    file: File,
    /// What was done before.
    done: Vec<Tally>,
    part: Part,
}

impl Growing {
    /// Begins a file, or goes on with it: a line that was cut short is removed.
    fn open(path: &Path, plan: &Plan) -> Result<Self, Failure> {
        let target = writable(path)?;
        let failed = |error: std::io::Error| unwritable(path, &error);
        let (part, begun) = Part::begin(plan);
        let text = match fs::read_to_string(&target) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error)),
        };
        let mut file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&target)
            .map_err(failed)?;
        // A run that was ended while it wrote its first lines has done nothing.
        if begun.starts_with(&text) && text.len() < begun.len() {
            file.set_len(0).map_err(failed)?;
            file.write_all(begun.as_bytes()).map_err(failed)?;
            let (path, done) = (target, Vec::new());
            return Ok(Growing {
                path,
                file,
                done,
                part,
            });
        }
        let wrong = |what: String| Failure::Input(format!("{}: {what}", path.display()));
        let mut part = Part::read(&text, plan).map_err(wrong)?;
        file.set_len(part.whole as u64).map_err(failed)?;
        Ok(Growing {
            path: target,
            file,
            done: std::mem::take(&mut part.done).into_values().collect(),
            part,
        })
    }

    fn append(&mut self, tallies: &[Tally]) -> Result<(), Failure> {
        let text = self.part.text_of(tallies);
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| unwritable(&self.path, &error))
    }
}

/// Puts the parts of a run together.
pub(super) fn merge(arguments: &MergeArguments) -> Result<Answer, Failure> {
    let mut plan: Option<Plan> = None;
    let mut parts = Vec::new();
    for path in &arguments.parts {
        let name = path.display().to_string();
        let wrong = |what: String| Failure::Input(format!("{name}: {what}"));
        let text = read_text(path, LARGEST_PART, "a part of a run").map_err(wrong)?;
        // The first says what is run, and the others are held to it.
        let plan = match &mut plan {
            Some(plan) => &*plan,
            none => none.insert(Part::plan(&text, &all_claims()).map_err(wrong)?),
        };
        let part = Part::read(&text, plan).map_err(wrong)?;
        parts.push((name, part));
    }
    let Some(plan) = plan else {
        return Err(Failure::Input("there are no parts".into()));
    };
    let run = merged(&plan, &parts)?.map_err(Failure::Undecided)?;
    Ok(answered(ExhaustiveReport {
        run,
        part: None,
        is_record: true,
    }))
}
