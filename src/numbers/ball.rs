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
