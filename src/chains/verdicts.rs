//! The four questions that are asked of every chain, each answered with a
//! witness where the answer is no.
//!
//! | question | what it means | witness |
//! |---|---|---|
//! | invariant | one step leaves the target as it is | a state with its mass before and after |
//! | reversible | flows between any two states are equal: detailed balance | a pair with both flows |
//! | irreducible | from wherever the chain gets, it reaches every state of positive target | the closed classes |
//! | aperiodic | visits are not tied to a cycle | the period |
//!
//! Reversible implies invariant. A right sampler is invariant and irreducible;
//! it need not be reversible, and averages along it converge even if it is
//! periodic.

use std::fmt;

use super::balance::{MassWitness, Witness};
use super::{Chain, Classes};
use crate::numbers::Rational;

/// Does it hold?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Exactly.
    Yes,
    /// Not.
    No,
    /// Up to this discrepancy: small enough to be rounding where doubles entered
    /// the step, or what an enclosure leaves open.
    Within(Rational),
    /// Not known, for this reason.
    Unknown(String),
}

impl Holds {
    /// Yes, or yes up to rounding?
    pub fn is_yes(&self) -> bool {
        matches!(self, Holds::Yes | Holds::Within(_))
    }

    fn exactly(holds: bool) -> Self {
        if holds { Holds::Yes } else { Holds::No }
    }

    /// A discrepancy judged: exact chains allow none.
    fn up_to(discrepancy: Rational, tolerance: Option<&Rational>) -> Self {
        match tolerance {
            Some(tolerance) if discrepancy <= *tolerance => Holds::Within(discrepancy),
            Some(_) => Holds::No,
            None => Holds::exactly(discrepancy.is_zero()),
        }
    }
}

/// What is asked of a chain for it to be called right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// The target is invariant.
    Invariant,
    /// Detailed balance.
    Reversible,
    /// Invariant, irreducible and aperiodic: its law converges to the target.
    Ergodic,
    /// Invariant and irreducible: averages along it converge. What is asked of
    /// a sampler unless more is.
    Sampler,
}

impl Requirement {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Requirement::Invariant => "invariant",
            Requirement::Reversible => "reversible",
            Requirement::Ergodic => "ergodic",
            Requirement::Sampler => "invariant and irreducible",
        }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The four answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    /// Does one step leave the target as it is?
    pub invariant: Holds,
    /// The state whose mass changes most, where it does not.
    pub mass: Option<MassWitness>,
    /// Does detailed balance hold?
    pub reversible: Holds,
    /// The pair whose flows differ most, where it does not.
    pub flows: Option<Witness>,
    /// Is every state of positive target reached from every other, and from
    /// every state that the chain gets to from there?
    pub irreducible: Holds,
    /// The closed classes that are reached from states of positive target.
    pub closed_classes: Vec<Vec<usize>>,
    /// States of positive target that the chain leaves for good.
    pub transient: Vec<usize>,
    /// Has every one of those classes period 1?
    pub aperiodic: Holds,
    /// The least common multiple of their periods.
    pub period: usize,
}

impl Verdicts {
    /// A discrepancy that can be rounding where doubles entered: 10⁻⁹. Sums of
    /// some thousand products of doubles err by less than 10⁻¹², and defects of
    /// samplers seldom are below 10⁻⁶.
    pub fn rounding() -> Rational {
        Rational::new(1, 1_000_000_000)
    }

    /// The verdicts on a chain.
    pub fn of(chain: &Chain) -> Self {
        let rounding = Self::rounding();
        let tolerance = chain.used_doubles().then_some(&rounding);
        let flows = chain.imbalance();
        // Detailed balance implies invariance.
        let mass = flows.as_ref().and_then(|_| chain.drift());
        let gap = |difference: Option<Rational>| difference.unwrap_or(Rational::ZERO).abs();
        let invariant = Holds::up_to(gap(mass.as_ref().map(MassWitness::difference)), tolerance);
        let reversible = Holds::up_to(gap(flows.as_ref().map(Witness::difference)), tolerance);
        let (closed_classes, transient) = reached(chain);
        let periods = chain.periods(&closed_classes);
        let period = periods.into_iter().fold(1, least_common_multiple);
        Verdicts {
            mass: mass.filter(|_| invariant == Holds::No),
            invariant,
            flows: flows.filter(|_| reversible == Holds::No),
            reversible,
            irreducible: Holds::exactly(closed_classes.len() == 1 && transient.is_empty()),
            closed_classes,
            transient,
            aperiodic: Holds::exactly(period == 1),
            period,
        }
    }

    /// Nothing is known, for this reason.
    pub fn unknown(reason: &str) -> Self {
        let unknown = || Holds::Unknown(reason.into());
        Verdicts {
            invariant: unknown(),
            mass: None,
            reversible: unknown(),
            flows: None,
            irreducible: unknown(),
            closed_classes: Vec::new(),
            transient: Vec::new(),
            aperiodic: unknown(),
            period: 0,
        }
    }

    /// The names of the questions, in order.
    pub const NAMES: [&'static str; 4] = ["invariant", "reversible", "irreducible", "aperiodic"];

    /// The answers by their names, in order.
    pub fn all(&self) -> [(&'static str, &Holds); 4] {
        let [first, second, third, fourth] = Self::NAMES;
        [
            (first, &self.invariant),
            (second, &self.reversible),
            (third, &self.irreducible),
            (fourth, &self.aperiodic),
        ]
    }

    /// The answers that a requirement is about.
    fn asked(&self, requirement: Requirement) -> Vec<(&'static str, &Holds)> {
        let names: &[&str] = match requirement {
            Requirement::Invariant => &["invariant"],
            Requirement::Reversible => &["reversible"],
            Requirement::Ergodic => &["invariant", "irreducible", "aperiodic"],
            Requirement::Sampler => &["invariant", "irreducible"],
        };
        let all = self.all().into_iter();
        all.filter(|(name, _)| names.contains(name)).collect()
    }

    /// The answers that a requirement is about and that are no.
    pub fn failing(&self, requirement: Requirement) -> Vec<&'static str> {
        let asked = self.asked(requirement).into_iter();
        let failing = asked.filter(|(_, holds)| **holds == Holds::No);
        failing.map(|(name, _)| name).collect()
    }

    /// Is the chain what is required? No if one of the answers is no; otherwise
    /// unknown if one of them is.
    pub fn meet(&self, requirement: Requirement) -> Holds {
        let asked: Vec<&Holds> = self
            .asked(requirement)
            .into_iter()
            .map(|(_, holds)| holds)
            .collect();
        let find = |wanted: fn(&Holds) -> bool| asked.iter().find(|holds| wanted(holds));
        let first = find(|holds| *holds == Holds::No)
            .or_else(|| find(|holds| matches!(holds, Holds::Unknown(_))));
        if let Some(&first) = first {
            return first.clone();
        }
        let rounded = asked.into_iter().filter_map(|holds| match holds {
            Holds::Within(error) => Some(error),
            _ => None,
        });
        rounded.max().cloned().map_or(Holds::Yes, Holds::Within)
    }

    /// Each answer in words, with its witness; states by these names, numbers
    /// as they are written by `number`.
    pub fn sentences(
        &self,
        states: &[String],
        number: &dyn Fn(&Rational) -> String,
    ) -> [(&'static str, String); 4] {
        Self::NAMES.map(|name| (name, self.sentence(name, states, number)))
    }

    /// The answer to one of the questions in words, likewise; nothing is written
    /// of the others.
    pub fn sentence(
        &self,
        question: &str,
        states: &[String],
        number: &dyn Fn(&Rational) -> String,
    ) -> String {
        let all = self.all().into_iter();
        let mut holds = all
            .filter(|(name, _)| *name == question)
            .map(|(_, holds)| holds);
        match holds.next() {
            None => String::new(),
            Some(Holds::Yes) => "holds".into(),
            Some(Holds::No) => format!("fails: {}", self.reason(question, states, number)),
            Some(Holds::Within(error)) => format!("within {}", number(error)),
            Some(Holds::Unknown(reason)) => format!("unknown: {reason}"),
        }
    }

    /// Why an answer is no.
    fn reason(
        &self,
        question: &str,
        states: &[String],
        number: &dyn Fn(&Rational) -> String,
    ) -> String {
        let reason = match question {
            "invariant" => self.mass.as_ref().map(|mass| mass.describe(states, number)),
            "reversible" => self
                .flows
                .as_ref()
                .map(|flows| flows.describe(states, number)),
            "irreducible" => Some(self.stuck(states)),
            _ => Some(format!("period {}", self.period)),
        };
        reason.unwrap_or_default()
    }

    /// Why not every state is reached from every other.
    fn stuck(&self, states: &[String]) -> String {
        let class = |class: &[usize]| format!("{{{}}}", listed(states, class));
        let mut parts = Vec::new();
        if self.closed_classes.len() > 1 {
            let classes = self.closed_classes.iter().take(SHOWN);
            let classes: Vec<String> = classes.map(|one| class(one)).collect();
            let more = if self.closed_classes.len() > SHOWN {
                ", …"
            } else {
                ""
            };
            parts.push(format!(
                "{} closed classes, {}{more}",
                self.closed_classes.len(),
                classes.join(", ")
            ));
        }
        if !self.transient.is_empty() {
            parts.push(format!("{} left for good", class(&self.transient)));
        }
        parts.join("; ")
    }
}

/// The most states or classes that a sentence lists.
const SHOWN: usize = 4;

fn listed(states: &[String], positions: &[usize]) -> String {
    let names = positions.iter().take(SHOWN).map(|&i| states[i].as_str());
    let mut names: Vec<&str> = names.collect();
    if positions.len() > SHOWN {
        names.push("…");
    }
    names.join(", ")
}

/// The closed classes that are reached from states of positive target, and the
/// states of positive target that are in none.
fn reached(chain: &Chain) -> (Vec<Vec<usize>>, Vec<usize>) {
    let supported = |state: &usize| chain.target()[*state].is_positive();
    let Classes { closed, transient } = chain.classes();
    let transient: Vec<usize> = transient.into_iter().filter(supported).collect();
    let entered = chain.reachable(&transient);
    let closed = closed.into_iter().filter(|class| {
        class
            .iter()
            .any(|state| supported(state) || entered[*state])
    });
    (closed.collect(), transient)
}

/// At most what a machine word can hold; zero if one of them is.
fn least_common_multiple(a: usize, b: usize) -> usize {
    match a.min(b) {
        0 => 0,
        _ => (a / super::classes::common_divisor(a, b)).saturating_mul(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_lists_four_states_or_classes() {
        let sentence = |closed_classes: &[&[usize]], transient: &[usize]| {
            let states: Vec<String> = (0..9).map(|state| state.to_string()).collect();
            let verdicts = Verdicts {
                irreducible: Holds::No,
                closed_classes: closed_classes.iter().map(|class| class.to_vec()).collect(),
                transient: transient.to_vec(),
                ..Verdicts::unknown("not asked")
            };
            verdicts.sentence("irreducible", &states, &|number| number.to_string())
        };
        // One class is no reason.
        assert_eq!(
            sentence(&[&[0]], &[1, 2, 3, 4]),
            "fails: {1, 2, 3, 4} left for good"
        );
        assert_eq!(
            sentence(&[&[0]], &[1, 2, 3, 4, 5]),
            "fails: {1, 2, 3, 4, …} left for good"
        );
        assert_eq!(
            sentence(&[&[0, 1], &[2]], &[3]),
            "fails: 2 closed classes, {0, 1}, {2}; {3} left for good"
        );
        assert_eq!(
            sentence(&[&[0], &[1], &[2], &[3]], &[]),
            "fails: 4 closed classes, {0}, {1}, {2}, {3}"
        );
        assert_eq!(
            sentence(&[&[0], &[1], &[2], &[3], &[4]], &[]),
            "fails: 5 closed classes, {0}, {1}, {2}, {3}, …"
        );
    }

    #[test]
    fn least_common_multiples() {
        for (a, b, multiple) in [(1, 7, 7), (4, 6, 12), (6, 3, 6), (0, 3, 0), (3, 0, 0)] {
            assert_eq!(least_common_multiple(a, b), multiple);
        }
        assert_eq!(least_common_multiple(0, 0), 0);
        assert_eq!(
            least_common_multiple(usize::MAX, usize::MAX - 1),
            usize::MAX
        );
    }
}
