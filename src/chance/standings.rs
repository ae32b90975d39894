//! Where the scores of a contest stand: all of them in one order.

use super::contest::{Contest, Entry, Kept};
use crate::numbers::{Law, Natural};

/// Entries of a part that cost the same: where their scores stand, in ascending
/// order, with their weights.
pub(super) type Class = (usize, Vec<(usize, Natural)>);

/// Where every score of every part stands among all of them.
pub(super) struct Standings<'l, S> {
    /// The distinct scores in ascending order; of those that are not told apart
    /// the first one.
    pub(super) scores: Vec<&'l S>,
    /// For every part, the places of its values.
    pub(super) ranks: Vec<Vec<usize>>,
}

impl<'l, S: Ord> Standings<'l, S> {
    pub(super) fn of(contest: Contest, laws: &'l [Law<Entry<S>>]) -> Self {
        // Every part is in order already, and such runs are merged quickly.
        let mut all: Vec<(&S, usize, usize)> = Vec::new();
        for (part, law) in laws.iter().enumerate() {
            let entries = law.values().iter().enumerate();
            all.extend(entries.map(|(atom, entry)| (&entry.score, part, atom)));
        }
        all.sort_by(|one, other| one.0.cmp(other.0));
        let mut ranks: Vec<Vec<usize>> =
            laws.iter().map(|law| vec![0; law.values().len()]).collect();
        let mut scores: Vec<&S> = Vec::new();
        // Where only who wins matters, scores of one entrant between those of
        // the others need not be told apart.
        let indifferent = matches!(contest.kept, Kept::Nothing | Kept::Another);
        let mut alone: Option<usize> = None;
        for group in all.chunk_by(|one, other| one.0 == other.0) {
            let first = group[0].1 / contest.parts;
            let single = group
                .iter()
                .all(|&(_, part, _)| part / contest.parts == first);
            let owner = single.then_some(first);
            let joins = indifferent && owner.is_some() && owner == alone;
            if !joins {
                scores.push(group[0].0);
            }
            alone = owner;
            for &(_, part, atom) in group {
                ranks[part][atom] = scores.len() - 1;
            }
        }
        Standings { scores, ranks }
    }
}

/// The entries of a part by what they cost.
pub(super) fn by_cost<S>(law: &Law<Entry<S>>, ranks: &[usize]) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for (atom, entry) in law.values().iter().enumerate() {
        let place = match classes.binary_search_by_key(&entry.cost, |&(cost, _)| cost) {
            Ok(place) => place,
            Err(place) => {
                classes.insert(place, (entry.cost, Vec::new()));
                place
            }
        };
        let (rank, weight) = (ranks[atom], law.weights().weight(atom));
        match classes[place].1.last_mut() {
            Some((last, sum)) if *last == rank => *sum += weight,
            _ => classes[place].1.push((rank, weight.clone())),
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::TieBreak;
    use crate::numbers::Rational;

    #[test]
    fn scores_between_those_of_others_are_one_place() {
        let law = |scores: &[u8]| {
            let atoms = scores.iter().map(|&n| (Entry::free(n), Rational::ONE));
            Law::proportional_to(atoms).expect("a law")
        };
        let laws = [law(&[1, 2, 3, 5, 6, 8]), law(&[3, 7])];
        let places = |kept| {
            let contest = Contest {
                entrants: 2,
                parts: 1,
                tie: TieBreak::First,
                kept,
            };
            Standings::of(contest, &laws).ranks
        };
        assert_eq!(places(Kept::Nothing), [vec![0, 0, 1, 2, 2, 4], vec![1, 3]]);
        assert_eq!(places(Kept::Score), [vec![0, 1, 2, 3, 4, 6], vec![2, 5]]);
    }

    /// The same where each draws several parts: they are all its own.
    #[test]
    fn parts_of_one_entrant_are_not_told_apart() {
        let law = |scores: &[u8]| {
            let atoms = scores.iter().map(|&n| (Entry::free(n), Rational::ONE));
            Law::proportional_to(atoms).expect("a law")
        };
        let laws = [law(&[1, 2]), law(&[2, 3]), law(&[5, 6]), law(&[4, 7])];
        let contest = Contest {
            entrants: 2,
            parts: 2,
            tie: TieBreak::First,
            kept: Kept::Nothing,
        };
        let standings = Standings::of(contest, &laws);
        assert_eq!(standings.scores, [&1, &4]);
        assert_eq!(standings.ranks, [[0, 0], [0, 0], [1, 1], [1, 1]]);
    }
}
