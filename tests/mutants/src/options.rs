//! What is asked for on the command line.

use std::time::Duration;

/// The rooms of the engine.
pub const ROOMS: [&str; 8] = [
    "chance",
    "arms",
    "rules",
    "kernels",
    "chains",
    "lattices",
    "numbers",
    "statistics",
];

/// How to use it.
pub const HELP: &str = "\
usage: cargo run --release -p mutants -- [ROOM]… [OPTION]…

Puts the mutants of these rooms (default: all eight of the engine) into a copy of
the repository in target/mutants, and runs the tests that come by each until one
fails. What became of each is a line of target/mutants/outcomes.tsv; a run that was
ended goes on there. Ends with status 1 if fewer than 95 % are noticed or one that
survives is not explained in tests/mutants/survivors.tsv.

  --again               try those again that survived, and no others
  --patience SECONDS    leave out tests that take longer, and give each mutant twice
                        as long in all (default: 20)
  --tests WORD          only tests with this in their names; may be given again
  --unit                only the unit tests of the library, which are built soonest
  --summary             only print what is known
";

/// The options.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which rooms.
    pub rooms: Vec<String>,
    /// Are survivors tried again?
    pub again: bool,
    /// The longest that a test may take.
    pub patience: Duration,
    /// Words in the names of tests; none means all tests.
    pub tests: Vec<String>,
    /// Are only the unit tests built and run?
    pub unit: bool,
    /// Is only the summary printed?
    pub summary: bool,
}

impl Options {
    /// Reads the words of a command line.
    pub fn read(words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Options {
            rooms: Vec::new(),
            again: false,
            patience: Duration::from_secs(20),
            tests: Vec::new(),
            unit: false,
            summary: false,
        };
        let mut words = words;
        while let Some(word) = words.next() {
            match word.as_str() {
                "--again" => options.again = true,
                "--unit" => options.unit = true,
                "--summary" => options.summary = true,
                "--patience" => {
                    let given = words.next().and_then(|seconds| seconds.parse().ok());
                    let seconds = given.ok_or("--patience takes a number of seconds")?;
                    options.patience = Duration::from_secs(seconds);
                }
                "--tests" => options
                    .tests
                    .push(words.next().ok_or("--tests takes a word")?),
                room if ROOMS.contains(&room) => options.rooms.push(word),
                other => {
                    let rooms = ROOMS.join(", ");
                    return Err(format!(
                        "there is no option and no room `{other}`; the rooms are {rooms}"
                    ));
                }
            }
        }
        if options.rooms.is_empty() {
            options.rooms = ROOMS.map(String::from).to_vec();
        }
        Ok(options)
    }
}
