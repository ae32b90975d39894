//! The algebra of numbers and laws: against `num-rational`, and against the
//! axioms (quickcheck); linear algebra and roots by their definitions.

use crate::support;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use peskun::numbers::{
    Definiteness, Integer, Law, Matrix, Natural, Polynomial, Rational, Sturm, Tally,
    characteristic_polynomial, over_common_denominator, positive_semidefinite, rank, solve,
};
use proptest::prelude::*;
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// A rational with a numerator and denominator of any size up to 128 bits.
#[derive(Clone, Debug)]
struct Any(Rational);

impl Arbitrary for Any {
    fn arbitrary(g: &mut Gen) -> Self {
        let wide = bool::arbitrary(g);
        let numerator = if wide {
            i128::arbitrary(g)
        } else {
            i128::from(i8::arbitrary(g))
        };
        let denominator = if wide {
            u128::arbitrary(g)
        } else {
            u128::from(u8::arbitrary(g))
        };
        Any(Rational::from_parts(
            Integer::from(numerator),
            Natural::from(denominator.max(1)),
        ))
    }
}

/// A law on a few small numbers.
#[derive(Clone, Debug)]
struct AnyLaw(Law<u8>);

impl Arbitrary for AnyLaw {
    fn arbitrary(g: &mut Gen) -> Self {
        let atoms: Vec<(u8, u8)> = Vec::arbitrary(g);
        let atoms = atoms.into_iter().chain([(0, 1)]);
        let weights = atoms.map(|(value, weight)| (value % 8, Rational::from(u32::from(weight))));
        AnyLaw(Law::proportional_to(weights).expect("the last atom is positive"))
    }
}

fn other(value: &Any) -> BigRational {
    BigRational::from(&value.0)
}

fn check<P: quickcheck::Testable>(property: P) {
    let generator = Gen::from_size_and_seed(64, support::size::seed());
    QuickCheck::new()
        .rng(generator)
        .tests(support::size::sized("random cases", 2_000, 500))
        .quickcheck(property);
}

#[test]
fn arithmetic_agrees_with_num_rational() {
    fn agrees(a: Any, b: Any) -> bool {
        let (x, y) = (other(&a), other(&b));
        let (a, b) = (&a.0, &b.0);
        let quotient = b.is_zero() || BigRational::from(a / b) == &x / &y;
        BigRational::from(a + b) == &x + &y
            && BigRational::from(a - b) == &x - &y
            && BigRational::from(a * b) == &x * &y
            && quotient
            && a.cmp(b) == x.cmp(&y)
            && BigRational::from(a.abs())
                == if a.is_negative() {
                    -x.clone()
                } else {
                    x.clone()
                }
            && a.to_string() == x.to_string()
    }
    check(agrees as fn(Any, Any) -> bool);
}

#[test]
fn conversions_go_there_and_back() {
    fn returns(a: Any) -> bool {
        Rational::from(other(&a)) == a.0 && a.0.to_string().parse() == Ok(a.0.clone())
    }
    check(returns as fn(Any) -> bool);
    assert_eq!(Rational::from(&BigInt::from(-12)), Rational::from(-12));
    assert_eq!(Rational::from(&BigUint::from(12u8)), Rational::from(12));
    // A fraction that is neither reduced nor positive below.
    let raw = BigRational::new_raw(BigInt::from(6), BigInt::from(-4));
    assert_eq!(Rational::from(&raw), Rational::new(-3, 2));
    assert_eq!(
        Rational::from(&BigRational::new_raw(BigInt::from(-6), BigInt::from(-4))),
        Rational::new(3, 2)
    );
    assert_eq!(
        Rational::from(&BigRational::from(BigInt::from(0))),
        Rational::ZERO
    );
}

#[test]
fn field_axioms() {
    fn hold(a: Any, b: Any, c: Any) -> bool {
        let (a, b, c) = (&a.0, &b.0, &c.0);
        let inverse = a.is_zero() || a * a.reciprocal().expect("not zero") == Rational::ONE;
        (a + b) + c == a + (b + c)
            && a * (b + c) == a * b + a * c
            && a - a == Rational::ZERO
            && inverse
    }
    check(hold as fn(Any, Any, Any) -> bool);
}

#[test]
fn sums_reduced_once_are_sums() {
    fn same(terms: Vec<Any>) -> bool {
        let one_by_one = terms
            .iter()
            .fold(BigRational::from(BigInt::from(0)), |sum, term| {
                sum + other(term)
            });
        BigRational::from(terms.into_iter().map(|term| term.0).sum::<Rational>()) == one_by_one
    }
    check(same as fn(Vec<Any>) -> bool);
}

#[test]
fn tallies_are_laws_of_rational_weights() {
    fn same(paths: Vec<(u8, u8, u8)>) -> bool {
        // Weights that add up to 1: each path is cut in two unequal parts.
        let count = Rational::from(paths.len().max(1));
        let mut tally = Tally::default();
        let mut atoms = vec![];
        let paths = if paths.is_empty() {
            vec![(0, 0, 0)]
        } else {
            paths
        };
        for (first, second, cut) in paths {
            let share = Rational::new(i64::from(cut) + 1, 257) / &count;
            let rest = count.reciprocal().expect("positive") - &share;
            for (outcome, weight) in [(first % 5, share), (second % 5, rest)] {
                let numerator = Natural::try_from(weight.numerator().clone()).expect("positive");
                tally.add(outcome, &numerator, weight.denominator());
                atoms.push((outcome, weight));
            }
        }
        tally.law() == Law::new(atoms).ok()
    }
    check(same as fn(Vec<(u8, u8, u8)>) -> bool);
    let mut short = Tally::default();
    short.add(0, &Natural::ONE, &Natural::from(2u8));
    assert!(short.law().is_none(), "half a law is no law");
    assert!(Tally::<u8>::default().law().is_none());
}

#[test]
fn common_denominators_change_no_value() {
    fn same(values: Vec<Any>) -> bool {
        let values: Vec<Rational> = values.into_iter().map(|value| value.0).collect();
        let (numerators, common) = over_common_denominator(&values);
        let back = numerators
            .into_iter()
            .map(|n| Rational::from_parts(n, common.clone()));
        back.eq(values)
    }
    check(same as fn(Vec<Any>) -> bool);
}

#[test]
fn laws_have_mass_one_and_map_like_functions() {
    fn holds(law: AnyLaw) -> bool {
        let law = law.0;
        let total = law.expectation(|_| Rational::ONE);
        let mean = law.expectation(|&value| Rational::from(u32::from(value)));
        let half = law.map(|value| value / 2);
        let half_mean = law.expectation(|&value| Rational::from(u32::from(value / 2)));
        total == Rational::ONE
            && half.expectation(|&value| Rational::from(u32::from(value))) == half_mean
            && law.map(|&value| value) == law
            && mean <= Rational::from(7)
    }
    check(holds as fn(AnyLaw) -> bool);
}

#[test]
fn products_are_independent() {
    fn independent(a: AnyLaw, b: AnyLaw) -> bool {
        let product = a.0.product(&b.0);
        a.0.iter().all(|(x, p)| {
            b.0.iter()
                .all(|(y, q)| product.probability(&(*x, *y)) == &p * q)
        }) && product.map(|pair| pair.0) == a.0
    }
    check(independent as fn(AnyLaw, AnyLaw) -> bool);
}

#[test]
fn distances_between_laws() {
    fn hold(a: AnyLaw, b: AnyLaw, c: AnyLaw) -> bool {
        let (a, b, c) = (&a.0, &b.0, &c.0);
        let (ab, ba) = (a.total_variation(b), b.total_variation(a));
        let by_definition: Rational = (0..8)
            .map(|v| (a.probability(&v) - b.probability(&v)).abs())
            .sum();
        let triangle = ab <= a.total_variation(c) + c.total_variation(b);
        // Cauchy–Schwarz: 4 TV² ≤ χ².
        let pearson = a
            .chi_square(b)
            .is_none_or(|chi| Rational::from(4) * ab.power(2) <= chi);
        ab == ba
            && Rational::from(2) * &ab == by_definition
            && triangle
            && pearson
            && (ab.is_zero() == (a == b))
    }
    check(hold as fn(AnyLaw, AnyLaw, AnyLaw) -> bool);
}

fn square(size: usize) -> impl Strategy<Value = Matrix> {
    prop::collection::vec((-6i64..=6, 1i64..=4), size * size).prop_map(move |entries| {
        Matrix::from_fn(size, size, |i, j| {
            let (numerator, denominator) = entries[i * size + j];
            Rational::new(numerator, denominator)
        })
    })
}

fn sized() -> impl Strategy<Value = Matrix> {
    (1usize..=5).prop_flat_map(square)
}

/// p(M) by Horner.
fn evaluate(coefficients: &[Rational], matrix: &Matrix) -> Matrix {
    let size = matrix.height();
    let zero = Matrix::from_fn(size, size, |_, _| Rational::ZERO);
    coefficients.iter().rev().fold(zero, |sum, coefficient| {
        let product = sum.times(matrix);
        Matrix::from_fn(size, size, |i, j| {
            let diagonal = if i == j {
                coefficient.clone()
            } else {
                Rational::ZERO
            };
            product.entry(i, j) + diagonal
        })
    })
}

proptest! {
    #![proptest_config(support::cases(400))]

    #[test]
    fn solutions_solve(matrix in sized(), seed in prop::collection::vec(-9i64..=9, 5)) {
        let right: Vec<Rational> = seed[..matrix.height()].iter().map(|&n| Rational::from(n)).collect();
        match solve(&matrix, &right) {
            Some(solution) => {
                prop_assert_eq!(matrix.transpose().applied_to_law(&solution), right);
                prop_assert_eq!(rank(&matrix), matrix.height());
            }
            None => prop_assert!(rank(&matrix) < matrix.height()),
        }
    }

    #[test]
    fn rank_of_a_product_is_no_larger(a in square(4), b in square(4)) {
        prop_assert!(rank(&a.times(&b)) <= rank(&a).min(rank(&b)));
        prop_assert_eq!(rank(&a), rank(&a.transpose()));
    }

    /// Every matrix is a root of its characteristic polynomial.
    #[test]
    fn cayley_and_hamilton(matrix in sized()) {
        let polynomial = characteristic_polynomial(&matrix);
        let image = evaluate(&polynomial, &matrix);
        prop_assert!(image.rows().iter().flatten().all(Rational::is_zero));
        prop_assert_eq!(&polynomial[matrix.height()], &Rational::ONE);
        prop_assert_eq!(-polynomial[matrix.height() - 1].clone(), matrix.trace());
    }

    /// MᵀM is positive semidefinite; a witness against M + Mᵀ is one.
    #[test]
    fn definiteness(matrix in sized()) {
        let gram = matrix.transpose().times(&matrix);
        prop_assert_eq!(positive_semidefinite(&gram), Definiteness::PositiveSemidefinite);
        let size = matrix.height();
        let symmetric = Matrix::from_fn(size, size, |i, j| matrix.entry(i, j) + matrix.entry(j, i));
        if let Definiteness::NegativeAlong(v) = positive_semidefinite(&symmetric) {
            let image = symmetric.applied_to_law(&v);
            let form: Rational = image.iter().zip(&v).map(|(a, b)| a * b).sum();
            prop_assert!(form.is_negative());
        } else {
            // Sylvester: no eigenvalue of a semidefinite matrix is negative.
            let polynomial = Polynomial::from_rationals(&characteristic_polynomial(&symmetric));
            let sturm = Sturm::of(&polynomial);
            prop_assert!(sturm.is_real_rooted());
            let at_least_zero = sturm.roots_above(&Rational::ZERO) + usize::from(polynomial.sign_at(&Rational::ZERO) == 0);
            prop_assert_eq!(at_least_zero, sturm.real_roots());
        }
    }

    /// Σ over the roots that the polynomial was built from.
    #[test]
    fn sturm_counts_the_roots_it_was_built_from(
        mut roots in prop::collection::vec((-12i64..=12, 1i64..=3), 1..6),
        (low, high) in (-9i64..=9, -9i64..=9),
    ) {
        let linear = |(n, d): &(i64, i64)| Polynomial::new(vec![Integer::from(-n), Integer::from(*d)]);
        let product = roots.iter().map(linear).fold(vec![Integer::ONE], |product, factor| {
            let mut next = vec![Integer::ZERO; product.len() + 1];
            for (i, a) in product.iter().enumerate() {
                for (j, b) in factor.coefficients().iter().enumerate() {
                    next[i + j] += a * b;
                }
            }
            next
        });
        let sturm = Sturm::of(&Polynomial::new(product));
        roots.sort_by_key(|&(n, d)| Rational::new(n, d));
        roots.dedup_by_key(|(n, d)| Rational::new(*n, *d));
        let (low, high) = (Rational::from(low.min(high)), Rational::from(low.max(high)));
        let inside = roots.iter().map(|&(n, d)| Rational::new(n, d)).filter(|r| low < *r && *r <= high).count();
        prop_assert_eq!(sturm.roots_between(&low, &high), inside);
        prop_assert_eq!(sturm.real_roots(), roots.len());
        prop_assert!(sturm.is_real_rooted());
    }
}
