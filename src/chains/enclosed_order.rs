//! Peskun's order where entries are enclosed: said only where both ends agree.

use super::effort::solves;
use super::widest::Widest;
use super::{Accuracy, Entries, Figure, Order, Peskun, PeskunPair, Unordered};
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
/// if there are more than [`MOST_SOLVED`](super::Chain::MOST_SOLVED) states.
pub fn enclosed_covariance_order(
    first: &dyn Entries,
    second: &dyn Entries,
    accuracy: Accuracy,
) -> Option<Order> {
    if !solves(first.states().len()) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Rational;

    /// Two or three states of equal mass, with entries in hundredths between two ends.
    struct Rough {
        states: Vec<String>,
        target: Vec<Rational>,
        entries: Vec<Vec<(i64, i64)>>,
        reversible: bool,
    }

    impl Rough {
        /// A symmetric matrix from its entries above the diagonal, row by row.
        fn of(size: usize, above: &[(i64, i64)]) -> Self {
            let mut entries = vec![vec![(0, 0); size]; size];
            let pairs = (0..size).flat_map(|from| (from + 1..size).map(move |to| (from, to)));
            for ((from, to), &ends) in pairs.zip(above) {
                entries[from][to] = ends;
                entries[to][from] = ends;
            }
            for (from, row) in entries.iter_mut().enumerate() {
                let low: i64 = row.iter().map(|ends| ends.0).sum();
                let high: i64 = row.iter().map(|ends| ends.1).sum();
                row[from] = (100 - high, 100 - low);
            }
            Rough {
                states: (0..size).map(|state| state.to_string()).collect(),
                target: vec![Rational::new(1, size as i64); size],
                entries,
                reversible: true,
            }
        }
    }

    impl Entries for Rough {
        fn states(&self) -> &[String] {
            &self.states
        }
        fn target(&self) -> &[Rational] {
            &self.target
        }
        fn entry(&self, from: usize, to: usize) -> Figure {
            let (low, high) = self.entries[from][to];
            Figure::between(Rational::new(low, 100), Rational::new(high, 100))
        }
        fn is_reversible(&self) -> bool {
            self.reversible
        }
    }

    fn order(first: &[(i64, i64)], second: &[(i64, i64)]) -> Result<Order, Unordered> {
        let size = if first.len() == 1 { 2 } else { 3 };
        let found = enclosed_peskun_order(&Rough::of(size, first), &Rough::of(size, second));
        found.map(|found| {
            let both = (found.first_above.is_some(), found.second_above.is_some());
            let expected = match found.order {
                Order::First => (true, false),
                Order::Second => (false, true),
                Order::Equal => (false, false),
                Order::Incomparable => (true, true),
            };
            assert_eq!(both, expected);
            found.order
        })
    }

    #[test]
    fn said_where_both_ends_agree() {
        assert_eq!(order(&[(30, 31)], &[(20, 29)]), Ok(Order::First));
        assert_eq!(order(&[(20, 29)], &[(30, 31)]), Ok(Order::Second));
        assert_eq!(order(&[(30, 30)], &[(30, 30)]), Ok(Order::Equal));
        // Ends that touch, and enclosures that are the same, tell nothing.
        assert_eq!(order(&[(30, 31)], &[(20, 30)]), Err(Unordered::Enclosed));
        assert_eq!(order(&[(20, 30)], &[(30, 31)]), Err(Unordered::Enclosed));
        assert_eq!(order(&[(20, 30)], &[(20, 30)]), Err(Unordered::Enclosed));
        let equal = (10, 10);
        assert_eq!(
            order(&[(30, 31), equal, equal], &[(20, 29), equal, equal]),
            Ok(Order::First)
        );
        let open = (10, 12);
        assert_eq!(
            order(&[(30, 31), open, equal], &[(20, 29), open, equal]),
            Err(Unordered::Enclosed)
        );
        // One pair for each is enough, whatever the others are.
        let crossed = [(30, 31), (5, 6), open];
        assert_eq!(
            order(&crossed, &[(20, 29), (7, 8), open]),
            Ok(Order::Incomparable)
        );
    }

    #[test]
    fn what_cannot_be_ordered() {
        let one = || Rough::of(2, &[(30, 30)]);
        let irreversible = || Rough {
            reversible: false,
            ..one()
        };
        let elsewhere = Rough {
            states: vec!["x".into(), "y".into()],
            ..one()
        };
        let otherwise = Rough {
            target: vec![Rational::new(1, 3), Rational::new(2, 3)],
            ..one()
        };
        let order = |first: &Rough, second: &Rough| {
            enclosed_peskun_order(first, second).map(|found| found.order)
        };
        assert_eq!(order(&one(), &elsewhere), Err(Unordered::States));
        assert_eq!(order(&one(), &otherwise), Err(Unordered::Targets));
        assert_eq!(order(&irreversible(), &one()), Err(Unordered::First));
        assert_eq!(order(&one(), &irreversible()), Err(Unordered::Second));
    }

    #[test]
    fn states_without_mass_do_not_count() {
        let mut first = Rough::of(3, &[(30, 30), (10, 10), (10, 10)]);
        let mut second = Rough::of(3, &[(20, 20), (15, 15), (10, 10)]);
        let target: Vec<Rational> = [1, 1, 0].map(|weight| Rational::new(weight, 2)).to_vec();
        (first.target, second.target) = (target.clone(), target);
        // From the third state the second chain is above, and nobody is there; but
        // moves to it are entries of the others.
        second.entries[0][2] = (10, 10);
        second.entries[1][2] = (10, 10);
        first.entries[2][0] = (1, 1);
        let found = enclosed_peskun_order(&first, &second).map(|found| found.order);
        assert_eq!(found, Ok(Order::First));
    }

    #[test]
    fn signs_of_the_difference() {
        let order = |first: &[(i64, i64)], second: &[(i64, i64)]| {
            let size = if first.len() == 1 { 2 } else { 3 };
            let (first, second) = (Rough::of(size, first), Rough::of(size, second));
            enclosed_covariance_order(&first, &second, Accuracy::default())
        };
        assert_eq!(order(&[(30, 30)], &[(20, 20)]), Some(Order::First));
        assert_eq!(order(&[(20, 20)], &[(30, 30)]), Some(Order::Second));
        assert_eq!(order(&[(20, 30)], &[(25, 26)]), None);
        let crossed = [(40, 40), (0, 0), (0, 0)];
        assert_eq!(
            order(&crossed, &[(0, 0), (0, 0), (40, 40)]),
            Some(Order::Incomparable)
        );
    }
}
