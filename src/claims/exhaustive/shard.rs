//! A part of the blocks, so that several processes can share a run.

use std::str::FromStr;

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
