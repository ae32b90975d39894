//! Distinct values, numbered as they come.

use std::collections::BTreeMap;

/// Distinct values, each with a number. What is known of a value is kept elsewhere,
/// by its number, so that only this much is compiled for every kind of value.
#[derive(Clone, Debug)]
pub(super) struct Distinct<T>(BTreeMap<T, usize>);

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Distinct(BTreeMap::new())
    }
}

impl<T: Ord> Distinct<T> {
    /// The number of a value; a new one gets the next.
    pub(super) fn number(&mut self, value: T) -> usize {
        let next = self.0.len();
        *self.0.entry(value).or_insert(next)
    }

    /// How many values there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The values in ascending order, and the number of each.
    pub(super) fn sorted(self) -> (Vec<T>, Vec<usize>) {
        self.0.into_iter().unzip()
    }
}
