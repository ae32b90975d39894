//! Ties. Both acceptance probabilities are often 1, so that how a tie is
//! broken is a part of the rule: it changes the numbers, and for some readings
//! of Algorithm 5 the verdict.

use std::fmt;

use crate::numbers::{Law, Rational};

/// Which of the best arms is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TieBreak {
    /// The first.
    #[default]
    First,
    /// The last.
    Last,
    /// Any, with equal probability.
    Coin,
}

impl TieBreak {
    /// The law of the chosen arm among those with the largest score.
    ///
    /// # Panics
    /// If there are no scores.
    pub fn best<S: Ord>(self, scores: &[S]) -> Law<usize> {
        let highest = scores.iter().max().expect("at least one arm");
        let mut best = (0..scores.len()).filter(|&arm| scores[arm] == *highest);
        let chosen = match self {
            TieBreak::First => best.next(),
            TieBreak::Last => best.next_back(),
            TieBreak::Coin => {
                let atoms = best.map(|arm| (arm, Rational::ONE));
                return Law::proportional_to(atoms).expect("one arm has the largest score");
            }
        };
        Law::point(chosen.expect("one arm has the largest score"))
    }
}

impl TieBreak {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            TieBreak::First => "first",
            TieBreak::Last => "last",
            TieBreak::Coin => "coin",
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_ways() {
        let scores = [1, 3, 2, 3];
        assert_eq!(TieBreak::First.best(&scores), Law::point(1));
        assert_eq!(TieBreak::Last.best(&scores), Law::point(3));
        let coin = TieBreak::Coin.best(&scores);
        assert_eq!(coin.values(), [1, 3]);
        assert_eq!(coin.probability(&1), Rational::new(1, 2));
    }
}
