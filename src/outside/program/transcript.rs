//! What was said in a step, so that the step can be played again.
//!
//! A program that draws random numbers of its own, or remembers earlier steps,
//! has no law that its questions tell. It is found out when a step is played
//! again with the same answers and ends elsewhere.

use std::sync::atomic::{AtomicU8, Ordering};

use super::conversation::Conversation;
use super::error::{Trouble, quoted};

/// The lines of a program in one step, each with the answer to it; the last
/// line says where the step went and has none.
#[derive(Debug, Default)]
pub(super) struct Transcript(Vec<(String, Option<usize>)>);

impl Transcript {
    /// Adds a line and its answer.
    pub(super) fn add(&mut self, line: &str, answer: Option<usize>) {
        self.0.push((line.trim().to_string(), answer));
    }

    /// Plays the step again: told to step like this and answered as before, the
    /// program says the same.
    pub(super) fn play(&self, order: &str, conversation: &mut Conversation) -> Result<(), Trouble> {
        conversation.say(order)?;
        for (before, answer) in &self.0 {
            let now = conversation.hear()?;
            if now.trim() != before {
                return Err(Trouble::Wrong(format!(
                    "said {} and, told to step again with the same answers, {}; a step depends on its state and the answers alone, and says one line at a time",
                    quoted(before),
                    quoted(&now)
                )));
            }
            if let Some(answer) = answer {
                conversation.say(&answer.to_string())?;
            }
        }
        Ok(())
    }
}

/// How often the next step from a state is played again. The first steps are
/// played most often, since a state may have only one: together 24 times.
#[derive(Debug, Default)]
pub(super) struct Repetitions(AtomicU8);

/// How often each of the first steps is played again.
const TIMES: [usize; 12] = [8, 4, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1];

impl Repetitions {
    /// For the next step from this state.
    pub(super) fn next(&self) -> usize {
        let taken = usize::from(self.0.load(Ordering::Relaxed));
        let Some(&times) = TIMES.get(taken) else {
            return 0;
        };
        // Threads that step from one state at the same time repeat more, never less.
        self.0.store(taken as u8 + 1, Ordering::Relaxed);
        times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_steps_are_repeated_and_later_ones_are_not() {
        let repetitions = Repetitions::default();
        let times: Vec<usize> = (0..300).map(|_| repetitions.next()).collect();
        assert_eq!(times.iter().sum::<usize>(), 24);
        assert_eq!(times[0], 8);
        assert!(times[TIMES.len()..].iter().all(|&times| times == 0));
    }
}
