//! One running program, and lines that go back and forth.
//!
//! Whoever waits for the program, to speak or to listen, waits for a limited
//! time. A conversation that is dropped ends the program and all that it
//! started; [`Conversation::say_end`] before gives it the chance to end itself.

use std::io::{self, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::error::{Trouble, quoted, shortened};
use super::limits::ProgramLimits;
use super::reader::{Heard, listen};
use super::system::{AT_ONCE, Group, described, is_writable};

/// A running program.
#[derive(Debug)]
pub(super) struct Conversation {
    group: Group,
    /// Until the program was told to end.
    input: Option<ChildStdin>,
    lines: Receiver<Heard>,
    answer: Duration,
    grace: Duration,
    longest: usize,
}

/// What most often keeps a program silent that is right.
const UNBUFFER: &str = "if a buffer holds its lines, flush them, or run `python3 -u`, `mawk -W interactive` or `stdbuf -oL COMMAND`";

/// How often a program that says nothing is looked at.
const LOOK: Duration = Duration::from_millis(20);

impl Conversation {
    /// Starts a command.
    pub(super) fn start(command: &str, limits: &ProgramLimits) -> Result<Self, Trouble> {
        let failed = |error| Trouble::Wrong(format!("could not be started: {error}"));
        let (group, input, output) = Group::start(command).map_err(failed)?;
        Ok(Conversation {
            group,
            input: Some(input),
            lines: listen(output, limits.line).map_err(failed)?,
            answer: limits.answer,
            grace: limits.grace,
            longest: limits.line,
        })
    }

    /// Sends a line. The program must have nothing more to say before it.
    pub(super) fn say(&mut self, line: &str) -> Result<(), Trouble> {
        if let Ok(heard) = self.lines.try_recv() {
            let early = self.understood(heard)?;
            return Err(Trouble::Wrong(format!(
                "said {} before it was asked",
                quoted(&early)
            )));
        }
        match self.write(&format!("{line}\n")) {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.too_slow("did not read its standard input")),
            Err(_) => Err(self.last_words("closed its standard input")),
        }
    }

    /// Writes a text; false if the program did not read it in time.
    fn write(&mut self, text: &str) -> io::Result<bool> {
        let Some(input) = &mut self.input else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let deadline = after(self.answer);
        for part in text.as_bytes().chunks(AT_ONCE) {
            while !is_writable(input, left(deadline))? {
                if left(deadline).is_zero() {
                    return Ok(false);
                }
            }
            input.write_all(part)?;
        }
        input.flush()?;
        Ok(true)
    }

    /// Waits for a line.
    pub(super) fn hear(&mut self) -> Result<String, Trouble> {
        let deadline = after(self.answer);
        loop {
            match self.lines.recv_timeout(LOOK.min(left(deadline))) {
                Ok(heard) => return self.understood(heard),
                Err(RecvTimeoutError::Disconnected) => return self.understood(Heard::Closed),
                Err(RecvTimeoutError::Timeout) if self.group.has_ended() => {
                    // Something that it started may keep the output open.
                    let heard = self.lines.recv_timeout(LOOK).unwrap_or(Heard::Closed);
                    return self.understood(heard);
                }
                Err(RecvTimeoutError::Timeout) if left(deadline).is_zero() => {
                    return Err(self.too_slow("did not answer"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Tells the program to end, as far as it listens, and closes its input.
    pub(super) fn say_end(&mut self) {
        if let Some(mut input) = self.input.take()
            && is_writable(&input, Duration::ZERO).unwrap_or(false)
        {
            let _ = input.write_all(b"end\n");
        }
    }

    /// Waits until then for the program to end. Whatever it still says nobody
    /// asked for, and some line before was heard as the answer to something else.
    pub(super) fn is_silent_until(&mut self, deadline: Instant) -> Result<(), Trouble> {
        loop {
            match self.lines.recv_timeout(LOOK.min(left(deadline))) {
                Ok(Heard::Closed) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(heard) => {
                    let more = quoted(&self.understood(heard)?);
                    return Err(Trouble::Wrong(format!(
                        "said {more}, more than it was asked for: each step and each answer is followed by one line"
                    )));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if self.group.has_ended() || left(deadline).is_zero() {
                        break;
                    }
                }
            }
        }
        self.has_ended_by(deadline);
        Ok(())
    }

    /// Waits for the program to end by itself; true if it has.
    fn has_ended_by(&mut self, deadline: Instant) -> bool {
        let mut pause = Duration::from_millis(1);
        while !self.group.has_ended() {
            if left(deadline).is_zero() {
                return false;
            }
            std::thread::sleep(pause.min(left(deadline)));
            pause = (2 * pause).min(LOOK);
        }
        true
    }

    /// What was heard as a line of text, unless it is the end.
    fn understood(&mut self, heard: Heard) -> Result<String, Trouble> {
        let bytes = match heard {
            Heard::Line(bytes) => bytes,
            Heard::TooLong => {
                let longest = self.longest;
                return Err(Trouble::Wrong(format!(
                    "wrote a line of more than {longest} bytes"
                )));
            }
            Heard::Closed => return Err(self.last_words("closed its standard output")),
        };
        let line = String::from_utf8(bytes).map_err(|error| {
            let line = quoted(&String::from_utf8_lossy(error.as_bytes()));
            Trouble::Wrong(format!("said {line}, which is not UTF-8"))
        })?;
        match failure(&line) {
            Some(message) => Err(message),
            None => Ok(line),
        }
    }

    /// Why the program is silent: it said that it failed, it has ended, or it
    /// only did what is named here.
    fn last_words(&mut self, otherwise: &str) -> Trouble {
        let ended = self.has_ended_by(after(self.grace));
        while let Ok(Heard::Line(bytes)) = self.lines.recv_timeout(LOOK) {
            if let Some(message) = failure(&String::from_utf8_lossy(&bytes)) {
                return message;
            }
        }
        match self.group.kill() {
            Ok(status) if ended => Trouble::Wrong(format!("ended {}", described(status))),
            _ => Trouble::Wrong(otherwise.to_string()),
        }
    }

    fn too_slow(&self, what: &str) -> Trouble {
        let seconds = self.answer.as_secs_f64();
        Trouble::Limit(format!(
            "{what} within {seconds} s; {UNBUFFER}; `--timeout SECONDS` allows more"
        ))
    }
}

/// The time after a wait, of a year at most.
pub(super) fn after(wait: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
    Instant::now() + wait.min(YEAR)
}

/// The time until then.
fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// The message of a program that says that it failed.
fn failure(line: &str) -> Option<Trouble> {
    let message = line.trim().strip_prefix("fail")?;
    match message.chars().next() {
        None => Some(Trouble::Wrong("failed without a message".into())),
        Some(' ' | '\t') => Some(Trouble::Wrong(format!(
            "failed: {}",
            shortened(message, 150)
        ))),
        Some(_) => None,
    }
}
