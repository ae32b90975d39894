//! A finite law: distinct values in order, each with a positive probability,
//! adding up to exactly 1.

use super::distinct::Distinct;
use super::exact::Rational;
use super::tally::Tally;
use super::weights::{LawError, Weights};

/// A probability law on finitely many values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law<T> {
    values: Vec<T>,
    weights: Weights,
}

impl<T: Ord> Law<T> {
    /// The law with these probabilities, which must add up to exactly 1.
    ///
    /// Equal values are merged; values of probability zero are dropped.
    pub fn new(atoms: impl IntoIterator<Item = (T, Rational)>) -> Result<Self, LawError> {
        let merged = merge(atoms)?;
        let total: Rational = merged.1.iter().cloned().sum();
        if total != Rational::ONE {
            return Err(LawError::Total(total));
        }
        Self::from_merged(merged)
    }

    /// The law proportional to these weights.
    pub fn proportional_to(
        atoms: impl IntoIterator<Item = (T, Rational)>,
    ) -> Result<Self, LawError> {
        Self::from_merged(merge(atoms)?)
    }

    fn from_merged((mut values, mut weights): (Vec<T>, Vec<Rational>)) -> Result<Self, LawError> {
        let mut present = weights.iter().map(|weight| !weight.is_zero());
        values.retain(|_| present.next().unwrap_or(false));
        weights.retain(|weight| !weight.is_zero());
        if values.is_empty() {
            return Err(LawError::Empty);
        }
        let weights = Weights::proportional_to(&weights);
        Ok(Law { values, weights })
    }

    /// Distinct values in ascending order, and as many weights.
    pub(super) fn from_parts(values: Vec<T>, weights: Weights) -> Self {
        Law { values, weights }
    }

    /// The law of a constant.
    pub fn point(value: T) -> Self {
        Law {
            values: vec![value],
            weights: Weights::uniform(1),
        }
    }

    /// The law of `f` applied to a draw; equal images are merged.
    pub fn map<U: Ord>(&self, mut f: impl FnMut(&T) -> U) -> Law<U> {
        let mut images = Tally::default();
        for (position, value) in self.values.iter().enumerate() {
            let (weight, total) = (self.weights.weight(position), self.weights.total());
            images.add(f(value), weight, total);
        }
        images.law().expect("the image of a law is a law")
    }

    /// The law of two independent draws.
    pub fn product<U: Ord + Clone>(&self, other: &Law<U>) -> Law<(T, U)>
    where
        T: Clone,
    {
        let pairs = self.iter().flat_map(|(left, left_weight)| {
            other.iter().map(move |(right, right_weight)| {
                ((left.clone(), right.clone()), &left_weight * right_weight)
            })
        });
        Law::proportional_to(pairs).expect("a product of laws is a law")
    }

    /// The probability of a value.
    pub fn probability(&self, value: &T) -> Rational {
        match self.values.binary_search(value) {
            Ok(position) => self.weights.probability(position),
            Err(_) => Rational::ZERO,
        }
    }

    /// Half the sum of absolute differences.
    pub fn total_variation(&self, other: &Law<T>) -> Rational {
        let excess: Rational = self
            .iter()
            .map(|(value, weight)| weight - other.probability(value))
            .filter(Rational::is_positive)
            .sum();
        excess
    }

    /// Pearson's χ² distance Σ (f − g)² / f with this law as f (Theorem 1 of
    /// the paper), or nothing where `other` has mass outside this support and
    /// the distance is infinite.
    pub fn chi_square(&self, other: &Law<T>) -> Option<Rational> {
        let covered = |value| !self.probability(value).is_zero();
        other.values.iter().all(covered).then(|| {
            self.iter()
                .map(|(value, weight)| {
                    let difference = &weight - other.probability(value);
                    difference.power(2) / weight
                })
                .sum()
        })
    }
}

impl<T> Law<T> {
    /// Values with their probabilities, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (&T, Rational)> + Clone {
        self.values
            .iter()
            .enumerate()
            .map(|(position, value)| (value, self.weights.probability(position)))
    }

    /// The values, in ascending order.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The integer weights, in the order of the values.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The values and the weights, apart.
    pub(crate) fn into_parts(self) -> (Vec<T>, Weights) {
        (self.values, self.weights)
    }

    /// The expectation of a function of the draw.
    pub fn expectation(&self, mut f: impl FnMut(&T) -> Rational) -> Rational {
        self.iter().map(|(value, weight)| f(value) * weight).sum()
    }
}

/// Distinct values in ascending order, with the sums of their weights.
fn merge<T: Ord>(
    atoms: impl IntoIterator<Item = (T, Rational)>,
) -> Result<(Vec<T>, Vec<Rational>), LawError> {
    let mut distinct = Distinct::default();
    let mut sums: Vec<Rational> = Vec::new();
    for (position, (value, weight)) in atoms.into_iter().enumerate() {
        if weight.is_negative() {
            return Err(LawError::Negative(position));
        }
        let number = distinct.number(value);
        match sums.get_mut(number) {
            Some(sum) => *sum += weight,
            None => sums.push(weight),
        }
    }
    let (values, numbers) = distinct.sorted();
    let take = |&number: &usize| std::mem::take(&mut sums[number]);
    let weights = numbers.iter().map(take).collect();
    Ok((values, weights))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law(atoms: &[(u8, i64, i64)]) -> Law<u8> {
        Law::new(
            atoms
                .iter()
                .map(|&(value, n, d)| (value, Rational::new(n, d))),
        )
        .expect("a law")
    }

    #[test]
    fn the_total_is_exactly_one_or_it_is_no_law() {
        let short = Law::new([(0, Rational::new(1, 3)), (1, Rational::new(1, 2))]);
        assert_eq!(short, Err(LawError::Total(Rational::new(5, 6))));
        let negative = Law::new([(0, Rational::new(3, 2)), (1, Rational::new(-1, 2))]);
        assert_eq!(negative, Err(LawError::Negative(1)));
        let nothing = Law::proportional_to([(0, Rational::ZERO)]);
        assert_eq!(nothing, Err(LawError::Empty));
    }

    #[test]
    fn bernoulli_laws_of_the_first_example_by_hand() {
        let (a, b) = (law(&[(0, 3, 10), (1, 7, 10)]), law(&[(0, 2, 5), (1, 3, 5)]));
        assert_eq!(a.total_variation(&b), Rational::new(1, 10));
        // (1/10)²/(4/10) + (1/10)²/(6/10) = 1/24
        assert_eq!(b.chi_square(&a), Some(Rational::new(1, 24)));
        assert_eq!(
            a.expectation(|&x| Rational::from(u32::from(x))),
            Rational::new(7, 10)
        );
        assert_eq!(a.product(&b).probability(&(1, 0)), Rational::new(7, 25));
        assert_eq!(a.map(|_| 5), Law::point(5));
    }

    #[test]
    fn chi_square_is_infinite_outside_the_support() {
        let (narrow, wide) = (Law::point(0), law(&[(0, 1, 2), (1, 1, 2)]));
        assert_eq!(narrow.chi_square(&wide), None);
        assert_eq!(wide.chi_square(&narrow), Some(Rational::ONE));
    }
}
