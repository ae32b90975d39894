//! What is enumerated: the law of a step, or its paths one by one.

use super::{Budget, Enumerator, Interrupted};
use crate::numbers::{Law, Rational};

/// How marked parts of a step are enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Path by path, as written.
    Plain,
    /// Marked parts first, equal values merged.
    Merged,
}

/// The exact law of a step.
#[derive(Clone, Debug)]
pub struct Enumeration<T> {
    /// The law of its outcome; the total is exactly 1.
    pub law: Law<T>,
    /// How many paths were run to their end, those of merged parts included.
    pub paths: u64,
}

/// One path of a plain enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<T> {
    /// The answers along the path; a [`Script`](super::Script) replays them.
    pub answers: Vec<usize>,
    /// The probability of the path.
    pub weight: Rational,
    /// What the step returned.
    pub outcome: T,
}

/// The law of a step, by enumeration.
pub fn enumerate<T, F>(
    reading: Reading,
    budget: &Budget,
    step: F,
) -> Result<Enumeration<T>, Interrupted>
where
    T: Clone + Ord + 'static,
    F: Fn(&mut Enumerator) -> Result<T, Interrupted>,
{
    Enumerator::new(reading, budget).enumeration(step)
}

/// The same with the answers in the other order: along the first path every
/// question gets its last answer. A step whose law is another one then depends on
/// more than its state and the answers.
pub fn enumerate_backward<T, F>(
    reading: Reading,
    budget: &Budget,
    step: F,
) -> Result<Enumeration<T>, Interrupted>
where
    T: Clone + Ord + 'static,
    F: Fn(&mut Enumerator) -> Result<T, Interrupted>,
{
    Enumerator::new(reading, budget)
        .backward()
        .enumeration(step)
}

/// Every path of a step, in the order of the answers.
pub fn paths<T, F>(budget: &Budget, step: F) -> Result<Vec<Path<T>>, Interrupted>
where
    F: Fn(&mut Enumerator) -> Result<T, Interrupted>,
{
    let mut enumerator = Enumerator::new(Reading::Plain, budget);
    let mut all = Vec::new();
    enumerator.run_all(step, |outcome, enumerator| {
        all.push(Path {
            answers: enumerator.answers().collect(),
            weight: enumerator.probability(),
            outcome,
        });
        Ok(())
    })?;
    Ok(all)
}
