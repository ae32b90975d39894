//! Fractions from their remainders: rational reconstruction, for several numbers over a
//! common denominator.

use super::exact::{Integer, Natural, Rational, bit_length, divided, magnitude};
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
            Some(scaled) => denominator *= denominator_of(scaled, modulus, &bound),
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

/// The smallest positive d for which d · remainder is at most the bound away from
/// a multiple of the modulus: the denominator of n/d ≡ remainder with |n|, d at
/// most the bound, if there is such a fraction. By Euclid's algorithm stopped
/// halfway (P. S. Wang 1981), several quotients at a time (D. H. Lehmer 1938).
fn denominator_of(remainder: &Natural, modulus: &Natural, bound: &Natural) -> Natural {
    let (mut a, mut b) = (modulus.clone(), remainder.clone());
    let (mut above, mut below) = (Integer::ZERO, Integer::ONE);
    // Several quotients make a shorter by less than 32 bits: it stays above the bound.
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
    magnitude(&below)
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
    use crate::numbers::exact::from_words;

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

    /// Words that look random.
    fn words() -> impl FnMut() -> u64 {
        let mut state = 1u64;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state
        }
    }

    #[test]
    fn the_smallest_denominator_of_all_small_remainders() {
        for modulus in [47u64, 64, 101] {
            for bound in 1..8u64 {
                for remainder in 1..modulus {
                    let near =
                        |n: &u64| (n * remainder % modulus).min(modulus - n * remainder % modulus);
                    let smallest = (1..=modulus).find(|n| near(n) <= bound);
                    let [r, m, b] = [remainder, modulus, bound].map(Natural::from);
                    let found = denominator_of(&r, &m, &b);
                    assert_eq!(
                        Some(found),
                        smallest.map(Natural::from),
                        "{remainder} {modulus}"
                    );
                }
            }
        }
    }

    /// Numerators and denominators of as many digits as the bound, after which
    /// Euclid's algorithm would go on in small steps.
    #[test]
    fn long_fractions_up_to_the_bound() {
        let mut word = words();
        let bound = Natural::ONE << 384usize;
        for _ in 0..20 {
            let mut long = || from_words(&[(); 6].map(|()| word()));
            let fraction = Rational::from_parts(Integer::from(long()), long());
            let (above, below) = (magnitude(fraction.numerator()), fraction.denominator());
            // Modulo k · d + 1 the inverse of d is −k.
            let inverse = ((&bound * &bound) << 2usize) / below;
            let modulus = &inverse * below + Natural::ONE;
            let remainder = &modulus - &inverse * &above % &modulus;
            assert_eq!(denominator_of(&remainder, &modulus, &bound), *below);
        }
    }

    /// The steps in which Euclid's algorithm is the same for the largest and the
    /// smallest fraction with these leading digits, while cofactors are short.
    fn sure_steps(x: i128, y: i128) -> Option<[i64; 4]> {
        let mut ends = [(x + 1, y), (x, y + 1)];
        let mut matrix = [1i128, 0, 0, 1];
        while ends.iter().all(|&(_, divisor)| divisor != 0) {
            let [first, second] = ends.map(|(number, divisor)| number / divisor);
            let [p, q, r, s] = matrix;
            let next = [r, s, p - first * r, q - first * s];
            if first != second || next.iter().any(|cofactor| cofactor.abs() >= 1 << 30) {
                break;
            }
            ends = ends.map(|(number, divisor)| (divisor, number % divisor));
            matrix = next;
        }
        (matrix[1] != 0).then(|| matrix.map(|cofactor| cofactor as i64))
    }

    /// Leading digits that look random, with a first quotient of up to forty digits,
    /// and some with which a remainder may vanish or only one cofactor is long.
    fn leading_digits() -> Vec<[i128; 2]> {
        let (r3, r4) = ((1i128 << 31) - 1, (1 << 30) + (1 << 22));
        let r2 = (r3 << 20) + r4;
        let one_is_long = [((r2 + r3) << 10) + r2, r2 + r3];
        let y = 1i128 << 59;
        let mut all = vec![
            [1 << 61, 0],
            [3 << 60, (1 << 60) - 1],
            [7 * y + 6, 3 * y + 3],
            one_is_long,
        ];
        let mut word = words();
        for shorter in 0..40 {
            for _ in 0..4 {
                let (x, y) = (word() >> 3 | 1 << 61, word() >> 3 >> shorter);
                all.push([x, y].map(i128::from));
            }
        }
        all
    }

    #[test]
    fn several_steps_are_steps_of_euclid_and_as_many_as_are_sure() {
        let zeros = Natural::ONE << 100usize;
        let tails = [Natural::ZERO, &zeros - Natural::ONE];
        for [x, y] in leading_digits() {
            let expected = sure_steps(x, y);
            for (a_tail, b_tail) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let [a, b] = [(x, a_tail), (y, b_tail)]
                    .map(|(leading, tail)| Natural::from(leading as u128) * &zeros + &tails[tail]);
                let found = quotients(&a, &b);
                assert_eq!(found, expected, "{x} {y}");
                let Some([p, q, r, s]) = found else { continue };
                let [next_a, next_b] = [(p, q), (r, s)].map(|(p, q)| {
                    let sum = Integer::from(p) * Integer::from(a.clone())
                        + Integer::from(q) * Integer::from(b.clone());
                    magnitude(&sum)
                });
                let mut pair = (a, b);
                while pair.0 > next_a {
                    let (_, rest) = divided(pair.0, &pair.1);
                    pair = (pair.1, rest);
                }
                assert_eq!(pair, (next_a, next_b), "{x} {y}");
            }
        }
    }
}
