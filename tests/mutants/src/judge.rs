//! Is a mutant noticed? Tests that come by it run until one fails, those first that
//! are quick and have noticed others nearby.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use crate::mutant::Mutant;
use crate::reach::Reach;
use crate::trial::{End, Test, run};

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// This test failed.
    Caught(String),
    /// A test took far longer than without it.
    Late(String),
    /// All tests that come by it passed, or all there was time for; how many those are.
    Survived(usize),
}

/// Judges one mutant after the other and learns which tests notice what.
pub struct Judge<'a> {
    root: &'a Path,
    reaches: &'a [Reach],
    most: Duration,
    by_mutant: BTreeMap<usize, Vec<usize>>,
    /// How often a test noticed a mutant of a function, and of a file.
    noticed: Mutex<BTreeMap<(String, usize), usize>>,
}

impl<'a> Judge<'a> {
    /// With what the tests come by, and how long the tests of a mutant may take.
    pub fn new(root: &'a Path, reaches: &'a [Reach], most: Duration) -> Self {
        let by_mutant = crate::reach::by_mutant(reaches);
        Judge {
            root,
            reaches,
            most,
            by_mutant,
            noticed: Mutex::default(),
        }
    }

    /// Runs tests until one notices.
    pub fn outcome(&self, mutant: &Mutant) -> Result<Outcome, String> {
        let mut tests = self
            .by_mutant
            .get(&mutant.number)
            .cloned()
            .unwrap_or_default();
        self.promising_first(mutant, &mut tests);
        let mut total = Duration::ZERO;
        tests.retain(|test| {
            total += self.reaches[*test].time;
            total <= self.most
        });
        let tried = tests.len();
        let mut allowed = Duration::from_millis(300);
        while !tests.is_empty() {
            for batch in self.batches(&mut tests, allowed) {
                let names: Vec<&Test> = batch
                    .iter()
                    .map(|position| &self.reaches[*position].test)
                    .collect();
                let time: Duration = batch
                    .iter()
                    .map(|position| self.reaches[*position].time)
                    .sum();
                let variable = ("MUTANT", &*mutant.number.to_string());
                let (end, _) = run(
                    self.root,
                    &names,
                    variable,
                    4 * time + Duration::from_secs(4),
                )?;
                match end {
                    End::Passed => {}
                    End::Failed(name) => {
                        let name = name.unwrap_or_else(|| names[0].name.clone());
                        self.learn(mutant, &batch, &name);
                        return Ok(Outcome::Caught(name));
                    }
                    End::Late => return Ok(Outcome::Late(names[0].name.clone())),
                }
            }
            allowed *= 4;
        }
        Ok(Outcome::Survived(tried))
    }

    fn promising_first(&self, mutant: &Mutant, tests: &mut [usize]) {
        let noticed = self.noticed.lock().expect("nobody panics with it");
        let count = |scope: String, test| noticed.get(&(scope, test)).copied().unwrap_or(0) as f64;
        let worth = |test: usize| {
            let near = count(format!("{} {}", mutant.file, mutant.function), test);
            let far = count(mutant.file.clone(), test);
            (0.1 + 5.0 * near + far) / (self.reaches[test].time.as_secs_f64() + 0.02)
        };
        tests.sort_by(|one, other| worth(*other).total_cmp(&worth(*one)));
    }

    /// The next tests, for so long as is allowed, by program.
    fn batches(&self, tests: &mut Vec<usize>, allowed: Duration) -> Vec<Vec<usize>> {
        let mut time = Duration::ZERO;
        let mut batches: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
        let mut taken = 0;
        for test in tests.iter() {
            let reach = &self.reaches[*test];
            if taken > 0 && time + reach.time > allowed {
                break;
            }
            time += reach.time;
            taken += 1;
            batches.entry(&reach.test.program).or_default().push(*test);
        }
        tests.drain(..taken);
        batches.into_values().collect()
    }

    fn learn(&self, mutant: &Mutant, batch: &[usize], name: &str) {
        let Some(test) = batch
            .iter()
            .find(|position| self.reaches[**position].test.name == name)
        else {
            return;
        };
        let mut noticed = self.noticed.lock().expect("nobody panics with it");
        for scope in [
            format!("{} {}", mutant.file, mutant.function),
            mutant.file.clone(),
        ] {
            *noticed.entry((scope, *test)).or_insert(0) += 1;
        }
    }
}
