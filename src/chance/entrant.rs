//! One entrant of a contest as cumulative sums over the places of all scores.

use super::TieBreak;
use super::standings::Class;
use crate::numbers::Natural;

/// An entrant of one heat, where every part has entries of one cost.
pub(super) struct Entrant {
    /// For every place, the weight of a score there or above; zero at the end.
    tails: Vec<Natural>,
    /// The same without the first part.
    rest: Vec<Natural>,
    /// For every place, the weight of a score below it; all of it at the end.
    below: Vec<Natural>,
}

impl Entrant {
    pub(super) fn new(parts: &[&Class], size: usize) -> Self {
        let tails = |class: &Class| {
            let mut tails = vec![Natural::ZERO; size + 1];
            let mut entries = class.1.iter().rev().peekable();
            for place in (0..size).rev() {
                tails[place] = match entries.next_if(|entry| entry.0 == place) {
                    Some((_, weight)) => &tails[place + 1] + weight,
                    None => tails[place + 1].clone(),
                };
            }
            tails
        };
        let product = |one: Vec<Natural>, other: Vec<Natural>| -> Vec<Natural> {
            one.iter().zip(&other).map(|(a, b)| a * b).collect()
        };
        let rest = parts[1..].iter().map(|class| tails(class)).reduce(product);
        let first = tails(parts[0]);
        // Nothing is the smallest of no parts: it is above every score.
        let rest = rest.unwrap_or_else(|| vec![Natural::ONE; size + 1]);
        let tails = match parts.len() {
            1 => first,
            _ => product(first, rest.clone()),
        };
        let below = tails.iter().map(|tail| &tails[0] - tail).collect();
        Entrant { tails, rest, below }
    }

    /// Has it ever the score of this place?
    fn stands_at(&self, place: usize) -> bool {
        self.tails[place] != self.tails[place + 1]
    }

    /// The places where it wins with its score, and the weights, given the
    /// weight of winning from every place.
    pub(super) fn wins(&self, chances: &[Natural]) -> Vec<(usize, Natural)> {
        let places = (0..chances.len()).filter(|&place| self.stands_at(place));
        let weight = |place: usize| (&self.tails[place] - &self.tails[place + 1]) * &chances[place];
        places
            .map(|place| (place, weight(place)))
            .filter(|(_, weight)| !weight.is_zero())
            .collect()
    }

    /// The places of its first part where it wins, and the weights. The score is
    /// the first part where the others are not below it, and otherwise theirs.
    pub(super) fn wins_by_first(
        &self,
        first: &[(usize, Natural)],
        chances: &[Natural],
    ) -> Vec<(usize, Natural)> {
        let mut wins = Vec::with_capacity(first.len());
        let mut below = Natural::ZERO;
        let mut place = 0;
        for (rank, weight) in first {
            while place < *rank {
                if self.rest[place] != self.rest[place + 1] {
                    below += (&self.rest[place] - &self.rest[place + 1]) * &chances[place];
                }
                place += 1;
            }
            let given = &self.rest[*rank] * &chances[*rank] + &below;
            if !given.is_zero() {
                wins.push((*rank, weight * given));
            }
        }
        wins
    }
}

/// For every place where the entrant may stand, the weight of draws of the
/// others with which it wins from there, times `shares`.
pub(super) fn chances(
    tie: TieBreak,
    shares: &Natural,
    entrants: &[Entrant],
    who: usize,
) -> Vec<Natural> {
    let places = entrants[who].tails.len() - 1;
    let others = || (0..entrants.len()).filter(|&other| other != who);
    let chance = |place: usize| {
        if !entrants[who].stands_at(place) {
            return Natural::ZERO;
        }
        let beaten = |other: usize| {
            let wins_tie = match tie {
                TieBreak::First => who < other,
                TieBreak::Last => who > other,
                TieBreak::Coin => false,
            };
            &entrants[other].below[place + usize::from(wins_tie)]
        };
        match tie {
            TieBreak::First | TieBreak::Last => {
                others().fold(Natural::ONE, |product, other| product * beaten(other))
            }
            TieBreak::Coin => {
                // By how many others stand at the same place.
                let mut tied = vec![Natural::ONE];
                for other in others() {
                    let below = beaten(other);
                    let level = &entrants[other].below[place + 1] - below;
                    let mut more = vec![Natural::ZERO; tied.len() + 1];
                    for (count, weight) in tied.iter().enumerate() {
                        more[count] += weight * below;
                        more[count + 1] += weight * &level;
                    }
                    tied = more;
                }
                tied.iter()
                    .zip(1usize..)
                    .fold(Natural::ZERO, |sum, (weight, count)| {
                        sum + weight * (shares / Natural::from(count))
                    })
            }
        }
    };
    (0..places).map(chance).collect()
}
