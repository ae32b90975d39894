//! Peskun's order and the covariance order between two chains.
//!
//! Both compare chains that satisfy detailed balance with the same target
//! (Peskun 1973; Tierney 1998). More mass off the diagonal everywhere implies
//! less covariance, and that is the same as a smaller asymptotic variance for
//! every function.

use std::cmp::Ordering;

use super::effort::solves;
use super::widest::Widest;
use super::{Chain, Figure};
use crate::numbers::{Definiteness, Matrix, Rational, positive_semidefinite, side_by_side};

/// Which of two chains is above the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first: more mass off the diagonal, less variance.
    First,
    /// The second.
    Second,
    /// Both are the same.
    Equal,
    /// Neither.
    Incomparable,
}

impl Order {
    /// Is one of them above the other, or are they the same?
    pub fn is_decided(self) -> bool {
        self != Order::Incomparable
    }

    fn from(first: bool, second: bool) -> Self {
        match (first, second) {
            (true, true) => Order::Equal,
            (true, false) => Order::First,
            (false, true) => Order::Second,
            (false, false) => Order::Incomparable,
        }
    }
}

/// Why two chains cannot be ordered at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unordered {
    /// They live on different states.
    States,
    /// They have different targets.
    Targets,
    /// The first does not satisfy detailed balance.
    First,
    /// The second does not satisfy detailed balance.
    Second,
    /// One of them was computed with doubles.
    Doubles,
    /// They are enclosed, and the enclosures do not settle it.
    Enclosed,
}

/// Two states between which one chain moves more often than the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeskunPair {
    /// The position of the first state.
    pub from: usize,
    /// The position of the second state.
    pub to: usize,
    /// The first chain's P(from, to).
    pub first: Figure,
    /// The second chain's P(from, to).
    pub second: Figure,
}

/// Peskun's order, with the pairs of states that decide it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peskun {
    /// The order.
    pub order: Order,
    /// A pair where the first chain moves more often.
    pub first_above: Option<PeskunPair>,
    /// A pair where the second chain moves more often.
    pub second_above: Option<PeskunPair>,
}

impl Peskun {
    /// The covariance order that follows from an order that is decided, between
    /// chains on so many states: the indicator of a state that is left more often
    /// has less covariance.
    fn covariance(&self, states: usize) -> Covariance {
        let indicator = |pair: &PeskunPair| {
            let mut function = vec![Rational::ZERO; states];
            function[pair.from] = Rational::ONE;
            function
        };
        Covariance {
            order: self.order,
            first_above: self.first_above.as_ref().map(indicator),
            second_above: self.second_above.as_ref().map(indicator),
        }
    }
}

/// The covariance order, with the functions that decide it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covariance {
    /// The order.
    pub order: Order,
    /// A function with less lag-one covariance under the first chain.
    pub first_above: Option<Vec<Rational>>,
    /// A function with less lag-one covariance under the second chain.
    pub second_above: Option<Vec<Rational>>,
}

impl Covariance {
    /// The order alone.
    pub fn without_functions(order: Order) -> Self {
        Covariance {
            order,
            first_above: None,
            second_above: None,
        }
    }
}

fn comparable(first: &Chain, second: &Chain) -> Result<(), Unordered> {
    if first.states() != second.states() {
        Err(Unordered::States)
    } else if first.target() != second.target() {
        Err(Unordered::Targets)
    } else if first.used_doubles() || second.used_doubles() {
        Err(Unordered::Doubles)
    } else if first.imbalance().is_some() {
        Err(Unordered::First)
    } else if second.imbalance().is_some() {
        Err(Unordered::Second)
    } else {
        Ok(())
    }
}

/// Compares off-diagonal entries, from states of positive target mass. The
/// witness is the pair where the difference is largest.
pub fn peskun_order(first: &Chain, second: &Chain) -> Result<Peskun, Unordered> {
    comparable(first, second)?;
    let (mut first_above, mut second_above) = (Widest::default(), Widest::default());
    let positive = |from: &usize| first.target()[*from].is_positive();
    for from in (0..first.states().len()).filter(positive) {
        let (one, other) = (first.matrix().row(from), second.matrix().row(from));
        for (to, one, other) in side_by_side(one, other).filter(|(to, ..)| *to != from) {
            let [one, other] = [one, other].map(|entry| entry.cloned().unwrap_or_default());
            let above = match one.cmp(&other) {
                Ordering::Equal => continue,
                Ordering::Greater => &mut first_above,
                Ordering::Less => &mut second_above,
            };
            above.add(PeskunPair {
                from,
                to,
                first: Figure::Exact(one),
                second: Figure::Exact(other),
            });
        }
    }
    let (first_above, second_above) = (first_above.pair(), second_above.pair());
    Ok(Peskun {
        order: Order::from(second_above.is_none(), first_above.is_none()),
        first_above,
        second_above,
    })
}

/// The covariance order. Where Peskun's order decides, it is the same, and the
/// indicator of a state that is left more often is a witness; otherwise see
/// [`covariance_by_definition`].
pub fn covariance_order(first: &Chain, second: &Chain) -> Result<Covariance, Unordered> {
    let peskun = peskun_order(first, second)?;
    match peskun.order {
        Order::Incomparable => covariance_by_definition(first, second),
        _ => Ok(peskun.covariance(first.states().len())),
    }
}

/// Both orders; not the covariance order if deciding it takes much more than a
/// second.
pub fn both_orders(
    first: &Chain,
    second: &Chain,
) -> Result<(Peskun, Option<Covariance>), Unordered> {
    let peskun = peskun_order(first, second)?;
    let quick = |chain: &Chain| solves(chain.states().len()) && chain.variance_is_short(true);
    let covariance = match peskun.order {
        Order::Incomparable if !(quick(first) && quick(second)) => None,
        Order::Incomparable => Some(covariance_by_definition(first, second)?),
        _ => Some(peskun.covariance(first.states().len())),
    };
    Ok((peskun, covariance))
}

/// Compares ⟨f, Pf⟩ for all functions f: the first chain is above if
/// diag(π)(P₂ − P₁) is positive semidefinite. O(n³) by LDLᵀ.
pub fn covariance_by_definition(first: &Chain, second: &Chain) -> Result<Covariance, Unordered> {
    comparable(first, second)?;
    let size = first.states().len();
    let difference = |above: &Chain, below: &Chain| {
        Matrix::from_fn(size, size, |i, j| below.flow(i, j) - above.flow(i, j))
    };
    let negative = |matrix: &Matrix| match positive_semidefinite(matrix) {
        Definiteness::PositiveSemidefinite => None,
        Definiteness::NegativeAlong(function) => Some(function),
    };
    let second_above = negative(&difference(first, second));
    let first_above = negative(&difference(second, first));
    Ok(Covariance {
        order: Order::from(second_above.is_none(), first_above.is_none()),
        first_above,
        second_above,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::{ChainParts, Obtained};
    use crate::numbers::{Integer, Natural, SparseMatrix};

    /// A symmetric chain of three states with these moves between them.
    fn chain(moves: [Rational; 3], used_doubles: bool) -> Chain {
        let [ab, ac, bc] = moves;
        let stays = |one: &Rational, other: &Rational| Rational::ONE - one - other;
        let rows = vec![
            vec![stays(&ab, &ac), ab.clone(), ac.clone()],
            vec![ab.clone(), stays(&ab, &bc), bc.clone()],
            vec![ac.clone(), bc.clone(), stays(&ac, &bc)],
        ];
        let unused = vec![Rational::ZERO; 3];
        Chain::from_parts(ChainParts {
            states: ["a", "b", "c"].map(String::from).to_vec(),
            target: vec![Rational::new(1, 3); 3],
            matrix: SparseMatrix::from_rows(rows),
            accepted: unused.clone(),
            moved: unused.clone(),
            costs: unused,
            obtained: Obtained::Import,
            used_doubles,
        })
    }

    fn tenths(moves: [i64; 3]) -> [Rational; 3] {
        moves.map(|tenth| Rational::new(tenth, 10))
    }

    #[test]
    fn doubles_of_either_are_not_ordered() {
        let exact = || chain(tenths([1, 1, 1]), false);
        let rounded = || chain(tenths([2, 1, 1]), true);
        let order =
            |first: &Chain, second: &Chain| peskun_order(first, second).map(|found| found.order);
        assert_eq!(order(&exact(), &rounded()), Err(Unordered::Doubles));
        assert_eq!(order(&rounded(), &exact()), Err(Unordered::Doubles));
        assert_eq!(order(&exact(), &exact()), Ok(Order::Equal));
        assert_eq!(
            order(&chain(tenths([2, 1, 1]), false), &exact()),
            Ok(Order::First)
        );
        for (order, decided) in [
            (Order::First, true),
            (Order::Second, true),
            (Order::Equal, true),
            (Order::Incomparable, false),
        ] {
            assert_eq!(order.is_decided(), decided);
        }
    }

    /// Where Peskun's order is open, the other is decided for short chains only.
    #[test]
    fn long_chains_have_one_order() {
        let order = |first: &Chain, second: &Chain| {
            let (peskun, covariance) = both_orders(first, second).expect("comparable");
            assert_eq!(peskun.order, Order::Incomparable);
            covariance.map(|covariance| covariance.order)
        };
        let (one, other) = (tenths([3, 1, 1]), tenths([1, 3, 1]));
        let short = || chain(one.clone(), false);
        assert_eq!(
            order(&short(), &chain(other.clone(), false)),
            Some(Order::Incomparable)
        );
        // Flows that differ by 3, 3 and −1: 3(a − b)² + 3(a − c)² − (b − c)² is never
        // negative, since 3 · 3 − 3 − 3 is not.
        let (above, below) = (
            chain(tenths([4, 4, 1]), false),
            chain(tenths([1, 1, 2]), false),
        );
        assert_eq!(order(&above, &below), Some(Order::First));
        assert_eq!(order(&below, &above), Some(Order::Second));
        let tiny = Rational::from_parts(Integer::ONE, Natural::ONE << 30_000usize);
        let [ab, ac, bc] = other;
        let long = chain([ab, ac, bc + tiny], false);
        assert_eq!(order(&short(), &long), None);
        assert_eq!(order(&long, &short()), None);
        // A chain that is above by Peskun's order is above by the other, long or not.
        let (_, covariance) = both_orders(&long, &long).expect("comparable");
        assert_eq!(
            covariance.map(|covariance| covariance.order),
            Some(Order::Equal)
        );
    }
}
