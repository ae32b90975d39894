//! Real numbers enclosed in balls: a fixed-point center and a radius that
//! bounds every rounding, at any precision.
//!
//! A [`Precision`] of p bits counts in units of 2⁻ᵖ. Every operation rounds the
//! center to a whole unit and enlarges the radius by what that can have lost,
//! so that the enclosed number never escapes.

use super::exact::{Integer, Natural, Rational, magnitude, signum};

/// How many binary digits behind the point are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Precision(pub usize);

/// A number that is known to lie within a radius of a center, in units of its
/// precision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ball {
    center: Integer,
    radius: Natural,
}

/// The quotient, rounded up.
fn divided_up(value: Natural, by: &Natural) -> Natural {
    (value + by - Natural::ONE) / by
}

/// Divided by 2ᵖ, rounded up.
fn shifted_up(value: &Natural, bits: usize) -> Natural {
    let down = value >> bits;
    match (&down << bits) == *value {
        true => down,
        false => down + Natural::ONE,
    }
}

impl Ball {
    /// Exactly zero.
    pub const ZERO: Ball = Ball {
        center: Integer::ZERO,
        radius: Natural::ZERO,
    };

    /// Could the number be zero?
    pub fn may_be_zero(&self) -> bool {
        magnitude(&self.center) <= self.radius
    }

    /// The sign, if it is certain: −1 or 1.
    pub fn sign(&self) -> Option<i8> {
        (!self.may_be_zero()).then(|| signum(&self.center))
    }

    /// The magnitude of the center, to choose pivots by.
    pub fn size(&self) -> Natural {
        magnitude(&self.center)
    }

    /// At least the magnitude, in units.
    pub fn largest_size(&self) -> Natural {
        magnitude(&self.center) + &self.radius
    }

    /// At most the magnitude, in units.
    pub fn smallest_size(&self) -> Natural {
        let size = magnitude(&self.center);
        match size > self.radius {
            true => size - &self.radius,
            false => Natural::ZERO,
        }
    }

    /// The number times 2 to the power of `bits`.
    pub fn shifted(&self, bits: usize) -> Ball {
        Ball {
            center: &self.center << bits,
            radius: &self.radius << bits,
        }
    }

    /// The number divided by 2 to the power of `bits`, rounded.
    pub fn shortened(&self, bits: usize) -> Ball {
        Ball {
            center: &self.center >> bits,
            radius: shifted_up(&self.radius, bits) + Natural::ONE,
        }
    }

    /// The sum.
    pub fn plus(&self, other: &Ball) -> Ball {
        Ball {
            center: &self.center + &other.center,
            radius: &self.radius + &other.radius,
        }
    }

    /// The difference.
    pub fn minus(&self, other: &Ball) -> Ball {
        Ball {
            center: &self.center - &other.center,
            radius: &self.radius + &other.radius,
        }
    }

    /// The number with the other sign.
    pub fn negated(&self) -> Ball {
        Ball {
            center: -&self.center,
            radius: self.radius.clone(),
        }
    }
}

impl Precision {
    /// A rational number, within one unit; exactly where it is a whole number
    /// of units.
    pub fn enclose(self, value: &Rational) -> Ball {
        let scaled = value.numerator() << self.0;
        let denominator = value.denominator();
        let whole = magnitude(&scaled) / denominator;
        let exact = &whole * denominator == magnitude(&scaled);
        let center = match value.is_negative() {
            true => -Integer::from(whole),
            false => Integer::from(whole),
        };
        Ball {
            center,
            radius: Natural::from(u8::from(!exact)),
        }
    }

    /// A number between two others, of which the first is not above the second.
    pub fn enclose_between(self, low: &Rational, high: &Rational) -> Ball {
        let low_ball = self.enclose(low);
        if low == high {
            return low_ball;
        }
        let high_ball = self.enclose(high);
        let center = (&low_ball.center + &high_ball.center) >> 1usize;
        let down = magnitude(&(&center - &low_ball.center)) + low_ball.radius;
        let up = magnitude(&(&high_ball.center - &center)) + high_ball.radius;
        Ball {
            center,
            radius: down.max(up),
        }
    }

    /// The product.
    pub fn times(self, a: &Ball, b: &Ball) -> Ball {
        let mut spread = &a.radius * &b.radius;
        if !b.radius.is_zero() {
            spread += magnitude(&a.center) * &b.radius;
        }
        if !a.radius.is_zero() {
            spread += magnitude(&b.center) * &a.radius;
        }
        Ball {
            center: (&a.center * &b.center) >> self.0,
            radius: shifted_up(&spread, self.0) + Natural::ONE,
        }
    }

    /// The quotient, unless the divisor may be zero.
    ///
    /// With centers a, b and radii r, s it is off by at most
    /// r / (|b| − s) + |a / b| · s / (|b| − s).
    pub fn divided(self, a: &Ball, b: &Ball) -> Option<Ball> {
        if b.may_be_zero() {
            return None;
        }
        let size = magnitude(&b.center);
        let quotient = (magnitude(&a.center) << self.0) / &size;
        let safe = &size - &b.radius;
        let spread = (&a.radius << self.0) + (&quotient + Natural::ONE) * &b.radius;
        let negative = signum(&a.center) * signum(&b.center) < 0;
        let center = Integer::from(quotient);
        Some(Ball {
            center: if negative { -center } else { center },
            radius: divided_up(spread, &safe) + Natural::ONE,
        })
    }

    /// A number that is surely not above the enclosed one.
    pub fn low(self, ball: &Ball) -> Rational {
        self.rational(&ball.center - Integer::from(ball.radius.clone()))
    }

    /// A number that is surely not below the enclosed one.
    pub fn high(self, ball: &Ball) -> Rational {
        self.rational(&ball.center + Integer::from(ball.radius.clone()))
    }

    fn rational(self, units: Integer) -> Rational {
        Rational::from_parts(units, Natural::ONE << self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball(center: i64, radius: u64) -> Ball {
        Ball {
            center: Integer::from(center),
            radius: Natural::from(radius),
        }
    }

    /// Some balls with a center around zero, and their two ends in units.
    fn balls(largest: i64) -> impl Iterator<Item = (Ball, [i64; 2])> {
        (-largest..=largest).flat_map(|center| {
            [0, 1, 2, 5].map(|radius| {
                let ends = [center - radius as i64, center + radius as i64];
                (ball(center, radius), ends)
            })
        })
    }

    /// The ball has every value, and less than `slack` units more than it needs.
    fn fits(ball: &Ball, values: &[Rational], precision: Precision, slack: &Rational) {
        let unit = Rational::from_parts(Integer::ONE, Natural::ONE << precision.0);
        let center = Rational::from(ball.center.clone()) * &unit;
        let radius = Rational::from(Integer::from(ball.radius.clone())) * &unit;
        let needed = values.iter().map(|value| (value - &center).abs());
        let needed = needed.max().expect("a value");
        assert!(needed <= radius, "{ball:?} has not all of {values:?}");
        assert!(
            radius < needed + slack * &unit,
            "{ball:?} is wide for {values:?}"
        );
    }

    #[test]
    fn rounding_up() {
        let up = |value: u64, by: u64| divided_up(Natural::from(value), &Natural::from(by));
        assert_eq!(
            [up(0, 3), up(6, 3), up(7, 3), up(8, 3)].map(|n| n.to_string()),
            ["0", "2", "3", "3"]
        );
        let shifted = |value: u64, bits| shifted_up(&Natural::from(value), bits);
        assert_eq!(
            [
                shifted(0, 3),
                shifted(16, 3),
                shifted(17, 3),
                shifted(1, 70)
            ]
            .map(|n| n.to_string()),
            ["0", "2", "3", "1"]
        );
    }

    /// Every product and quotient of two small balls, at its extremes.
    #[test]
    fn products_and_quotients_of_all_small_balls() {
        for precision in [Precision(0), Precision(2), Precision(3)] {
            let scale = 1 << precision.0;
            let ends = |ends: [i64; 2]| ends.map(|end| Rational::new(end, scale));
            let two = Rational::from(3);
            for (a, a_ends) in balls(9) {
                for (b, b_ends) in balls(9) {
                    let pairs = ends(a_ends).into_iter().flat_map(|x| {
                        let others = ends(b_ends);
                        others.map(|y| (x.clone(), y)).into_iter()
                    });
                    let products: Vec<Rational> = pairs.clone().map(|(x, y)| x * y).collect();
                    fits(&precision.times(&a, &b), &products, precision, &two);
                    let quotient = precision.divided(&a, &b);
                    assert_eq!(quotient.is_none(), b.may_be_zero());
                    assert_eq!(b.may_be_zero(), b_ends[0] <= 0 && b_ends[1] >= 0);
                    let Some(quotient) = quotient else { continue };
                    let quotients: Vec<Rational> = pairs.map(|(x, y)| x / &y).collect();
                    // The bound is larger than needed where the divisor is wide.
                    let wide =
                        Rational::from_parts(Integer::from(b.radius.clone()), b.smallest_size());
                    fits(&quotient, &quotients, precision, &(&two + wide));
                }
            }
        }
    }

    #[test]
    fn sums_and_sizes_of_all_small_balls() {
        let precision = Precision(0);
        let exact = Rational::new(1, 1_000);
        let three = Rational::from(3);
        for (a, a_ends) in balls(9) {
            let values = |ends: &[i64]| -> Vec<Rational> {
                ends.iter().map(|&end| Rational::from(end)).collect()
            };
            let largest = a_ends.map(i64::unsigned_abs).into_iter().max();
            assert_eq!(a.largest_size(), Natural::from(largest.expect("two ends")));
            let middle = (a_ends[0] + a_ends[1]) / 2;
            assert_eq!(a.size(), Natural::from(middle.unsigned_abs()));
            let smallest = a_ends.map(i64::unsigned_abs).into_iter().min();
            let smallest = if a.may_be_zero() { None } else { smallest };
            assert_eq!(a.smallest_size(), Natural::from(smallest.unwrap_or(0)));
            let sign = (!a.may_be_zero()).then(|| a_ends[0].signum() as i8);
            assert_eq!(a.sign(), sign);
            let negated = a_ends.map(|end| -end);
            fits(&a.negated(), &values(&negated), precision, &exact);
            for bits in 0..4 {
                let shifted = a_ends.map(|end| end << bits);
                fits(&a.shifted(bits), &values(&shifted), precision, &exact);
                let shortened = a_ends.map(|end| Rational::new(end, 1 << bits));
                fits(&a.shortened(bits), &shortened, precision, &three);
            }
            for (b, b_ends) in balls(4) {
                let sum = [a_ends[0] + b_ends[0], a_ends[1] + b_ends[1]];
                fits(&a.plus(&b), &values(&sum), precision, &exact);
                let difference = [a_ends[0] - b_ends[1], a_ends[1] - b_ends[0]];
                fits(&a.minus(&b), &values(&difference), precision, &exact);
            }
        }
    }

    #[test]
    fn rationals_between_all_small_ones() {
        let precision = Precision(3);
        let values: Vec<Rational> = (-12..=12)
            .flat_map(|n| [1, 3, 4, 7, 16].map(|d| Rational::new(n, d)))
            .collect();
        for low in &values {
            let alone = precision.enclose(low);
            let exact = (Natural::ONE << 3usize) % low.denominator() == Natural::ZERO;
            assert_eq!(alone.radius, Natural::from(u8::from(!exact)), "{low}");
            fits(
                &alone,
                std::slice::from_ref(low),
                precision,
                &Rational::new(1_001, 1_000),
            );
            assert!(precision.low(&alone) <= *low && *low <= precision.high(&alone));
            for high in values.iter().filter(|high| *high >= low) {
                let both = precision.enclose_between(low, high);
                let ends = [low.clone(), high.clone()];
                fits(&both, &ends, precision, &Rational::from(3));
                let width = precision.high(&both) - precision.low(&both);
                assert!(width <= (high - low) + Rational::new(4, 8), "{low} {high}");
            }
        }
    }
}
