//! What a program may ask of the time and memory of the one who runs it.

use std::time::Duration;

/// Limits on a kernel over a pipe. The defaults suit everything but a program
/// that computes for more than ten seconds between two lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProgramLimits {
    /// The longest wait for one line, the first one included.
    pub answer: Duration,
    /// The longest wait for the program to end by itself once it was told to,
    /// or once it has closed its output.
    pub grace: Duration,
    /// The most bytes of one line.
    pub line: usize,
    /// The most states.
    pub states: usize,
    /// The most outcomes of one question.
    pub outcomes: usize,
    /// The most outcomes of all questions of one step together.
    pub outcomes_in_step: usize,
    /// The most questions of one step.
    pub questions: usize,
}

impl ProgramLimits {
    /// The same with another wait for one line.
    pub fn with_answer(self, answer: Duration) -> Self {
        ProgramLimits { answer, ..self }
    }

    /// The same with another wait for the end.
    pub fn with_grace(self, grace: Duration) -> Self {
        ProgramLimits { grace, ..self }
    }
}

impl Default for ProgramLimits {
    fn default() -> Self {
        ProgramLimits {
            answer: Duration::from_secs(10),
            grace: Duration::from_millis(500),
            line: 1 << 20,
            states: 100_000,
            outcomes: 1 << 20,
            outcomes_in_step: 1 << 24,
            questions: 100_000,
        }
    }
}
