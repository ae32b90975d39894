//! Formulas on lattices against the plain enumeration of all configurations,
//! entry by entry.

use crate::support;

use peskun::chains::{Chain, Order, enclosed_peskun_order};
use peskun::chance::{Budget, Reading};
use peskun::kernels::{Algorithm, KernelVisitor};
use peskun::lattices::{CountedModel, EnclosedChain, Enclosure, LatticeChain, chain_of};
use peskun::models::{
    Boundary, IsingModel, IsingParts, Lattice, SpinModel, ising_three, ising_two, typical_lattice,
};
use peskun::numbers::Rational;
use peskun::rules::TieBreak;
use proptest::prelude::*;
use support::{cases, q};

fn budget() -> Budget {
    Budget::of_paths(200_000_000)
}

fn algorithm(kernel: &str, tie: TieBreak) -> Algorithm {
    Algorithm::named(kernel, tie).expect("a kernel")
}

/// By formulas; fails if there are none.
fn counted(model: &IsingModel, kernel: &str, tie: TieBreak) -> Chain {
    let chain = LatticeChain::of(&CountedModel::new(model), &algorithm(kernel, tie));
    let chain = chain
        .expect("a chain")
        .unwrap_or_else(|| panic!("no formula for {kernel}"));
    assert_eq!(
        chain.imbalance().is_none(),
        chain.chain().imbalance().is_none(),
        "balance by cross-multiplication and after reduction"
    );
    chain.chain()
}

/// By enumeration over configurations.
fn plain(spins: &SpinModel, kernel: &str, tie: TieBreak) -> Chain {
    let chain = Chain::of_algorithm(
        &algorithm(kernel, tie),
        spins.table(),
        Reading::Merged,
        &budget(),
    );
    chain.expect("within the budget")
}

fn same(one: &Chain, other: &Chain, what: &str) {
    assert_eq!(one.states(), other.states(), "{what}");
    assert_eq!(one.target(), other.target(), "{what}");
    assert_eq!(one.matrix(), other.matrix(), "{what}");
    assert_eq!(one.acceptance(), other.acceptance(), "{what}");
    assert_eq!(one.moves(), other.moves(), "{what}");
    assert_eq!(one.draws_per_step(), other.draws_per_step(), "{what}");
}

const KERNELS: [&str; 9] = [
    "mh",
    "sve",
    "mpmc",
    "bridge",
    "rule:straddle",
    "rule:max-min",
    "rule:distance:1/2",
    "rule:[1/3, 2/3]",
    "mabmc",
];

fn lattice(rows: usize, columns: usize, boundary: Boundary) -> Lattice {
    Lattice::new(rows, columns, boundary).expect("a lattice")
}

fn small(
    lattice: Lattice,
    replicates: usize,
    observed: usize,
    weights: &[(i64, i64)],
) -> IsingModel {
    IsingModel::new(IsingParts {
        name: "small".into(),
        lattice,
        replicates,
        weights: weights.iter().map(|&(n, d)| q(n, d)).collect(),
        observed,
        configuration: None,
        estimate: q(6, 5),
        prior: Some((1..=weights.len() as i64).map(|n| q(n, 1)).collect()),
        proposal: None,
    })
    .expect("a model")
}

/// The tie breaks that make a difference to a kernel.
fn ties(kernel: &str) -> &'static [TieBreak] {
    match kernel {
        "mabmc" => &[TieBreak::First, TieBreak::Last, TieBreak::Coin],
        _ => &[TieBreak::First],
    }
}

#[test]
fn every_formula_on_two_by_two_and_two_by_three() {
    use Boundary::{Free, Torus};
    let parts = [
        (lattice(2, 2, Torus), 1, 4, [(1, 1), (3, 2), (2, 1)]),
        (lattice(2, 2, Free), 2, 4, [(1, 2), (6, 5), (2, 1)]),
        (lattice(2, 3, Free), 1, 5, [(1, 1), (3, 2), (5, 2)]),
        (lattice(2, 3, Torus), 1, 6, [(3, 4), (6, 5), (2, 1)]),
        (lattice(1, 5, Torus), 1, 3, [(3, 4), (1, 1), (2, 1)]),
    ];
    let models = parts.map(|(lattice, replicates, observed, weights)| {
        small(lattice, replicates, observed, &weights)
    });
    for model in std::iter::once(&ising_two()).chain(&models) {
        let spins = SpinModel::new(model).expect("few configurations");
        // Two replicates of 2 × 2 have 256 configurations: the arms are enough.
        let few = model.parts().replicates > 1;
        for kernel in KERNELS
            .iter()
            .copied()
            .take(if few { 4 } else { KERNELS.len() })
        {
            for &tie in ties(kernel) {
                let what = format!("{} {kernel} {tie}", model.parts().lattice);
                same(
                    &counted(model, kernel, tie),
                    &plain(&spins, kernel, tie),
                    &what,
                );
            }
        }
    }
}

#[test]
fn every_formula_on_three_by_three() {
    let model = small(lattice(3, 3, Boundary::Free), 1, 7, &[(1, 1), (3, 2)]);
    let spins = SpinModel::new(&model).expect("few configurations");
    for kernel in ["mh", "sve", "mpmc", "bridge", "rule:straddle", "mabmc"] {
        let tie = TieBreak::First;
        same(
            &counted(&model, kernel, tie),
            &plain(&spins, kernel, tie),
            kernel,
        );
    }
}

/// What has no formula is enumerated over the values of T: the same again.
#[test]
fn enumerating_levels_is_enumerating_configurations() {
    let model = small(lattice(2, 3, Boundary::Free), 1, 4, &[(1, 1), (2, 1)]);
    let spins = SpinModel::new(&model).expect("few configurations");
    let levels = |kernel: &str, reading: Reading| {
        let algorithm = algorithm(kernel, TieBreak::First);
        chain_of(&algorithm, &model, reading, &budget()).expect("a chain")
    };
    for kernel in ["noisy:2", "mabmc:repropose", "rule:max-draws"] {
        let by_configurations = plain(&spins, kernel, TieBreak::First);
        same(&levels(kernel, Reading::Merged), &by_configurations, kernel);
    }
    for kernel in ["mh", "sve", "mpmc", "bridge", "rule:straddle"] {
        let by_formula = counted(&model, kernel, TieBreak::First);
        same(&levels(kernel, Reading::Plain), &by_formula, kernel);
    }
}

/// The inner sweeps as the algorithm runs them, and as vectors over all
/// configurations.
#[test]
fn double_metropolis_sweeps_and_its_bias_falls() {
    struct Enumerate;
    impl KernelVisitor for Enumerate {
        type Output = Chain;
        fn visit<K: peskun::kernels::FiniteKernel>(self, kernel: &K) -> Chain {
            Chain::with_budget(kernel, Reading::Merged, &budget()).expect("within the budget")
        }
    }
    for model in [
        ising_two(),
        small(lattice(2, 3, Boundary::Free), 1, 5, &[(1, 1), (2, 1)]),
    ] {
        let spins = SpinModel::new(&model).expect("few configurations");
        for sweeps in 0..3 {
            let arm = peskun::arms::DoubleMetropolis { steps: sweeps };
            let kernel = peskun::kernels::RandomizedMetropolis::new(&spins, arm);
            let by_formula = counted(&model, &format!("dmh:{sweeps}"), TieBreak::First);
            same(
                &by_formula,
                &Enumerate.visit(&kernel),
                &format!("{sweeps} sweeps"),
            );
        }
        let bias: Vec<Rational> = [1, 2, 4, 8]
            .iter()
            .map(|sweeps| {
                let chain = counted(&model, &format!("dmh:{sweeps}"), TieBreak::First);
                let law = peskun::chains::stationary_law(&chain).expect("a unique law");
                peskun::chains::total_variation(&law, chain.target())
            })
            .collect();
        println!(
            "bias after 1, 2, 4, 8 sweeps: {:?}",
            bias.iter().map(Rational::to_f64).collect::<Vec<_>>()
        );
        assert!(bias.windows(2).all(|pair| pair[1] < pair[0]), "{bias:?}");
        assert!(bias[3].is_positive() && bias[3] < q(1, 1000));
    }
}

/// Random lattices with up to seven spins, any prior and proposal, zeros too.
fn models() -> impl Strategy<Value = IsingModel> {
    let shapes = prop_oneof![
        Just((2, 2)),
        Just((2, 3)),
        Just((1, 4)),
        Just((1, 2)),
        Just((3, 2))
    ];
    let boundary = prop_oneof![Just(Boundary::Free), Just(Boundary::Torus)];
    let value = (1..=5i64, 1..=4i64).prop_map(|(n, d)| q(n, d));
    let weights = prop::collection::btree_set(value.clone(), 1..=3);
    (
        shapes,
        boundary,
        weights,
        value,
        any::<prop::sample::Index>(),
    )
        .prop_flat_map(|((rows, columns), boundary, weights, estimate, level)| {
            let lattice = lattice(rows, columns, boundary);
            let counts = lattice.agreements().expect("counts");
            let reached: Vec<usize> = (0..counts.len())
                .filter(|&t| !counts[t].is_zero())
                .collect();
            let observed = *level.get(&reached);
            let size = weights.len();
            let row = prop::collection::vec(0..=2i64, size);
            (
                prop::collection::vec(1..=4i64, size),
                prop::collection::vec(row, size),
            )
                .prop_map(move |(prior, mut proposal)| {
                    proposal
                        .iter_mut()
                        .for_each(|row| row[0] += i64::from(row.iter().all(|&w| w == 0)));
                    let exact = |row: &Vec<i64>| row.iter().map(|&w| q(w, 1)).collect();
                    IsingModel::new(IsingParts {
                        name: "random".into(),
                        lattice,
                        replicates: 1,
                        weights: weights.iter().cloned().collect(),
                        observed,
                        configuration: None,
                        estimate: estimate.clone(),
                        prior: Some(exact(&prior)),
                        proposal: Some(proposal.iter().map(exact).collect()),
                    })
                    .expect("a model")
                })
        })
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn every_formula_on_random_lattices(model in models()) {
        let spins = SpinModel::new(&model).expect("few configurations");
        for kernel in KERNELS {
            for &tie in ties(kernel) {
                same(&counted(&model, kernel, tie), &plain(&spins, kernel, tie), kernel);
            }
        }
        encloses(&model);
    }
}

/// Every entry of the enclosure holds the exact one, and is narrow.
fn encloses(model: &IsingModel) {
    let narrow = q(1, 10).power(30);
    let holds = |enclosure: &Enclosure, value: &Rational| {
        enclosure.low <= *value && *value <= enclosure.high && enclosure.width() <= narrow
    };
    for tie in [TieBreak::First, TieBreak::Last, TieBreak::Coin] {
        let exact = counted(model, "mabmc", tie);
        let enclosed = EnclosedChain::of(&CountedModel::new(model), tie);
        for from in 0..exact.states().len() {
            for to in 0..exact.states().len() {
                assert!(holds(
                    &enclosed.matrix[from][to],
                    exact.matrix().entry(from, to)
                ));
            }
        }
        assert!(holds(&enclosed.acceptance, &exact.acceptance()));
        assert!(holds(&enclosed.moves, &exact.moves()));
        assert!(holds(&enclosed.draws_per_step, &exact.draws_per_step()));
        // The check can fail: a value next to it is outside.
        assert!(!holds(
            &enclosed.acceptance,
            &(exact.acceptance() + q(1, 10).power(25))
        ));
    }
}

#[test]
fn enclosures_hold_the_exact_values_on_larger_lattices() {
    encloses(&ising_three());
    let weights = vec![q(11, 10), q(6, 5), q(7, 5)];
    encloses(&typical_lattice("five", 5, 2, weights, q(6, 5), 1));
}

/// The paper's lattice with its ten replicates: 2^1000 configurations.
#[test]
fn detailed_balance_on_the_papers_lattice() {
    let weights: Vec<Rational> = [56, 59, 61, 64].map(|n| q(n, 50)).to_vec();
    let model = typical_lattice("paper", 10, 10, weights, q(61, 50), 1);
    let counted = CountedModel::new(&model);
    let of = |kernel: &str| {
        let chain = LatticeChain::of(&counted, &algorithm(kernel, TieBreak::First));
        chain.expect("a chain").expect("a formula")
    };
    for kernel in [
        "mh",
        "sve",
        "mpmc",
        "bridge",
        "rule:straddle",
        "rule:max-min",
    ] {
        assert_eq!(of(kernel).imbalance(), None, "{kernel}");
    }
    let (straddle, bayes) = (of("rule:straddle"), of("rule:bayes"));
    for (ours, best) in straddle
        .acceptances()
        .iter()
        .flatten()
        .zip(bayes.acceptances().iter().flatten())
    {
        assert!(ours.compare(best).is_eq());
    }
    // One that is not valid is noticed there too.
    assert!(
        of("rule:if from < to { 1 } else { 2 }")
            .imbalance()
            .is_some()
    );
    let enclosed = EnclosedChain::of(&counted, TieBreak::First);
    assert!(enclosed.acceptance.width() <= q(1, 10).power(30));
    // Where the estimate is an end of the move both arms accept equally often, which
    // no enclosure can show: those entries are known without rounding.
    let order = enclosed_peskun_order(&straddle.chain(), &enclosed).expect("settled");
    assert_eq!(order.order, Order::First);
    let better = of("sve")
        .average_acceptance()
        .max(of("mpmc").average_acceptance());
    println!(
        "MABMC {:.6}, better arm {:.6}",
        enclosed.acceptance.low.to_f64(),
        better.to_f64()
    );
}
