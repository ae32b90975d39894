//! The table of a transfer matrix: for each state a polynomial in x, whose
//! coefficients count configurations by their disagreeing pairs.

use super::integers::Integers;
use crate::numbers::parallel;

/// Tables with at least so many states are worked on in parallel.
pub(super) const MANY: usize = 256;

/// A polynomial for each state, side by side.
#[derive(Clone)]
pub(super) struct Table<'i, I: Integers> {
    integers: &'i I,
    coefficients: Vec<I::Integer>,
    width: usize,
    /// The coefficients kept for each state.
    length: usize,
    /// The coefficients that may be other than zero so far.
    used: usize,
}

impl<'i, I: Integers> Table<'i, I> {
    /// So many states of a row with so many sites, each with the zero polynomial,
    /// for up to so many disagreements.
    pub(super) fn new(width: usize, states: usize, bonds: usize, integers: &'i I) -> Self {
        let length = bonds + 1;
        Table {
            integers,
            coefficients: vec![integers.small(0); states * length],
            width,
            length,
            used: 1,
        }
    }

    /// The polynomial of a state, as far as it may be other than zero.
    pub(super) fn polynomial(&self, state: usize) -> &[I::Integer] {
        &self.coefficients[state * self.length..][..self.used]
    }

    /// One configuration without disagreements.
    pub(super) fn put_one(&mut self, state: usize) {
        self.coefficients[state * self.length] = self.integers.small(1);
    }

    /// Takes in one site after another.
    pub(super) fn take_in_row(&mut self, site: impl Fn(&mut Self, usize)) {
        for column in 0..self.width {
            self.used = (self.used + 1).min(self.length);
            site(self, column);
        }
    }

    /// Couples states that differ in a bit, or in it and the bit below.
    pub(super) fn couple(&mut self, bit: usize, with_below: bool) {
        let block = self.length << bit;
        let (integers, length, used) = (self.integers, self.length, self.used);
        let mut pairs = Vec::with_capacity(self.coefficients.len() / length / 2);
        for blocks in self.coefficients.chunks_mut(2 * block) {
            let (low, high) = blocks.split_at_mut(block);
            if with_below {
                let (low, lower_high) = low.split_at_mut(block / 2);
                let (upper_low, high) = high.split_at_mut(block / 2);
                pairs.extend(low.chunks_mut(length).zip(high.chunks_mut(length)));
                pairs.extend(
                    lower_high
                        .chunks_mut(length)
                        .zip(upper_low.chunks_mut(length)),
                );
            } else {
                pairs.extend(low.chunks_mut(length).zip(high.chunks_mut(length)));
            }
        }
        for_each(&mut pairs, |(a, b)| {
            couple(integers, &mut a[..used], &mut b[..used]);
        });
    }

    /// The only state of a row of one site: both spins lead back to it.
    pub(super) fn couple_with_itself(&mut self) {
        let used = self.used;
        let mut twin = self.coefficients[..used].to_vec();
        couple(self.integers, &mut self.coefficients[..used], &mut twin);
    }

    /// Multiplies each state's polynomial by a power of x.
    pub(super) fn shift(&mut self, by: impl Fn(usize) -> usize + Sync) {
        let (length, used, zero) = (self.length, self.used, self.integers.small(0));
        let shift = |(state, polynomial): &mut (usize, &mut [I::Integer])| {
            let by = by(*state).min(length);
            let kept = used.min(length - by);
            polynomial.copy_within(..kept, by);
            polynomial[..by].fill(zero);
        };
        let polynomials = self.coefficients.chunks_mut(length).enumerate();
        for_each(&mut polynomials.collect::<Vec<_>>(), shift);
        self.used = (used + self.width).min(length);
    }

    /// The sum over all states.
    pub(super) fn sum(&self) -> Vec<I::Integer> {
        let mut sum = vec![self.integers.small(0); self.length];
        for polynomial in self.coefficients.chunks(self.length) {
            for (total, &coefficient) in sum.iter_mut().zip(polynomial) {
                *total = self.integers.add(*total, coefficient);
            }
        }
        sum
    }
}

/// Does the same to all items, some together where they are many.
fn for_each<T: Send>(items: &mut [T], each: impl Fn(&mut T) + Sync) {
    const TOGETHER: usize = 16;
    if items.len() < MANY / 2 {
        return items.iter_mut().for_each(each);
    }
    let mut groups: Vec<&mut [T]> = items.chunks_mut(TOGETHER).collect();
    parallel::map_mut(&mut groups, |group| group.iter_mut().for_each(&each));
}

/// a + xb and b + xa. The coefficients that would leave the end are zero.
fn couple<I: Integers>(integers: &I, a: &mut [I::Integer], b: &mut [I::Integer]) {
    let (mut last_a, mut last_b) = (integers.small(0), integers.small(0));
    for (a, b) in a.iter_mut().zip(b) {
        let (old_a, old_b) = (*a, *b);
        *a = integers.add(old_a, last_b);
        *b = integers.add(old_b, last_a);
        (last_a, last_b) = (old_a, old_b);
    }
}
