//! A step written as a script: the language of rules, with the state it starts
//! from and functions that ask for randomness.
//!
//! A script cannot hold on to the source of randomness, so it is replayed: it
//! runs with the answers known so far, stops at the first question that has no
//! answer yet, and runs again when there is one. What it does between questions
//! depends on its state and those answers alone, so a run is remembered. A run takes
//! longer than a path, and is charged to the budget as well.

use std::fmt;
use std::path::Path;

use rhai::{AST, Dynamic, Engine, Scope};

use super::labels::Labels;
use super::memory::{Memory, Place};
use super::questions::{Asked, Journal, questions};
use crate::chance::{Chance, Interrupted};
use crate::kernels::{FiniteKernel, Kernel, Step, normalized};
use crate::models::text::read_text;
use crate::numbers::{Ratio, Rational, excerpt};
use crate::rules::TieBreak;
use crate::rules::language::{Mentions, Outcome, Value, engine, fail, kind};
use crate::rules::script::{compiled, plain, readable, sentence};
use crate::rules::work::{Meter, Stopped, work_of_last_run};

/// The most bytes that a step written as a script may have.
pub const LONGEST_STEP_SCRIPT: usize = 16 << 10;

/// A step in one line, for error messages.
const EXAMPLE: &str = "`choose([1, 2, 3])`";

/// The most questions of one step: it runs once for each.
const MOST_QUESTIONS: usize = 1_000;

/// Work that every run of a script may take.
const WORK_OF_A_RUN: u64 = 2_000;

/// Work of a run that takes as long as a path.
const WORK_OF_A_PATH: u64 = 400;

/// A step written as a script, on states with labels.
///
/// ```
/// use peskun::prelude::*;
/// use peskun::outside::StepScript;
///
/// let script = r#"
///     let to = choose(["a", "b", "c"]);
///     if accept(weight(to) / weight(state)) { to } else { state }
/// "#;
/// let states = ["a", "b", "c"].map(String::from).to_vec();
/// let weights = [1, 2, 3].map(Rational::from).to_vec();
/// let kernel = StepScript::parse(script, states, weights)?;
/// let verification = verify(&kernel).map_err(|why| why.to_string())?;
/// assert!(verification.meets(Requirement::Reversible));
/// assert_eq!(verification.chain().matrix().entry(2, 0).to_string(), "1/9");
/// # Ok::<(), String>(())
/// ```
pub struct StepScript {
    labels: Labels,
    engine: Engine,
    program: AST,
    meter: Meter,
    memory: Memory<Run>,
    source: String,
    used_doubles: bool,
}

impl fmt::Debug for StepScript {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = formatter.debug_tuple("StepScript");
        debug.field(&self.source).finish()
    }
}

impl StepScript {
    /// The step that this script is, on these states with these weights; or a
    /// sentence that says what is wrong, and where in the script.
    pub fn parse(source: &str, states: Vec<String>, target: Vec<Rational>) -> Result<Self, String> {
        readable(source, LONGEST_STEP_SCRIPT, "step", EXAMPLE)?;
        normalized(&states, target.clone()).map_err(|why| why.to_string())?;
        let labels = Labels::new(states, target)?;
        let mut engine = engine(TieBreak::First, Mentions::default());
        questions(&mut engine);
        let known = labels.clone();
        engine.register_fn("weight", move |state: Dynamic| -> Outcome<Value> {
            match known.find(&state) {
                Ok(Some(position)) => Ok(Ratio::Finite(known.weight(position).clone())),
                Ok(None) => Ok(Ratio::Finite(Rational::ZERO)),
                Err(expected) => fail(&format!(
                    "weight(..) takes the label of a state, which is a {expected}, not {}",
                    kind(&state)
                )),
            }
        });
        let program = compiled(&engine, source)?;
        plain(source, "step", EXAMPLE)?;
        Ok(StepScript {
            program,
            engine,
            memory: Memory::of(labels.len()),
            labels,
            meter: Meter::new("runs", WORK_OF_A_RUN),
            source: source.into(),
            used_doubles: false,
        })
    }

    /// The same step, on a target with doubles in it or without.
    pub fn with_doubles(self, used_doubles: bool) -> Self {
        StepScript {
            used_doubles,
            ..self
        }
    }

    /// The script.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Does the script have decimals in it, which may be rounded?
    pub fn has_decimals(&self) -> bool {
        let digit = |byte: u8| byte.is_ascii_digit();
        let mut bytes = self.source.as_bytes().windows(3);
        bytes.any(|three| digit(three[0]) && three[1] == b'.' && digit(three[2]))
    }

    /// The same with the script in a file.
    pub fn read(path: &Path, states: Vec<String>, target: Vec<Rational>) -> Result<Self, String> {
        let file = path.display();
        let source = read_text(path, LONGEST_STEP_SCRIPT as u64, "a step script")
            .map_err(|message| format!("{file}: {message}"))?;
        Self::parse(&source, states, target).map_err(|message| format!("{file}: {message}"))
    }

    /// Runs the script with these answers, to its end or to a question that is
    /// not among them.
    fn run(&self, from: usize, answers: &mut Vec<usize>) -> Result<Run, Interrupted> {
        let mut scope = Scope::new();
        scope.push_constant_dynamic("state", self.labels.value(from));
        Journal::begin(std::mem::take(answers));
        let outcome = self.meter.measured(|| {
            self.engine
                .eval_ast_with_scope::<Dynamic>(&mut scope, &self.program)
        });
        let journal = Journal::end();
        *answers = journal.answers;
        // Whatever came of it: what a script does after a question without an answer
        // is not done.
        if let Some(asked) = journal.asked {
            return Ok(Run::Asks(asked));
        }
        let ended = match outcome {
            Ok(value) => self.end(&value),
            Err(Stopped::Wrong(error)) => Err(sentence(&self.engine, *error, |name| {
                format!(
                    "`{name}` is unknown; a step sees state, weight(..) and the functions that ask for randomness"
                )
            })),
            Err(Stopped::AllExhausted(why)) => {
                let what = format!("the step is not enumerated: {why}");
                return Err(Interrupted::TooMuchWork { what });
            }
            Err(Stopped::Exhausted(why)) => {
                let what = format!(
                    "the step from `{}`: {why}",
                    excerpt(self.labels.label(from))
                );
                return Err(Interrupted::TooMuchWork { what });
            }
        };
        ended.map(Run::Ends).map_err(|message| {
            let from = self.labels.label(from);
            Interrupted::foreign(format!(
                "the step from `{}` fails: {message}",
                excerpt(from)
            ))
        })
    }

    /// The state that the script's value names.
    fn end(&self, value: &Dynamic) -> Result<usize, String> {
        match self.labels.find(value) {
            Ok(Some(position)) => Ok(position),
            Ok(None) => Err(format!(
                "it gives {}, which is not a state; the states are {}",
                self.labels.shown(value),
                self.labels.listed()
            )),
            Err(expected) => Err(format!(
                "it gives {}; expected is the label of a state, which is a {expected}",
                kind(value)
            )),
        }
    }
}

/// What came of a run.
enum Run {
    Ends(usize),
    Asks(Asked),
}

impl Run {
    /// How many numbers there are to remember.
    fn size(&self) -> usize {
        match self {
            Run::Asks(Asked::Weights(weights)) => weights.len(),
            _ => 1,
        }
    }
}

impl Kernel for StepScript {
    type State = usize;

    fn step<C: Chance>(&self, from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
        let mut answers = Vec::new();
        let mut place = Place::Start;
        loop {
            let mut cost = 0;
            let run = || {
                let run = self.run(*from, &mut answers);
                cost = 1 + work_of_last_run() / WORK_OF_A_PATH;
                run
            };
            let (run, node) = self.memory.recall(*from, place, run, Run::size)?;
            chance.charge(cost)?;
            let question = match &*run {
                Run::Asks(question) => question,
                Run::Ends(to) if to == from => return Ok(Step::stayed(*to)),
                Run::Ends(to) => return Ok(Step::moved(*to)),
            };
            if answers.len() == MOST_QUESTIONS {
                let limit = MOST_QUESTIONS;
                return Err(Interrupted::DepthBudget { limit });
            }
            let answer = question.answered(chance)?;
            answers.push(answer);
            place = match node {
                Some(node) => Place::After(node, answer),
                None => Place::Beyond,
            };
        }
    }
}

impl FiniteKernel for StepScript {
    fn states(&self) -> Vec<usize> {
        (0..self.labels.len()).collect()
    }

    fn label(&self, state: &usize) -> String {
        self.labels.label(*state).into()
    }

    fn target(&self) -> Vec<Rational> {
        self.labels.weights().to_vec()
    }

    fn used_doubles(&self) -> bool {
        self.used_doubles
    }
}
