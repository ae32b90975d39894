//! What an enclosed matrix says on the four questions: equalities up to the
//! widths of the enclosures, the structure by the entries that are surely
//! positive.

use super::{EnclosedChain, Enclosure};
use crate::chains::{
    Accuracy, Chain, ChainParts, Discrepancy, Entries, Figure, Holds, Merit, Obtained, Requirement,
    Verdicts, efficiency, enclosed_merit,
};
use crate::numbers::{Ball, Precision, Rational, SparseMatrix};

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
        match self.known.get(&(from, to)) {
            Some(value) => Figure::Exact(value.clone()),
            None => self.matrix[from][to].figure(),
        }
    }

    fn is_reversible(&self) -> bool {
        self.detailed_balance().is_yes()
    }
}

impl EnclosedChain {
    /// Its figures of merit for a function with one value for each state. The
    /// variance and |λ₂| are there if it surely reaches every state, has no period,
    /// and no two flows deny detailed balance.
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
            is_invariant: verdicts.invariant.is_yes(),
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
            law: None,
            reversible: self.detailed_balance(),
            flows: None,
            irreducible: sure(&structure.irreducible, "whether every state is reached"),
            aperiodic: sure(&structure.aperiodic, "whether there is a period"),
            ..structure
        }
    }

    fn detailed_balance(&self) -> Holds {
        agreement(self.flows(), "detailed balance")
    }

    /// A matrix that is 1 where this one is surely positive and 0 elsewhere, which
    /// says where the chain surely can go; likewise the target, whose long masses
    /// are not asked for.
    fn surely_positive(&self) -> Chain {
        let unused = vec![Rational::ZERO; self.states.len()];
        let present = |mass: &Rational| match mass.is_positive() {
            true => Rational::ONE,
            false => Rational::ZERO,
        };
        let row = |row: &Vec<Enclosure>| row.iter().map(|entry| present(&entry.low)).collect();
        Chain::from_parts(ChainParts {
            states: self.states.clone(),
            target: self.target.iter().map(present).collect(),
            matrix: SparseMatrix::from_rows(self.matrix.iter().map(row).collect()),
            accepted: unused.clone(),
            moved: unused.clone(),
            costs: unused,
            obtained: Obtained::Formulas,
            used_doubles: false,
        })
    }

    /// The flow from one state to another.
    fn flow(&self, from: usize, to: usize) -> Ball {
        let entry = &self.matrix[from][to];
        let entry = PRECISION.enclose_between(&entry.low, &entry.high);
        PRECISION.times(&entry, &PRECISION.enclose(&self.target[from]))
    }

    /// Both flows of every pair of states.
    fn flows(&self) -> impl Iterator<Item = (Ball, Ball)> {
        let size = self.states.len();
        let pairs = (0..size).flat_map(move |from| (from + 1..size).map(move |to| (from, to)));
        pairs.map(|(from, to)| (self.flow(from, to), self.flow(to, from)))
    }

    /// The mass of every state after a step, and before it.
    fn masses(&self) -> impl Iterator<Item = (Ball, Ball)> {
        let size = self.states.len();
        (0..size).map(move |to| {
            let flows = (0..size).map(|from| self.flow(from, to));
            let into = flows.fold(Ball::ZERO, |sum, flow| sum.plus(&flow));
            (into, PRECISION.enclose(&self.target[to]))
        })
    }
}

/// What flows are computed with: far beyond the widths of the enclosures, which
/// products of exact fractions would drown in digits.
const PRECISION: Precision = Precision(1024);

/// Are the two numbers of every pair equal, up to the most that they can differ
/// by? Unknown if the enclosures of a pair are disjoint.
fn agreement(pairs: impl Iterator<Item = (Ball, Ball)>, what: &str) -> Holds {
    let mut most = Ball::ZERO;
    for (first, second) in pairs {
        let difference = first.minus(&second);
        if !difference.may_be_zero() {
            return Holds::Unknown(format!("two enclosures are disjoint: they deny {what}"));
        }
        if difference.largest_size() > most.largest_size() {
            most = difference;
        }
    }
    Holds::Within(Discrepancy {
        error: PRECISION.high(&most).max(-PRECISION.low(&most)),
        relative: None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// A number between two ends in thousandths.
    fn between(low: i64, high: i64) -> Ball {
        PRECISION.enclose_between(&Rational::new(low, 1_000), &Rational::new(high, 1_000))
    }

    #[test]
    fn the_widest_disagreement_is_told() {
        let within = |pairs: Vec<(Ball, Ball)>| {
            let most = match agreement(pairs.into_iter(), "it") {
                Holds::Within(most) => Some(most.error),
                _ => None,
            };
            most.expect("they agree")
        };
        let tolerance = Rational::new(1, 1_000_000);
        let near = |found: Rational, thousandths: i64| {
            let off = (found - Rational::new(thousandths, 1_000)).abs();
            assert!(off < tolerance, "{off}");
        };
        let (narrow, wide) = (
            (between(300, 310), between(305, 306)),
            (between(200, 290), between(250, 260)),
        );
        // From 200 − 260 to 290 − 250, in either order and on either side.
        near(within(vec![narrow.clone(), wide.clone()]), 60);
        near(within(vec![wide.clone(), narrow.clone()]), 60);
        near(within(vec![(wide.1.clone(), wide.0.clone())]), 60);
        near(within(vec![narrow]), 6);
        assert_eq!(within(Vec::new()), Rational::ZERO);
        let apart = vec![(between(1, 2), between(3, 4)), wide];
        assert!(
            matches!(agreement(apart.into_iter(), "it"), Holds::Unknown(why) if why.ends_with("deny it"))
        );
    }

    /// A chain with equal masses; entries are ends in quarters.
    fn chain(quarters: &[&[(i64, i64)]]) -> EnclosedChain {
        let size = quarters.len();
        let quarter = |n: i64| Rational::new(n, 4);
        let entry = |&(low, high): &(i64, i64)| Enclosure {
            low: quarter(low),
            high: quarter(high),
        };
        EnclosedChain {
            states: (0..size).map(|state| state.to_string()).collect(),
            target: vec![Rational::new(1, size as i64); size],
            matrix: quarters
                .iter()
                .map(|row| row.iter().map(entry).collect())
                .collect(),
            known: BTreeMap::new(),
            acceptance: Enclosure::exact(quarter(3)),
            moves: Enclosure::exact(quarter(1)),
            draws_per_step: Enclosure::exact(Rational::from(2)),
        }
    }

    fn merit_of(chain: &EnclosedChain) -> Merit {
        let function: Vec<Rational> = (0..chain.states.len()).map(Rational::from).collect();
        chain.merit(&function, Accuracy::default())
    }

    fn unknown(holds: &Holds, what: &str) -> bool {
        matches!(holds, Holds::Unknown(why) if why.ends_with(what))
    }

    /// What a chain does at a state has no other side to balance it, however wide
    /// its enclosure is; the mass of the state is as wide, times the state's own.
    #[test]
    fn balance_is_between_different_states() {
        let verdicts = chain(&[&[(1, 3), (2, 2)], &[(2, 2), (2, 2)]]).verdicts();
        let within = |holds: &Holds, value: Rational| match holds {
            Holds::Within(Discrepancy { error, .. }) => {
                (error - value).abs() < Rational::new(1, 1_000_000)
            }
            _ => false,
        };
        assert!(within(&verdicts.reversible, Rational::ZERO));
        assert!(within(&verdicts.invariant, Rational::new(1, 8)));
        assert_eq!(verdicts.irreducible, Holds::Yes);
        assert_eq!(verdicts.aperiodic, Holds::Yes);
    }

    #[test]
    fn what_is_not_surely_positive_settles_nothing() {
        let stuck = chain(&[&[(3, 4), (0, 1)], &[(0, 1), (3, 4)]]);
        let verdicts = stuck.verdicts();
        assert!(unknown(
            &verdicts.irreducible,
            "do not settle whether every state is reached"
        ));
        assert_eq!(verdicts.aperiodic, Holds::Yes);
        assert!(stuck.is_reversible() && merit_of(&stuck).asymptotic_variance.is_none());
        let turning = chain(&[&[(0, 1), (3, 4)], &[(3, 4), (0, 1)]]).verdicts();
        assert!(unknown(
            &turning.aperiodic,
            "do not settle whether there is a period"
        ));
        assert_eq!(turning.irreducible, Holds::Yes);
    }

    /// Staying with probability 3/4 leaves a correlation of 1/2 from step to step, so
    /// that the variance of one of two states is 1/4 · (1 + 1/2) / (1 − 1/2) = 3/4.
    #[test]
    fn figures_of_merit_are_there_for_reversible_chains() {
        let merit = merit_of(&chain(&[&[(3, 3), (1, 1)], &[(1, 1), (3, 3)]]));
        let variance = merit.asymptotic_variance.expect("a variance");
        assert!(variance.contains(&Rational::new(3, 4)));
        let modulus = merit.second_modulus.expect("a modulus");
        assert!(modulus.contains(&Rational::new(1, 2)));
        assert_eq!(merit.acceptance, Figure::Exact(Rational::new(3, 4)));

        // Round and round: invariant and ergodic, but not reversible.
        let (stay, go, never) = ((2, 2), (2, 2), (0, 0));
        let circle = chain(&[&[stay, go, never], &[never, stay, go], &[go, never, stay]]);
        let verdicts = circle.verdicts();
        assert!(verdicts.meet(Requirement::Ergodic).is_yes());
        assert!(unknown(&verdicts.reversible, "deny detailed balance"));
        assert!(!circle.is_reversible());
        let merit = merit_of(&circle);
        assert_eq!(
            (merit.asymptotic_variance, merit.second_modulus),
            (None, None)
        );
    }
}
