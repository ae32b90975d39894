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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::LONGEST_NUMBER;
    use crate::outside::number::LONGEST_WORD;

    /// A number with a space between groups of three digits, as the page has it.
    fn grouped(number: usize) -> String {
        let digits = number.to_string();
        let groups = digits.as_bytes().rchunks(3).rev();
        let groups: Vec<&str> = groups
            .map(|group| std::str::from_utf8(group).expect("digits"))
            .collect();
        groups.join(" ")
    }

    /// The table of the guide has the limits as they are.
    #[test]
    fn the_page_has_these_limits() {
        let page = include_str!("../../guide/kernels_over_a_pipe/README.md");
        let limits = ProgramLimits::default();
        let seconds = limits.answer.as_secs();
        let rows = [
            (
                "the wait for one line, the first one included",
                format!("{seconds} seconds; `--timeout SECONDS` changes it"),
            ),
            ("a line", format!("{} bytes", grouped(limits.line))),
            ("states", grouped(limits.states)),
            ("outcomes of one question", grouped(limits.outcomes)),
            (
                "outcomes of all questions of one step together",
                grouped(limits.outcomes_in_step),
            ),
            ("questions of one step", grouped(limits.questions)),
            ("characters of one number", grouped(LONGEST_WORD)),
            (
                "the exponent of a decimal, and the characters behind `~`",
                grouped(LONGEST_NUMBER),
            ),
        ];
        for (what, limit) in rows {
            let row = format!("\n| {what} | {limit} |\n");
            assert!(page.contains(&row), "{row}");
        }
        assert_eq!(limits.grace, Duration::from_millis(500));
        assert!(page.contains("\n| after `end`, until the program is killed | half a second |\n"));
    }
}
