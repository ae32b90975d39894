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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_has_as_many_tests_as_planned_at_equal_levels() {
        let mut family = Family::new(0.25, 2);
        assert_eq!(family.spent(), 0);
        assert_eq!(family.spend(), Ok(0.125));
        assert_eq!(family.spent(), 1);
        assert_eq!(family.spend(), Ok(0.125));
        let refused = family.spend().expect_err("two were planned");
        assert_eq!((family.spent(), refused.planned), (2, 2));
        assert_eq!(refused.to_string(), "all 2 tests of the family are spent");
    }
}
