//! The source of randomness and its readings.
//!
//! A step of an algorithm is written once, against [`Chance`]: it can ask for
//! a draw from a finite law and for a coin. Who answers decides what the step
//! becomes:
//!
//! | reading | who answers | what comes out |
//! |---|---|---|
//! | [`enumerate`] | every answer in turn, with its weight | the exact law of the step |
//! | [`Sampler`] | a seeded generator | a Monte Carlo run |
//! | [`Script`] | a given list of answers | a unit test, the replay of a witness |

mod batches;
mod budget;
mod contest;
mod entrant;
mod enumeration;
mod enumerator;
mod generator;
mod in_order;
mod independent;
mod interrupted;
mod lottery;
mod memory;
mod question;
mod sampler;
mod script;
mod standings;
mod stream;
mod tie;

pub use batches::in_batches;
pub use budget::Budget;
pub use contest::{Contest, Entry, Kept, Winner};
pub use enumeration::{Enumeration, Path, Reading, enumerate, enumerate_backward, paths};
pub use enumerator::Enumerator;
pub use generator::{Generator, with_generator};
pub use in_order::in_order;
pub use interrupted::{ForeignError, Interrupted, TakenBy};
pub use lottery::Lottery;
pub use memory::MOST_MEMORY;
pub use question::Question;
pub use sampler::Sampler;
pub use script::{Script, replay};
pub use stream::Stream;
pub use tie::TieBreak;

use crate::numbers::{Law, LawError, Number, Ratio, Rational};

/// A source of randomness: one question, one answer.
///
/// A question can be refused: a coin of 2, or one beyond the budget. The step is to
/// pass the error on. If it does not, an enumeration or a replay ends with that error
/// all the same, since what the step did instead has nothing to do with its law.
///
/// Only [`answer`](Chance::answer) is required. The other methods may be read
/// as they stand here. An enumerator overrides some of them to merge equal values and
/// to keep to its budget, a sampler the others to draw without computing long
/// numbers: that changes the cost and never the law.
pub trait Chance: Sized {
    /// Answers a question with the position of an atom.
    fn answer(&mut self, question: Question<'_>) -> Result<usize, Interrupted>;

    /// 64 fair coins as the digits of a word, for draws of real numbers. It has
    /// 2⁶⁴ values: an enumeration that meets one ends undecided.
    fn word(&mut self) -> Result<u64, Interrupted> {
        let half = Rational::new(1, 2);
        (0..u64::BITS).try_fold(0, |word, _| {
            Ok(word << 1 | self.answer(Question::Coin(&half))? as u64)
        })
    }

    /// Work beside the questions, which takes as long as so many paths: an enumeration
    /// charges it to its budget.
    fn charge(&mut self, _paths: u64) -> Result<(), Interrupted> {
        Ok(())
    }

    /// A draw from a law that was made ready for it: the position of its atom.
    /// A law with one atom asks no question.
    fn draw_lot(&mut self, lottery: &Lottery) -> Result<usize, Interrupted> {
        match lottery.weights().len() {
            1 => Ok(0),
            _ => self.answer(Question::Law(lottery.weights())),
        }
    }

    /// A coin that shows true with this probability, at most 1.
    fn toss<N: Number>(&mut self, probability: &N) -> Result<bool, Interrupted> {
        self.coin(&probability.as_probability())
    }

    /// Runs a part of the step of which only the value matters.
    fn merged<T, F>(&mut self, part: F) -> Result<T, Interrupted>
    where
        T: Clone + Ord + 'static,
        F: Fn(&mut Self) -> Result<T, Interrupted>,
    {
        part(self)
    }

    /// Applies a random map `times` times, of which only the last value matters.
    fn iterated<T, F>(&mut self, start: T, times: usize, map: F) -> Result<T, Interrupted>
    where
        T: Clone + Ord + 'static,
        F: Fn(&T, &mut Self) -> Result<T, Interrupted>,
    {
        let mut value = start;
        for _ in 0..times {
            value = map(&value, self)?;
        }
        Ok(value)
    }

    /// Lets independent draws compete, of which only `outcome` of the winner
    /// matters. `part` draws the part of an entrant, both counted from 0, and
    /// depends on nothing else that is drawn.
    ///
    /// # Panics
    /// If the contest has no entrants, or no parts.
    fn contest<S, T, P, O>(
        &mut self,
        contest: Contest,
        part: P,
        outcome: O,
    ) -> Result<T, Interrupted>
    where
        S: Clone + Ord + 'static,
        T: Clone + Ord + 'static,
        P: Fn(usize, usize, &mut Self) -> Result<Entry<S>, Interrupted>,
        O: Fn(Winner<S>) -> T,
    {
        contest.run(self, part).map(outcome)
    }
}

/// What steps ask of [`Chance`], in their own words. Not overridable.
pub trait Ask: Chance {
    /// A draw from a law. A law with one atom asks no question.
    fn draw<'law, T>(&mut self, law: &'law Law<T>) -> Result<&'law T, Interrupted> {
        let position = match law.values().len() {
            1 => 0,
            _ => self.answer(Question::Law(law.weights()))?,
        };
        Ok(&law.values()[position])
    }

    /// A coin that shows true with this probability, which must be between 0
    /// and 1. Certainties ask nothing.
    fn coin(&mut self, probability: &Rational) -> Result<bool, Interrupted> {
        if probability.is_negative() || *probability > Rational::ONE {
            let value = probability.clone();
            return Err(refused(self, Interrupted::NotAProbability { value }));
        }
        if probability.is_zero() || *probability == Rational::ONE {
            return Ok(!probability.is_zero());
        }
        Ok(self.answer(Question::Coin(probability))? == 1)
    }

    /// A position below `size`, each with the same probability. One possibility
    /// asks no question.
    fn uniform(&mut self, size: usize) -> Result<usize, Interrupted> {
        match size {
            0 => {
                let error = LawError::Empty;
                Err(refused(self, Interrupted::BadWeights { error }))
            }
            1 => Ok(0),
            _ => self.answer(Question::Uniform(size)),
        }
    }

    /// A position with a probability proportional to its weight. Positions of
    /// weight zero are never drawn; one possibility asks no question.
    fn pick(&mut self, weights: &[Rational]) -> Result<usize, Interrupted> {
        let atoms = (0..weights.len()).zip(weights.iter().cloned());
        let law = Law::proportional_to(atoms);
        let law = law.map_err(|error| refused(self, Interrupted::BadWeights { error }))?;
        self.draw(&law).copied()
    }

    /// One of these, each with the same probability.
    fn choose<'list, T>(&mut self, list: &'list [T]) -> Result<&'list T, Interrupted> {
        Ok(&list[self.uniform(list.len())?])
    }

    /// Accepts with probability min{ratio, 1}.
    fn accept<N: Number>(&mut self, ratio: &Ratio<N>) -> Result<bool, Interrupted> {
        self.toss(&ratio.capped())
    }
}

impl<C: Chance> Ask for C {}

/// Tells the source of randomness of a question that has no answer.
fn refused<C: Chance>(chance: &mut C, why: Interrupted) -> Interrupted {
    match chance.answer(Question::Refused(&why)) {
        Err(told) => told,
        Ok(_) => why,
    }
}
