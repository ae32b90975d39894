//! The law of a contest from the laws of its parts, by sorted cumulative sums.
//!
//! All scores are put in order once. That an entrant's score is at least v has
//! the product of its parts' tails as weight, and that an entrant wins with the
//! score v has the product of what the others have below v, or up to v where it
//! wins a tie. So m scores cost m log m comparisons and some m products, where
//! one path for every combination of k parts would cost mᵏ.

use std::collections::BTreeMap;

use super::contest::{Contest, Entry, Kept, Winner};
use super::entrant::{Entrant, chances};
use super::standings::{Class, Standings, by_cost};
use super::{Interrupted, TieBreak, memory};
use crate::numbers::{Law, Natural, Tally, bit_length, least_common_multiple};

/// The law of `outcome` of the winner. `laws` has the parts of the first
/// entrant first; `charge` is told how many products of how many bits are about
/// to be computed.
pub(super) fn law_of_contest<S, T>(
    contest: Contest,
    laws: &[Law<Entry<S>>],
    outcome: impl Fn(Winner<S>) -> T,
    charge: impl Fn(usize, usize) -> Result<(), Interrupted>,
) -> Result<Law<T>, Interrupted>
where
    S: Clone + Ord,
    T: Ord,
{
    let standings = Standings::of(contest, laws);
    let classes: Vec<Vec<Class>> = laws
        .iter()
        .zip(&standings.ranks)
        .map(|(law, ranks)| by_cost(law, ranks))
        .collect();
    let shares = shares_of_ties(contest);
    let denominator = laws.iter().fold(shares.clone(), |product, law| {
        product * law.weights().total()
    });
    let bits = bit_length(&denominator);
    let places = standings.scores.len();
    // Every entrant at every place is compared with the others, and those who
    // toss for it with every number of them.
    let tossing = match contest.tie {
        TieBreak::First | TieBreak::Last => 1,
        TieBreak::Coin => contest.entrants,
    };
    let terms = places * contest.entrants * contest.parts.max(contest.entrants * tossing);
    let mut tally = Tally::default();
    // Who won at what cost, where something is drawn after that.
    let mut won: BTreeMap<(usize, usize), Natural> = BTreeMap::new();
    let mut chosen = vec![0; laws.len()];
    loop {
        charge(terms, bits)?;
        let heat: Vec<&Class> = chosen
            .iter()
            .zip(&classes)
            .map(|(&c, all)| &all[c])
            .collect();
        let cost = heat.iter().map(|(cost, _)| cost).sum();
        let entrants: Vec<Entrant> = heat
            .chunks(contest.parts)
            .map(|parts| Entrant::new(parts, places))
            .collect();
        for (entrant, standing) in entrants.iter().enumerate() {
            let chances = chances(contest.tie, &shares, &entrants, entrant);
            let wins = match contest.kept {
                Kept::First => standing.wins_by_first(&heat[entrant * contest.parts].1, &chances),
                Kept::Nothing | Kept::Score | Kept::Another => standing.wins(&chances),
            };
            for (rank, weight) in wins {
                let value = match contest.kept {
                    Kept::Nothing => None,
                    Kept::Score | Kept::First => Some(standings.scores[rank].clone()),
                    Kept::Another => {
                        *won.entry((entrant, cost)).or_default() += weight;
                        continue;
                    }
                };
                let winner = Winner {
                    entrant,
                    value,
                    cost,
                };
                tally.add(outcome(winner), &weight, &denominator);
            }
        }
        memory::allows(&tally)?;
        if !next(&mut chosen, &classes) {
            break;
        }
    }
    for ((entrant, spent), weight) in won {
        let law = &laws[entrant * contest.parts];
        charge(law.values().len(), bits)?;
        let denominator = &denominator * law.weights().total();
        for (atom, another) in law.values().iter().enumerate() {
            let winner = Winner {
                entrant,
                value: Some(another.score.clone()),
                cost: spent + another.cost,
            };
            let weight = &weight * law.weights().weight(atom);
            tally.add(outcome(winner), &weight, &denominator);
        }
    }
    memory::law_of(tally)
}

/// Goes on to the next choice of one class for each part; false after the last.
fn next(chosen: &mut [usize], classes: &[Vec<Class>]) -> bool {
    for (choice, all) in chosen.iter_mut().zip(classes).rev() {
        *choice += 1;
        if *choice < all.len() {
            return true;
        }
        *choice = 0;
    }
    false
}

/// A number that every number of tied entrants divides, if they toss for it.
fn shares_of_ties(contest: Contest) -> Natural {
    match contest.tie {
        TieBreak::First | TieBreak::Last => Natural::ONE,
        TieBreak::Coin => {
            let counts: Vec<Natural> = (1..=contest.entrants).map(Natural::from).collect();
            least_common_multiple(counts.iter())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Rational;

    fn winner(tie: TieBreak, weight: i64) -> Law<usize> {
        let atoms = [(0, 1), (1, weight)].map(|(n, weight)| (Entry::free(n), weight));
        let coin = Law::proportional_to(atoms.map(|(n, weight)| (n, Rational::from(weight))));
        let laws = [coin.expect("a coin"), Law::point(Entry::free(1))];
        let contest = Contest {
            entrants: 2,
            parts: 1,
            tie,
            kept: Kept::Nothing,
        };
        law_of_contest(contest, &laws, |won| won.entrant, |_, _| Ok(())).expect("no budget")
    }

    /// A coin of 0 and 1 against a sure 1.
    #[test]
    fn ties_by_hand() {
        assert_eq!(
            winner(TieBreak::First, 2).probability(&0),
            Rational::new(2, 3)
        );
        assert_eq!(winner(TieBreak::Last, 2), Law::point(1));
        assert_eq!(
            winner(TieBreak::Coin, 2).probability(&0),
            Rational::new(1, 3)
        );
    }

    #[test]
    fn what_is_refused_is_not_computed() {
        let limit = Interrupted::DepthBudget { limit: 1 };
        let laws = [Law::point(Entry::free(1))];
        let contest = Contest {
            entrants: 1,
            parts: 1,
            tie: TieBreak::First,
            kept: Kept::Score,
        };
        let refused = law_of_contest(contest, &laws, |won| won, |_, _| Err(limit.clone()));
        assert_eq!(refused.expect_err("refused"), limit);
    }

    /// Three coins with two places: every entrant at every place, with two
    /// others and itself, and with every number of those who tie if they toss.
    #[test]
    fn the_products_are_charged_before_they_are_computed() {
        let atoms = [0, 1].map(|n| (Entry::free(n), Rational::ONE));
        let coin = Law::proportional_to(atoms).expect("a coin");
        let charged = |entrants: usize, parts: usize, tie: TieBreak| {
            let contest = Contest {
                entrants,
                parts,
                tie,
                kept: Kept::Score,
            };
            let charges = std::cell::RefCell::new(Vec::new());
            let charge = |terms, bits| {
                charges.borrow_mut().push((terms, bits));
                Ok(())
            };
            let laws = vec![coin.clone(); entrants * parts];
            law_of_contest(contest, &laws, |won| won, charge).expect("no budget");
            charges.into_inner()
        };
        // Weights over 2³, and over 2³ · 6 where up to three share a win.
        assert_eq!(charged(3, 1, TieBreak::First), [(2 * 3 * 3, 4)]);
        assert_eq!(charged(3, 1, TieBreak::Last), [(2 * 3 * 3, 4)]);
        assert_eq!(charged(3, 1, TieBreak::Coin), [(2 * 3 * 3 * 3, 6)]);
        // One entrant with five parts: five products a place.
        assert_eq!(charged(1, 5, TieBreak::First), [(2 * 5, 6)]);
    }
}
