//! A contest between independent draws: the smallest of an entrant's parts is
//! its score, and the entrant with the largest score wins.
//!
//! One entrant with several parts is the smallest of independent draws; several
//! entrants with one part each are the largest of them, and who drew it. What
//! it means is to draw the parts one after another and to compare. Since they
//! are independent, an enumeration need not combine their values with each
//! other: see [`law_of_contest`](super::independent::law_of_contest).

use super::{Ask, Chance, Interrupted, TieBreak};

/// Who takes part, and what is told of the winner.
///
/// The larger of two dice that are thrown twice each, where the smaller throw
/// counts:
///
/// ```
/// use peskun::chance::{Ask, Budget, Chance, Contest, Entry, Enumerator, Kept, Reading, TieBreak};
/// use peskun::chance::enumerate;
///
/// let contest = Contest { entrants: 2, parts: 2, tie: TieBreak::First, kept: Kept::Score };
/// let law = enumerate(Reading::Merged, &Budget::default(), |chance| {
///     let throw = |_, _, chance: &mut Enumerator| Ok(Entry::free(chance.uniform(6)?));
///     chance.contest(contest, throw, |winner| (winner.entrant, winner.value))
/// })?;
/// // The first die shows its largest number twice, and wins whatever the second shows.
/// assert_eq!(law.law.probability(&(0, Some(5))).to_string(), "1/36");
/// // Six throws for each part, and the winners, instead of 6⁴ paths.
/// assert!(law.paths < 50);
/// # Ok::<(), peskun::chance::Interrupted>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// How many compete; at least one.
    pub entrants: usize,
    /// How many independent draws each of them makes; at least one.
    pub parts: usize,
    /// Which of several entrants with the largest score wins.
    pub tie: TieBreak,
    /// What is told of the winner's draws.
    pub kept: Kept,
}

/// What is told of the winner's draws. The less it is, the less work it is to
/// enumerate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Nothing but who it is.
    Nothing,
    /// The score: the smallest of its parts.
    Score,
    /// Its first part.
    First,
    /// A further draw of its first part, independent of those that decided; it
    /// costs again.
    Another,
}

/// What a part draws.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry<S> {
    /// What is compared.
    pub score: S,
    /// What the draw cost; costs are added up.
    pub cost: usize,
}

impl<S> Entry<S> {
    /// A draw that costs nothing.
    pub fn free(score: S) -> Self {
        Entry { score, cost: 0 }
    }
}

/// Who won.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Winner<S> {
    /// The entrant, counted from 0.
    pub entrant: usize,
    /// What was kept of its draws.
    pub value: Option<S>,
    /// What all draws of all entrants cost.
    pub cost: usize,
}

impl Contest {
    /// Every part, as its entrant and its position there, in the order drawn.
    pub(super) fn all_parts(self) -> impl Iterator<Item = (usize, usize)> {
        assert!(
            self.entrants > 0 && self.parts > 0,
            "a contest has entrants, who draw"
        );
        (0..self.entrants * self.parts).map(move |n| (n / self.parts, n % self.parts))
    }

    /// Draws every part and compares.
    pub(super) fn run<C: Chance, S: Clone + Ord>(
        self,
        chance: &mut C,
        part: impl Fn(usize, usize, &mut C) -> Result<Entry<S>, Interrupted>,
    ) -> Result<Winner<S>, Interrupted> {
        let mut drawn = Vec::with_capacity(self.entrants * self.parts);
        let mut cost = 0;
        for (entrant, position) in self.all_parts() {
            let entry = part(entrant, position, chance)?;
            cost += entry.cost;
            drawn.push(entry.score);
        }
        let entrants = drawn.chunks(self.parts);
        let scores: Vec<&S> = entrants.filter_map(|parts| parts.iter().min()).collect();
        let entrant = *chance.draw(&self.tie.best(&scores))?;
        let value = match self.kept {
            Kept::Nothing => None,
            Kept::Score => Some(scores[entrant].clone()),
            Kept::First => Some(drawn[entrant * self.parts].clone()),
            Kept::Another => {
                let another = part(entrant, 0, chance)?;
                cost += another.cost;
                Some(another.score)
            }
        };
        Ok(Winner {
            entrant,
            value,
            cost,
        })
    }
}
