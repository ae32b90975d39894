//! A part of the blocks, and the file in which it grows.
//!
//! A file begins with what is run and then has one line for each block that is
//! done, so that a run that was ended goes on from there:
//!
//! ```text
//! peskun exhaustive 1
//! weights 1
//! shapes 2x2 2x3
//! claims mh-invariant lemma-1
//! block 0 2x2 3
//! block 1 2x2 9 lemma-1=2@11,01;11;10,01;11,10
//! ```

use std::collections::BTreeMap;
use std::str::FromStr;

use super::plan::{Exception, Plan, Tally};

/// Which of the blocks: every so-manyth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    index: u64,
    count: u64,
}

impl Shard {
    /// All blocks.
    pub const ALL: Shard = Shard { index: 0, count: 1 };

    /// Part `number` of `count`, counted from 1.
    pub fn new(number: u64, count: u64) -> Result<Self, String> {
        match (1..=count).contains(&number) {
            true => Ok(Shard {
                index: number - 1,
                count,
            }),
            false => Err(format!(
                "there is no part {number} of {count}; parts are counted from 1"
            )),
        }
    }

    /// Does a block belong to it?
    pub fn has(self, block: u64) -> bool {
        block % self.count == self.index
    }

    /// How many of the blocks belong to it.
    pub fn share_of(self, blocks: u64) -> u64 {
        (0..blocks).filter(|&block| self.has(block)).count() as u64
    }

    /// Which one, for the name of a file.
    pub fn suffix(self) -> String {
        format!("{}-of-{}", self.index + 1, self.count)
    }

    /// The part that an array of SLURM or a run under OpenMPI gives to this
    /// process, or nothing outside of both; a sentence if the environment
    /// makes no sense.
    pub fn of_environment(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Self>, String> {
        let number = |name: &str| -> Result<Option<u64>, String> {
            let Some(text) = variable(name) else {
                return Ok(None);
            };
            let number = text.trim().parse();
            number
                .map(Some)
                .map_err(|_| format!("{name} is `{text}`; a whole number is expected"))
        };
        let first = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(0);
        let tasks = [
            ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", first),
            ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", 0),
        ];
        for (of_task, of_all, first) in tasks {
            if let (Some(task), Some(count)) = (number(of_task)?, number(of_all)?) {
                let place = task.checked_sub(first).filter(|place| *place < count);
                let place = place.ok_or_else(|| {
                    format!("{of_task} is {task}, counted from {first}, but {of_all} is {count}")
                })?;
                return Shard::new(place + 1, count).map(Some);
            }
        }
        Ok(None)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("`{text}` is not a part such as 1/4, the first of four");
        let (number, count) = text.split_once('/').ok_or_else(expected)?;
        let parse = |text: &str| text.parse().map_err(|_| expected());
        Shard::new(parse(number)?, parse(count)?)
    }
}

/// What a file says is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What is run: the lines that the file begins with.
    pub header: String,
    /// The blocks that are done, by number.
    pub done: BTreeMap<u64, Tally>,
    /// How many bytes of the file are whole lines: a line that was cut short
    /// when the run ended does not count.
    pub whole: usize,
}

impl Part {
    /// The lines that a file begins with.
    pub fn header(plan: &Plan) -> String {
        let shapes: Vec<String> = plan.shapes.iter().map(ToString::to_string).collect();
        format!(
            "peskun exhaustive 1\nweights {}\nshapes {}\nclaims {}\n",
            plan.largest,
            shapes.join(" "),
            plan.claims.join(" ")
        )
    }

    /// The line of a block.
    pub fn line(tally: &Tally) -> String {
        let exceptions: String = tally
            .exceptions
            .iter()
            .map(|one| format!(" {}={}@{}", one.claim, one.models, one.first))
            .collect();
        let Tally {
            block,
            shape,
            models,
            ..
        } = tally;
        format!("block {block} {shape} {models}{exceptions}\n")
    }

    /// Reads a file, or says in a sentence what is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        const HEADER: usize = 4;
        let mut lines = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        let header: String = lines.by_ref().take(HEADER).collect();
        if header.lines().next() != Some("peskun exhaustive 1") || header.lines().count() < HEADER {
            return Err("it does not begin as a file of `peskun verify --exhaustive`".into());
        }
        let mut part = Part {
            whole: header.len(),
            header,
            done: BTreeMap::new(),
        };
        for (place, line) in lines.enumerate() {
            let number = HEADER + 1 + place;
            let tally = tally(line)
                .ok_or_else(|| format!("line {number} is not a block: `{}`", line.trim_end()))?;
            if let Some(other) = part.done.insert(tally.block, tally.clone())
                && other != tally
            {
                return Err(format!("line {number} contradicts an earlier one"));
            }
            part.whole += line.len();
        }
        Ok(part)
    }
}

/// The block that a line is about.
fn tally(line: &str) -> Option<Tally> {
    let mut words = line.split_whitespace();
    if words.next() != Some("block") {
        return None;
    }
    let block = words.next()?.parse().ok()?;
    let shape = words.next()?.parse().ok()?;
    let models = words.next()?.parse().ok()?;
    let exception = |word: &str| {
        let (claim, rest) = word.split_once('=')?;
        let (models, first) = rest.split_once('@')?;
        Some(Exception {
            claim: claim.into(),
            models: models.parse().ok()?,
            first: first.into(),
        })
    };
    Some(Tally {
        block,
        shape,
        models,
        exceptions: words.map(exception).collect::<Option<_>>()?,
    })
}
