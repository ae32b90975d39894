//! Peskun's order where entries are enclosed: said only where both ends agree.

use super::widest::Widest;
use super::{Accuracy, Chain, Entries, Figure, Order, Peskun, PeskunPair, Unordered};
use crate::numbers::{Precision, signs};

/// Peskun's order between two chains that satisfy detailed balance as far as is
/// known; [`Unordered::Enclosed`] where the enclosures do not settle it.
pub fn enclosed_peskun_order(
    first: &dyn Entries,
    second: &dyn Entries,
) -> Result<Peskun, Unordered> {
    if first.states() != second.states() {
        return Err(Unordered::States);
    }
    if first.target() != second.target() {
        return Err(Unordered::Targets);
    }
    if !first.is_reversible() {
        return Err(Unordered::First);
    }
    if !second.is_reversible() {
        return Err(Unordered::Second);
    }
    let (mut first_above, mut second_above) = (Widest::default(), Widest::default());
    let mut settled = true;
    let size = first.states().len();
    for from in (0..size).filter(|&from| first.target()[from].is_positive()) {
        for to in (0..size).filter(|&to| to != from) {
            let pair = PeskunPair {
                from,
                to,
                first: first.entry(from, to),
                second: second.entry(from, to),
            };
            if pair.first.low() > pair.second.high() {
                first_above.add(pair);
            } else if pair.second.low() > pair.first.high() {
                second_above.add(pair);
            } else if pair.first != pair.second || pair.first.exact().is_none() {
                settled = false;
            }
        }
    }
    let (first_above, second_above) = (first_above.pair(), second_above.pair());
    // What is open can only add to one side or the other.
    let order = match (&first_above, &second_above) {
        (Some(_), Some(_)) => Order::Incomparable,
        _ if !settled => return Err(Unordered::Enclosed),
        (Some(_), None) => Order::First,
        (None, Some(_)) => Order::Second,
        (None, None) => Order::Equal,
    };
    Ok(Peskun {
        order,
        first_above,
        second_above,
    })
}

/// The covariance order between two chains that satisfy detailed balance as far
/// as is known, by the signs of diag(π)(P₂ − P₁) on functions that vanish in the
/// last state (adding a constant changes nothing); nothing if a sign stays open, or
/// if there are more than [`Chain::MOST_SOLVED`] states.
pub fn enclosed_covariance_order(
    first: &dyn Entries,
    second: &dyn Entries,
    accuracy: Accuracy,
) -> Option<Order> {
    if first.states().len() > Chain::MOST_SOLVED {
        return None;
    }
    let states: Vec<usize> = (0..first.states().len())
        .filter(|&state| first.target()[state].is_positive())
        .collect();
    let (_, states) = states.split_last()?;
    let difference = |precision: Precision, i: usize, j: usize| {
        let ball = |figure: Figure| precision.enclose_between(figure.low(), figure.high());
        let entries = ball(second.entry(i, j)).minus(&ball(first.entry(i, j)));
        precision.times(&precision.enclose(&first.target()[i]), &entries)
    };
    let mut precisions = accuracy.precisions(states.len()).take(3);
    precisions.find_map(|precision| {
        let row = |&i: &usize| {
            states
                .iter()
                .map(|&j| difference(precision, i, j))
                .collect()
        };
        let signs = signs(precision, states.iter().map(row).collect());
        match (signs.negative, signs.positive, signs.open) {
            // Squares of both signs are enough, whatever the others are.
            (1.., 1.., _) => Some(Order::Incomparable),
            (0, _, 0) => Some(Order::First),
            (_, 0, 0) => Some(Order::Second),
            _ => None,
        }
    })
}
