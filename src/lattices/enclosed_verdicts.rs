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
            invariant: agreement(self.exchanges(), "whether the target is invariant"),
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
        if entry.high.is_zero() {
            return Ball::ZERO;
        }
        let entry = PRECISION.enclose_between(&entry.low, &entry.high);
        PRECISION.times(&entry, &PRECISION.enclose(&self.target[from]))
    }

    /// Both flows of every pair of states.
    fn flows(&self) -> impl Iterator<Item = (Ball, Ball)> {
        let size = self.states.len();
        let pairs = (0..size).flat_map(move |from| (from + 1..size).map(move |to| (from, to)));
        pairs.map(|(from, to)| (self.flow(from, to), self.flow(to, from)))
    }

    /// What enters every state from others, and what leaves it for others.
    fn exchanges(&self) -> impl Iterator<Item = (Ball, Ball)> {
        let size = self.states.len();
        (0..size).map(move |state| {
            let others = || (0..size).filter(move |other| *other != state);
            let sum = |flows: &mut dyn Iterator<Item = Ball>| {
                flows.fold(Ball::ZERO, |sum, flow| sum.plus(&flow))
            };
            let entering = sum(&mut others().map(|from| self.flow(from, state)));
            let leaving = sum(&mut others().map(|to| self.flow(state, to)));
            (entering, leaving)
        })
    }
}

/// What flows are computed with: far beyond the widths of the enclosures, which
/// products of exact fractions would drown in digits.
const PRECISION: Precision = Precision(1024);

/// Are the two numbers of every pair equal, up to the most that they can differ by?
/// Unknown if the enclosures of a pair are disjoint, or if they leave open a
/// difference that would be a no between doubles.
fn agreement(pairs: impl Iterator<Item = (Ball, Ball)>, what: &str) -> Holds {
    let (mut error, mut relative) = (Rational::ZERO, Some(Rational::ZERO));
    for (first, second) in pairs {
        let difference = first.minus(&second);
        if !difference.may_be_zero() {
            return Holds::Unknown(format!("two enclosures are disjoint: they deny {what}"));
        }
        let most = PRECISION.high(&difference).max(-PRECISION.low(&difference));
        if most.is_zero() {
            continue;
        }
        let larger = PRECISION.low(&first).max(PRECISION.low(&second));
        relative = match larger.is_positive() {
            true => relative.map(|relative| relative.max(&most / &larger)),
            false => None,
        };
        error = error.max(most);
    }
    match relative {
        Some(relative) if relative <= Verdicts::rounding() => {
            Holds::Within(Discrepancy { error, relative })
        }
        _ => Holds::Unknown(format!("the enclosures do not settle {what}")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// A number between two ends in thousandths.
    fn between(low: i64, high: i64) -> Ball {
        PRECISION.enclose_between(&Rational::new(low, 1_000), &Rational::new(high, 1_000))
    }

    /// The same in units of 10⁻¹⁵.
    fn narrow(low: i64, high: i64) -> Ball {
        let unit = |n: i64| Rational::new(n, 1_000_000_000_000_000);
        PRECISION.enclose_between(&unit(low), &unit(high))
    }

    #[test]
    fn the_widest_disagreement_is_told() {
        let within = |pairs: Vec<(Ball, Ball)>| match agreement(pairs.into_iter(), "it") {
            Holds::Within(most) => Some([most.error, most.relative]),
            _ => None,
        };
        let within = |pairs| within(pairs).expect("they agree");
        let near = |found: Rational, expected: Rational| {
            let off = (&found - &expected).abs();
            assert!(off <= expected * Rational::new(1, 1_000), "{found}");
        };
        let third = 333_333_333_333_333;
        let large = (narrow(third, third + 10), narrow(third + 5, third + 6));
        let small = (
            narrow(2_000_000_000, 2_000_000_001),
            narrow(2_000_000_000, 2_000_000_000),
        );
        // From −6 to 5 units of a third, and one unit of two in a million.
        let six = Rational::new(6, 1_000_000_000_000_000);
        for pairs in [
            vec![large.clone(), small.clone()],
            vec![small, large.clone()],
        ] {
            let [error, relative] = within(pairs);
            near(error, six.clone());
            near(relative, Rational::new(1, 2_000_000_000));
        }
        let [error, relative] = within(vec![(large.1, large.0)]);
        near(error, six);
        near(relative, Rational::new(18, 1_000_000_000_000_000));
        assert_eq!(within(Vec::new()), [Rational::ZERO, Rational::ZERO]);
        // Flows that are known to be equal are so whatever their size.
        let zero = PRECISION.enclose(&Rational::ZERO);
        assert_eq!(within(vec![(zero.clone(), zero)])[1], Rational::ZERO);
    }

    #[test]
    fn wide_enclosures_settle_nothing() {
        let unknown = |pairs: Vec<(Ball, Ball)>, how: &str| {
            let holds = agreement(pairs.into_iter(), "it");
            assert!(super::tests::unknown(&holds, how), "{holds:?}");
        };
        let wide = (between(300, 310), between(305, 306));
        unknown(vec![wide.clone()], "do not settle it");
        // What may be nothing is open by any factor, however small it is.
        let tiny = (narrow(0, 1), narrow(0, 1));
        unknown(vec![tiny], "do not settle it");
        unknown(vec![wide, (between(1, 2), between(3, 4))], "deny it");
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
    /// its enclosure is.
    #[test]
    fn balance_is_between_different_states() {
        let verdicts = chain(&[&[(1, 3), (2, 2)], &[(2, 2), (2, 2)]]).verdicts();
        for holds in [&verdicts.reversible, &verdicts.invariant] {
            assert!(
                matches!(holds, Holds::Within(within) if within.error < Rational::new(1, 1 << 60))
            );
        }
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
        assert!(unknown(
            &verdicts.invariant,
            "do not settle whether the target is invariant"
        ));
        assert!(unknown(
            &verdicts.reversible,
            "do not settle detailed balance"
        ));
        assert!(merit_of(&stuck).asymptotic_variance.is_none());
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
