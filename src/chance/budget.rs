//! How much an enumeration may explore before it is called undecided.
//!
//! The budget is shared by everything enumerated under it, on all threads:
//! whether it suffices depends on the work alone, not on who does it first.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Interrupted, TakenBy};

/// A limit on the number of paths and on the questions along one path. Terms
/// that are summed in place of paths count as paths.
#[derive(Clone, Debug)]
pub struct Budget {
    limit: u64,
    depth: usize,
    spent: Arc<AtomicU64>,
    /// The part of it that paths cost because they are long.
    for_length: Arc<AtomicU64>,
}

impl Budget {
    /// Paths that are explored unless others are asked for: some ten seconds on
    /// two cores. A path takes half a microsecond where its weight is short, and
    /// one with a long weight counts for several.
    pub const PATHS: u64 = 30_000_000;
    /// The same where a path takes longer, or where many enumerations are to
    /// be made: a program or a script answers, or random models are tried.
    pub const FEW_PATHS: u64 = 1_000_000;
    /// Questions along one path, likewise.
    pub const DEPTH: usize = 10_000;

    /// A budget of so many paths.
    pub fn of_paths(limit: u64) -> Self {
        Budget {
            limit,
            depth: Self::DEPTH,
            spent: Arc::default(),
            for_length: Arc::default(),
        }
    }

    /// The same with another limit on the questions along one path.
    pub fn with_depth(self, depth: usize) -> Self {
        Budget { depth, ..self }
    }

    /// What has been spent so far.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Charges one path, and one more for every 32 questions along it: they are
    /// asked again on every path.
    pub(super) fn charge_path(
        &self,
        weight_bits: usize,
        questions: usize,
    ) -> Result<(), Interrupted> {
        self.charge_length(cost_of_length(weight_bits) + questions as u64 / 32)?;
        self.charge(1)
    }

    /// Charges a question along a path, which costs only if the weight is long.
    pub(super) fn charge_question(&self, weight_bits: usize) -> Result<(), Interrupted> {
        self.charge_length(cost_of_length(weight_bits))
    }

    /// Refuses a question with more answers than paths are left: each is a path.
    pub(super) fn allows_answers(&self, number: usize) -> Result<(), Interrupted> {
        let number_of_paths = number as u64;
        if self.spent().saturating_add(number_of_paths) <= self.limit {
            return Ok(());
        }
        Err(match number_of_paths > self.limit / 2 {
            true => self.ran_out(TakenBy::Answers(number)),
            false => self.ran_out_of_paths(),
        })
    }

    /// Charges so many terms of a sum, each like a path of as long a weight.
    pub(super) fn charge_terms(&self, terms: usize, bits: usize) -> Result<(), Interrupted> {
        let terms = u64::try_from(terms).unwrap_or(u64::MAX);
        self.charge_length(terms.saturating_mul(cost_of_length(bits)))?;
        self.charge(terms)
    }

    /// Charges what paths cost because they are long.
    fn charge_length(&self, cost: u64) -> Result<(), Interrupted> {
        match cost {
            0 => Ok(()),
            cost => {
                self.for_length.fetch_add(cost, Ordering::Relaxed);
                self.charge(cost)
            }
        }
    }

    /// Charges work that takes as long as so many paths.
    pub(crate) fn charge(&self, cost: u64) -> Result<(), Interrupted> {
        let before = self.spent.fetch_add(cost, Ordering::Relaxed);
        if before.saturating_add(cost) > self.limit {
            return Err(self.ran_out_of_paths());
        }
        Ok(())
    }

    fn ran_out_of_paths(&self) -> Interrupted {
        let long = self.for_length.load(Ordering::Relaxed) > self.limit / 2;
        self.ran_out(if long {
            TakenBy::Lengths
        } else {
            TakenBy::Paths
        })
    }

    fn ran_out(&self, taken_by: TakenBy) -> Interrupted {
        let limit = self.limit;
        Interrupted::PathBudget { limit, taken_by }
    }

    /// Is a path allowed to have this many questions?
    pub(super) fn allows_depth(&self, questions: usize) -> Result<(), Interrupted> {
        if questions > self.depth {
            return Err(Interrupted::DepthBudget { limit: self.depth });
        }
        Ok(())
    }
}

/// How many paths a long weight counts for on top: with k pairs of machine
/// words about k + k²/64, since products grow with k and greatest common
/// divisors with k². Nothing for weights of up to two words.
fn cost_of_length(weight_bits: usize) -> u64 {
    let pairs = weight_bits.div_ceil(128).max(1) as u64;
    (pairs - 1).saturating_add(pairs.saturating_mul(pairs) / 64)
}

impl Default for Budget {
    fn default() -> Self {
        Self::of_paths(Self::PATHS)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Ask, Chance, Enumerator, Reading, enumerate};
    use super::*;
    use crate::numbers::Rational;

    #[test]
    fn depths_up_to_the_limit() {
        let budget = Budget::of_paths(1).with_depth(3);
        assert!(budget.allows_depth(0).is_ok() && budget.allows_depth(3).is_ok());
        for questions in [4, 5, 1_000] {
            let refused = budget.allows_depth(questions);
            assert_eq!(refused, Err(Interrupted::DepthBudget { limit: 3 }));
        }
    }

    #[test]
    fn long_weights_count_for_more() {
        let costs = [0, 1, 256, 257, 384, 385, 128 * 16, 128 * 64].map(cost_of_length);
        assert_eq!(costs, [0, 0, 1, 2, 2, 3, 15 + 4, 63 + 64]);
    }

    #[test]
    fn what_is_charged_adds_up() {
        let budget = Budget::of_paths(100);
        budget.charge_path(10, 31).expect("allowed");
        assert_eq!(budget.spent(), 1);
        budget.charge_path(129, 64).expect("allowed");
        assert_eq!(budget.spent(), 1 + 1 + 1 + 2);
        budget.charge_question(100).expect("allowed");
        budget.charge_question(300).expect("allowed");
        assert_eq!(budget.spent(), 5 + 2);
        budget.charge_terms(10, 300).expect("allowed");
        assert_eq!(budget.spent(), 7 + 30);
        let answers = |number| budget.allows_answers(number);
        let taken_by = TakenBy::Answers(64);
        let refused = Interrupted::PathBudget {
            limit: 100,
            taken_by,
        };
        assert_eq!((answers(63), answers(64)), (Ok(()), Err(refused)));
        budget.charge(63).expect("the last of them");
        let taken_by = TakenBy::Paths;
        let refused = Interrupted::PathBudget {
            limit: 100,
            taken_by,
        };
        assert_eq!(budget.charge(1), Err(refused));
    }

    #[test]
    fn what_ran_out_is_said() {
        let sentence = |budget: Budget, step: fn(&mut Enumerator) -> Result<usize, Interrupted>| {
            let refused = enumerate(Reading::Plain, &budget, step);
            refused.map(|_| ()).expect_err("a small budget").to_string()
        };
        let coins = |chance: &mut Enumerator| (0..20).try_fold(0, |_, _| chance.uniform(2));
        let paths = "undecided: the budget of 1000 paths ran out";
        assert_eq!(sentence(Budget::of_paths(1_000), coins), paths);
        let long = |chance: &mut Enumerator| {
            (0..20).try_fold(0, |_, _| {
                let rare = Rational::new(1, 3).power(200);
                chance.coin(&rare).map(usize::from)
            })
        };
        assert!(sentence(Budget::of_paths(1_000), long).contains("most of it for long ones"));
        let wide = |chance: &mut Enumerator| chance.uniform(1_001);
        assert!(sentence(Budget::of_paths(1_000), wide).contains("a question with 1001 answers"));
        assert!(enumerate(Reading::Plain, &Budget::of_paths(1_001), wide).is_ok());
    }

    /// Questions above a part count along its paths, and what it is merged into
    /// is one question.
    #[test]
    fn a_path_may_ask_as_many_questions_as_the_limit() {
        let ask = |chance: &mut Enumerator, questions: usize| {
            (0..questions).try_for_each(|_| chance.uniform(2).map(|_| ()))
        };
        let budget = || Budget::default().with_depth(3);
        let refused = Err(Interrupted::DepthBudget { limit: 3 });
        for questions in 0..6 {
            let alone = enumerate(Reading::Plain, &budget(), |chance| ask(chance, questions));
            let expected = if questions <= 3 {
                Ok(())
            } else {
                refused.clone()
            };
            assert_eq!(alone.map(|_| ()), expected, "{questions}");
            let part = enumerate(Reading::Merged, &budget(), |chance| {
                ask(chance, 1)?;
                chance.merged(|chance| ask(chance, questions))
            });
            let expected = if questions <= 2 {
                Ok(())
            } else {
                refused.clone()
            };
            assert_eq!(part.map(|_| ()), expected, "{questions} in a part");
        }
    }
}
