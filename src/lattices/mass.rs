//! What partial sums are made of: exact integers on a common scale, or
//! probabilities between two ends.

use super::column::Column;
use crate::numbers::{Interval, Natural};

/// A nonnegative amount that can be added, subtracted and multiplied.
pub(super) trait Mass: Clone + Send + Sync {
    /// None.
    fn zero() -> Self;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The difference to something that is no larger.
    fn minus(&self, other: &Self) -> Self;
    /// The product.
    fn times(&self, other: &Self) -> Self;
    /// May this be replaced by [`at_most`](Mass::at_most)?
    fn is_negligible(&self) -> bool;
    /// Anything from nothing up to this.
    fn at_most(&self) -> Self;
    /// The running sums of a column.
    fn sums(column: &Column) -> Vec<Self>;
}

/// On the scale of the column: nothing is lost.
impl Mass for Natural {
    fn zero() -> Self {
        Natural::ZERO
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn is_negligible(&self) -> bool {
        self.is_zero()
    }

    fn at_most(&self) -> Self {
        self.clone()
    }

    fn sums(column: &Column) -> Vec<Self> {
        column.sums.clone()
    }
}

/// As probabilities, rounded outward.
impl Mass for Interval {
    fn zero() -> Self {
        Interval::ZERO
    }

    fn plus(&self, other: &Self) -> Self {
        Interval::plus(*self, *other)
    }

    fn minus(&self, other: &Self) -> Self {
        Interval::minus(*self, *other)
    }

    fn times(&self, other: &Self) -> Self {
        Interval::times(*self, *other)
    }

    fn is_negligible(&self) -> bool {
        Interval::is_negligible(*self)
    }

    fn at_most(&self) -> Self {
        Interval::at_most(*self)
    }

    fn sums(column: &Column) -> Vec<Self> {
        let whole = column.total();
        column
            .sums
            .iter()
            .map(|part| Interval::of(part, whole))
            .collect()
    }
}
