//! Section 5.2: the Ising example, "intractable for large N". On its own lattice
//! everything is exact: Z(β), detailed balance, and the acceptance of all
//! algorithms.

use peskun::arms::AnyArm;
use peskun::kernels::Algorithm;
use peskun::lattices::{CountedModel, LatticeChain, Setting, experiment};
use peskun::models::{Boundary, Lattice, typical_lattice};
use peskun::numbers::{Natural, Rational};
use peskun::rules::TieBreak;

fn q(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator, denominator)
}

/// Z at t as Σ g(T) t^T, against the product formula of a lattice that has one:
/// a path of n sites, 2 (1 + t)^(n − 1).
#[test]
fn the_normalizing_constant_is_a_sum_of_few_terms() {
    let path = Lattice::new(1, 12, Boundary::Free).expect("a lattice");
    let counts = path.agreements().expect("counts");
    let t = q(7, 5);
    let terms = counts.iter().enumerate();
    let sum: Rational = terms
        .map(|(level, g)| Rational::from(g.clone()) * t.power(level))
        .sum();
    assert_eq!(sum, q(2, 1) * (q(1, 1) + t).power(11));
    let paper = Lattice::new(10, 10, Boundary::Free).expect("a lattice");
    let counts = paper.agreements().expect("counts");
    let total = counts.iter().fold(Natural::ZERO, |sum, count| sum + count);
    assert_eq!((counts.len(), total), (181, Natural::ONE << 100usize));
}

/// Lemmas 1 and 2 on one 10 × 10 lattice: 2^100 configurations.
#[test]
fn both_arms_satisfy_detailed_balance() {
    let weights = (0..6).map(|k| q(11, 10) + q(k, 10)).collect();
    let model = typical_lattice("paper", 10, 1, weights, q(61, 50), 6);
    let counted = CountedModel::new(&model);
    for arm in ["mh", "mpmc", "sve", "bridge"] {
        let arm: AnyArm = arm.parse().expect("an arm");
        let table = counted.acceptances(&arm).expect("a formula");
        assert!(counted.balances(&table), "{arm}");
        // One entry changed in its last digit is noticed.
        let mut wrong = table;
        wrong[1][4].numerator += Natural::ONE;
        assert!(!counted.balances(&wrong), "{arm}");
    }
}

/// Algorithm 5 with fresh draws there, its decisions computed exactly.
#[test]
fn mabmc_satisfies_detailed_balance() {
    let weights = vec![q(11, 10), q(61, 50), q(7, 5)];
    let model = typical_lattice("paper", 10, 1, weights, q(6, 5), 3);
    let counted = CountedModel::new(&model);
    let of = |kernel: &str| {
        let algorithm = Algorithm::named(kernel, TieBreak::Coin).expect("a kernel");
        LatticeChain::of(&counted, &algorithm)
            .expect("a chain")
            .expect("a formula")
    };
    assert_eq!(of("mabmc").imbalance(), None);
    assert!(
        of("rule:if from < to { 1 } else { 2 }")
            .imbalance()
            .is_some()
    );
}

/// "MABMC overall outperforms": it depends on the scale of the proposal.
#[test]
fn the_scale_of_the_proposal_decides() {
    let setting = Setting {
        side: 10,
        replicates: 1,
        estimate: q(61, 50),
        step: q(1, 10),
        half: 2,
        reaches: vec![1, 4],
    };
    let outcome = experiment(&setting);
    assert!(outcome.straddle_is_bayes && outcome.balanced);
    for line in &outcome.averages {
        println!(
            "{} steps: M-H {:.4} MPMC {:.4} SVE {:.4} MABMC {:.4} straddle {:.4} bridge {:.4}",
            line.reach,
            line.metropolis.low.to_f64(),
            line.mpmc.low.to_f64(),
            line.sve.low.to_f64(),
            line.mabmc.low.to_f64(),
            line.straddle.low.to_f64(),
            line.bridge.low.to_f64()
        );
        // Straddle is above both arms and MABMC; the bridge is above SVE; M-H is above all.
        for arm in [&line.mpmc, &line.sve, &line.mabmc] {
            assert!(line.straddle.high >= arm.low);
            assert!(line.metropolis.is_above(&arm.high));
        }
        assert!(line.bridge.is_above(&line.sve.high));
    }
}
