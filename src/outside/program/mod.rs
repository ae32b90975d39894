//! A kernel in any language: a program that is spoken to line by line.
//!
//! The program says its states and its target, is told to step from a state,
//! asks for the chance it needs and says where it went. The
//! [guide](crate::guide::kernels_over_a_pipe) has the protocol and clients in
//! Python, R and C++.

mod conversation;
mod error;
mod header;
mod limits;

mod question;
mod reader;
mod system;
mod transcript;
mod weights;
mod words;

pub use error::ProgramError;
pub use limits::ProgramLimits;
pub use system::end_all_programs;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::chance::{Chance, Interrupted};
use crate::kernels::{FiniteKernel, Kernel, Step, checked_target};
use crate::numbers::Rational;
use conversation::{Conversation, after};
use error::{Place, Trouble, quoted};
use header::Header;
use question::{Memory, Said};
use transcript::{Repetitions, Transcript};

/// The paths that take as long as to hear a line and to answer it, and the bytes of a
/// line that take as long as a path.
const COST_OF_A_LINE: u64 = 2;
const BYTES_OF_A_PATH: u64 = 2_048;

/// A kernel that a program in any language computes; its states are numbered in
/// the order in which the program lists them.
///
/// The command is run as often as threads step at the same time, with the same
/// states and target every time. If one of these programs breaks the protocol,
/// ends or is too slow, all are ended and every later step returns the same
/// error; if the source of randomness stops a step, only the program that was
/// in it is ended. When the kernel is dropped, every program is told to end, and
/// is killed after a while with all that it started in its process group.
///
/// ```
/// use peskun::chains::verify;
/// use peskun::outside::{Program, ProgramLimits};
///
/// // A fair coin decides between two states of the same weight.
/// let command = r#"
///     printf 'peskun 1\nstates a b\ntarget 1 1\nready\n'
///     while read order state && [ "$order" = step ]
///     do echo 'coin 1/2'; read heads
///        if [ "$heads" = 1 ]; then echo 'to a'; else echo 'to b'; fi
///     done"#;
/// let program = Program::start(command, ProgramLimits::default())?;
/// assert!(verify(&program)?.is_right());
/// # Ok::<(), peskun::chance::Interrupted>(())
/// ```
#[derive(Debug)]
pub struct Program {
    command: String,
    limits: ProgramLimits,
    header: Header,
    pool: Mutex<Pool>,
    memory: Memory,
    repetitions: Vec<Repetitions>,
    used_doubles: AtomicBool,
    read_decimals: AtomicBool,
}

/// The running programs that wait for a step, or why there are none.
#[derive(Debug)]
struct Pool {
    idle: Vec<Conversation>,
    failure: Option<Interrupted>,
}

/// Why a step ended early.
enum Stop {
    /// Something is wrong with the program.
    Program(Trouble),
    /// The source of randomness gave no answer.
    Chance(Interrupted),
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        Stop::Program(trouble)
    }
}

impl Program {
    /// Runs `sh -c COMMAND` and hears its states and its target.
    ///
    /// # Errors
    /// [`Interrupted::TooLong`] if the program is too slow, otherwise
    /// [`Interrupted::Foreign`] with a [`ProgramError`].
    pub fn start(command: &str, limits: ProgramLimits) -> Result<Self, Interrupted> {
        let (conversation, header) =
            greet(command, &limits).map_err(|trouble| trouble.within(command, &Place::Header))?;
        let program = Program {
            command: command.to_string(),
            used_doubles: AtomicBool::new(header.has_doubles),
            read_decimals: AtomicBool::new(header.has_decimals),
            limits,
            repetitions: header
                .labels
                .iter()
                .map(|_| Repetitions::default())
                .collect(),
            header,
            pool: Mutex::new(Pool {
                idle: vec![conversation],
                failure: None,
            }),
            memory: Memory::default(),
        };
        match checked_target(&program, &program.states()) {
            Ok(_) => Ok(program),
            Err(why) => {
                let trouble = Trouble::Wrong(format!("described no target: {why}"));
                Err(program.fail(trouble, &Place::Header))
            }
        }
    }

    /// The command.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Did the program write decimals, which it may have rounded? Asked after its
    /// steps have run.
    pub fn read_decimals(&self) -> bool {
        self.read_decimals.load(Ordering::Relaxed)
    }

    /// Tells every program that waits for a step to end, and waits for it a
    /// while. A later step starts the command again.
    ///
    /// # Errors
    /// [`Interrupted::Foreign`] if a program said more than it was asked for.
    /// Between steps such a line may come too late to be noticed, and is then
    /// taken for what the next step says.
    pub fn end(&self) -> Result<(), Interrupted> {
        let mut idle = std::mem::take(&mut self.pool().idle);
        for conversation in &mut idle {
            conversation.say_end();
        }
        let deadline = after(self.limits.grace);
        let mut idle = idle.iter_mut();
        idle.try_for_each(|conversation| conversation.is_silent_until(deadline))
            .map_err(|trouble| self.fail(trouble, &Place::End))
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A program that waits for a step: an idle one, or a new one.
    fn conversation(&self) -> Result<Conversation, Interrupted> {
        {
            let mut pool = self.pool();
            if let Some(failure) = &pool.failure {
                return Err(failure.clone());
            }
            if let Some(conversation) = pool.idle.pop() {
                return Ok(conversation);
            }
        }
        let trouble = match greet(&self.command, &self.limits) {
            Ok((conversation, header)) if header == self.header => return Ok(conversation),
            Ok(_) => Trouble::Wrong(
                "said other states or weights than when it was started before".into(),
            ),
            Err(trouble) => trouble,
        };
        Err(self.fail(trouble, &Place::Header))
    }

    /// Ends every program; from now on there is only this error, or the one that
    /// came before it.
    fn fail(&self, trouble: Trouble, place: &Place<'_>) -> Interrupted {
        let mut pool = self.pool();
        pool.idle.clear();
        let failure = || trouble.within(&self.command, place);
        pool.failure.get_or_insert_with(failure).clone()
    }

    /// One step of a running program; the first ones from a state are played
    /// again with the same answers.
    fn walk<C: Chance>(
        &self,
        from: usize,
        conversation: &mut Conversation,
        chance: &mut C,
    ) -> Result<usize, Stop> {
        let order = format!("step {}", self.header.written[from]);
        let repetitions = self.repetitions[from].next();
        let mut transcript = Transcript::default();
        conversation.say(&order)?;
        let mut outcomes = 0;
        for _ in 0..=self.limits.questions {
            let line = conversation.hear()?;
            let cost = COST_OF_A_LINE + line.len() as u64 / BYTES_OF_A_PATH;
            chance.charge(cost).map_err(Stop::Chance)?;
            let said = self.memory.read(&line, &self.limits);
            let question = match said.map_err(|why| wrong(&line, &why))? {
                Said::Asks(question) => question,
                Said::Goes(label) => {
                    let position = self.header.position(&label);
                    let position = position.ok_or_else(|| unknown(&label))?;
                    transcript.add(&line, None);
                    for _ in 0..repetitions {
                        transcript.play(&order, conversation)?;
                    }
                    return Ok(position);
                }
            };
            if question.has_doubles {
                self.used_doubles.store(true, Ordering::Relaxed);
            }
            if question.has_decimals {
                self.read_decimals.store(true, Ordering::Relaxed);
            }
            outcomes += question.outcomes();
            if outcomes > self.limits.outcomes_in_step {
                let most = self.limits.outcomes_in_step;
                let what = format!("asked questions with more than {most} outcomes together");
                return Err(Stop::Program(Trouble::Limit(what)));
            }
            let answer = question.ask(chance).map_err(Stop::Chance)?;
            if repetitions > 0 {
                transcript.add(&line, Some(answer));
            }
            conversation.say(&answer.to_string())?;
        }
        let most = self.limits.questions;
        let what = format!("asked more than {most} questions without ending the step");
        Err(Stop::Program(Trouble::Limit(what)))
    }
}

/// Starts a command and hears its header.
fn greet(command: &str, limits: &ProgramLimits) -> Result<(Conversation, Header), Trouble> {
    let mut conversation = Conversation::start(command, limits)?;
    let header = Header::hear(&mut conversation, limits)?;
    Ok((conversation, header))
}

fn wrong(line: &str, why: &str) -> Trouble {
    Trouble::Wrong(match line.trim().is_empty() {
        true => format!("said an empty line: {why}"),
        false => format!("said {}: {why}", quoted(line)),
    })
}

fn unknown(label: &str) -> Trouble {
    let label = quoted(label);
    Trouble::Wrong(format!("went to {label}, which is not one of its states"))
}

impl Kernel for Program {
    type State = usize;

    fn step<C: Chance>(&self, &from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
        let mut conversation = self.conversation()?;
        match self.walk(from, &mut conversation, chance) {
            Ok(to) => {
                let mut pool = self.pool();
                if pool.failure.is_none() {
                    pool.idle.push(conversation);
                }
                Ok(if to == from {
                    Step::stayed(to)
                } else {
                    Step::moved(to)
                })
            }
            Err(Stop::Program(trouble)) => {
                Err(self.fail(trouble, &Place::Step(&self.header.labels[from])))
            }
            Err(Stop::Chance(interrupted)) => Err(interrupted),
        }
    }
}

impl FiniteKernel for Program {
    fn states(&self) -> Vec<usize> {
        (0..self.header.labels.len()).collect()
    }

    fn label(&self, &state: &usize) -> String {
        self.header.labels[state].clone()
    }

    fn target(&self) -> Vec<Rational> {
        self.header.weights.clone()
    }

    fn used_doubles(&self) -> bool {
        self.used_doubles.load(Ordering::Relaxed)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Nobody is left to be told.
        let _ = self.end();
    }
}
