//! Mutation testing of the engine: the mutants of `cargo mutants`, all in one build,
//! and the tests that come by each until one fails.

mod copy;
mod in_parallel;
mod instrument;
mod judge;
mod mutant;
mod reach;
mod record;
mod trial;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mutant::Mutant;
use record::Record;

const ROOMS: [&str; 8] = [
    "chance",
    "arms",
    "rules",
    "kernels",
    "chains",
    "lattices",
    "numbers",
    "statistics",
];

const HELP: &str = "\
usage: cargo run --release -p mutants -- [ROOM]… [--again] [--patience SECONDS]

Puts the mutants of these rooms (default: all eight of the engine) into a copy of
the repository in target/mutants, and runs the tests that come by each until one
fails. What became of each is a line of target/mutants/outcomes.tsv; a run that was
ended goes on there. With --again those that survived are tried again. Tests that
take more than SECONDS (default: 20) are left out, and a mutant is given three times
as long in all.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    match tried(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mutants: {error}");
            ExitCode::from(2)
        }
    }
}

fn tried(arguments: &[String]) -> Result<(), String> {
    let (mut again, mut patience, mut named) = (false, 20, Vec::new());
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--again" => again = true,
            "--patience" => {
                let given = words.next().and_then(|seconds| seconds.parse().ok());
                patience = given.ok_or("--patience takes a number of seconds")?;
            }
            room => named.push(room.to_string()),
        }
    }
    let patience = Duration::from_secs(patience);
    if let Some(other) = named.iter().find(|room| !ROOMS.contains(&room.as_str())) {
        return Err(format!(
            "there is no room `{other}` among {}",
            ROOMS.join(", ")
        ));
    }
    let rooms = if named.is_empty() {
        ROOMS.map(String::from).to_vec()
    } else {
        named
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the repository");
    let folder =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = folder.join("mutants");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;

    let mutants = mutant::list(root, &rooms)?;
    eprintln!("{} mutants", mutants.len());
    let copy = copy::Copy::of(root, &folder)?;
    let path = folder.join("unbuilt.tsv");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeMap<&str, &str> = text
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .collect();
    let known = mutants
        .iter()
        .filter_map(|mutant| Some((mutant.number, known.get(&*mutant.name)?.to_string())));
    let unbuilt = copy.put_in(root, &mutants, known.collect())?;
    let lines = mutants.iter().filter_map(|mutant| {
        Some(format!(
            "{}\t{}\n",
            mutant.name,
            unbuilt.get(&mutant.number)?
        ))
    });
    std::fs::write(path, lines.collect::<String>()).map_err(|error| error.to_string())?;
    let programs = copy.programs()?;
    let reaches = reach::reach(copy.root(), &programs, &folder, patience)?;
    eprintln!("{} tests", reaches.len());

    let record = Record::open(&folder.join("outcomes.tsv"), again)?;
    let built = mutants
        .iter()
        .filter(|mutant| !unbuilt.contains_key(&mutant.number));
    let open: Vec<&Mutant> = built.filter(|mutant| !record.has(mutant)).collect();
    let judge = judge::Judge::new(copy.root(), &reaches, 3 * patience);
    let done = AtomicUsize::new(0);
    in_parallel::in_parallel(&open, |mutant| {
        let outcome = judge.outcome(mutant)?;
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(100) {
            eprintln!("{done} of {}", open.len());
        }
        record.add(mutant, &outcome)
    })?;
    table(&mutants, &folder.join("outcomes.tsv"))
}

/// How many of each room were noticed.
fn table(mutants: &[Mutant], path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let outcome = |line: &str| {
        let mut words = line.split('\t').map(String::from);
        Some((words.next()?, words.next()?))
    };
    let outcomes: BTreeMap<String, String> = text.lines().filter_map(outcome).collect();
    println!(
        "| room | mutants | build | caught | late | survived | noticed |\n|---|---|---|---|---|---|---|"
    );
    for room in ROOMS.iter().copied().chain(["all"]) {
        let here = mutants
            .iter()
            .filter(|mutant| room == "all" || mutant.room() == room);
        let known: Vec<Option<&str>> = here
            .map(|mutant| outcomes.get(&mutant.name).map(String::as_str))
            .collect();
        let count = |word: &str| known.iter().filter(|known| **known == Some(word)).count();
        let (caught, late, survived) = (count("caught"), count("late"), count("survived"));
        let built = caught + late + survived;
        let noticed = 100.0 * (caught + late) as f64 / built.max(1) as f64;
        let total = known.len();
        println!(
            "| {room} | {total} | {built} | {caught} | {late} | {survived} | {noticed:.1} % |"
        );
    }
    Ok(())
}
