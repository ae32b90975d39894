//! Which tests come by which mutants, and how long each test takes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::in_parallel::in_parallel;
use crate::options::Options;
use crate::trial::{End, Test, run, tests};

/// What a test comes by.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The test.
    pub test: Test,
    /// How long it takes.
    pub time: Duration,
    /// The mutants on its way.
    pub mutants: BTreeSet<usize>,
}

/// Runs every test alone and without a mutant. Those that fail, since they read the
/// sources, or that need more patience are left out and named.
pub fn reach(
    root: &Path,
    programs: &[impl AsRef<Path>],
    folder: &Path,
    options: &Options,
) -> Result<Vec<Reach>, String> {
    let mut all = Vec::new();
    for program in programs {
        all.extend(tests(program.as_ref())?);
    }
    let folder = folder.join("reached");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    all.retain(|test| {
        options.tests.is_empty() || options.tests.iter().any(|word| test.name.contains(word))
    });
    let numbered: Vec<(usize, Test)> = all.into_iter().enumerate().collect();
    let traced = in_parallel(&numbered, |(number, test)| {
        let file = folder.join(number.to_string());
        let path = file.display().to_string();
        let (end, time) = run(root, &[test], ("MUTANTS_REACHED", &path), options.patience)?;
        if end != End::Passed {
            eprintln!("left out: {} {end:?}", test.name);
            return Ok(None);
        }
        let lines = fs::read_to_string(&file).unwrap_or_default();
        let mutants = lines.lines().filter_map(|line| line.parse().ok()).collect();
        Ok(Some(Reach {
            test: test.clone(),
            time,
            mutants,
        }))
    })?;
    Ok(traced.into_iter().flatten().collect())
}

/// The tests that come by each mutant, by their positions.
pub fn by_mutant(reaches: &[Reach]) -> BTreeMap<usize, Vec<usize>> {
    let mut map: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (position, reach) in reaches.iter().enumerate() {
        for mutant in &reach.mutants {
            map.entry(*mutant).or_default().push(position);
        }
    }
    map
}
