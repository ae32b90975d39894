//! Enumeration by checked replay: every answer in turn, with its exact weight.
//!
//! The step is run again for each path. A path is the list of answers given so
//! far; questions beyond it are answered with their first atom, and after a run
//! the last answer that can still be raised is raised. That is the meaning of
//! an enumeration. The merged reading enumerates marked parts of a step on
//! their own and puts the law of their value in their place; tests show that
//! the two readings agree.

use std::any::Any;
use std::rc::Rc;

use super::independent::law_of_contest;
use super::question::Asked;
use super::{Budget, Chance, Contest, Entry, Interrupted, Question, Winner, memory};
use crate::numbers::{Law, Natural, Rational, Tally, Weights, bit_length};

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
    let mut enumerator = Enumerator::new(reading, budget);
    let law = enumerator.law(step)?;
    Ok(Enumeration {
        law,
        paths: enumerator.paths,
    })
}

/// Every path of a step, in the order of the answers.
pub fn paths<T, F>(budget: &Budget, step: F) -> Result<Vec<Path<T>>, Interrupted>
where
    F: Fn(&mut Enumerator) -> Result<T, Interrupted>,
{
    let mut enumerator = Enumerator::new(Reading::Plain, budget);
    let mut all = Vec::new();
    enumerator.run_all(step, |outcome, enumerator| {
        let frames = &enumerator.frames;
        all.push(Path {
            answers: frames.iter().map(|frame| frame.answer).collect(),
            weight: frames
                .iter()
                .map(|frame| frame.asked.probability(frame.answer))
                .product(),
            outcome,
        });
        Ok(())
    })?;
    Ok(all)
}

/// The source of randomness that gives every answer in turn.
#[derive(Debug)]
pub struct Enumerator {
    reading: Reading,
    budget: Budget,
    frames: Vec<Frame>,
    position: usize,
    /// Questions above this enumeration, when it is a part of another.
    depth_above: usize,
    nesting: usize,
    paths: u64,
}

/// How deep marked parts may contain marked parts: they are enumerated
/// recursively, and the machine's stack is finite.
const DEEPEST_NESTING: usize = 64;

/// The weight of the empty path.
static ONE: Natural = Natural::ONE;

/// One question along the current path.
#[derive(Debug)]
struct Frame {
    asked: Asked,
    answer: usize,
    /// The weight of the path up to and including this answer.
    numerator: Natural,
    denominator: Natural,
    /// The values of a merged part, one for each answer.
    values: Option<Rc<dyn Any>>,
}

impl Enumerator {
    fn new(reading: Reading, budget: &Budget) -> Self {
        Enumerator {
            reading,
            budget: budget.clone(),
            frames: Vec::new(),
            position: 0,
            depth_above: 0,
            nesting: 0,
            paths: 0,
        }
    }

    /// Runs the step along every path and hands each outcome over.
    fn run_all<T>(
        &mut self,
        step: impl Fn(&mut Self) -> Result<T, Interrupted>,
        mut visit: impl FnMut(T, &Self) -> Result<(), Interrupted>,
    ) -> Result<(), Interrupted> {
        loop {
            self.position = 0;
            let outcome = step(self)?;
            if let Some(frame) = self.frames.get(self.position) {
                return Err(self.diverged(&frame.asked, "no question at all".into()));
            }
            self.budget
                .charge_path(bit_length(self.weight().1), self.frames.len())?;
            self.paths += 1;
            visit(outcome, self)?;
            if !self.advance() {
                return Ok(());
            }
        }
    }

    /// The weight of the current path.
    fn weight(&self) -> (&Natural, &Natural) {
        match self.frames.last() {
            Some(frame) => (&frame.numerator, &frame.denominator),
            None => (&ONE, &ONE),
        }
    }

    /// Goes on to the next path; false after the last one.
    fn advance(&mut self) -> bool {
        while let Some(frame) = self.frames.pop() {
            if frame.answer + 1 < frame.asked.size() {
                self.push(frame.asked, frame.answer + 1, frame.values);
                return true;
            }
        }
        false
    }

    fn push(&mut self, asked: Asked, answer: usize, values: Option<Rc<dyn Any>>) {
        let (weight, total) = asked.weight(answer);
        let (numerator, denominator) = self.weight();
        let (numerator, denominator) = (numerator * weight, denominator * total);
        self.frames.push(Frame {
            asked,
            answer,
            numerator,
            denominator,
            values,
        });
    }

    fn diverged(&self, before: &Asked, now: String) -> Interrupted {
        Interrupted::Diverged {
            question: self.depth_above + self.position + 1,
            before: before.to_string(),
            now,
        }
    }

    /// Opens a new question at the end of the path.
    fn open(&mut self, asked: Asked, values: Option<Rc<dyn Any>>) -> Result<usize, Interrupted> {
        self.budget
            .allows_depth(self.depth_above + self.position + 1)?;
        self.push(asked, 0, values);
        self.budget.charge_question(bit_length(self.weight().1))?;
        self.position += 1;
        Ok(0)
    }

    /// The value of a part, known from an earlier run or by enumerating it now.
    fn part<T: Clone + 'static>(
        &mut self,
        law: impl FnOnce(&mut Self) -> Result<Law<T>, Interrupted>,
    ) -> Result<T, Interrupted> {
        if let Some(frame) = self.frames.get(self.position) {
            let values = frame
                .values
                .as_ref()
                .and_then(|v| v.downcast_ref::<Vec<T>>());
            let Some(values) = values else {
                return Err(self.diverged(&frame.asked, "a merged part".into()));
            };
            let value = values[frame.answer].clone();
            self.position += 1;
            return Ok(value);
        }
        let (values, weights): (Vec<T>, Weights) = law(self)?.into_parts();
        let first = values[0].clone();
        self.open(Asked::Law(weights), Some(Rc::new(values)))?;
        Ok(first)
    }

    /// The law of a whole step.
    fn law<T: Ord>(
        &mut self,
        step: impl Fn(&mut Self) -> Result<T, Interrupted>,
    ) -> Result<Law<T>, Interrupted> {
        let mut tally = Tally::default();
        self.run_all(step, |outcome, enumerator| {
            let (numerator, denominator) = enumerator.weight();
            tally.add(outcome, numerator, denominator);
            memory::allows(&tally)
        })?;
        memory::law_of(tally)
    }

    /// The law of a part, enumerated on its own.
    fn law_of_part<T: Ord>(
        &mut self,
        part: impl Fn(&mut Self) -> Result<T, Interrupted>,
    ) -> Result<Law<T>, Interrupted> {
        if self.nesting == DEEPEST_NESTING {
            return Err(Interrupted::Nesting {
                limit: DEEPEST_NESTING,
            });
        }
        let mut inner = Enumerator::new(self.reading, &self.budget);
        inner.nesting = self.nesting + 1;
        inner.depth_above = self.depth_above + self.position;
        let law = inner.law(part)?;
        self.paths += inner.paths;
        Ok(law)
    }

    /// The law of the outcome of a contest: the laws of its parts, then one sum.
    fn law_of_contest<S: Clone + Ord, T: Ord>(
        &mut self,
        contest: Contest,
        part: impl Fn(usize, usize, &mut Self) -> Result<Entry<S>, Interrupted>,
        outcome: impl Fn(Winner<S>) -> T,
    ) -> Result<Law<T>, Interrupted> {
        let laws: Result<Vec<Law<Entry<S>>>, Interrupted> = contest
            .all_parts()
            .map(|(entrant, position)| self.law_of_part(|chance| part(entrant, position, chance)))
            .collect();
        let charge = |terms, bits| self.budget.charge_terms(terms, bits);
        law_of_contest(contest, &laws?, outcome, charge)
    }

    /// The law of a random map applied again and again: one law after another.
    fn law_of_iteration<T: Clone + Ord>(
        &mut self,
        start: T,
        times: usize,
        map: impl Fn(&T, &mut Self) -> Result<T, Interrupted>,
    ) -> Result<Law<T>, Interrupted> {
        let mut law = Law::point(start);
        for _ in 0..times {
            let mut next = Tally::default();
            for (position, value) in law.values().iter().enumerate() {
                let images = self.law_of_part(|chance| map(value, chance))?;
                let weight = law.weights().weight(position);
                let total = law.weights().total() * images.weights().total();
                (self.budget).charge_terms(images.values().len(), bit_length(&total))?;
                for (image, share) in images.values().iter().zip(0..) {
                    let mass = weight * images.weights().weight(share);
                    next.add(image.clone(), &mass, &total);
                }
                memory::allows(&next)?;
            }
            law = memory::law_of(next)?;
        }
        Ok(law)
    }
}

impl Chance for Enumerator {
    fn answer(&mut self, question: Question<'_>) -> Result<usize, Interrupted> {
        let Some(frame) = self.frames.get(self.position) else {
            return self.open(question.to_asked(), None);
        };
        if frame.values.is_some() || !frame.asked.is(question) {
            return Err(self.diverged(&frame.asked, question.to_asked().to_string()));
        }
        self.position += 1;
        Ok(frame.answer)
    }

    /// Its 2⁶⁴ values are beyond every budget, which need not be spent to know it.
    fn word(&mut self) -> Result<u64, Interrupted> {
        Err(Interrupted::TooLong {
            what: "the step draws a word of 64 random bits, which has too many values to \
                   enumerate; it can draw from finite laws and toss coins instead"
                .into(),
        })
    }

    fn charge(&mut self, paths: u64) -> Result<(), Interrupted> {
        self.budget.charge(paths)
    }

    fn merged<T, F>(&mut self, part: F) -> Result<T, Interrupted>
    where
        T: Clone + Ord + 'static,
        F: Fn(&mut Self) -> Result<T, Interrupted>,
    {
        match self.reading {
            Reading::Plain => part(self),
            Reading::Merged => self.part(|enumerator| enumerator.law_of_part(part)),
        }
    }

    fn iterated<T, F>(&mut self, start: T, times: usize, map: F) -> Result<T, Interrupted>
    where
        T: Clone + Ord + 'static,
        F: Fn(&T, &mut Self) -> Result<T, Interrupted>,
    {
        match self.reading {
            Reading::Plain => (0..times).try_fold(start, |value, _| map(&value, self)),
            Reading::Merged => {
                self.part(|enumerator| enumerator.law_of_iteration(start, times, map))
            }
        }
    }

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
        match self.reading {
            Reading::Plain => contest.run(self, part).map(outcome),
            Reading::Merged => {
                self.part(|enumerator| enumerator.law_of_contest(contest, part, outcome))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::chance::Ask;

    /// The second question of a part in a part, each after a question of its own.
    #[test]
    fn questions_are_counted_from_the_first_of_the_whole_step() {
        let runs = Cell::new(0);
        let step = |chance: &mut Enumerator| {
            chance.uniform(2)?;
            chance.merged(|chance| {
                chance.uniform(2)?;
                chance.merged(|chance| {
                    chance.uniform(2)?;
                    chance.uniform(2 + runs.replace(1))
                })
            })
        };
        let refused = enumerate(Reading::Merged, &Budget::default(), step);
        let expected = Interrupted::Diverged {
            question: 4,
            before: "a draw with weights 1 : 1".into(),
            now: "a draw with weights 1 : 1 : 1".into(),
        };
        assert_eq!(refused.map(|_| ()), Err(expected));
    }
}
