//! Questions that are being answered: each by a process, not too many at once,
//! and none for longer than somebody waits for it.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use super::super::again::again;
use super::question::{Part, Question};
use super::response::Response;
use super::worker::without;

/// Processes at the same time.
const MOST_WORKERS: usize = 4;
/// How long a question may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may wait before it begins.
const QUEUE: Duration = Duration::from_secs(3);
/// How often it is looked whether somebody still waits.
const GLANCE: Duration = Duration::from_millis(20);
/// The most bytes of an answer.
const LONGEST_ANSWER: u64 = 32 << 20;

/// Where questions are answered.
pub(super) struct Office {
    working: AtomicUsize,
    asking: Mutex<BTreeMap<(String, Part), Arc<AtomicBool>>>,
}

/// Why a question is not answered.
enum Dropped {
    /// Nobody is there to read it.
    Gone,
    /// The page asks something else by now.
    Replaced,
    /// Others are answered, and it has waited for long.
    Busy,
    /// It takes too long.
    Late,
    /// Nothing could be started.
    Failed(io::Error),
}

impl Office {
    /// Answers are given by the program that runs.
    pub(super) fn new() -> Result<Self, String> {
        again()?;
        Ok(Office {
            working: AtomicUsize::new(0),
            asking: Mutex::default(),
        })
    }

    /// The response to a question; nothing if nobody waits for it.
    pub(super) fn answer(&self, body: &[u8], client: &TcpStream) -> Option<Response> {
        let question = match Question::read(body) {
            Ok(question) => question,
            Err(sentence) => return Some(Response::refusal(400, &sentence)),
        };
        let ticket = self.ticket(&question);
        let waiting = || match () {
            () if ticket.replaced.load(Ordering::Relaxed) => Err(Dropped::Replaced),
            () if is_gone(client) => Err(Dropped::Gone),
            () => Ok(()),
        };
        let answer = self
            .desk(&waiting)
            .and_then(|_desk| self.work(body, &waiting));
        let undecided =
            |sentence: &str| Some(Response::json(200, &without(&question, 3, sentence)));
        match answer {
            Ok(answer) if answer.is_empty() => {
                undecided("undecided: it takes more memory or time than a question may have here")
            }
            Ok(answer) => Some(Response::file("application/json", answer)),
            Err(Dropped::Gone) => None,
            Err(Dropped::Replaced) => Some(Response::refusal(409, "a newer question came")),
            Err(Dropped::Busy) => Some(Response::refusal(
                503,
                "too many questions at once; ask again",
            )),
            Err(Dropped::Late) => undecided(&format!(
                "undecided: it takes more than {} seconds, which is all that a question has here",
                PATIENCE.as_secs()
            )),
            Err(Dropped::Failed(error)) => Some(Response::refusal(
                500,
                &format!("no process could be started: {error}"),
            )),
        }
    }

    fn asking(&self) -> MutexGuard<'_, BTreeMap<(String, Part), Arc<AtomicBool>>> {
        self.asking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a question in the place of an older one of the same page and part.
    fn ticket(&self, question: &Question) -> Ticket<'_> {
        let key = (question.page.clone(), question.part);
        let replaced = Arc::new(AtomicBool::new(false));
        let older = self.asking().insert(key.clone(), Arc::clone(&replaced));
        if let Some(older) = older {
            older.store(true, Ordering::Relaxed);
        }
        Ticket {
            office: self,
            key,
            replaced,
        }
    }

    /// Waits until there is room for one more process, but not for long.
    fn desk(&self, waiting: &impl Fn() -> Result<(), Dropped>) -> Result<Desk<'_>, Dropped> {
        let deadline = Instant::now() + QUEUE;
        loop {
            let free = |count| (count < MOST_WORKERS).then_some(count + 1);
            let taken = (self.working).fetch_update(Ordering::Relaxed, Ordering::Relaxed, free);
            if taken.is_ok() {
                return Ok(Desk(&self.working));
            }
            waiting()?;
            if Instant::now() > deadline {
                return Err(Dropped::Busy);
            }
            thread::sleep(GLANCE);
        }
    }

    /// What the process prints; nothing if the system ended it.
    fn work(
        &self,
        body: &[u8],
        waiting: &impl Fn() -> Result<(), Dropped>,
    ) -> Result<Vec<u8>, Dropped> {
        let deadline = Instant::now() + PATIENCE;
        let mut worker = Worker::start(body).map_err(Dropped::Failed)?;
        loop {
            match worker.printed.recv_timeout(GLANCE) {
                Ok(answer) if worker.ended_well() => return Ok(answer),
                Ok(_) | Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
                Err(RecvTimeoutError::Timeout) => waiting()?,
            }
            if Instant::now() > deadline {
                return Err(Dropped::Late);
            }
        }
    }
}

/// The place of a question among those of its page.
struct Ticket<'o> {
    office: &'o Office,
    key: (String, Part),
    replaced: Arc<AtomicBool>,
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        let mut asking = self.office.asking();
        let ours = asking.get(&self.key);
        if ours.is_some_and(|ours| Arc::ptr_eq(ours, &self.replaced)) {
            asking.remove(&self.key);
        }
    }
}

/// Room for a process, given back when dropped.
struct Desk<'o>(&'o AtomicUsize);

impl Drop for Desk<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A process that answers; ended when dropped.
struct Worker {
    child: Child,
    printed: Receiver<Vec<u8>>,
}

impl Worker {
    fn start(question: &[u8]) -> io::Result<Self> {
        let mut command = again().map_err(io::Error::other)?;
        command.args(["explore", "--answer"]).env_clear();
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn()?;
        let (sender, printed) = channel();
        let pipes = (child.stdin.take(), child.stdout.take());
        let worker = Worker { child, printed };
        let (Some(mut input), Some(output)) = pipes else {
            return Err(io::Error::other("it has no standard input and output"));
        };
        // One line, whatever is in it.
        let mut line = question.to_vec();
        for byte in &mut line {
            *byte = if *byte == b'\n' { b' ' } else { *byte };
        }
        line.push(b'\n');
        let talk = move || {
            let mut answer = Vec::new();
            let written = input.write_all(&line);
            let read = output.take(LONGEST_ANSWER).read_to_end(&mut answer);
            let whole = (answer.len() as u64) < LONGEST_ANSWER;
            // The input stays open until here: the process ends when it closes.
            drop(input);
            if written.is_ok() && read.is_ok() && whole {
                // The question may have been dropped.
                let _ = sender.send(answer);
            }
        };
        Builder::new().spawn(talk)?;
        Ok(worker)
    }

    /// Did it say all that it had to say?
    fn ended_well(&mut self) -> bool {
        self.child.wait().is_ok_and(|status| status.success())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Did the other side close the connection?
fn is_gone(client: &TcpStream) -> bool {
    if client.set_nonblocking(true).is_err() {
        return true;
    }
    let seen = client.peek(&mut [0]);
    let blocking = client.set_nonblocking(false);
    match seen {
        Ok(0) => true,
        Ok(_) => blocking.is_err(),
        Err(error) => error.kind() != ErrorKind::WouldBlock || blocking.is_err(),
    }
}
