//! What an enclosed matrix says on the four questions: equalities up to the
//! widths of the enclosures, the structure by the entries that are surely
//! positive.

use super::{EnclosedChain, Enclosure};
use crate::chains::{
    Accuracy, Chain, ChainParts, Entries, Figure, Holds, Merit, Obtained, Requirement, Verdicts,
    efficiency, enclosed_merit,
};
use crate::numbers::{Matrix, Rational};

impl Enclosure {
    /// The same number as a figure.
    pub fn figure(&self) -> Figure {
        Figure::between(self.low.clone(), self.high.clone())
    }
}

impl Entries for EnclosedChain {
    fn states(&self) -> &[String] {
        &self.states
    }

    fn target(&self) -> &[Rational] {
        &self.target
    }

    fn entry(&self, from: usize, to: usize) -> Figure {
        self.matrix[from][to].figure()
    }

    fn is_reversible(&self) -> bool {
        self.verdicts().reversible.is_yes()
    }
}

impl EnclosedChain {
    /// Its figures of merit for a function with one value for each state. The
    /// variance and |λ₂| are there if it surely reaches every state and has no
    /// period.
    pub fn merit(&self, function: &[Rational], accuracy: Accuracy) -> Merit {
        let verdicts = self.verdicts();
        let sure = verdicts.meet(Requirement::Ergodic).is_yes() && self.is_reversible();
        let (variance, modulus) = match sure {
            true => enclosed_merit(self, function, accuracy),
            false => (None, None),
        };
        let draws_per_step = self.draws_per_step.figure();
        Merit {
            acceptance: self.acceptance.figure(),
            moves: self.moves.figure(),
            efficiency: variance
                .as_ref()
                .and_then(|variance| efficiency(variance, &draws_per_step)),
            asymptotic_variance: variance,
            second_modulus: modulus,
            draws_per_step,
        }
    }

    /// The verdicts, none of which is a plain no: what the enclosures do not
    /// settle is unknown.
    pub fn verdicts(&self) -> Verdicts {
        let structure = Verdicts::of(&self.surely_positive());
        let sure = |holds: &Holds, what: &str| match holds {
            Holds::Yes => Holds::Yes,
            _ => Holds::Unknown(format!("the enclosures do not settle {what}")),
        };
        Verdicts {
            invariant: agreement(self.masses(), "whether the target is invariant"),
            mass: None,
            reversible: agreement(self.flows(), "detailed balance"),
            flows: None,
            irreducible: sure(&structure.irreducible, "whether every state is reached"),
            aperiodic: sure(&structure.aperiodic, "whether there is a period"),
            ..structure
        }
    }

    /// A matrix that is positive where this one surely is.
    fn surely_positive(&self) -> Chain {
        let unused = vec![Rational::ZERO; self.states.len()];
        let row = |row: &Vec<Enclosure>| row.iter().map(|entry| entry.low.clone()).collect();
        Chain::from_parts(ChainParts {
            states: self.states.clone(),
            target: self.target.clone(),
            matrix: Matrix::from_rows(self.matrix.iter().map(row).collect()),
            accepted: unused.clone(),
            moved: unused.clone(),
            costs: unused,
            obtained: Obtained::Formulas,
            used_doubles: false,
        })
    }

    /// Both flows of every pair of states.
    fn flows(&self) -> impl Iterator<Item = (Enclosure, Enclosure)> {
        let size = self.states.len();
        let flow = |from: usize, to: usize| times(&self.matrix[from][to], &self.target[from]);
        let pairs = (0..size).flat_map(move |from| (from + 1..size).map(move |to| (from, to)));
        pairs.map(move |(from, to)| (flow(from, to), flow(to, from)))
    }

    /// The mass of every state after a step, and before it.
    fn masses(&self) -> impl Iterator<Item = (Enclosure, Enclosure)> {
        (0..self.states.len()).map(|to| {
            let mut into = Enclosure::exact(Rational::ZERO);
            for (row, mass) in self.matrix.iter().zip(&self.target) {
                let flow = times(&row[to], mass);
                into.low += flow.low;
                into.high += flow.high;
            }
            (into, Enclosure::exact(self.target[to].clone()))
        })
    }
}

fn times(value: &Enclosure, by: &Rational) -> Enclosure {
    Enclosure {
        low: &value.low * by,
        high: &value.high * by,
    }
}

/// Are the two numbers of every pair equal, up to the most that they can differ
/// by? Unknown if the enclosures of a pair are disjoint.
fn agreement(pairs: impl Iterator<Item = (Enclosure, Enclosure)>, what: &str) -> Holds {
    let mut most = Rational::ZERO;
    for (first, second) in pairs {
        if first.high < second.low || second.high < first.low {
            return Holds::Unknown(format!("two enclosures are disjoint: they deny {what}"));
        }
        most = most
            .max((&first.high - &second.low).abs())
            .max((&second.high - &first.low).abs());
    }
    if most.is_zero() {
        Holds::Yes
    } else {
        Holds::Within(most)
    }
}
