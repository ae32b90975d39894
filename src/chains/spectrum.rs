//! The second largest modulus |λ₂| of an eigenvalue, enclosed exactly.
//!
//! The characteristic polynomial is computed over the integers, divided by
//! λ − 1 once, and its roots are enclosed by Sturm's theorem. Chains whose
//! other eigenvalues are not all real are handled through the polynomial of
//! the products λ_i λ_j, whose largest real root is |λ₂|².

use super::certified::enclosed_modulus;
use super::effort::{
    denominator_bits, eigenvalues_are_quick, encloses_spectrum, products_are_quick,
};
use super::radius::enclosed_radius_by_classes;
use super::{Accuracy, Chain, Figure};
use crate::numbers::{Polynomial, Rational, Sturm, characteristic_polynomial, simplest_between};

/// |λ₂|, the second largest modulus of an eigenvalue, enclosed as narrowly as is
/// asked for, or on very many states as narrowly as a few seconds allow; nothing if
/// there are more than [`Chain::MOST_SPECTRAL`] states and it is not 1.
///
/// It is 1 if and only if there are several closed classes or the one there is
/// is periodic. Short chains are decided by their characteristic polynomial. Of
/// long ones it is enclosed by powers of the matrix, and of those that satisfy
/// detailed balance the eigenvalues around it are counted by the inertia of
/// D(P − x).
pub fn second_modulus(chain: &Chain, accuracy: Accuracy) -> Option<Figure> {
    let classes = chain.classes().closed;
    if classes.len() > 1 || chain.periods(&classes).iter().any(|&period| period > 1) {
        return Some(Figure::Exact(Rational::ONE));
    }
    if !encloses_spectrum(chain.states().len()) {
        return None;
    }
    match chain.states().len() {
        0 => None,
        2 => {
            let trace = chain.matrix().trace();
            Some(Figure::Exact((trace - Rational::ONE).abs()))
        }
        _ => enclose(chain, accuracy),
    }
}

fn enclose(chain: &Chain, accuracy: Accuracy) -> Option<Figure> {
    let size = chain.states().len();
    let bits = denominator_bits(chain.matrix().values());
    let positive = chain.target().iter().all(Rational::is_positive);
    let reversible = positive && chain.imbalance().is_none();
    if !eigenvalues_are_quick(size, bits) {
        return Some(in_long_chain(chain, reversible, accuracy));
    }
    let others = without_one(&characteristic_polynomial(&chain.matrix().dense()));
    let sturm = Sturm::of(&Polynomial::from_rationals(&others));
    if sturm.is_real_rooted() {
        let roots = sturm.real_roots();
        let is_root = |point: &Rational| sturm.polynomial().sign_at(point) == 0;
        Some(bisect(
            accuracy,
            |radius| {
                let opposite = -radius.clone();
                let inside = sturm.roots_between(&opposite, radius);
                inside + usize::from(is_root(&opposite)) == roots
            },
            |radius| is_root(radius) || is_root(&-radius.clone()),
        ))
    } else {
        if !products_are_quick(size, bits) {
            return Some(in_long_chain(chain, false, accuracy));
        }
        let products = Sturm::of(&Polynomial::from_rationals(&root_products(&others)));
        Some(bisect(
            accuracy,
            |radius| products.roots_above(&radius.power(2)) == 0,
            |radius| products.polynomial().sign_at(&radius.power(2)) == 0,
        ))
    }
}

/// The modulus where no polynomial is made: by powers, and where they are not narrow
/// enough, by counting eigenvalues.
fn in_long_chain(chain: &Chain, reversible: bool, accuracy: Accuracy) -> Figure {
    let enclosed = enclosed_radius_by_classes(chain, accuracy);
    match accuracy.allows(&enclosed) || !reversible {
        true => enclosed,
        false => enclosed_modulus(chain, &enclosed, accuracy),
    }
}

/// The smallest radius in [0, 1] that covers, or exactly where it is a rational
/// with a small denominator.
fn bisect(
    accuracy: Accuracy,
    covers: impl Fn(&Rational) -> bool,
    is_root: impl Fn(&Rational) -> bool,
) -> Figure {
    if covers(&Rational::ZERO) {
        return Figure::Exact(Rational::ZERO);
    }
    let (mut low, mut high) = (Rational::ZERO, Rational::ONE);
    while !accuracy.allows(&Figure::between(low.clone(), high.clone())) {
        let middle = (&low + &high) / Rational::from(2);
        if covers(&middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    // The radius lies in (low, high]; it is a root of largest modulus.
    if is_root(&high) {
        return Figure::Exact(high);
    }
    let simplest = simplest_between(&low, &high);
    if is_root(&simplest) && covers(&simplest) {
        return Figure::Exact(simplest);
    }
    Figure::between(low, high)
}

/// The polynomial divided by λ − 1, which divides it: synthetic division.
fn without_one(coefficients: &[Rational]) -> Vec<Rational> {
    let mut quotient = Vec::with_capacity(coefficients.len() - 1);
    let mut carry = Rational::ZERO;
    for coefficient in coefficients[1..].iter().rev() {
        carry += coefficient;
        quotient.push(carry.clone());
    }
    quotient.reverse();
    quotient
}

/// The monic polynomial with roots λ_i λ_j, i ≤ j, of a monic polynomial with
/// roots λ_i: Newton's identities there and back.
fn root_products(coefficients: &[Rational]) -> Vec<Rational> {
    let degree = coefficients.len() - 1;
    let pairs = degree * (degree + 1) / 2;
    let sums = power_sums(coefficients, 2 * pairs);
    let half = Rational::new(1, 2);
    let pair_sums: Vec<Rational> = (1..=pairs)
        .map(|k| (sums[k].power(2) + &sums[2 * k]) * &half)
        .collect();
    // e_k = (1/k) Σ_{i=1..k} (−1)^{i−1} e_{k−i} p_i
    let mut elementary = vec![Rational::ONE];
    for k in 1..=pairs {
        let total: Rational = (1..=k)
            .map(|i| alternate(i - 1, &elementary[k - i] * &pair_sums[i - 1]))
            .sum();
        elementary.push(total / Rational::from(k));
    }
    let signed = elementary
        .into_iter()
        .enumerate()
        .map(|(k, e)| alternate(k, e));
    let mut product: Vec<Rational> = signed.collect();
    product.reverse();
    product
}

/// Σ λ_i^k for k = 0 … `count`.
fn power_sums(coefficients: &[Rational], count: usize) -> Vec<Rational> {
    let degree = coefficients.len() - 1;
    // The coefficient of λ^{degree − k}.
    let below = |k: usize| &coefficients[degree - k];
    let mut sums = vec![Rational::from(degree)];
    for k in 1..=count {
        let known: Rational = (1..k.min(degree + 1))
            .map(|i| below(i) * &sums[k - i])
            .sum();
        let last = if k <= degree {
            Rational::from(k) * below(k)
        } else {
            Rational::ZERO
        };
        sums.push(-(known + last));
    }
    sums
}

fn alternate(power: usize, value: Rational) -> Rational {
    if power % 2 == 1 { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::given::{chain, chain_over};
    use crate::numbers::{Integer, Natural};

    fn rationals(values: &[i64]) -> Vec<Rational> {
        values.iter().map(|&value| Rational::from(value)).collect()
    }

    #[test]
    fn newton_by_hand() {
        // (λ − 2)(λ − 3): power sums 2, 5, 13, 35; products 4, 6, 9.
        let polynomial = rationals(&[6, -5, 1]);
        assert_eq!(power_sums(&polynomial, 3), rationals(&[2, 5, 13, 35]));
        // (λ − 4)(λ − 6)(λ − 9)
        assert_eq!(root_products(&polynomial), rationals(&[-216, 114, -19, 1]));
    }

    #[test]
    fn dividing_by_the_root_one() {
        // (λ − 1)(λ² + 2) = λ³ − λ² + 2λ − 2
        assert_eq!(
            without_one(&rationals(&[-2, 2, -1, 1])),
            rationals(&[2, 0, 1])
        );
    }

    /// A chain that goes from each state to these, with the same probability.
    fn walk(moves: &[&[usize]]) -> Chain {
        let size = moves.len();
        let row = |to: &&[usize]| {
            let mut row = vec![Rational::ZERO; size];
            to.iter()
                .for_each(|&state| row[state] = Rational::new(1, to.len() as i64));
            row
        };
        let target = vec![Rational::new(1, size.max(1) as i64); size];
        chain(target, moves.iter().map(row).collect())
    }

    #[test]
    fn classes_and_periods_come_first() {
        let modulus = |chain: &Chain| second_modulus(chain, Accuracy::default());
        let exactly = |n, d| Some(Figure::Exact(Rational::new(n, d)));
        assert_eq!(modulus(&walk(&[])), None);
        assert_eq!(modulus(&walk(&[&[0]])), exactly(0, 1));
        assert_eq!(modulus(&walk(&[&[0, 1], &[0]])), exactly(1, 2));
        // Two closed classes; a period; a class that is left is no closed one.
        assert_eq!(modulus(&walk(&[&[0], &[1]])), exactly(1, 1));
        assert_eq!(modulus(&walk(&[&[1], &[2], &[0]])), exactly(1, 1));
        assert_eq!(modulus(&walk(&[&[0], &[0, 1]])), exactly(1, 2));
        // As many states as are solved for, and one more.
        let most = Chain::MOST_SPECTRAL;
        let anywhere = |size: usize| {
            let all: Vec<usize> = (0..size).collect();
            walk(&vec![&all[..]; size])
        };
        assert!(modulus(&anywhere(8)).is_some_and(|figure| figure.contains(&Rational::ZERO)));
        assert_eq!(modulus(&anywhere(most + 1)), None);
        // It is 1 for classes and for a period, however many states there are.
        let apart: Vec<[usize; 1]> = (0..=most).map(|state| [state]).collect();
        let around: Vec<[usize; 1]> = (0..=most).map(|state| [(state + 1) % (most + 1)]).collect();
        for moves in [apart, around] {
            let moves: Vec<&[usize]> = moves.iter().map(|to| &to[..]).collect();
            assert_eq!(modulus(&walk(&moves)), exactly(1, 1));
        }
    }

    #[test]
    fn only_a_root_that_covers_is_exact() {
        let accuracy = Accuracy { digits: 0 };
        // No rational number is a root of x² = 1/n.
        for n in [2, 3, 5, 6, 7, 8, 10, 11, 12, 13] {
            let square = Rational::new(1, n);
            let found = bisect(accuracy, |radius| radius.power(2) >= square, |_| false);
            assert!(found.exact().is_none() && accuracy.allows(&found), "{n}");
            assert!(found.low().power(2) < square && square < found.high().power(2));
        }
        // Another root is simpler, and so near that no bracket is between them.
        let third = Rational::new(1, 3);
        let largest = &third + Rational::new(1, 10).power(12);
        let roots = [third.clone(), largest.clone()];
        let found = bisect(
            accuracy,
            |radius| *radius >= largest,
            |radius| roots.contains(radius),
        );
        assert!(found.exact().is_none() && accuracy.allows(&found));
        assert!(found.contains(&third) && found.contains(&largest));
    }

    #[test]
    fn short_chains_are_decided_exactly() {
        let modulus = |rows: [[i64; 3]; 3], denominator| {
            let chain = chain_over(([1, 1, 1], 3), (rows, denominator));
            second_modulus(&chain, Accuracy::default())
        };
        let exactly = |n, d| Some(Figure::Exact(Rational::new(n, d)));
        // The eigenvalues are 1 and twice 1/3, −1/3, (1 + ω)/2.
        assert_eq!(modulus([[5, 2, 2], [2, 5, 2], [2, 2, 5]], 9), exactly(1, 3));
        assert_eq!(modulus([[1, 4, 4], [4, 1, 4], [4, 4, 1]], 9), exactly(1, 3));
        assert_eq!(modulus([[1, 1, 0], [0, 1, 1], [1, 0, 1]], 2), exactly(1, 2));
        // Of two states it is 1 − a − b, however long.
        let (a, b) = (Rational::new(1, 3).power(90), Rational::new(1, 2));
        let rows = vec![
            vec![Rational::ONE - &a, a.clone()],
            vec![b.clone(), b.clone()],
        ];
        let found = second_modulus(&chain(vec![b.clone(); 2], rows), Accuracy::default());
        assert_eq!(found, Some(Figure::Exact(b - a)));
    }

    /// A walk around three states stays with probability 1/4: its other eigenvalues
    /// (1 + 3ω)/4 have modulus √7/4. Jumps anywhere, so rare that no polynomial is
    /// made, multiply it by their complement.
    #[test]
    fn a_long_chain_without_detailed_balance() {
        let rare = Rational::from_parts(Integer::ONE, Natural::ONE << 170_000usize);
        let often = Rational::ONE - &rare;
        let entry = |fourths: i64| Rational::new(fourths, 4) * &often + &rare * Rational::new(1, 3);
        let [none, stays, moves] = [0, 1, 3].map(entry);
        let row = |from: usize| {
            let mut row = vec![none.clone(); 3];
            row[from] = stays.clone();
            row[(from + 1) % 3] = moves.clone();
            row
        };
        let around = chain(vec![Rational::new(1, 3); 3], (0..3).map(row).collect());
        let accuracy = Accuracy { digits: 4 };
        let modulus = second_modulus(&around, accuracy).expect("narrow");
        let square = Rational::new(7, 16) * often.power(2);
        assert!(accuracy.allows(&modulus));
        assert!(modulus.low().power(2) <= square && square <= modulus.high().power(2));
    }
}
