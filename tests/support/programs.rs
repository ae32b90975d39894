//! Programs for tests, watched: what they start is written down by number, and
//! must be gone in the end.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use peskun::outside::ProgramLimits;

use super::command::Scratch;
use super::waiting::Bounded;

/// The header of a program with two states of the same weight, for the shell.
pub const HEADER: &str = r"printf 'peskun 1\nstates a b\ntarget 1 1\nready\n'";

/// A program that runs on a shell and writes down its number.
pub struct Watched {
    scratch: Scratch,
}

impl Watched {
    pub fn new(name: &str) -> Self {
        Watched {
            scratch: Scratch::new(&format!("program-{name}")),
        }
    }

    /// The command. Within the script, `note NUMBER` writes a number down, and
    /// `$folder` is a folder to use.
    pub fn command(&self, script: &str) -> String {
        let folder = self.scratch.path("");
        let folder = folder.display();
        format!(
            "folder='{folder}'; note() {{ echo \"$1\" >> \"$folder/numbers\"; }}; note $$; {script}"
        )
    }

    fn numbers(&self) -> Vec<u32> {
        let numbers = std::fs::read_to_string(self.scratch.path("numbers"));
        let numbers = numbers.expect("the program has started");
        let number = |line: &str| line.trim().parse().expect("a number");
        numbers.lines().map(number).collect()
    }

    /// How many processes were written down.
    pub fn count(&self) -> usize {
        self.numbers().len()
    }

    /// Nothing that was written down runs.
    pub fn assert_nothing_is_left(&self) {
        let patience = Instant::now() + Duration::from_secs(20);
        for number in self.numbers() {
            // A process that was killed goes a moment later.
            while runs(number) {
                assert!(Instant::now() < patience, "{number} is left running");
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

/// Does a process run? One that only waits for its parent to take note does not.
fn runs(number: u32) -> bool {
    if Path::new("/proc/self/stat").exists() {
        let status = std::fs::read_to_string(format!("/proc/{number}/stat"));
        let state = status.ok().and_then(|status| {
            let after_name = status.rsplit(") ").next()?;
            after_name.chars().next()
        });
        return state.is_some_and(|state| state != 'Z' && state != 'X');
    }
    let shown = Command::new("ps")
        .args(["-o", "stat=", "-p", &number.to_string()])
        .ended()
        .expect("ps");
    let state = String::from_utf8_lossy(&shown.stdout).trim().to_string();
    !state.is_empty() && !state.starts_with('Z')
}

/// Limits that no program reaches which does not hang.
pub fn patient() -> ProgramLimits {
    let limits = ProgramLimits::default();
    limits
        .with_answer(Duration::from_secs(60))
        .with_grace(Duration::from_secs(20))
}

/// Limits that a program which hangs reaches soon.
pub fn impatient() -> ProgramLimits {
    let limits = ProgramLimits::default();
    limits
        .with_answer(Duration::from_millis(800))
        .with_grace(Duration::from_millis(50))
}

/// Is there such a command here?
pub fn is_there(command: &str) -> bool {
    Command::new(command).arg("--version").ended().is_ok()
}
