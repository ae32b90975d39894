//! What is wrong with a chain: found in it, put into words, and checked again
//! against rows that were derived without it.

use super::derived::Derived;
use super::limits::LONGEST_DENOMINATOR;
use super::row::short;
use super::{Kind, Refusal};
use crate::chains::{
    Chain, Holds, Verdicts, Witness, mass_sentence, relative, stationary_law, total_variation,
};
use crate::numbers::{Rational, bit_length, bounded_sum, excerpt};

/// The most work that the equation of a stationary law may take: squares of the
/// words of its common denominator, one for each positive entry of the matrix.
const LONGEST_EQUATION: usize = 10_000_000_000;

/// A witness against a chain. States are positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    Imbalance(Witness),
    Drift {
        state: usize,
        /// Its mass after a step.
        into: Rational,
        /// Its mass before.
        out: Rational,
    },
    Reducible {
        closed: Vec<Vec<usize>>,
        /// States of positive target that are left for good.
        left: Vec<usize>,
    },
    Periodic {
        period: usize,
        /// For every closed class that is entered, the sets that are visited in
        /// turn.
        cycles: Vec<Vec<Vec<usize>>>,
    },
    Stationary {
        law: Vec<Rational>,
        total_variation: Rational,
    },
}

impl Finding {
    /// The witness of this kind against a chain, if there is one.
    pub(super) fn of(kind: Kind, chain: &Chain) -> Option<Self> {
        let verdicts = Verdicts::of(chain);
        match kind {
            Kind::Imbalance => verdicts.flows.map(Finding::Imbalance),
            // Where only the stationary law tells, no single state does.
            Kind::Drift if verdicts.law.is_some() => None,
            Kind::Drift => verdicts.mass.map(|mass| Finding::Drift {
                state: mass.state,
                into: mass.into,
                out: mass.out,
            }),
            Kind::Reducible => {
                let reducible = verdicts.irreducible == Holds::No;
                reducible.then_some(Finding::Reducible {
                    closed: verdicts.closed_classes,
                    left: verdicts.transient,
                })
            }
            Kind::Periodic => {
                let classes = verdicts.closed_classes.iter();
                let cycles = classes.map(|class| cycle(chain, class)).collect();
                (verdicts.aperiodic == Holds::No).then_some(Finding::Periodic {
                    period: verdicts.period,
                    cycles,
                })
            }
            Kind::Stationary => {
                let law = stationary_law(chain).filter(|_| verdicts.invariant == Holds::No)?;
                Some(Finding::Stationary {
                    total_variation: total_variation(&law, chain.target()),
                    law,
                })
            }
            Kind::BestOverDraws | Kind::Bayes => None,
        }
    }

    /// Its kind.
    pub(super) fn kind(&self) -> Kind {
        match self {
            Finding::Imbalance(_) => Kind::Imbalance,
            Finding::Drift { .. } => Kind::Drift,
            Finding::Reducible { .. } => Kind::Reducible,
            Finding::Periodic { .. } => Kind::Periodic,
            Finding::Stationary { .. } => Kind::Stationary,
        }
    }

    /// In words.
    pub(super) fn sentence(&self, states: &[String]) -> String {
        let names: Vec<String> = states.iter().map(|name| excerpt(name)).collect();
        match self {
            Finding::Imbalance(witness) => witness.describe(&names, &Rational::to_string),
            Finding::Drift { state, into, out } => {
                mass_sentence(&names[*state], (out, into), &Rational::to_string)
            }
            Finding::Reducible { closed, left } => match left.len() {
                0 => format!("there are {} closed classes", closed.len()),
                count => format!(
                    "there are {} closed classes, and {count} states are left for good",
                    closed.len()
                ),
            },
            Finding::Periodic { period, .. } => format!("the period is {period}"),
            Finding::Stationary {
                total_variation, ..
            } => format!(
                "the stationary law is not the target: their total variation distance is {total_variation}"
            ),
        }
    }

    /// The rows that it rests on, or nothing if it rests on all.
    pub(super) fn rests_on(&self) -> Option<[usize; 2]> {
        match self {
            Finding::Imbalance(witness) => {
                Some([witness.from.min(witness.to), witness.from.max(witness.to)])
            }
            _ => None,
        }
    }

    /// Is it so, by rows that were derived without it?
    pub(super) fn stands(&self, derived: &Derived) -> Result<(), Refusal> {
        if let Finding::Imbalance(witness) = self {
            return imbalanced(witness, derived);
        }
        let chain = derived.chain().ok_or_else(|| {
            Refusal::Malformed("the paths from every state are needed, and some are missing".into())
        })?;
        match self {
            Finding::Imbalance(_) => Ok(()),
            Finding::Drift { state, into, out } => drifts(*state, (into, out), derived),
            Finding::Stationary {
                law,
                total_variation,
            } => stationary(law, total_variation, &chain),
            Finding::Reducible { .. } | Finding::Periodic { .. } => {
                let again = Finding::of(self.kind(), &chain);
                if let Finding::Periodic { cycles, .. } = self {
                    visited_in_turn(cycles, &chain)?;
                }
                match again.as_ref() == Some(self) {
                    true => Ok(()),
                    false => Err(differs(match self {
                        Finding::Periodic { .. } => "the period or its sets are not these",
                        _ => "the closed classes or the states left for good are not these",
                    })),
                }
            }
        }
    }
}

fn differs(sentence: impl Into<String>) -> Refusal {
    Refusal::Differs(sentence.into())
}

/// Two numbers that must be equal.
fn same(what: &str, derived: &Rational, claimed: &Rational) -> Result<(), Refusal> {
    match derived == claimed {
        true => Ok(()),
        false => Err(differs(format!(
            "{what} is {}, not {}",
            short(derived),
            short(claimed)
        ))),
    }
}

/// Do two flows differ by more than rounding can explain, relative to the larger?
fn apart(first: &Rational, second: &Rational, used_doubles: bool) -> Result<(), Refusal> {
    let gap = relative(first, second);
    if gap.is_zero() {
        return Err(differs("the two sides do not differ"));
    }
    match used_doubles && gap <= Verdicts::rounding() {
        true => Err(differs("the two sides differ by no more than rounding")),
        false => Ok(()),
    }
}

fn imbalanced(witness: &Witness, derived: &Derived) -> Result<(), Refusal> {
    let flow = |from: usize, to: usize| {
        let missing = || Refusal::Malformed("the paths from both states are needed".into());
        let entry = derived.entry(from, to).ok_or_else(missing)?;
        Ok(&derived.target[from] * entry)
    };
    let (from, to) = (witness.from, witness.to);
    same("the forward flow", &flow(from, to)?, &witness.forward)?;
    same("the backward flow", &flow(to, from)?, &witness.backward)?;
    apart(&witness.forward, &witness.backward, derived.used_doubles)
}

fn drifts(
    state: usize,
    (into, out): (&Rational, &Rational),
    derived: &Derived,
) -> Result<(), Refusal> {
    let flow = |(from, mass): (usize, &Rational)| Some(mass * derived.entry(from, state)?);
    let sources = derived.target.iter().enumerate();
    same(
        "the mass after a step",
        &sources.filter_map(flow).sum(),
        into,
    )?;
    same("the mass before", &derived.target[state], out)?;
    // What stays is on both sides.
    let stays = flow((state, &derived.target[state])).unwrap_or_default();
    apart(&(into - &stays), &(out - &stays), derived.used_doubles)
}

fn stationary(law: &[Rational], distance: &Rational, chain: &Chain) -> Result<(), Refusal> {
    let Some((numerator, denominator)) = bounded_sum(law.iter(), LONGEST_DENOMINATOR) else {
        return Err(Refusal::Malformed(
            "field `witness.law`: the masses take too long to add".into(),
        ));
    };
    let size = law.len();
    let entries = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
    let positive = entries.filter(|&(from, to)| !chain.matrix().entry(from, to).is_zero());
    let words = (bit_length(&denominator) / 64).saturating_add(1);
    if words.saturating_mul(words).saturating_mul(positive.count()) > LONGEST_EQUATION {
        return Err(Refusal::Undecided(
            "the masses of the stationary law are so long that checking their equation takes minutes".into(),
        ));
    }
    if law.iter().any(Rational::is_negative) || numerator != denominator.into() {
        return Err(differs("the masses of the stationary law are no law"));
    }
    if chain.matrix().applied_to_law(law) != law {
        return Err(differs("a step does not leave the law as it is"));
    }
    if chain.classes().closed.len() != 1 {
        return Err(differs("it is not the only stationary law"));
    }
    if Verdicts::of(chain).invariant != Holds::No {
        return Err(differs("the target is stationary"));
    }
    let derived = total_variation(law, chain.target());
    same("the total variation distance", &derived, distance)
}

/// The states of a closed class by their distance from its first state, modulo
/// the period.
fn cycle(chain: &Chain, class: &[usize]) -> Vec<Vec<usize>> {
    let period = chain.period(class);
    let mut turn = vec![None; chain.states().len()];
    turn[class[0]] = Some(0);
    let mut open = vec![class[0]];
    while let Some(state) = open.pop() {
        let next = turn[state].map(|turn: usize| (turn + 1) % period);
        for &successor in class {
            if turn[successor].is_none() && !chain.matrix().entry(state, successor).is_zero() {
                turn[successor] = next;
                open.push(successor);
            }
        }
    }
    let at = |wanted: usize| {
        class
            .iter()
            .copied()
            .filter(|&s| turn[s] == Some(wanted))
            .collect()
    };
    (0..period).map(at).collect()
}

/// Does every step from a set of a cycle lead to the next one?
fn visited_in_turn(cycles: &[Vec<Vec<usize>>], chain: &Chain) -> Result<(), Refusal> {
    for cycle in cycles {
        for (turn, set) in cycle.iter().enumerate() {
            let next = &cycle[(turn + 1) % cycle.len()];
            for &state in set {
                let mass: Rational = next
                    .iter()
                    .map(|&to| chain.matrix().entry(state, to))
                    .cloned()
                    .sum();
                if mass != Rational::ONE {
                    let name = excerpt(&chain.states()[state]);
                    return Err(differs(format!(
                        "from `{name}` not every step leads to the next set of its cycle"
                    )));
                }
            }
        }
    }
    Ok(())
}
