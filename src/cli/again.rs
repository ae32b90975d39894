//! How the command is started once more, as a process of its own.

use std::ffi::OsString;
use std::process::Command;
use std::sync::OnceLock;

static WORDS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says what starts the command: a program and the arguments that come before those
/// of the command. Without this it is the program that runs, which is not the command
/// where that is part of another program.
pub fn started_by(words: Vec<OsString>) {
    // Once said it stays.
    let _ = WORDS.set(words);
}

/// The command, to be given arguments.
pub(super) fn again() -> Result<Command, String> {
    if let Some([program, arguments @ ..]) = WORDS.get().map(Vec::as_slice) {
        let mut command = Command::new(program);
        command.args(arguments);
        return Ok(command);
    }
    let program = std::env::current_exe();
    let program = program.map_err(|error| format!("the program does not find itself: {error}"))?;
    Ok(Command::new(program))
}
