//! Fractions from their remainders: rational reconstruction, for several numbers over a
//! common denominator.

use super::exact::{Integer, Natural, Rational, bit_length, divided, magnitude, signum};
use super::parallel;

/// Numerators over a common denominator.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    pub(crate) numerators: Vec<Integer>,
    pub(crate) denominator: Natural,
}

impl Solution {
    /// Each in lowest terms.
    pub(super) fn rationals(&self) -> Vec<Rational> {
        let reduced =
            |numerator: &Integer| Rational::from_parts(numerator.clone(), self.denominator.clone());
        parallel::map(&self.numerators, reduced)
    }
}

/// Fractions over a common denominator from their remainders, or nothing if
/// there are none that are small enough.
pub(super) fn reconstruct(remainders: &[Natural], modulus: &Natural) -> Option<Solution> {
    let bound = Natural::ONE << ((bit_length(modulus) - 2) / 2);
    let mut denominator = Natural::ONE;
    loop {
        // Mostly the first denominator serves all.
        let small: Vec<Result<Integer, Natural>> = parallel::map(remainders, |remainder| {
            small_numerator(remainder, &denominator, modulus, &bound)
        });
        match small.iter().find_map(|outcome| outcome.as_ref().err()) {
            None => {
                return Some(Solution {
                    numerators: small.into_iter().filter_map(Result::ok).collect(),
                    denominator,
                });
            }
            Some(scaled) => denominator *= fraction(scaled, modulus, &bound)?.1,
        }
        if denominator > bound {
            return None;
        }
    }
}

/// The numerator over a denominator, if it is small; otherwise the remainder of
/// both.
fn small_numerator(
    remainder: &Natural,
    denominator: &Natural,
    modulus: &Natural,
    bound: &Natural,
) -> Result<Integer, Natural> {
    let scaled = (remainder * denominator) % modulus;
    let opposite = modulus - &scaled;
    if scaled <= *bound {
        Ok(Integer::from(scaled))
    } else if opposite <= *bound {
        Ok(-Integer::from(opposite))
    } else {
        Err(scaled)
    }
}

/// The fraction n/d ≡ remainder with |n|, d at most the bound, by Euclid's
/// algorithm stopped halfway (P. S. Wang 1981), several quotients at a time
/// (D. H. Lehmer 1938).
fn fraction(remainder: &Natural, modulus: &Natural, bound: &Natural) -> Option<(Integer, Natural)> {
    let (mut a, mut b) = (modulus.clone(), remainder.clone());
    let (mut above, mut below) = (Integer::ZERO, Integer::ONE);
    let stop = bit_length(bound) + 2 * u64::BITS as usize;
    while b > *bound {
        let many = match bit_length(&b) > stop {
            true => quotients(&a, &b),
            false => None,
        };
        if let Some([p, q, r, s]) = many {
            let mix = |x: i64, y: i64| -> Natural {
                let sum = Integer::from(x) * Integer::from(a.clone())
                    + Integer::from(y) * Integer::from(b.clone());
                magnitude(&sum)
            };
            let (next_a, next_b) = (mix(p, q), mix(r, s));
            let combine = |x: i64, y: i64| Integer::from(x) * &above + Integer::from(y) * &below;
            let (next_above, next_below) = (combine(p, q), combine(r, s));
            (a, b, above, below) = (next_a, next_b, next_above, next_below);
        } else {
            let (quotient, rest) = divided(a, &b);
            (a, b) = (b, rest);
            let next = above - Integer::from(quotient) * &below;
            (above, below) = (below, next);
        }
    }
    let denominator = magnitude(&below);
    let numerator = match signum(&below) {
        -1 => -Integer::from(b),
        _ => Integer::from(b),
    };
    (!denominator.is_zero() && denominator <= *bound).then_some((numerator, denominator))
}

/// Several steps of Euclid's algorithm at once, as the matrix that takes (a, b)
/// to two later remainders: as many as the leading digits are sure of, or
/// nothing if they are sure of none.
fn quotients(a: &Natural, b: &Natural) -> Option<[i64; 4]> {
    const LEADING: usize = 62;
    let shift = bit_length(a).checked_sub(LEADING)?;
    let leading = |number: &Natural| i64::try_from(number >> shift).unwrap_or(0);
    let (mut x, mut y) = (leading(a), leading(b));
    let [mut p, mut q, mut r, mut s] = [1i64, 0, 0, 1];
    // The cofactors stay below the square root of the leading digits.
    const MOST: i64 = 1 << (LEADING / 2 - 1);
    while y + r != 0 && y + s != 0 {
        let quotient = (x + p) / (y + r);
        if quotient != (x + q) / (y + s) || quotient >= MOST {
            break;
        }
        let (next_r, next_s) = (p - quotient * r, q - quotient * s);
        if next_r.abs() >= MOST || next_s.abs() >= MOST {
            break;
        }
        (p, r) = (r, next_r);
        (q, s) = (s, next_s);
        (x, y) = (y, x - quotient * y);
    }
    (q != 0).then_some([p, q, r, s])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All fractions modulo a small number: those with numerator and denominator up
    /// to the bound are found, and no others.
    #[test]
    fn fractions_up_to_the_bound() {
        // Eight bits, so the bound is 2³, and 2 · 8² is below the modulus.
        let modulus = Natural::from(251u64);
        let small = |remainder: u64| {
            (1..=8i64).find_map(|below| {
                let scaled = remainder as i64 * below % 251;
                let above = if scaled > 125 { scaled - 251 } else { scaled };
                (above.abs() <= 8).then_some((above, below))
            })
        };
        for remainder in 0..251u64 {
            let found = reconstruct(&[Natural::from(remainder)], &modulus);
            let found = found.map(|solution| solution.rationals()[0].clone());
            let expected = small(remainder).map(|(above, below)| Rational::new(above, below));
            assert_eq!(found, expected, "{remainder}");
        }
        // 1/3 and 1/4 have no common denominator up to 8; 1/2 and 1/8 have 8 itself.
        let both = |pair: [u64; 2]| reconstruct(&pair.map(Natural::from), &modulus);
        assert!(both([84, 63]).is_none());
        let solution = both([126, 157]).expect("a common denominator");
        assert_eq!(solution.denominator, Natural::from(8u64));
        let halves = [Rational::new(1, 2), Rational::new(1, 8)];
        assert_eq!(solution.rationals(), halves);
    }
}
