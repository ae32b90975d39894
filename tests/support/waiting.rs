//! Whatever a test waits for, it waits for a limited time and says for what: the end
//! of a process, a line of it, a response.
//!
//! Processes begin with the signals that end a process as they usually are. Under
//! `nohup`, or in the background of a script, they are ignored, which whoever is
//! started inherits: a test that interrupts what it started would wait for ever.

use std::io::{self, BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// How long is waited for the end of a process, which on a slow machine that has
/// other things to do may come late.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// How long is waited for a line or a response.
pub const SHORT_PATIENCE: Duration = Duration::from_secs(60);

/// Commands whose end is waited for.
pub trait Bounded {
    /// Starts the command.
    fn started(&mut self) -> Process;

    /// Runs the command to its end, with nothing to read; an error if there is none
    /// of this name.
    fn ended(&mut self) -> io::Result<Output>;

    /// The same with another patience.
    fn ended_within(&mut self, patience: Duration) -> io::Result<Output>;
}

impl Bounded for Command {
    fn started(&mut self) -> Process {
        Process::start(self).expect("the command runs")
    }

    fn ended(&mut self) -> io::Result<Output> {
        self.ended_within(PATIENCE)
    }

    fn ended_within(&mut self, patience: Duration) -> io::Result<Output> {
        self.stdin(Stdio::null());
        self.stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(Process::start(self)?.end_within(patience))
    }
}

/// A process; killed when dropped.
pub struct Process {
    what: String,
    child: Child,
}

impl Process {
    fn start(command: &mut Command) -> io::Result<Self> {
        let what = format!("{command:?}");
        let child = with_usual_signals(command).spawn()?;
        Ok(Process { what, child })
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The process itself, for its pipes.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Does it still run?
    pub fn runs(&mut self) -> bool {
        self.child.try_wait().expect("a status").is_none()
    }

    /// Waits for its end, and gives what it wrote to pipes that nobody took.
    pub fn end(&mut self) -> Output {
        self.end_within(PATIENCE)
    }

    /// The same with another patience.
    pub fn end_within(&mut self, patience: Duration) -> Output {
        let deadline = Instant::now() + patience;
        drop(self.child.stdin.take());
        let written = [
            self.child.stdout.take().map(whole),
            self.child.stderr.take().map(whole),
        ];
        let [stdout, stderr] = written.map(|text| match text {
            None => Vec::new(),
            Some(text) => match text.recv_timeout(left(deadline)) {
                Ok(bytes) => bytes,
                Err(_) => panic!("{} did not end within {patience:?}", self.what),
            },
        });
        let status = self.status_by(deadline);
        let status =
            status.unwrap_or_else(|| panic!("{} did not end within {patience:?}", self.what));
        Output {
            status,
            stdout,
            stderr,
        }
    }

    fn status_by(&mut self, deadline: Instant) -> Option<ExitStatus> {
        let mut pause = Duration::from_micros(100);
        loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return Some(status);
            }
            if left(deadline).is_zero() {
                return None;
            }
            sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(20));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        // Killed, it ends at once; a test that fails says something else.
        let _ = self.status_by(Instant::now() + SHORT_PATIENCE);
    }
}

fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// All that comes until the other side closes.
fn whole(mut source: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    spawn(move || {
        let mut bytes = Vec::new();
        let _ = source.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

/// What comes, in pieces that end with a byte.
pub struct Pieces {
    what: &'static str,
    pieces: Receiver<Vec<u8>>,
}

impl Pieces {
    /// Begins to listen; `what` is who talks.
    pub fn of(source: impl Read + Send + 'static, end: u8, what: &'static str) -> Self {
        let (sender, pieces) = channel();
        spawn(move || {
            let mut source = BufReader::new(source);
            loop {
                let mut piece = Vec::new();
                if source.read_until(end, &mut piece).unwrap_or(0) == 0 {
                    return;
                }
                // It is read on also where nobody asks for more.
                let _ = sender.send(piece);
            }
        });
        Pieces { what, pieces }
    }

    /// The next piece.
    pub fn next(&self) -> Vec<u8> {
        match self.pieces.recv_timeout(SHORT_PATIENCE) {
            Ok(piece) => piece,
            Err(RecvTimeoutError::Disconnected) => panic!("{} is gone", self.what),
            Err(RecvTimeoutError::Timeout) => {
                panic!("{} said nothing within {SHORT_PATIENCE:?}", self.what)
            }
        }
    }
}

/// A connection.
pub fn connected(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect_timeout(&address, SHORT_PATIENCE).expect("a connection");
    let patience = Some(SHORT_PATIENCE);
    stream.set_read_timeout(patience).expect("a timeout");
    stream.set_write_timeout(patience).expect("a timeout");
    stream
}

/// What comes over a connection until the other side closes it, or says nothing for
/// as long as is waited.
pub fn response(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[cfg(not(unix))]
fn with_usual_signals(command: &mut Command) -> &mut Command {
    command
}

/// The signals that end a process are not ignored in the one that is started.
#[cfg(unix)]
#[expect(unsafe_code, reason = "the C library is asked")]
fn with_usual_signals(command: &mut Command) -> &mut Command {
    use libc::{SIG_DFL, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use std::os::unix::process::CommandExt;
    let usual = || {
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            // SAFETY: POSIX allows it between fork and exec, and it takes no memory.
            unsafe { libc::signal(signal, SIG_DFL) };
        }
        Ok(())
    };
    // SAFETY: what is done there is allowed there.
    unsafe { command.pre_exec(usual) }
}
