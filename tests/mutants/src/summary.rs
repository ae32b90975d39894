//! How many mutants of each room were noticed, and which survivors nobody explains.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::mutant::Mutant;
use crate::options::ROOMS;

/// The least share that has to be noticed, in percent.
const LEAST: f64 = 95.0;

/// Prints the table and says whether enough is noticed and the rest explained.
/// `outcomes` has what became of each, `survivors` why some cannot matter.
pub fn summary(mutants: &[Mutant], outcomes: &Path, survivors: &Path) -> Result<bool, String> {
    let outcomes = columns(outcomes)?;
    let explained = columns(survivors)?;
    println!(
        "| room | mutants | tried | caught | late | survived | noticed |\n|---|---|---|---|---|---|---|"
    );
    let mut share = 0.0;
    for room in ROOMS.iter().copied().chain(["all"]) {
        let here = mutants
            .iter()
            .filter(|mutant| room == "all" || mutant.room() == room);
        let known: Vec<Option<&str>> = here
            .map(|mutant| outcomes.get(&mutant.name).map(String::as_str))
            .collect();
        let count = |word: &str| known.iter().filter(|known| **known == Some(word)).count();
        let (caught, late, survived) = (count("caught"), count("late"), count("survived"));
        let tried = caught + late + survived;
        share = 100.0 * (caught + late) as f64 / tried.max(1) as f64;
        let total = known.len();
        println!("| {room} | {total} | {tried} | {caught} | {late} | {survived} | {share:.1} % |");
    }
    let survived: BTreeSet<&str> = mutants
        .iter()
        .map(|mutant| mutant.name.as_str())
        .filter(|name| {
            outcomes
                .get(*name)
                .is_some_and(|outcome| outcome == "survived")
        })
        .collect();
    let open: Vec<&str> = survived
        .iter()
        .copied()
        .filter(|name| !explained.contains_key(*name))
        .collect();
    for name in &open {
        println!("not explained: {name}");
    }
    for name in explained
        .keys()
        .filter(|name| !survived.contains(name.as_str()))
    {
        println!("explained, and not a survivor: {name}");
    }
    println!(
        "{} of {} survivors are explained",
        survived.len() - open.len(),
        survived.len()
    );
    Ok(share >= LEAST && open.is_empty())
}

/// The first two columns of a table; lines that begin with # are comments.
fn columns(path: &Path) -> Result<BTreeMap<String, String>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let pair = |line: &str| {
        let mut words = line.split('\t').map(String::from);
        Some((words.next()?, words.next()?))
    };
    Ok(lines.filter_map(pair).collect())
}
