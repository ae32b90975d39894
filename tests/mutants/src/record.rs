//! What became of the mutants, a line each, so that a run can go on where it ended.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use crate::judge::Outcome;
use crate::mutant::Mutant;

/// The lines of a file: a mutant's name, what became of it, and how that is known.
pub struct Record {
    file: Mutex<fs::File>,
    lines: BTreeMap<String, (String, String)>,
    /// Those of the given ones that survived, if they shall be tried again, and no
    /// others.
    again: Option<BTreeSet<String>>,
}

impl Record {
    /// Reads what there is. Survivors of these mutants are forgotten if they shall be
    /// tried again.
    pub fn open(path: &Path, mutants: &[Mutant], again: bool) -> Result<Self, String> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let read = |line: &str| {
            let mut words = line.split('\t').map(String::from);
            Some((words.next()?, (words.next()?, words.next()?)))
        };
        let mut lines: BTreeMap<_, _> = text.lines().filter_map(read).collect();
        let survived = |mutant: &&Mutant| {
            let outcome = lines.get(&mutant.name);
            outcome.is_some_and(|(outcome, _)| outcome == "survived")
        };
        let survived = mutants.iter().filter(survived);
        let again = again.then(|| survived.map(|mutant| mutant.name.clone()).collect());
        let forgotten: Option<&BTreeSet<String>> = again.as_ref();
        lines.retain(|name, _| forgotten.is_none_or(|names| !names.contains(name)));
        let mut file =
            fs::File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (name, (outcome, why)) in &lines {
            writeln!(file, "{name}\t{outcome}\t{why}").map_err(|error| error.to_string())?;
        }
        Ok(Record {
            file: Mutex::new(file),
            lines,
            again,
        })
    }

    /// Is it to be tried?
    pub fn is_open(&self, mutant: &Mutant) -> bool {
        match &self.again {
            Some(names) => names.contains(&mutant.name),
            None => !self.lines.contains_key(&mutant.name),
        }
    }

    /// Adds a line at once.
    pub fn add(&self, mutant: &Mutant, outcome: &Outcome) -> Result<(), String> {
        let (word, why) = match outcome {
            Outcome::Caught(test) => ("caught", test.clone()),
            Outcome::Late(test) => ("late", test.clone()),
            Outcome::Survived(tests) => ("survived", format!("{} of {tests} tests", mutant.place)),
        };
        let mut file = self.file.lock().expect("nobody panics with it");
        writeln!(file, "{}\t{word}\t{why}", mutant.name).map_err(|error| error.to_string())
    }
}
