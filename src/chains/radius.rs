//! |λ₂| of any chain, by repeated squaring.
//!
//! The eigenvalues of a chain are those of its classes. On a closed class let
//! Q = P − 1μ for a law μ, whose eigenvalues are those of P with a zero in place of
//! the one that is 1 (Brauer 1952: 1 is an eigenvector of P, and μ(1) = 1). On n
//! states and with k = 2ʲ,
//!
//! (|trace Qᵏ| / (n − 1))^(1/k) ≤ |λ₂| ≤ ‖Qᵏ‖^(1/k),
//!
//! and both ends close in on |λ₂| as j grows, except that the lower one waits
//! where the trace happens to vanish. Of a class that is left for good the matrix
//! has no negative entries, and its largest eigenvalue lies between the k-th roots of
//! the least and the largest sum of a row of its k-th power.

use super::power::{MOST_SUMMANDS, Power, WORD};
use super::root::Size;
use super::{Accuracy, Chain, Entries, Figure};
use crate::numbers::{Integer, Natural, Precision, Rational, magnitude};

/// The most products of words in all squarings together: some seconds.
const MOST_PRODUCTS: u64 = 4_000_000_000;
/// The roots of one in so many powers are taken.
const LOOKED_AT: u32 = 8;

/// A class of at least two states, of which the chain is known exactly or enclosed.
struct Class<'c> {
    chain: &'c dyn Entries,
    states: &'c [usize],
    /// A law on the states of a closed class; nothing if it is left for good.
    law: Option<Vec<Rational>>,
}

impl<'c> Class<'c> {
    /// A closed class. Its law is its share of the target, for which Q is short where
    /// the target is invariant, or else the uniform one.
    fn closed(chain: &'c dyn Entries, states: &'c [usize]) -> Self {
        let masses = || states.iter().map(|&state| &chain.target()[state]);
        let total: Rational = masses().cloned().sum();
        let law = match total.is_positive() {
            true => masses().map(|mass| mass / &total).collect(),
            false => vec![Rational::new(1, states.len() as i64); states.len()],
        };
        Class {
            chain,
            states,
            law: Some(law),
        }
    }

    /// A class that is left for good.
    fn left(chain: &'c dyn Entries, states: &'c [usize]) -> Self {
        Class {
            chain,
            states,
            law: None,
        }
    }

    /// The first power, to so many words.
    fn power(&self, words: usize) -> Power {
        let (size, bits) = (self.states.len(), WORD * words);
        let law = self.law.iter().flatten();
        let law: Vec<Integer> = law.map(|mass| units(mass, bits)).collect();
        let mut widest = Integer::ZERO;
        let mut entries = Vec::with_capacity(size * size);
        for &from in self.states {
            for (place, &to) in self.states.iter().enumerate() {
                let entry = self.chain.entry(from, to);
                let low = units(entry.low(), bits);
                if entry.exact().is_none() {
                    widest = widest.max(units(entry.high(), bits) - &low);
                }
                entries.push(match law.get(place) {
                    Some(mass) => low - mass,
                    None => low,
                });
            }
        }
        // An entry and a mass were rounded, each by less than a unit.
        let error = magnitude(&widest) + Natural::from(2u8);
        Power::normalized((size, words), &entries, error, -Integer::from(bits))
    }

    /// Are ends of an entry so far apart that more words tell no more?
    fn is_known_to(&self, words: usize) -> bool {
        const SPARE: usize = 32;
        let least = Rational::from_parts(Integer::ONE, Natural::ONE << (WORD * words - SPARE));
        let states = self.states.iter();
        states.clone().any(|&from| {
            let mut entries = states.clone().map(|&to| self.chain.entry(from, to));
            entries.any(|entry| entry.exact().is_none() && entry.width() > least)
        })
    }

    /// At most |λ|ᵏ for the eigenvalue in question and the k-th power.
    fn at_most(&self, power: &Power) -> Size {
        match self.law {
            Some(_) => power.mean_trace(),
            None => power.least_sum(),
        }
    }

    /// Encloses its eigenvalue as narrowly as accuracy asks for and the products left
    /// allow: entries have one word, then two, four and so on.
    fn radius(&self, accuracy: Accuracy, left: &mut u64) -> Figure {
        let size = self.states.len();
        let mut bracket = Figure::between(Rational::ZERO, Rational::ONE);
        let mut words = 1;
        while size * words <= MOST_SUMMANDS {
            let narrowed = self.narrowed(&bracket, words, accuracy, left);
            // Where twice the digits tell no more, it is not digits that are missing.
            let is_done = accuracy.allows(&narrowed)
                || words > 1 && narrowed.width() * Rational::from(2) > bracket.width()
                || self.is_known_to(words);
            bracket = narrowed;
            if is_done || *left < products(size, 2 * words) {
                break;
            }
            words *= 2;
        }
        bracket
    }

    /// The same with entries of so many words, while there are products left.
    fn narrowed(
        &self,
        bracket: &Figure,
        words: usize,
        accuracy: Accuracy,
        left: &mut u64,
    ) -> Figure {
        let products = products(self.states.len(), words);
        let precision = Precision(64 + WORD * words);
        let unit = |units: Natural| {
            Rational::from_parts(Integer::from(units), Natural::ONE << precision.0)
        };
        let mut power = self.power(words);
        let mut bracket = bracket.clone();
        for times in 0..=accuracy.squarings() {
            let is_last = power.is_lost() || *left < products || times == accuracy.squarings();
            if is_last || times % LOOKED_AT == 0 {
                let high = unit(power.norm().root(times, true, precision));
                let low = unit(self.at_most(&power).root(times, false, precision));
                bracket = Figure::between(
                    low.max(bracket.low().clone()),
                    high.min(bracket.high().clone()),
                );
            }
            if is_last || accuracy.allows(&bracket) {
                break;
            }
            *left -= products;
            power = power.squared();
        }
        bracket
    }
}

/// Encloses |λ₂| of a chain that reaches every state from every other and has at
/// least two, as narrowly as accuracy asks for and some seconds allow.
pub fn enclosed_radius(chain: &dyn Entries, accuracy: Accuracy) -> Figure {
    let states: Vec<usize> = (0..chain.states().len()).collect();
    Class::closed(chain, &states).radius(accuracy, &mut MOST_PRODUCTS.clone())
}

/// Likewise of a chain with one closed class. The classes share the seconds, and those
/// with few states come first and leave more to the others.
pub fn enclosed_radius_by_classes(chain: &Chain, accuracy: Accuracy) -> Figure {
    let mut classes = chain.communicating_classes();
    classes.sort_by_key(Vec::len);
    let mut left = MOST_PRODUCTS;
    let mut largest = Figure::Exact(Rational::ZERO);
    for (position, class) in classes.iter().enumerate() {
        let share = left / (classes.len() - position) as u64;
        let mut unspent = share;
        let radius = radius_of_class(chain, class, accuracy, &mut unspent);
        left -= share - unspent;
        let low = largest.low().max(radius.low()).clone();
        largest = Figure::between(low, largest.high().max(radius.high()).clone());
    }
    largest
}

/// The same of one class.
fn radius_of_class(chain: &Chain, class: &[usize], accuracy: Accuracy, left: &mut u64) -> Figure {
    if !chain.is_closed(class) {
        return match *class {
            [state] => chain.entry(state, state),
            _ => Class::left(chain, class).radius(accuracy, left),
        };
    }
    let rows = || class.iter().map(|&state| chain.matrix().row(state));
    let first = chain.matrix().row(class[0]);
    match rows().all(|row| row.eq(first.clone())) {
        // A step forgets where it came from.
        true => Figure::Exact(Rational::ZERO),
        false => Class::closed(chain, class).radius(accuracy, left),
    }
}

/// The products of words in a squaring.
fn products(size: usize, words: usize) -> u64 {
    (size as u64).pow(3).saturating_mul((words as u64).pow(2))
}

/// The most whole units of 2 to the power −bits in a bound on a probability; what is
/// below zero is no closer than zero.
fn units(value: &Rational, bits: usize) -> Integer {
    match value.is_negative() {
        true => Integer::ZERO,
        false => Integer::from((magnitude(value.numerator()) << bits) / value.denominator()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::given::{chain, chain_over, two_states};

    /// 2 to a power.
    fn power_of_two(exponent: &Integer) -> Rational {
        let exponent = i64::try_from(exponent.clone()).expect("short");
        let base = if exponent < 0 {
            Rational::new(1, 2)
        } else {
            Rational::from(2)
        };
        base.power(exponent.unsigned_abs() as usize)
    }

    fn whole(units: Natural) -> Rational {
        Rational::from_parts(Integer::from(units), Natural::ONE)
    }

    /// The entries of a power, its norm and its trace, against exact products.
    #[test]
    fn powers_stay_within_their_errors() {
        let q = Rational::new;
        let rows = vec![
            vec![q(1, 3), q(1, 2), q(1, 6)],
            vec![q(1, 7), q(2, 7), q(4, 7)],
            vec![q(5, 11), q(6, 11), q(0, 1)],
        ];
        let target = [2, 3, 4].map(|mass| q(mass, 9));
        let given = chain(target.to_vec(), rows.clone());
        for words in [1, 2, 3] {
            let mut power = Class::closed(&given, &[0, 1, 2]).power(words);
            let difference = |row: &Vec<Rational>| {
                let pairs = row.iter().zip(&target);
                pairs.map(|(p, mass)| p - mass).collect()
            };
            let mut exact: Vec<Vec<Rational>> = rows.iter().map(difference).collect();
            for _ in 0..6 {
                let unit = power_of_two(&power.exponent);
                for (place, entry) in exact.iter().flatten().enumerate() {
                    let word = Rational::from_parts(power.entry(place), Natural::ONE);
                    let off = (entry / &unit - word).abs();
                    assert!(off <= whole(power.error.clone()), "{words}: {off}");
                }
                let sums = exact.iter().map(|row| row.iter().map(Rational::abs).sum());
                let norm: Rational = sums.max().expect("rows");
                let at = |size: Size| whole(size.units) * power_of_two(&size.exponent);
                assert!(at(power.norm()) >= norm);
                assert!(at(power.norm()) <= norm * q(1_001, 1_000));
                let trace: Rational = (0..3).map(|i| exact[i][i].clone()).sum();
                let mean = trace.abs() / Rational::from(2);
                assert!(at(power.mean_trace()) <= mean);
                assert!(at(power.mean_trace()) >= mean * q(999, 1_000));
                let product = |i: usize, j: usize| -> Rational {
                    (0..3).map(|k| &exact[i][k] * &exact[k][j]).sum()
                };
                let rows = (0..3).map(|i| (0..3).map(|j| product(i, j)).collect());
                exact = rows.collect();
                power = power.squared();
            }
            assert!(!power.is_lost());
        }
    }

    #[test]
    fn known_radii_whatever_the_target_is() {
        for digits in [1, 12, 60] {
            let accuracy = Accuracy { digits };
            for masses in [[1, 2], [1, 1], [5, 1]] {
                let radius = enclosed_radius(&two_states(masses), accuracy);
                assert!(radius.contains(&Rational::new(1, 4)), "{radius:?}");
                assert!(accuracy.allows(&radius), "{digits}: {radius:?}");
            }
        }
    }

    /// Around three states, always in one direction: the other eigenvalues are a half
    /// times roots of unity, so that traces of some powers vanish.
    #[test]
    fn turning_eigenvalues() {
        let sixth = |n: i64| Rational::new(n, 6);
        let row = |from: usize| -> Vec<Rational> {
            let mut row = vec![sixth(1); 3];
            row[(from + 1) % 3] = sixth(4);
            row
        };
        let turning = chain(vec![Rational::new(1, 3); 3], (0..3).map(row).collect());
        let accuracy = Accuracy { digits: 6 };
        let found = enclosed_radius(&turning, accuracy);
        assert!(
            found.contains(&Rational::new(1, 2)) && accuracy.allows(&found),
            "{found:?}"
        );
    }

    /// What is left of a power that vanishes are errors, and of those the root is taken.
    #[test]
    fn powers_that_vanish() {
        let third = Rational::new(1, 3);
        let equal = chain(vec![third.clone(); 3], vec![vec![third; 3]; 3]);
        assert!(Class::closed(&equal, &[0, 1, 2]).power(1).is_lost());
        let exactly = Figure::Exact(Rational::ZERO);
        assert_eq!(
            enclosed_radius_by_classes(&equal, Accuracy::default()),
            exactly
        );
        // The rows of the second power are equal.
        let drawn = Figure::between(Rational::ZERO, Rational::new(1, 10).power(80));
        let rows = [[3, 3, 0], [1, 1, 4], [2, 2, 2]];
        let late = chain_over(([1, 1, 1], 3), (rows, 6));
        for radius in [equal, late].map(|chain| enclosed_radius(&chain, Accuracy::default())) {
            assert!(
                drawn.contains(radius.low()) && drawn.contains(radius.high()),
                "{radius:?}"
            );
        }
    }

    /// Classes that are left for good: alone, and three states in turn, whose traces
    /// vanish. The closed class of two states has a quarter.
    #[test]
    fn every_class_counts() {
        let radius = |rows: [[i64; 6]; 6]| {
            let chain = chain_over(([1, 1, 1, 1, 1, 1], 6), (rows, 60));
            enclosed_radius_by_classes(&chain, Accuracy::default())
        };
        let closed = [[30, 30, 0, 0, 0, 0], [15, 45, 0, 0, 0, 0]];
        let with = |rest: [[i64; 6]; 4]| {
            radius([closed.as_slice(), &rest].concat().try_into().expect("six"))
        };
        let gone = [30, 30, 0, 0, 0, 0];
        let quarter = with([gone; 4]);
        assert!(
            quarter.contains(&Rational::new(1, 4)) && quarter.width() < Rational::new(1, 1_000)
        );
        let alone = with([gone, gone, gone, [20, 0, 0, 0, 0, 40]]);
        assert_eq!(alone, Figure::Exact(Rational::new(2, 3)));
        let turning = [
            [0, 30, 0, 0, 30, 0],
            [0, 30, 0, 0, 0, 30],
            [0, 30, 0, 30, 0, 0],
        ];
        let around = with([gone, turning[0], turning[1], turning[2]]);
        assert!(around.contains(&Rational::new(1, 2)) && Accuracy::default().allows(&around));
        let uneven = [
            [0, 30, 0, 0, 30, 0],
            [0, 40, 0, 0, 0, 20],
            [0, 20, 0, 40, 0, 0],
        ];
        let around = with([gone, uneven[0], uneven[1], uneven[2]]);
        // The third power is 1/2 · 1/3 · 2/3.
        let cube = Rational::new(1, 9);
        assert!(around.low().power(3) <= cube && cube <= around.high().power(3));
        assert!(Accuracy::default().allows(&around), "{around:?}");
    }

    #[test]
    fn little_work_is_a_wide_bracket() {
        let two = two_states([1, 2]);
        let class = Class::closed(&two, &[0, 1]);
        let found = |words, digits, mut left: u64| {
            let anywhere = Figure::between(Rational::ZERO, Rational::ONE);
            let found = class.narrowed(&anywhere, words, Accuracy { digits }, &mut left);
            assert!(found.contains(&Rational::new(1, 4)));
            (found.width(), left)
        };
        // Two states take eight products of a word, and four times as many of two.
        let widths = [0, 3, 6, 12].map(|squarings| {
            let (width, left) = found(1, 12, 8 * squarings + 7);
            assert_eq!(left, 7);
            width
        });
        assert!(
            widths.windows(2).all(|pair| pair[1] < pair[0]),
            "{widths:?}"
        );
        assert_eq!(found(2, 40, 32 * 4 + 31).1, 31);
        // What is left is not spent once the bracket is narrow.
        assert!(found(2, 2, 1_000_000).1 > 900_000);
    }
}
