//! Perfect and cluster simulation of lattices, exactly: what a coupling from
//! the past resolves, and detailed balance of the chains.

use crate::support;

use peskun::chains::Chain;
use peskun::chance::{Budget, Enumerator, Interrupted, Reading, Sampler, enumerate};
use peskun::models::{Boundary, Lattice};
use peskun::numbers::{Law, Rational};
use peskun::simulation::{
    Adjacency, AllConfigurations, BondWeight, Configuration, HeatBath, MonotoneCoupling,
    MultiSpinSampler, PerfectSampler, Wolff, agreements_law,
};
use support::past::{OtherWolff, PAST_DEFECTS, PastDefect, defective_draw};
use support::q;

fn adjacency(rows: usize, columns: usize, boundary: Boundary) -> Adjacency {
    Adjacency::new(&Lattice::new(rows, columns, boundary).expect("a lattice"))
}

fn weight(numerator: i64, denominator: i64) -> BondWeight {
    BondWeight::new(q(numerator, denominator)).expect("a weight")
}

fn coupling(adjacency: &Adjacency, weight: &BondWeight) -> MonotoneCoupling {
    MonotoneCoupling::new(&HeatBath::new(adjacency, weight))
}

fn target(adjacency: &Adjacency, weight: &BondWeight) -> Law<Configuration> {
    let heat_bath = HeatBath::new(adjacency, weight);
    let all = AllConfigurations::new(&heat_bath, adjacency, weight).expect("few sites");
    all.law().clone()
}

/// Where a resolved mass is above the target: nowhere, if it is right.
fn excess(
    resolved: &Law<Option<Configuration>>,
    target: &Law<Configuration>,
) -> Vec<Configuration> {
    let above = |(spins, mass): &(&Configuration, Rational)| {
        resolved.probability(&Some((*spins).clone())) > *mass
    };
    let atoms = target.iter().filter(above);
    atoms.map(|(spins, _)| spins.clone()).collect()
}

fn budget() -> Budget {
    Budget::of_paths(50_000_000)
}

/// The algorithm itself, path by path.
fn enumerated(
    step: impl Fn(&mut Enumerator) -> Result<Option<Configuration>, Interrupted>,
) -> Law<Option<Configuration>> {
    enumerate(Reading::Merged, &budget(), step)
        .expect("within the budget")
        .law
}

const SHAPES: [(usize, usize); 2] = [(2, 2), (2, 3)];
const WEIGHTS: [(i64, i64); 2] = [(5, 4), (3, 1)];

/// The resolved mass grows with the depth, stays below the target everywhere,
/// and does not change when all spins are turned.
#[test]
fn what_is_resolved_is_part_of_the_target() {
    for (rows, columns) in SHAPES {
        for (n, d) in WEIGHTS {
            let (adjacency, weight) = (adjacency(rows, columns, Boundary::Free), weight(n, d));
            let (coupling, target) = (coupling(&adjacency, &weight), target(&adjacency, &weight));
            let mut before: Option<Law<Option<Configuration>>> = None;
            for sweeps in [1, 2, 4, 8, 12] {
                let updates = sweeps * adjacency.sites();
                let resolved = coupling
                    .resolved(updates, &budget())
                    .expect("in the budget");
                let open = resolved.probability(&None);
                println!(
                    "{rows} × {columns}, t = {n}/{d}, {sweeps} sweeps: resolved {:.9}",
                    1.0 - open.to_f64()
                );
                assert_eq!(excess(&resolved, &target), []);
                for (spins, _) in target.iter() {
                    let mass = resolved.probability(&Some(spins.clone()));
                    assert_eq!(mass, resolved.probability(&Some(spins.turned())));
                    if let Some(before) = &before {
                        assert!(mass >= before.probability(&Some(spins.clone())));
                    }
                }
                if let Some(before) = &before {
                    assert!(open < before.probability(&None));
                }
                before = Some(resolved);
            }
            let open = before.expect("some depth").probability(&None);
            assert!(open < q(1, 10), "{open}");
        }
    }
}

/// The algorithm with its doublings and its memory gives the same law as runs
/// over all updates at once: the depths tried on the way do not matter.
#[test]
fn the_algorithm_resolves_what_it_should() {
    let cases = [(2, 2, 3), (2, 3, 3), (1, 3, 3)];
    for (rows, columns, doublings) in cases {
        let (adjacency, weight) = (adjacency(rows, columns, Boundary::Free), weight(5, 4));
        let coupling = coupling(&adjacency, &weight);
        for doublings in 0..=doublings {
            let run = enumerated(|chance| coupling.draw(doublings, chance));
            let resolved = coupling.resolved(1 << doublings, &budget());
            assert_eq!(run, resolved.expect("within the budget"));
            let again =
                enumerated(|chance| defective_draw(&coupling, PastDefect::None, doublings, chance));
            assert_eq!(run, again);
        }
    }
}

/// Fresh draws for every attempt, the classic mistake, and three others put
/// more mass on some configuration than the model has.
#[test]
fn a_defective_past_exceeds_the_target() {
    let (line, weight) = (adjacency(1, 4, Boundary::Free), weight(5, 4));
    let (coupling, target) = (coupling(&line, &weight), target(&line, &weight));
    for defect in PAST_DEFECTS {
        // Without a memory of earlier draws they can be merged, and reach further.
        let doublings = match defect {
            PastDefect::FreshDraws | PastDefect::StopsWhenMet => 6,
            _ => 3,
        };
        let found = enumerated(|chance| defective_draw(&coupling, defect, doublings, chance));
        let above = excess(&found, &target);
        println!(
            "{defect:?}: resolved {:.6}, above the target at {} configurations",
            1.0 - found.probability(&None).to_f64(),
            above.len()
        );
        assert!(!above.is_empty(), "{defect:?} goes unnoticed");
    }
}

#[test]
fn heat_bath_and_wolff_satisfy_detailed_balance() {
    let boundaries = [Boundary::Free, Boundary::Torus];
    for ((rows, columns), boundary) in SHAPES.into_iter().flat_map(|s| boundaries.map(|b| (s, b))) {
        let adjacency = adjacency(rows, columns, boundary);
        for (n, d) in [(1, 1), (5, 4), (3, 1)] {
            let weight = weight(n, d);
            let heat_bath = HeatBath::new(&adjacency, &weight);
            let all = AllConfigurations::new(&heat_bath, &adjacency, &weight).expect("few sites");
            let chain = Chain::with_budget(&all, Reading::Merged, &budget()).expect("a chain");
            assert_eq!(chain.imbalance(), None);
            let wolff = Wolff::new(&adjacency, &weight);
            let all = AllConfigurations::new(&wolff, &adjacency, &weight).expect("few sites");
            let chain = Chain::with_budget(&all, Reading::Merged, &budget()).expect("a chain");
            assert_eq!(
                chain.imbalance(),
                None,
                "{rows} × {columns} {boundary} {n}/{d}"
            );
        }
    }
}

#[test]
fn wolff_with_another_probability_is_caught() {
    let weight = weight(5, 4);
    let inverse = weight.value().reciprocal().expect("positive");
    let unbalanced = |boundary, binding: &Rational, pairs_once| {
        let adjacency = adjacency(2, 2, boundary);
        let wolff = OtherWolff {
            adjacency: adjacency.clone(),
            binding: binding.clone(),
            pairs_once,
        };
        let all = AllConfigurations::new(&wolff, &adjacency, &weight).expect("few sites");
        let chain = Chain::with_budget(&all, Reading::Merged, &budget()).expect("a chain");
        chain.imbalance().is_some()
    };
    let right = weight.binding();
    let squared = Rational::ONE - inverse.power(2);
    for boundary in [Boundary::Free, Boundary::Torus] {
        assert!(!unbalanced(boundary, &right, false));
        assert!(unbalanced(boundary, &squared, false));
    }
    // Two bonds are two tries: together they bind with probability 1 − 1/t².
    assert!(unbalanced(Boundary::Torus, &right, true));
    assert!(!unbalanced(Boundary::Torus, &squared, true));
}

/// The law on configurations and the exact counts agree on T.
#[test]
fn the_law_of_agreements_is_that_of_the_configurations() {
    for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3)] {
        for boundary in [Boundary::Free, Boundary::Torus] {
            let (adjacency, weight) = (adjacency(rows, columns, boundary), weight(7, 5));
            let counted = agreements_law(adjacency.lattice(), 1, weight.value()).expect("a law");
            let target = target(&adjacency, &weight);
            assert_eq!(target.map(|spins| adjacency.agreements(spins)), counted);
            let twice = agreements_law(adjacency.lattice(), 2, weight.value()).expect("a law");
            assert_eq!(counted.product(&counted).map(|(a, b)| a + b), twice);
        }
    }
}

#[test]
fn a_seed_is_a_run() {
    let (adjacency, weight) = (adjacency(3, 4, Boundary::Torus), weight(5, 4));
    let run = |seed, stream| {
        let mut one = PerfectSampler::new(&adjacency, &weight, seed, stream);
        let mut many = MultiSpinSampler::new(&adjacency, &weight, seed, stream);
        let (first, second) = (one.draw(), one.draw());
        (first, second, many.draw())
    };
    assert_eq!(run(1, 2), run(1, 2));
    assert_ne!(run(1, 2).2, run(2, 2).2);
    assert_ne!(run(1, 2).2, run(1, 3).2);
    // T is the T of the configuration that would have been drawn.
    let mut one = PerfectSampler::new(&adjacency, &weight, 5, 0);
    let mut same = one.clone();
    let spins = one.draw().expect("a draw");
    assert_eq!(same.draw_agreements(), Ok(adjacency.agreements(&spins)));
    let mut many = MultiSpinSampler::new(&adjacency, &weight, 5, 0);
    let mut same = many.clone();
    let spins = many.draw().expect("draws");
    let agreements: Vec<usize> = spins.iter().map(|s| adjacency.agreements(s)).collect();
    assert_eq!(same.draw_agreements(), Ok(agreements));
}

#[test]
fn lattices_that_are_too_large_to_list_or_too_cold_are_refused() {
    let (large, weight) = (adjacency(4, 4, Boundary::Free), weight(5, 4));
    let wolff = Wolff::new(&large, &weight);
    let refused = AllConfigurations::new(&wolff, &large, &weight).expect_err("16 sites");
    assert!(refused.to_string().contains("at most 12 sites"));
    let cold = BondWeight::new(Rational::from(1_000_000)).expect("a weight");
    let coupling = coupling(&large, &cold);
    let met = coupling.draw(8, &mut Sampler::new(1, 0)).expect("a run");
    assert_eq!(met, None, "cold runs do not meet");
}
