//! Mutation testing of the engine: the mutants of `cargo mutants`, all in one build,
//! and the tests that come by each until one fails.

mod copy;
mod in_parallel;
mod instrument;
mod judge;
mod mutant;
mod options;
mod reach;
mod record;
mod summary;
mod trial;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use copy::{Copy, Unbuilt};
use mutant::Mutant;
use options::{HELP, Options};
use record::Record;

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--help") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    match Options::read(std::env::args().skip(1)).and_then(|options| tried(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("mutants: {error}");
            ExitCode::from(2)
        }
    }
}

/// Are enough mutants noticed, and the others explained?
fn tried(options: &Options) -> Result<bool, String> {
    // As cargo says now: the program may have been built elsewhere.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").ok_or("run it with cargo")?;
    let here = Path::new(&here);
    let root = here.ancestors().nth(2).expect("the repository");
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let folder = target
        .unwrap_or_else(|| root.join("target"))
        .join("mutants");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let outcomes = folder.join("outcomes.tsv");
    let mutants = mutant::list(root, &options.rooms)?;
    if !options.summary {
        judged(options, root, &folder, &mutants, &outcomes)?;
    }
    summary::summary(&mutants, &outcomes, &here.join("survivors.tsv"))
}

fn judged(
    options: &Options,
    root: &Path,
    folder: &Path,
    mutants: &[Mutant],
    outcomes: &Path,
) -> Result<(), String> {
    eprintln!("{} mutants", mutants.len());
    let copy = Copy::of(root, folder)?;
    let unbuilt = put_in(&copy, root, mutants, &folder.join("unbuilt.tsv"))?;
    let programs = copy.programs(options.unit)?;
    let reaches = reach::reach(copy.root(), &programs, folder, options)?;
    eprintln!("{} tests", reaches.len());

    let record = Record::open(outcomes, mutants, options.again)?;
    let built = mutants
        .iter()
        .filter(|mutant| !unbuilt.contains_key(&mutant.number));
    let mut open: Vec<&Mutant> = built.filter(|mutant| record.is_open(mutant)).collect();
    // In no particular order, so that a part of the run tells about the whole.
    open.sort_by_key(|mutant| (mutant.number * 2_654_435_761) % (1 << 32));
    let judge = judge::Judge::new(copy.root(), &reaches, 2 * options.patience);
    let done = AtomicUsize::new(0);
    in_parallel::in_parallel(&open, |mutant| {
        let outcome = judge.outcome(mutant)?;
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(100) {
            eprintln!("{done} of {}", open.len());
        }
        record.add(mutant, &outcome)
    })?;
    Ok(())
}

/// Puts the mutants into the copy. Those that do not compile are kept in a file, so
/// that they need not be found again.
fn put_in(copy: &Copy, root: &Path, mutants: &[Mutant], path: &Path) -> Result<Unbuilt, String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once('\t'));
    let mut all: BTreeMap<&str, &str> = lines.collect();
    let known = mutants
        .iter()
        .filter_map(|mutant| Some((mutant.number, all.get(&*mutant.name)?.to_string())));
    let unbuilt = copy.put_in(root, mutants, known.collect())?;
    // Those of other rooms stay in the file.
    let these = mutants
        .iter()
        .filter_map(|mutant| Some((&*mutant.name, unbuilt.get(&mutant.number)?.as_str())));
    all.extend(these);
    let lines: String = all
        .iter()
        .map(|(name, why)| format!("{name}\t{why}\n"))
        .collect();
    fs::write(path, lines).map_err(|error| error.to_string())?;
    Ok(unbuilt)
}
