//! Algorithm 5 where its decisions have millions of atoms: every entry of the
//! matrix between two rationals. An enclosure is never a value; what is said on
//! its ground is said only where both ends agree.

use std::collections::BTreeMap;

use super::column::CountedModel;
use super::decision::{Sums, wins};
use crate::arms::{AnyArm, Exchange, ModifiedPseudoMarginal};
use crate::numbers::{Fraction, Integer, Interval, Natural, Rational};
use crate::rules::TieBreak;

/// Ends are multiples of 2 to the power of minus this.
const UNIT_BITS: usize = 130;

/// A number that is known to lie between two others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    /// At least this.
    pub low: Rational,
    /// At most this.
    pub high: Rational,
}

impl Enclosure {
    /// A number that is known.
    pub fn exact(value: Rational) -> Self {
        Enclosure {
            low: value.clone(),
            high: value,
        }
    }

    /// A fraction between 0 and 1, enclosed by multiples of 2⁻¹²⁷.
    pub fn of(fraction: &Fraction) -> Self {
        let interval = Interval::of(&fraction.numerator, &fraction.denominator);
        Enclosure {
            low: interval.low(),
            high: interval.high(),
        }
    }

    /// Any fraction, enclosed by multiples of 2⁻¹³⁰.
    pub fn of_any(fraction: &Fraction) -> Self {
        let below = Natural::ONE << UNIT_BITS;
        let scaled = fraction.numerator.clone() << UNIT_BITS;
        let low = &scaled / &fraction.denominator;
        let exact = (scaled % &fraction.denominator).is_zero();
        let high = if exact {
            low.clone()
        } else {
            &low + Natural::ONE
        };
        let rational = |units: Natural| Rational::from_parts(Integer::from(units), below.clone());
        Enclosure {
            low: rational(low),
            high: rational(high),
        }
    }

    /// The distance of the ends.
    pub fn width(&self) -> Rational {
        &self.high - &self.low
    }

    /// Is the number certainly below a value?
    pub fn is_below(&self, value: &Rational) -> bool {
        self.high < *value
    }

    /// Is the number certainly above a value?
    pub fn is_above(&self, value: &Rational) -> bool {
        self.low > *value
    }
}

/// Algorithm 5 on a lattice with fresh draws, entry by entry enclosed.
#[derive(Clone, Debug)]
pub struct EnclosedChain {
    /// The names of the parameters.
    pub states: Vec<String>,
    /// The posterior, exactly.
    pub target: Vec<Rational>,
    /// P(θ, θ').
    pub matrix: Vec<Vec<Enclosure>>,
    /// P(θ, θ') without rounding, where both arms accept equally often and it does
    /// not matter which is chosen.
    pub(super) known: BTreeMap<(usize, usize), Rational>,
    /// The average acceptance.
    pub acceptance: Enclosure,
    /// The probability of a move.
    pub moves: Enclosure,
    /// Expected auxiliary draws in a step.
    pub draws_per_step: Enclosure,
}

impl EnclosedChain {
    /// Encloses MABMC over MPMC and SVE.
    #[expect(
        clippy::needless_range_loop,
        reason = "a pair is a place in several tables"
    )]
    pub fn of(model: &CountedModel, tie: TieBreak) -> Self {
        let shares = enclosed_shares(model, tie);
        let mpmc = AnyArm::ModifiedPseudoMarginal(ModifiedPseudoMarginal);
        let arms = [mpmc, AnyArm::Exchange(Exchange)];
        let arms = arms.map(|arm| model.acceptances(&arm).unwrap_or_default());
        let target = model.posterior();
        let size = model.size();
        let none = || Enclosure::exact(Rational::ZERO);
        let (mut acceptance, mut moves, mut draws_per_step) = (none(), none(), none());
        let mut matrix = Vec::with_capacity(size);
        let mut known = BTreeMap::new();
        for from in 0..size {
            let mut row = Vec::with_capacity(size);
            let mut away = none();
            for to in 0..size {
                let proposal = model.model.proposal(from, to);
                let [first, second] = [0, 1].map(|arm| &arms[arm][from][to]);
                if from != to && first.compare(second).is_eq() {
                    known.insert((from, to), first.reduced() * &proposal);
                }
                let (low, high) = (from.min(to), from.max(to));
                let share = &shares[low][high - low];
                let entry = mixed(share, &Enclosure::of(first), &Enclosure::of(second));
                let flow = scaled(&entry, &proposal);
                let weight = &target[from] * &proposal;
                add(&mut acceptance, &scaled(&entry, &weight));
                let seven = Rational::from(7);
                let cost = Enclosure {
                    low: &share.low + &seven,
                    high: &share.high + seven,
                };
                add(&mut draws_per_step, &scaled(&cost, &weight));
                if from != to {
                    add(&mut moves, &scaled(&entry, &weight));
                    add(&mut away, &flow);
                }
                row.push(flow);
            }
            row[from] = Enclosure {
                low: Rational::ONE - &away.high,
                high: Rational::ONE - &away.low,
            };
            matrix.push(row);
        }
        EnclosedChain {
            states: model.model.names().to_vec(),
            target,
            matrix,
            known,
            acceptance: shortened(&acceptance),
            moves: shortened(&moves),
            draws_per_step: shortened(&draws_per_step),
        }
    }
}

pub(super) fn add(sum: &mut Enclosure, term: &Enclosure) {
    // Ends of thousands of digits would make every further sum slow.
    *sum = shortened(&Enclosure {
        low: &sum.low + &term.low,
        high: &sum.high + &term.high,
    });
}

/// The product of two numbers that are not negative.
pub(super) fn weighted(value: &Enclosure, by: &Enclosure) -> Enclosure {
    shortened(&Enclosure {
        low: &value.low * &by.low,
        high: &value.high * &by.high,
    })
}

pub(super) fn scaled(value: &Enclosure, by: &Rational) -> Enclosure {
    shortened(&Enclosure {
        low: &value.low * by,
        high: &value.high * by,
    })
}

/// Between the values of both arms, by the share of the first.
pub(super) fn mixed(share: &Enclosure, first: &Enclosure, second: &Enclosure) -> Enclosure {
    let at = |share: &Rational, first: &Rational, second: &Rational| {
        share * first + (Rational::ONE - share) * second
    };
    // Linear in the share: the ends are at its ends, whichever arm is larger.
    let lows = [&share.low, &share.high].map(|share| at(share, &first.low, &second.low));
    let highs = [&share.low, &share.high].map(|share| at(share, &first.high, &second.high));
    let [low, other_low] = lows;
    let [high, other_high] = highs;
    shortened(&Enclosure {
        low: low.min(other_low),
        high: high.max(other_high),
    })
}

/// The same with ends that are multiples of 2⁻¹³⁰, rounded outward.
pub(super) fn shortened(value: &Enclosure) -> Enclosure {
    let unit = Rational::new(1, 2).power(UNIT_BITS);
    let down = |end: &Rational| end - end.remainder(&unit);
    let low = down(&value.low);
    let floor = down(&value.high);
    let high = if floor == value.high {
        floor
    } else {
        floor + &unit
    };
    Enclosure { low, high }
}

/// How often MPMC is chosen, for every pair from ≤ to.
pub(super) fn enclosed_shares(model: &CountedModel, tie: TieBreak) -> Vec<Vec<Enclosure>> {
    let wins = wins::<Interval>(model, &Sums::new(model), tie);
    let row = |row: &Vec<_>| row.iter().map(|wins| share(wins, tie)).collect();
    wins.iter().map(row).collect()
}

fn share(wins: &Option<[Option<Interval>; 2]>, tie: TieBreak) -> Enclosure {
    let Some(wins) = wins else {
        return Enclosure::exact(match tie {
            TieBreak::First => Rational::ONE,
            TieBreak::Last => Rational::ZERO,
            TieBreak::Coin => Rational::new(1, 2),
        });
    };
    let given: Vec<&Interval> = wins.iter().flatten().collect();
    let count = Rational::from(given.len());
    let mean = |end: fn(Interval) -> Rational| {
        let sum: Rational = given.iter().map(|&&wins| end(wins)).sum();
        sum / &count
    };
    Enclosure {
        low: mean(Interval::low),
        high: mean(Interval::high),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::Entries;
    use crate::kernels::Algorithm;
    use crate::lattices::LatticeChain;
    use crate::models::ising_three;

    fn fraction(numerator: u64, denominator: u64) -> Fraction {
        Fraction {
            numerator: Natural::from(numerator),
            denominator: Natural::from(denominator),
        }
    }

    fn unit() -> Rational {
        Rational::new(1, 2).power(UNIT_BITS)
    }

    #[test]
    fn any_fraction_within_a_unit() {
        for (numerator, denominator) in [(0, 3), (1, 3), (7, 3), (5, 1), (3, 8), (1_000_003, 7)] {
            let value = Rational::new(numerator as i64, denominator as i64);
            let found = Enclosure::of_any(&fraction(numerator, denominator));
            assert!(found.low <= value && value <= found.high, "{value}");
            let exact = [1, 8].contains(&value.denominator().try_into().unwrap_or(0u64));
            let width = if exact { Rational::ZERO } else { unit() };
            assert_eq!(found.width(), width, "{value}");
        }
    }

    #[test]
    fn certainly_above_and_below() {
        let third = Enclosure::of_any(&fraction(1, 3));
        assert!(third.is_above(&Rational::new(3, 10)) && !third.is_above(&third.low));
        assert!(third.is_below(&Rational::new(4, 10)) && !third.is_below(&third.high));
        let middle = Rational::new(1, 3);
        assert!(!third.is_above(&middle) && !third.is_below(&middle));
    }

    #[test]
    fn rounded_outward() {
        let value = Enclosure {
            low: Rational::new(1, 3),
            high: Rational::new(2, 3),
        };
        let short = shortened(&value);
        assert!(short.low < value.low && &value.low - &short.low < unit());
        assert!(short.high > value.high && &short.high - &value.high < unit());
        let whole = Enclosure {
            low: unit(),
            high: Rational::from(3) * unit(),
        };
        assert_eq!(shortened(&whole), whole);
    }

    /// The mixture at all ends of its parts is within.
    #[test]
    fn mixtures_and_products() {
        let between = |low: (i64, i64), high: (i64, i64)| Enclosure {
            low: Rational::new(low.0, low.1),
            high: Rational::new(high.0, high.1),
        };
        let share = between((1, 4), (1, 2));
        let (first, second) = (between((1, 8), (1, 4)), between((1, 2), (3, 4)));
        for (first, second) in [(&first, &second), (&second, &first)] {
            let mixture = mixed(&share, first, second);
            let mut all = Vec::new();
            for s in [&share.low, &share.high] {
                for a in [&first.low, &first.high] {
                    for b in [&second.low, &second.high] {
                        all.push(s * a + (Rational::ONE - s) * b);
                    }
                }
            }
            assert_eq!(Some(&mixture.low), all.iter().min());
            assert_eq!(Some(&mixture.high), all.iter().max());
        }
        assert_eq!(weighted(&first, &second), between((1, 16), (3, 16)));
        assert_eq!(
            scaled(&first, &Rational::new(1, 2)),
            between((1, 16), (1, 8))
        );
        let mut sum = first;
        add(&mut sum, &second);
        assert_eq!(sum, between((5, 8), (1, 1)));
    }

    #[test]
    fn shares_of_the_first_arm() {
        let [first, last, coin] =
            [TieBreak::First, TieBreak::Last, TieBreak::Coin].map(|tie| share(&None, tie));
        assert_eq!(first, Enclosure::exact(Rational::ONE));
        assert_eq!(last, Enclosure::exact(Rational::ZERO));
        assert_eq!(coin, Enclosure::exact(Rational::new(1, 2)));
        let part = |n: u64| Some(Interval::of(&Natural::from(n), &Natural::from(8u64)));
        let both = share(&Some([part(1), part(5)]), TieBreak::Coin);
        assert_eq!(both, Enclosure::exact(Rational::new(3, 8)));
        let one = share(&Some([None, part(5)]), TieBreak::Last);
        assert_eq!(one, Enclosure::exact(Rational::new(5, 8)));
    }

    /// Where the estimate is an end of the move, here the second parameter, both arms
    /// accept equally often.
    #[test]
    fn entries_are_exact_where_the_arms_agree() {
        let counted = CountedModel::new(&ising_three());
        let algorithm = Algorithm::named("mabmc", TieBreak::First).expect("a kernel");
        let exact = LatticeChain::of(&counted, &algorithm).expect("a chain");
        let exact = exact.expect("a formula").chain();
        let enclosed = EnclosedChain::of(&counted, TieBreak::First);
        for from in 0..5 {
            for to in 0..5 {
                let entry = enclosed.entry(from, to);
                assert!(
                    entry.contains(exact.matrix().entry(from, to)),
                    "{from} {to}"
                );
                let agree = from != to && (from == 1 || to == 1);
                assert_eq!(entry.exact().is_some(), agree, "{from} {to}");
            }
        }
    }
}
