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
use super::{
    Budget, Chance, Contest, Entry, Enumeration, Interrupted, Question, Reading, Winner, memory,
};
use crate::numbers::{Law, Natural, Rational, Tally, Weights, bit_length};

/// The source of randomness that gives every answer in turn.
#[derive(Debug)]
pub struct Enumerator {
    reading: Reading,
    budget: Budget,
    /// Do questions get their last answer first?
    backward: bool,
    frames: Vec<Frame>,
    position: usize,
    /// Is the path run again, so that there is nothing new to ask?
    again: bool,
    /// Questions above this enumeration, when it is a part of another.
    depth_above: usize,
    nesting: usize,
    paths: u64,
    /// Why a question was not answered, the first time.
    refused: Option<Interrupted>,
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
    pub(super) fn new(reading: Reading, budget: &Budget) -> Self {
        Enumerator {
            reading,
            budget: budget.clone(),
            backward: false,
            frames: Vec::new(),
            position: 0,
            again: false,
            depth_above: 0,
            nesting: 0,
            paths: 0,
            refused: None,
        }
    }

    /// Keeps the first refusal, which ends the enumeration whatever the step makes
    /// of it.
    fn noted<T>(&mut self, outcome: Result<T, Interrupted>) -> Result<T, Interrupted> {
        outcome.inspect_err(|why| {
            self.refused.get_or_insert_with(|| why.clone());
        })
    }

    /// The same with the answers in the other order.
    pub(super) fn backward(mut self) -> Self {
        self.backward = true;
        self
    }

    /// The law of a step, and how many paths it has.
    pub(super) fn enumeration<T: Clone + Ord>(
        mut self,
        step: impl Fn(&mut Self) -> Result<T, Interrupted>,
    ) -> Result<Enumeration<T>, Interrupted> {
        let law = self.law(step)?;
        Ok(Enumeration {
            law,
            paths: self.paths,
        })
    }

    /// Begins the path again, after it was run to its end: the same questions get
    /// the same answers, and any other is an error.
    pub fn run_again(&mut self) -> Result<(), Interrupted> {
        self.ended()?;
        self.position = 0;
        self.again = true;
        Ok(())
    }

    /// The answers so far along the current path.
    pub fn answers(&self) -> impl Iterator<Item = usize> {
        self.frames[..self.position]
            .iter()
            .map(|frame| frame.answer)
    }

    /// The questions so far along the current path, each in words with its answer.
    pub fn asked(&self) -> impl Iterator<Item = (String, usize)> {
        let frames = self.frames[..self.position].iter();
        frames.map(|frame| (frame.asked.to_string(), frame.answer))
    }

    /// The probability of these answers.
    pub fn probability(&self) -> Rational {
        let frames = self.frames[..self.position].iter();
        frames
            .map(|frame| frame.asked.probability(frame.answer))
            .product()
    }

    /// An error if the path has questions that were not asked when it was run again.
    fn ended(&self) -> Result<(), Interrupted> {
        match self.frames.get(self.position) {
            Some(frame) => Err(self.diverged(frame.asked.to_string(), "no question at all".into())),
            None => Ok(()),
        }
    }

    /// Runs the step along every path and hands each outcome over.
    pub(super) fn run_all<T>(
        &mut self,
        step: impl Fn(&mut Self) -> Result<T, Interrupted>,
        mut visit: impl FnMut(T, &Self) -> Result<(), Interrupted>,
    ) -> Result<(), Interrupted> {
        loop {
            self.position = 0;
            self.again = false;
            let outcome = step(self)?;
            if let Some(why) = self.refused.take() {
                return Err(why);
            }
            self.ended()?;
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
            let next = match self.backward {
                false => Some(frame.answer + 1).filter(|&next| next < frame.asked.size()),
                true => frame.answer.checked_sub(1),
            };
            if let Some(next) = next {
                self.push(frame.asked, next, frame.values);
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

    fn diverged(&self, before: String, now: String) -> Interrupted {
        Interrupted::Diverged {
            question: self.depth_above + self.position + 1,
            before,
            now,
        }
    }

    /// Opens a new question at the end of the path.
    fn open(&mut self, asked: Asked, values: Option<Rc<dyn Any>>) -> Result<usize, Interrupted> {
        if self.again {
            return Err(self.diverged("no question at all".into(), asked.to_string()));
        }
        self.budget
            .allows_depth(self.depth_above + self.position + 1)?;
        self.budget.allows_answers(asked.size())?;
        let first = if self.backward { asked.size() - 1 } else { 0 };
        self.push(asked, first, values);
        self.budget.charge_question(bit_length(self.weight().1))?;
        self.position += 1;
        Ok(first)
    }

    /// The answer to a question: the one of this path, or the first.
    fn answered(&mut self, question: Question<'_>) -> Result<usize, Interrupted> {
        let Some(frame) = self.frames.get(self.position) else {
            return self.open(question.to_asked()?, None);
        };
        if frame.values.is_some() || !frame.asked.is(question) {
            let now = question.to_asked()?.to_string();
            return Err(self.diverged(frame.asked.to_string(), now));
        }
        self.position += 1;
        Ok(frame.answer)
    }

    /// The value of a part, known from an earlier run or by enumerating it now.
    fn part<T: Clone + 'static>(
        &mut self,
        law: impl FnOnce(&mut Self) -> Result<Law<T>, Interrupted>,
    ) -> Result<T, Interrupted> {
        let value = self.value_of_part(law);
        self.noted(value)
    }

    fn value_of_part<T: Clone + 'static>(
        &mut self,
        law: impl FnOnce(&mut Self) -> Result<Law<T>, Interrupted>,
    ) -> Result<T, Interrupted> {
        if let Some(frame) = self.frames.get(self.position) {
            let values = frame
                .values
                .as_ref()
                .and_then(|v| v.downcast_ref::<Vec<T>>());
            let Some(values) = values else {
                return Err(self.diverged(frame.asked.to_string(), "a merged part".into()));
            };
            let value = values[frame.answer].clone();
            self.position += 1;
            return Ok(value);
        }
        let (values, weights): (Vec<T>, Weights) = law(self)?.into_parts();
        let values = Rc::new(values);
        let first = self.open(Asked::Law(weights), Some(values.clone()))?;
        Ok(values[first].clone())
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
        let outcome = self.answered(question);
        self.noted(outcome)
    }

    /// Its 2⁶⁴ values are beyond every budget, which need not be spent to know it.
    fn word(&mut self) -> Result<u64, Interrupted> {
        self.noted(Err(Interrupted::TooLong {
            what: "the step draws a word of 64 random bits, which has too many values to \
                   enumerate; it can draw from finite laws and toss coins instead"
                .into(),
        }))
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
