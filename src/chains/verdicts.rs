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

use super::balance::{MassWitness, Witness, relative};
use super::nearness::{Nearness, nearness};
use super::{Chain, Classes, Figure};
use crate::numbers::{Rational, simplest_between};

/// By how much something that is right up to rounding, or up to the widths of
/// enclosures, may differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discrepancy {
    /// The largest difference of two flows, or of what enters a state and leaves it.
    pub error: Rational,
    /// The largest of these differences relative to the larger of its two sides.
    pub relative: Rational,
}

/// Does it hold?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Exactly.
    Yes,
    /// Not.
    No,
    /// Up to this discrepancy: small enough to be rounding where doubles entered
    /// the step, or what an enclosure leaves open.
    Within(Discrepancy),
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

/// A state whose mass under the stationary law is not its mass under the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawWitness {
    /// The position of the state.
    pub state: usize,
    /// Its mass under the stationary law.
    pub stationary: Figure,
    /// Its mass under the target.
    pub target: Rational,
}

impl LawWitness {
    fn describe(&self, state: &str, number: &dyn Fn(&Rational) -> String) -> String {
        // The simplest number that is right to three digits.
        let near = |mass: &Rational, thousandths| mass * Rational::new(thousandths, 1_000);
        let mass = simplest_between(
            &near(self.stationary.low(), 999),
            &near(self.stationary.high(), 1_001),
        );
        format!(
            "{state} has mass {}, and about {mass} under the stationary law: what enters and \
             leaves single states is equal up to rounding, but not what enters and leaves sets \
             of them",
            number(&self.target),
        )
    }

    /// By how much the two certainly differ, relative to the larger of them.
    pub(super) fn relative_difference(&self) -> Rational {
        match self.stationary.contains(&self.target) {
            true => Rational::ZERO,
            false => relative(self.stationary.low(), &self.target)
                .min(relative(self.stationary.high(), &self.target)),
        }
    }
}

/// The four answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    /// Does one step leave the target as it is?
    pub invariant: Holds,
    /// The state whose mass changes most, where it does not; where doubles
    /// entered, most relative to what enters and leaves it.
    pub mass: Option<MassWitness>,
    /// The same state with its mass under the stationary law, where only that
    /// tells: every state is in balance up to rounding, but sets of them are not.
    pub law: Option<LawWitness>,
    /// Does detailed balance hold?
    pub reversible: Holds,
    /// The pair whose flows differ most, where it does not; relative to the larger
    /// of them where doubles entered.
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
    /// Did doubles enter, so that flows are judged relative to their size?
    pub used_doubles: bool,
}

impl Verdicts {
    /// A relative discrepancy that can be rounding where doubles entered: 10⁻⁹.
    /// Some thousand products and sums of positive doubles err by a relative
    /// 10⁻¹² at the most, and defects of samplers seldom are below 10⁻⁶. What was
    /// computed as a small difference of larger numbers may err by any factor.
    pub fn rounding() -> Rational {
        Rational::new(1, 1_000_000_000)
    }

    /// The verdicts on a chain.
    pub fn of(chain: &Chain) -> Self {
        let balance = match chain.tolerance() {
            None => Balance::exactly(chain),
            Some(tolerance) => Balance::up_to_rounding(chain, &tolerance),
        };
        let (closed_classes, transient) = reached(chain);
        let periods = chain.periods(&closed_classes);
        let period = periods.into_iter().fold(1, least_common_multiple);
        Verdicts {
            invariant: balance.invariant,
            mass: balance.mass,
            law: balance.law,
            reversible: balance.reversible,
            flows: balance.flows,
            irreducible: Holds::exactly(closed_classes.len() == 1 && transient.is_empty()),
            closed_classes,
            transient,
            aperiodic: Holds::exactly(period == 1),
            period,
            used_doubles: chain.used_doubles(),
        }
    }

    /// Nothing is known, for this reason.
    pub fn unknown(reason: &str) -> Self {
        let unknown = || Holds::Unknown(reason.into());
        Verdicts {
            invariant: unknown(),
            mass: None,
            law: None,
            reversible: unknown(),
            flows: None,
            irreducible: unknown(),
            closed_classes: Vec::new(),
            transient: Vec::new(),
            aperiodic: unknown(),
            period: 0,
            used_doubles: false,
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
            Holds::Within(discrepancy) => Some(discrepancy),
            _ => None,
        });
        let largest = rounded.max_by(|one, other| one.error.cmp(&other.error));
        largest.cloned().map_or(Holds::Yes, Holds::Within)
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
            Some(Holds::Within(Discrepancy { error, relative })) => {
                format!("within {} (relative {})", number(error), number(relative))
            }
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
            "invariant" => self.mass.as_ref().map(|mass| match &self.law {
                None => self.with_note(mass.describe(states, number), &mass.difference()),
                Some(law) => law.describe(&states[law.state], number),
            }),
            "reversible" => self
                .flows
                .as_ref()
                .map(|flows| self.with_note(flows.describe(states, number), &flows.difference())),
            "irreducible" => Some(self.stuck(states)),
            _ => Some(format!("period {}", self.period)),
        };
        reason.unwrap_or_default()
    }

    /// The sentence, and where the difference may be that of a probability whose
    /// digits were lost, how.
    fn with_note(&self, sentence: String, difference: &Rational) -> String {
        let lost = Rational::new(1, 1_000_000_000_000_000);
        match self.used_doubles && difference.abs() <= lost {
            false => sentence,
            true => format!(
                "{sentence}; a difference of that size is what rounding leaves where a small \
                 probability is computed as 1 − p: compute it directly"
            ),
        }
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

/// The two questions on flows, answered.
struct Balance {
    invariant: Holds,
    mass: Option<MassWitness>,
    law: Option<LawWitness>,
    reversible: Holds,
    flows: Option<Witness>,
}

impl Balance {
    /// Every difference counts.
    fn exactly(chain: &Chain) -> Self {
        let flows = chain.imbalance();
        // Detailed balance implies invariance.
        let mass = flows.as_ref().and_then(|_| chain.drift());
        Balance {
            invariant: Holds::exactly(mass.is_none()),
            mass,
            law: None,
            reversible: Holds::exactly(flows.is_none()),
            flows,
        }
    }

    /// Differences count relative to the larger of two flows, so that neither a
    /// sticky chain nor a state of small mass hides one.
    ///
    /// If all flows between n states are in detailed balance up to a relative ε,
    /// the stationary law agrees with the target up to about (n − 1)·ε in every
    /// state, however nearly reducible the chain is (O'Cinneide 1993). If only the
    /// flows through single states are, there is no such bound: sets of states that
    /// are seldom left may be out of balance. So the law itself is compared then.
    fn up_to_rounding(chain: &Chain, tolerance: &Rational) -> Self {
        let error = |difference: Option<Rational>| difference.unwrap_or_default().abs();
        let (flows, mass) = (chain.relative_imbalance(), chain.relative_drift());
        let relative_flows = error(flows.as_ref().map(Witness::relative_difference));
        let relative_mass = error(mass.as_ref().map(MassWitness::relative_difference));
        let reversible = relative_flows <= *tolerance;
        let mut invariant = reversible || relative_mass <= *tolerance;
        let (mut law, mut unknown) = (None, None);
        if invariant && !reversible {
            let allowed = tolerance * Rational::from(chain.states().len());
            match nearness(chain, &allowed) {
                Nearness::Near => {}
                Nearness::Far(witness) => (law, invariant) = (Some(witness), false),
                Nearness::Unknown(reason) => unknown = Some(reason),
            }
        }
        let verdict = |holds: bool, error: Rational, relative: Rational| match holds {
            false => Holds::No,
            true => Holds::Within(Discrepancy { error, relative }),
        };
        Balance {
            reversible: verdict(
                reversible,
                error(chain.imbalance().as_ref().map(Witness::difference)),
                relative_flows,
            ),
            invariant: match unknown {
                Some(reason) => Holds::Unknown(reason),
                None => verdict(
                    invariant,
                    error(chain.drift().as_ref().map(MassWitness::difference)),
                    relative_mass,
                ),
            },
            mass: mass.filter(|_| !invariant),
            law,
            flows: flows.filter(|_| !reversible),
        }
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
