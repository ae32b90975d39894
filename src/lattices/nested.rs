//! Σ A(y) · Σ B(y') over the y' that belong to y, for two columns of integers and
//! ranges of y' that grow with y: the mass under a staircase, by halves.
//!
//! Along the staircase one passes levels of both columns, a y' before the y that
//! it belongs to. A part of that way has three sums: its masses of A, those of B,
//! and the products of each A with the B passed before it. Powers of t = u/v
//! count from where the part begins, so that short parts have short numbers;
//! two parts join in a few products as long as they are. In all that takes about
//! as much as a few products of whole columns, where a sum over the steps takes
//! one for each.

use std::borrow::Cow;
use std::ops::Range;

use crate::numbers::{Base, Natural, magnitude};

/// The longest part that is passed level by level.
const SHORT: usize = 32;

/// Consecutive y, and the y' that belong to them.
pub(super) type Nested = (Range<usize>, Range<usize>);

/// The sum over columns g(T) uᵀ v^(top − T) with the same counts. All levels are y,
/// in order; the ranges of y' all begin at the lowest level or all end at the
/// highest, and grow or shrink throughout.
pub(super) fn nested_mass(
    counts: &[Natural],
    outer: &Base,
    inner: &Base,
    ranges: &[Nested],
) -> Natural {
    let levels = counts.len();
    let mut ranges: Vec<&Nested> = ranges.iter().collect();
    let length = |range: Option<&&Nested>| range.map_or(0, |(_, inner)| inner.len());
    let shrinking = length(ranges.first()) > length(ranges.last());
    if shrinking {
        ranges.reverse();
    }
    let downward = ranges
        .iter()
        .any(|(_, inner)| !inner.is_empty() && inner.start > 0);
    let (outer, inner) = (Line::new(outer, shrinking), Line::new(inner, downward));
    let mirrored = |place: usize, from: &Range<usize>| from.start + from.end - 1 - place;
    let mut way = Vec::with_capacity(2 * levels);
    let mut passed = 0;
    for (ys, others) in ranges {
        while passed < others.len() {
            let level = match downward {
                true => mirrored(passed, &(0..levels)),
                false => passed,
            };
            way.push(Pass::Inner(&counts[level]));
            passed += 1;
        }
        for y in ys.clone() {
            let y = if shrinking { mirrored(y, ys) } else { y };
            way.push(Pass::Outer(&counts[y]));
        }
    }
    let whole = Part::of(&way, &outer, &inner);
    // The y' that belong to no y have a place on the scale as well.
    whole.products * &*inner.down.power(levels - passed)
}

/// A level that is passed, with its count.
#[derive(Clone, Copy)]
enum Pass<'c> {
    Outer(&'c Natural),
    Inner(&'c Natural),
}

/// A column in the order in which its levels are passed: every level passed adds a
/// factor `up` to those after it and a factor `down` to those before it.
struct Line {
    up: Powers,
    down: Powers,
}

impl Line {
    fn new(base: &Base, downward: bool) -> Self {
        let (u, v) = (
            Powers::of(&magnitude(base.value().numerator())),
            Powers::of(base.value().denominator()),
        );
        let (up, down) = if downward { (v, u) } else { (u, v) };
        Line { up, down }
    }
}

/// Powers of a number; short ones are kept.
struct Powers(Vec<Natural>);

impl Powers {
    fn of(number: &Natural) -> Self {
        let powers = std::iter::successors(Some(Natural::ONE), |power| Some(power * number));
        Powers(powers.take(2 * SHORT + 1).collect())
    }

    fn power(&self, exponent: usize) -> Cow<'_, Natural> {
        match self.0.get(exponent) {
            Some(power) => Cow::Borrowed(power),
            None => Cow::Owned(self.0[1].pow(exponent)),
        }
    }
}

/// The sums of a part of the way, and how many levels of each kind it passes.
struct Part {
    outer: Natural,
    inner: Natural,
    products: Natural,
    outers: usize,
    inners: usize,
}

impl Part {
    fn of(way: &[Pass<'_>], outer: &Line, inner: &Line) -> Self {
        if way.len() <= SHORT {
            return Self::passed(way, outer, inner);
        }
        let (first, second) = way.split_at(way.len() / 2);
        Self::of(first, outer, inner).joined(Self::of(second, outer, inner), outer, inner)
    }

    /// Level by level.
    fn passed(way: &[Pass<'_>], outer: &Line, inner: &Line) -> Self {
        let mut part = Part {
            outer: Natural::ZERO,
            inner: Natural::ZERO,
            products: Natural::ZERO,
            outers: 0,
            inners: 0,
        };
        for pass in way {
            match pass {
                Pass::Outer(count) => {
                    let down = &*outer.down.power(1);
                    part.outer *= down;
                    part.products *= down;
                    if !count.is_zero() {
                        let mass = *count * &*outer.up.power(part.outers);
                        part.products += &mass * &part.inner;
                        part.outer += mass;
                    }
                    part.outers += 1;
                }
                Pass::Inner(count) => {
                    let down = &*inner.down.power(1);
                    part.inner *= down;
                    part.products *= down;
                    if !count.is_zero() {
                        part.inner += *count * &*inner.up.power(part.inners);
                    }
                    part.inners += 1;
                }
            }
        }
        part
    }

    /// This part and the one after it.
    fn joined(self, next: Part, outer: &Line, inner: &Line) -> Self {
        let before = outer.up.power(self.outers);
        let after = outer.down.power(next.outers);
        let inner_before = inner.up.power(self.inners);
        let inner_after = inner.down.power(next.inners);
        let masses = next.outer * &*before;
        let passed = self.inner * &*inner_after;
        let products = self.products * &*after * &*inner_after
            + next.products * &*before * &*inner_before
            + &masses * &passed;
        Part {
            outer: self.outer * &*after + masses,
            inner: passed + next.inner * &*inner_before,
            products,
            outers: self.outers + next.outers,
            inners: self.inners + next.inners,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Rational;

    /// Counts that look random, some of them zero.
    fn counts(levels: usize) -> Vec<Natural> {
        let count = |level: usize| (level * level * 7919 + 13 * level) % 101 % 11;
        let counts = (0..levels).map(|level| Natural::from(count(level)));
        counts.collect()
    }

    #[test]
    fn equal_to_the_double_sum() {
        let bases = [(3, 2), (1, 1), (61, 50), (2, 7)].map(|(u, v)| Base::new(Rational::new(u, v)));
        for levels in [1, 2, 5, 40, 90] {
            let counts = counts(levels);
            let mass = |base: &Base, level: usize| {
                let t = base.value();
                let (u, v) = (magnitude(t.numerator()), t.denominator());
                &counts[level] * u.pow(level) * v.pow(levels - 1 - level)
            };
            for (slope, start, from_low, growing) in [
                (1, 0, true, true),
                (1, 3, true, false),
                (2, 0, false, true),
                (2, 1, false, false),
                (0, 2, true, true),
                (0, 0, false, true),
                (0, levels, true, true),
                (0, levels, false, true),
            ] {
                let belonging = |y: usize| {
                    let y = if growing { y } else { levels - 1 - y };
                    let length = (start + slope * y / 3).min(levels);
                    match from_low {
                        true => 0..length,
                        false => levels - length..levels,
                    }
                };
                let mut ranges: Vec<Nested> = Vec::new();
                for y in 0..levels {
                    match ranges.last_mut() {
                        Some((ys, inner)) if *inner == belonging(y) => ys.end = y + 1,
                        _ => ranges.push((y..y + 1, belonging(y))),
                    }
                }
                for outer in &bases {
                    for inner in &bases {
                        let of_one = |y: usize| {
                            let others = belonging(y).map(|other| mass(inner, other));
                            mass(outer, y) * others.sum::<Natural>()
                        };
                        let plain: Natural = (0..levels).map(of_one).sum();
                        assert_eq!(nested_mass(&counts, outer, inner, &ranges), plain);
                    }
                }
            }
        }
    }
}
