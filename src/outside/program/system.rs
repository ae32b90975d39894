//! What is asked of the operating system: a process group of its own for every
//! program, and an end for all that is in it.
//!
//! A group is ended before its leader is waited for: until then the number of
//! the group belongs to nobody else. This is the one file that names the crate
//! for system calls.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The groups that run.
#[derive(Debug)]
struct Running {
    groups: BTreeSet<u32>,
    /// No more may be started.
    closed: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running {
    groups: BTreeSet::new(),
    closed: false,
});

impl Running {
    fn end_all(&mut self) {
        self.closed = true;
        for &group in &self.groups {
            kill_group(group);
        }
    }
}

/// Ends every program of this process at once, and lets none start after that:
/// for the handler of a signal, before the process ends.
///
/// Steps that are under way return an error. Where there are no process groups,
/// programs are not ended; they find their standard input closed when this
/// process is gone.
pub fn end_all_programs() {
    let running = &mut *RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.end_all();
}

/// A command that runs in a process group of its own. Dropped, it is killed with
/// all that it started in the group.
#[derive(Debug)]
pub(super) struct Group {
    child: Child,
    reaped: bool,
}

impl Group {
    /// Runs `sh -c COMMAND`; its standard error is that of this process.
    pub(super) fn start(command: &str) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        // Started and written down in one go, so that no group is forgotten.
        let running = &mut *RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if running.closed {
            return Err(io::Error::other("all programs were ended"));
        }
        let mut child = shell.spawn()?;
        running.groups.insert(child.id());
        let pipes = (child.stdin.take(), child.stdout.take());
        let group = Group {
            child,
            reaped: false,
        };
        match pipes {
            (Some(input), Some(output)) => Ok((group, input, output)),
            _ => Err(io::Error::other("it has no standard input and output")),
        }
    }

    /// Has the command ended? What it started may still run.
    pub(super) fn has_ended(&mut self) -> bool {
        has_ended(&mut self.child)
    }

    /// Kills everything in the group and gives the exit status of the command,
    /// which is its own if it has ended before.
    pub(super) fn kill(&mut self) -> io::Result<ExitStatus> {
        if !self.reaped {
            self.reaped = true;
            let running = &mut *RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            kill_group(self.child.id());
            running.groups.remove(&self.child.id());
            if !cfg!(unix) {
                self.child.kill()?;
            }
        }
        self.child.wait()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

/// An exit status in words that follow "ended".
pub(super) fn described(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("by signal {signal}");
    }
    match status.code() {
        Some(127) => "with exit status 127: the shell found no such command".into(),
        Some(code) => format!("with exit status {code}"),
        None => "without an exit status".into(),
    }
}

#[cfg(unix)]
fn kill_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // An error says that nobody is left in the group.
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// Without waiting, and without taking the exit status away from the group.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(
        waitid(WaitId::Pid(Pid::from_child(child)), options),
        Ok(None)
    )
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// As many bytes as a pipe takes at once when it takes any: POSIX's least
/// `PIPE_BUF`.
pub(super) const AT_ONCE: usize = 512;

/// Waits until [`AT_ONCE`] bytes can be written without waiting; false if that
/// takes too long. A pipe that nobody reads is ready, for an error.
#[cfg(unix)]
pub(super) fn is_writable(pipe: &ChildStdin, wait: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let wait = Timespec::try_from(wait).map_err(io::Error::other)?;
    let mut ready = [PollFd::new(pipe, PollFlags::OUT)];
    match poll(&mut ready, Some(&wait)) {
        Ok(count) => Ok(count > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// There is no telling: writing may wait for as long as the program does not
/// read.
#[cfg(not(unix))]
pub(super) fn is_writable(_: &ChildStdin, _: Duration) -> io::Result<bool> {
    Ok(true)
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Instant;

    use super::*;

    /// Waits for the end of a command, for a limited time.
    fn wait_for(group: &mut Group) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !group.has_ended() {
            assert!(Instant::now() < deadline, "{group:?} did not end");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// On a list of its own: the one of the process is shared with other tests.
    #[test]
    fn the_end_of_all_programs_is_for_good() {
        let (mut group, _input, _output) = Group::start("sleep 1000").expect("a shell");
        let mut running = Running {
            groups: BTreeSet::from([group.child.id()]),
            closed: false,
        };
        assert!(!group.has_ended());
        running.end_all();
        assert!(running.closed);
        wait_for(&mut group);
        let status = group.kill().expect("a status");
        assert_eq!(described(status), "by signal 9");
    }

    #[test]
    fn an_exit_status_is_not_lost_by_asking() {
        let (mut group, _input, _output) = Group::start("exit 3").expect("a shell");
        wait_for(&mut group);
        assert_eq!(
            described(group.kill().expect("a status")),
            "with exit status 3"
        );
    }
}
