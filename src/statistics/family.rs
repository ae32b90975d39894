//! One false-alarm budget for a whole family of tests.
//!
//! Each test gets an equal share (Bonferroni), so that the probability of any
//! false alarm in the family is at most the budget, however the tests depend
//! on each other. More tests than planned are refused.

use std::fmt;

/// A budget shared by a planned number of tests.
#[derive(Clone, Debug)]
pub struct Family {
    budget: f64,
    planned: usize,
    spent: usize,
}

/// The family has no test left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FamilySpent {
    /// How many tests were planned.
    pub planned: usize,
}

impl fmt::Display for FamilySpent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "all {} tests of the family are spent",
            self.planned
        )
    }
}

impl std::error::Error for FamilySpent {}

impl Family {
    /// A family of so many tests with this total false-alarm probability.
    ///
    /// # Panics
    /// If the budget is not between 0 and 1, or no test is planned.
    pub fn new(budget: f64, planned: usize) -> Self {
        assert!(budget > 0.0 && budget < 1.0, "a budget is a probability");
        assert!(planned > 0, "a family has tests");
        Family {
            budget,
            planned,
            spent: 0,
        }
    }

    /// The level of the next test.
    pub fn spend(&mut self) -> Result<f64, FamilySpent> {
        if self.spent == self.planned {
            return Err(FamilySpent {
                planned: self.planned,
            });
        }
        self.spent += 1;
        Ok(self.budget / self.planned as f64)
    }

    /// How many tests have been made.
    pub fn spent(&self) -> usize {
        self.spent
    }
}
