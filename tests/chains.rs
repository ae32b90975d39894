//! Stationary laws, structure, spectra and variances of chains whose answers
//! are known.

use crate::support;

use approx::assert_relative_eq;
use peskun::chains::{
    Accuracy, Chain, Order, Unordered, asymptotic_variance, covariance_order, peskun_order,
    second_modulus, stationary_law, total_variation,
};
use peskun::models::bernoulli_pair;
use peskun::numbers::Rational;
use proptest::prelude::*;
use support::given::Given;
use support::random::{model, parts};
use support::{chain, q};

/// A chain with given rows of weights, and a target.
fn given(rows: &[&[i64]], target: &[i64]) -> Chain {
    Chain::of(&Given::new(rows, target)).expect("within the budget")
}

fn modulus(chain: &Chain) -> (Rational, Rational) {
    let modulus = second_modulus(chain, Accuracy::default()).expect("few states");
    (modulus.low().clone(), modulus.high().clone())
}

fn exactly(value: Rational) -> (Rational, Rational) {
    (value.clone(), value)
}

#[test]
fn a_swap_is_periodic_and_has_a_variance_all_the_same() {
    let swap = given(&[&[0, 1], &[1, 0]], &[1, 1]);
    assert!(swap.is_irreducible());
    assert_eq!(swap.period(&[0, 1]), 2);
    assert_eq!(modulus(&swap), exactly(Rational::ONE));
    let law = stationary_law(&swap).expect("unique");
    // The average alternates: its variance is smaller than any 1/n.
    assert_eq!(
        asymptotic_variance(&swap, &law, &[q(0, 1), q(1, 1)]),
        Rational::ZERO
    );
}

#[test]
fn cycles_have_complex_eigenvalues() {
    let cycle = given(&[&[0, 1, 0], &[0, 0, 1], &[1, 0, 0]], &[1, 1, 1]);
    assert_eq!(cycle.period(&[0, 1, 2]), 3);
    assert_eq!(modulus(&cycle), exactly(Rational::ONE));
    assert!(cycle.is_invariant() && cycle.imbalance().is_some());
    // Lazy: |½ + ½ω| = ½.
    let lazy = given(&[&[1, 1, 0], &[0, 1, 1], &[1, 0, 1]], &[1, 1, 1]);
    assert_eq!(lazy.period(&[0, 1, 2]), 1);
    assert_eq!(modulus(&lazy), exactly(q(1, 2)));
    // ⅔ + ⅓ω: |λ|² = 4/9 − 2/9 + 1/9 = 1/3, an irrational modulus.
    let lazier = given(&[&[2, 1, 0], &[0, 2, 1], &[1, 0, 2]], &[1, 1, 1]);
    let (low, high) = modulus(&lazier);
    assert!(low.power(2) < q(1, 3) && q(1, 3) < high.power(2));
    assert!(high - low <= q(1, 1_000_000_000_000));
}

#[test]
fn reducible_chains_have_no_unique_law() {
    let split = given(&[&[1, 0, 0], &[1, 1, 1], &[0, 0, 1]], &[1, 0, 1]);
    let classes = split.classes();
    assert_eq!(
        (classes.closed, classes.transient),
        (vec![vec![0], vec![2]], vec![1])
    );
    assert_eq!(stationary_law(&split), None);
    assert_eq!(modulus(&split), exactly(Rational::ONE));
    let funnel = given(&[&[1, 1, 0], &[1, 2, 0], &[1, 1, 1]], &[1, 1, 1]);
    assert_eq!(
        stationary_law(&funnel),
        Some(vec![q(2, 5), q(3, 5), q(0, 1)])
    );
}

#[test]
fn known_eigenvalues_of_a_walk() {
    // Reflecting walk on three points: eigenvalues 1, 0, −1.
    let walk = given(&[&[0, 1, 0], &[1, 0, 1], &[0, 1, 0]], &[1, 2, 1]);
    assert_eq!(modulus(&walk), exactly(Rational::ONE));
    assert_eq!(walk.imbalance(), None);
    // The complete graph on four points with loops: all others vanish.
    let complete = given(&[[1; 4].as_slice(); 4], &[1; 4]);
    assert_eq!(modulus(&complete), exactly(Rational::ZERO));
    // Without loops: −1/3 three times.
    let hollow = given(
        &[&[0, 1, 1, 1], &[1, 0, 1, 1], &[1, 1, 0, 1], &[1, 1, 1, 0]],
        &[1; 4],
    );
    assert_eq!(modulus(&hollow), exactly(q(1, 3)));
    // Lazy walk on a circle of five: ½ + ½cos(2π/5), an irrational number.
    let circle = given(
        &[
            &[2, 1, 0, 0, 1],
            &[1, 2, 1, 0, 0],
            &[0, 1, 2, 1, 0],
            &[0, 0, 1, 2, 1],
            &[1, 0, 0, 1, 2],
        ],
        &[1; 5],
    );
    let (low, high) = modulus(&circle);
    let expected = 0.5 + 0.5 * (2.0 * std::f64::consts::PI / 5.0).cos();
    assert!(low.to_f64() <= expected && expected <= high.to_f64());
    assert!(high - low <= q(1, 1_000_000_000_000));
}

#[test]
fn orders_that_do_not_exist_say_why() {
    let model = bernoulli_pair();
    let order =
        |first: &Chain, second: &Chain| peskun_order(first, second).map(|peskun| peskun.order);
    let (mh, pmc, broken) = (
        chain(&model, "mh"),
        chain(&model, "pmc"),
        chain(&model, "mabmc:reuse"),
    );
    assert_eq!(order(&mh, &pmc), Err(Unordered::States));
    assert_eq!(order(&mh, &broken), Err(Unordered::Second));
    assert_eq!(order(&broken, &mh), Err(Unordered::First));
    assert_eq!(order(&mh, &mh), Ok(Order::Equal));
    let (uniform, skewed) = (
        given(&[&[1, 1], &[1, 1]], &[1, 1]),
        given(&[&[2, 1], &[2, 1]], &[2, 1]),
    );
    assert_eq!(order(&uniform, &skewed), Err(Unordered::Targets));
}

#[test]
fn chains_can_be_incomparable() {
    // Two walks on three points that move along different edges.
    let left = given(&[&[1, 1, 0], &[1, 1, 0], &[0, 0, 2]], &[1, 1, 1]);
    let right = given(&[&[2, 0, 0], &[0, 1, 1], &[0, 1, 1]], &[1, 1, 1]);
    let peskun = peskun_order(&left, &right).expect("comparable");
    assert_eq!(peskun.order, Order::Incomparable);
    let (first, second) = (
        peskun.first_above.expect("a pair"),
        peskun.second_above.expect("a pair"),
    );
    assert!(first.first.low() > first.second.high());
    assert!(second.second.low() > second.first.high());
    let covariance = covariance_order(&left, &right).expect("comparable");
    assert_eq!(covariance.order, Order::Incomparable);
    let form = |chain: &Chain, f: &[Rational]| -> Rational {
        (0..3)
            .flat_map(|i| (0..3).map(move |j| (i, j)))
            .map(|(i, j)| &f[i] * chain.flow(i, j) * &f[j])
            .sum()
    };
    let function = covariance.first_above.expect("a function");
    assert!(form(&left, &function) < form(&right, &function));
    // Incomparable for Peskun, ordered by covariance: 1/4 more on two edges of
    // a triangle outweighs 1/12 less on the third.
    let base = given(&[&[6, 3, 3], &[3, 6, 3], &[3, 3, 6]], &[1, 1, 1]);
    let more = given(&[&[3, 6, 3], &[6, 1, 5], &[3, 5, 4]], &[1, 1, 1]);
    let less = given(&[&[4, 6, 2], &[6, 0, 6], &[2, 6, 4]], &[1, 1, 1]);
    assert_eq!(
        peskun_order(&more, &base).expect("comparable").order,
        Order::First
    );
    assert_eq!(
        peskun_order(&less, &base).expect("comparable").order,
        Order::Incomparable
    );
    assert_eq!(
        covariance_order(&less, &base).expect("comparable").order,
        Order::First
    );
}

/// Var f + 2 Σ cov(f, P^k f), summed up in floating point.
fn variance_by_series(chain: &Chain, law: &[Rational], function: &[Rational]) -> f64 {
    let n = law.len();
    let matrix: Vec<Vec<f64>> = chain
        .matrix()
        .rows()
        .iter()
        .map(|row| row.iter().map(Rational::to_f64).collect())
        .collect();
    let law: Vec<f64> = law.iter().map(Rational::to_f64).collect();
    let function: Vec<f64> = function.iter().map(Rational::to_f64).collect();
    let mean: f64 = law.iter().zip(&function).map(|(p, f)| p * f).sum();
    let centered: Vec<f64> = function.iter().map(|f| f - mean).collect();
    let inner = |g: &[f64]| -> f64 { (0..n).map(|i| law[i] * centered[i] * g[i]).sum() };
    let mut total = inner(&centered);
    let mut image = centered.clone();
    for _ in 0..20_000 {
        image = (0..n)
            .map(|i| (0..n).map(|j| matrix[i][j] * image[j]).sum())
            .collect();
        total += 2.0 * inner(&image);
    }
    total
}

proptest! {
    #![proptest_config(support::cases(100))]

    #[test]
    fn stationary_laws_are_stationary(parts in parts(4, 3)) {
        for kernel in ["mabmc:repropose", "mabmc:reuse", "noisy:2", "dmh:1"] {
            let chain = chain(&model(&parts), kernel);
            match stationary_law(&chain) {
                Some(law) => {
                    prop_assert_eq!(&chain.matrix().applied_to_law(&law), &law);
                    prop_assert_eq!(law.iter().cloned().sum::<Rational>(), Rational::ONE);
                    let distance = total_variation(&law, chain.target());
                    prop_assert_eq!(distance.is_zero(), chain.is_invariant());
                }
                None => prop_assert!(chain.classes().closed.len() > 1),
            }
        }
    }

    #[test]
    fn variances_are_what_their_series_sums_to(parts in parts(4, 3), values in prop::collection::vec(-5i64..=5, 4)) {
        for kernel in ["mpmc", "mabmc:reuse"] {
            let chain = chain(&model(&parts), kernel);
            let Some(law) = stationary_law(&chain) else { continue };
            let (_, high) = modulus(&chain);
            if high > q(99, 100) {
                continue;
            }
            let function: Vec<Rational> = values[..chain.states().len()].iter().map(|&n| Rational::from(n)).collect();
            let exact = asymptotic_variance(&chain, &law, &function);
            prop_assert!(!exact.is_negative());
            assert_relative_eq!(exact.to_f64(), variance_by_series(&chain, &law, &function), max_relative = 1e-8, epsilon = 1e-8);
        }
    }

    /// The enclosure contains the modulus that power iteration finds.
    #[test]
    fn moduli_agree_with_a_numerical_method(parts in parts(5, 3)) {
        for kernel in ["sve", "mabmc:repropose", "rule:max-draws"] {
            let chain = chain(&model(&parts), kernel);
            let (low, high) = modulus(&chain);
            prop_assert!(low <= high && high <= Rational::ONE);
            prop_assert!(&high - &low <= q(1, 1_000_000_000_000));
            let Some(law) = stationary_law(&chain) else {
                prop_assert_eq!(high, Rational::ONE);
                continue;
            };
            let rate = decay(&chain, &law);
            prop_assert!((rate - low.to_f64()).abs() < 0.02, "{} against {}", rate, low);
        }
    }
}

/// ‖(P − Π)^k‖^{1/k} for k = 2^12 by repeated squaring with scaling.
fn decay(chain: &Chain, law: &[Rational]) -> f64 {
    let n = law.len();
    let entry = |i: usize, j: usize| (chain.matrix().entry(i, j) - &law[j]).to_f64();
    let mut power: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| entry(i, j)).collect())
        .collect();
    let mut logarithm = 0.0;
    let squarings = 12;
    for _ in 0..squarings {
        let norm = power.iter().flatten().fold(0.0f64, |a, b| a.max(b.abs()));
        if norm < 1e-300 {
            return 0.0;
        }
        logarithm = 2.0 * (logarithm + norm.ln());
        let scaled: Vec<Vec<f64>> = power
            .iter()
            .map(|row| row.iter().map(|x| x / norm).collect())
            .collect();
        power = (0..n)
            .map(|i| {
                (0..n)
                    .map(|j| (0..n).map(|k| scaled[i][k] * scaled[k][j]).sum())
                    .collect()
            })
            .collect();
    }
    let norm = power.iter().flatten().fold(0.0f64, |a, b| a.max(b.abs()));
    if norm < 1e-300 {
        return 0.0;
    }
    ((logarithm + norm.ln()) / f64::from(1 << squarings)).exp()
}
