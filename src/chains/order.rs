//! Peskun's order and the covariance order between two chains.
//!
//! Both compare chains that satisfy detailed balance with the same target
//! (Peskun 1973; Tierney 1998). More mass off the diagonal everywhere implies
//! less covariance, and that is the same as a smaller asymptotic variance for
//! every function.

use super::{Chain, Entries, Figure};
use crate::numbers::{Definiteness, Matrix, Rational, positive_semidefinite};

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
    let size = first.states().len();
    let pairs = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
    let differing: Vec<PeskunPair> = pairs
        .filter(|&(from, to)| from != to && first.target()[from].is_positive())
        .map(|(from, to)| PeskunPair {
            from,
            to,
            first: Entries::entry(first, from, to),
            second: Entries::entry(second, from, to),
        })
        .filter(|pair| pair.first != pair.second)
        .collect();
    let gap = |pair: &&PeskunPair| (pair.first.low() - pair.second.low()).abs();
    let widest = |above: fn(&PeskunPair) -> bool| {
        let candidates = differing.iter().filter(|pair| above(pair));
        // `max_by_key` keeps the last of equals; reversed, that is the first.
        candidates.rev().max_by_key(gap).cloned()
    };
    let first_above = widest(|pair| pair.first.low() > pair.second.low());
    let second_above = widest(|pair| pair.second.low() > pair.first.low());
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
    if peskun.order == Order::Incomparable {
        return covariance_by_definition(first, second);
    }
    let indicator = |pair: PeskunPair| {
        let mut function = vec![Rational::ZERO; first.states().len()];
        function[pair.from] = Rational::ONE;
        function
    };
    Ok(Covariance {
        order: peskun.order,
        first_above: peskun.first_above.map(indicator),
        second_above: peskun.second_above.map(indicator),
    })
}

/// The covariance order, unless deciding it takes much more than a second.
pub fn covariance_if_quick(first: &Chain, second: &Chain) -> Result<Option<Covariance>, Unordered> {
    let undecided = peskun_order(first, second)?.order == Order::Incomparable;
    if undecided && !(first.variance_is_short(true) && second.variance_is_short(true)) {
        return Ok(None);
    }
    covariance_order(first, second).map(Some)
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
