//! Simulations of lattices against the exact law of T, and the estimate of β
//! from them: right ones pass, defective ones do not, at the same level.

use crate::support;

use peskun::chance::{Lottery, Sampler};
use peskun::models::{Boundary, Lattice};
use peskun::numbers::{Law, Rational};
use peskun::simulation::{
    Adjacency, BondWeight, Configuration, HeatBath, LANES, MonotoneCoupling, MultiSpinSampler,
    PerfectSampler, PseudoLikelihood, SimulationError, Wolff, Words, agreements_law,
};
use peskun::statistics::OneStep;
use support::past::{OtherWolff, PAST_DEFECTS, PastDefect, defective_draw};
use support::q;
use support::suite::family;

const SEED: u64 = 1996;

fn adjacency(rows: usize, columns: usize, boundary: Boundary) -> Adjacency {
    Adjacency::new(&Lattice::new(rows, columns, boundary).expect("a lattice"))
}

fn weight(numerator: i64, denominator: i64) -> BondWeight {
    BondWeight::new(q(numerator, denominator)).expect("a weight")
}

/// Tests so many draws of T against an exact law.
fn agrees(
    name: &str,
    law: &Law<usize>,
    draws: usize,
    level: f64,
    mut draw: impl FnMut() -> usize,
) -> bool {
    let last = law.values().last().expect("an atom");
    let row: Vec<Rational> = (0..=*last).map(|t| law.probability(&t)).collect();
    let mut counts = vec![0; row.len()];
    for _ in 0..draws {
        counts[draw()] += 1;
    }
    let test = OneStep::test(&row, &counts, level);
    println!(
        "{name:<44} statistic {:9.3}  threshold {:.3}",
        test.statistic, test.threshold
    );
    test.passes()
}

/// The lattices on which the fast simulations are tested: all degrees from 1
/// to 4, double bonds, a torus that is no chessboard, and that of the paper.
fn lattices() -> [(Adjacency, BondWeight, usize); 6] {
    let paper = BondWeight::of_coupling(0.1).expect("a weight");
    [
        (adjacency(1, 5, Boundary::Free), weight(2, 1), 512_000),
        (adjacency(2, 2, Boundary::Torus), weight(5, 4), 512_000),
        (adjacency(4, 4, Boundary::Free), weight(3, 2), 512_000),
        (adjacency(3, 5, Boundary::Torus), weight(5, 4), 512_000),
        (adjacency(10, 10, Boundary::Free), paper.clone(), 128_000),
        (adjacency(10, 10, Boundary::Torus), paper, 128_000),
    ]
}

/// Draws of T alone.
fn alone(law: &Law<usize>, stream: u64) -> impl FnMut() -> usize {
    let (values, lottery) = (law.values().to_vec(), Lottery::new(law.weights()));
    let mut words = Words::<1>::new(SEED, stream);
    move || values[lottery.draw(|| words.next_word())]
}

/// Draws of one lane after another.
fn lanes(mut sampler: MultiSpinSampler) -> impl FnMut() -> usize {
    let mut ready = Vec::with_capacity(LANES);
    move || loop {
        if let Some(agreements) = ready.pop() {
            return agreements;
        }
        ready = sampler.draw_agreements().expect("draws");
    }
}

#[test]
fn fast_simulations_have_the_exact_law() {
    let mut family = family("perfect simulations against the law of T");
    for (stream, (adjacency, weight, draws)) in (0..).zip(lattices()) {
        let lattice = adjacency.lattice();
        let law = agreements_law(lattice, 1, weight.value()).expect("a law");
        let mut level = || family.spend().expect("planned");
        let mut scalar = PerfectSampler::new(&adjacency, &weight, SEED, stream);
        let name = format!("{lattice}, one at a time");
        assert!(agrees(&name, &law, draws, level(), || {
            scalar.draw_agreements().expect("a draw")
        }));
        let many = MultiSpinSampler::new(&adjacency, &weight, SEED, stream);
        let name = format!("{lattice}, {LANES} at a time");
        assert!(agrees(&name, &law, draws, level(), lanes(many)));
        let direct = alone(&law, stream);
        let name = format!("{lattice}, T alone");
        assert!(agrees(&name, &law, 1_000_000, level(), direct));
    }
    // A replicated law, and the other way around: a weight below 1.
    let ten = Lattice::new(10, 10, Boundary::Free).expect("a lattice");
    for (replicates, weight) in [(10, q(11, 9)), (1, q(3, 4))] {
        let law = agreements_law(&ten, replicates, &weight).expect("a law");
        let direct = alone(&law, 100 + replicates as u64);
        let level = family.spend().expect("planned");
        let name = format!("{replicates} times {ten}, t = {weight}");
        assert!(agrees(&name, &law, 1_000_000, level, direct));
    }
}

/// A weight that is off by two in a hundred is noticed.
#[test]
fn fast_simulations_of_a_neighboring_weight_are_caught() {
    let mut family = family("defective simulations against the law of T");
    let adjacency = adjacency(4, 4, Boundary::Free);
    let law = agreements_law(adjacency.lattice(), 1, &q(3, 2)).expect("a law");
    let wrong = weight(153, 100);
    let mut level = || family.spend().expect("planned");
    let mut scalar = PerfectSampler::new(&adjacency, &wrong, SEED, 0);
    assert!(!agrees(
        "one at a time, t too large",
        &law,
        512_000,
        level(),
        || { scalar.draw_agreements().expect("a draw") }
    ));
    let many = MultiSpinSampler::new(&adjacency, &wrong, SEED, 0);
    assert!(!agrees(
        "128 at a time, t too large",
        &law,
        512_000,
        level(),
        lanes(many)
    ));
    let other = agreements_law(adjacency.lattice(), 1, wrong.value()).expect("a law");
    let direct = alone(&other, 0);
    assert!(!agrees(
        "T alone, t too large",
        &law,
        512_000,
        level(),
        direct
    ));
}

/// The algorithm that is enumerated, sampled, and its defective relatives.
#[test]
fn a_past_with_a_defect_is_caught() {
    let mut right = family("perfect simulations against the law of T, slowly");
    let mut wrong = family("defective simulations against the law of T");
    let (adjacency, weight) = (adjacency(1, 4, Boundary::Free), weight(3, 1));
    let law = agreements_law(adjacency.lattice(), 1, weight.value()).expect("a law");
    let coupling = MonotoneCoupling::new(&HeatBath::new(&adjacency, &weight));
    let draws = 50_000;
    let mut sampler = Sampler::new(SEED, 0);
    let level = right.spend().expect("planned");
    assert!(agrees("from the past", &law, draws, level, || {
        let met = coupling.draw(20, &mut sampler).expect("a run");
        adjacency.agreements(&met.expect("the runs meet"))
    }));
    // Shifted draws leave the law of T nearly as it is; enumeration sees them.
    let visible = PAST_DEFECTS.into_iter();
    let visible = visible.filter(|defect| *defect != PastDefect::DrawsShifted);
    for (stream, defect) in (1..).zip(visible) {
        let mut sampler = Sampler::new(SEED, stream);
        // Going forward takes all its steps; a hundred are enough.
        let doublings = match defect {
            PastDefect::StopsWhenMet => 7,
            _ => 20,
        };
        let level = wrong.spend().expect("planned");
        let passes = agrees(&format!("{defect:?}"), &law, draws, level, || {
            let met = defective_draw(&coupling, defect, doublings, &mut sampler).expect("a run");
            adjacency.agreements(&met.expect("the runs meet"))
        });
        assert!(!passes, "{defect:?} goes unnoticed");
    }
    let mut sampler = Sampler::new(SEED, 9);
    let level = right.spend().expect("planned");
    assert!(agrees("the same written again", &law, draws, level, || {
        let met = defective_draw(&coupling, PastDefect::None, 20, &mut sampler);
        adjacency.agreements(&met.expect("a run").expect("the runs meet"))
    }));
}

/// From a perfect draw, some clusters of Wolff's lead to a perfect draw.
#[test]
fn wolff_keeps_the_law() {
    let mut right = family("perfect simulations against the law of T, slowly");
    // The two tests above.
    right.spend().and_then(|_| right.spend()).expect("planned");
    for (stream, (adjacency, weight, _)) in (0..).zip(lattices()) {
        let lattice = adjacency.lattice();
        let law = agreements_law(lattice, 1, weight.value()).expect("a law");
        let mut start = PerfectSampler::new(&adjacency, &weight, SEED, 50 + stream);
        let mut sampler = Sampler::new(SEED, 50 + stream);
        let wolff = Wolff::new(&adjacency, &weight);
        let level = right.spend().expect("planned");
        assert!(agrees(
            &format!("{lattice}, Wolff"),
            &law,
            50_000,
            level,
            || {
                let mut spins = start.draw().expect("a draw");
                for _ in 0..10 {
                    wolff.turn_cluster(&mut spins, &mut sampler).expect("a run");
                }
                adjacency.agreements(&spins)
            }
        ));
    }
    let mut wrong = family("defective simulations against the law of T");
    (0..7).for_each(|_| {
        wrong.spend().expect("planned");
    });
    let (adjacency, weight) = (adjacency(4, 4, Boundary::Free), weight(3, 2));
    let law = agreements_law(adjacency.lattice(), 1, weight.value()).expect("a law");
    let inverse = weight.value().reciprocal().expect("positive");
    let wolff = OtherWolff {
        adjacency: adjacency.clone(),
        binding: Rational::ONE - inverse.power(2),
        pairs_once: false,
    };
    let mut start = PerfectSampler::new(&adjacency, &weight, SEED, 60);
    let mut sampler = Sampler::new(SEED, 60);
    let level = wrong.spend().expect("planned");
    assert!(!agrees(
        "Wolff with 1 − 1/t²",
        &law,
        20_000,
        level,
        || {
            use peskun::kernels::Kernel;
            let mut spins = start.draw().expect("a draw");
            for _ in 0..10 {
                spins = wolff.step(&spins, &mut sampler).expect("a run").state;
            }
            adjacency.agreements(&spins)
        }
    ));
}

/// A ring of n with one spin down: the margins are n − 3 times 2, twice 0 and
/// once −2, and the score is zero at e^{4K} = n − 3.
#[test]
fn pseudo_likelihood_by_hand() {
    for sites in [5, 8, 20] {
        let ring = adjacency(1, sites, Boundary::Torus);
        let mut spins = Configuration::aligned(sites, true);
        spins.turn(sites / 2);
        let likelihood = PseudoLikelihood::new(&ring, [&spins]).expect("a likelihood");
        let estimate = likelihood.maximum().expect("a maximum");
        let expected = (sites as f64 - 3.0).ln() / 4.0;
        assert!((estimate - expected).abs() < 1e-12, "{estimate} {expected}");
        assert!(likelihood.score(estimate).abs() < 1e-9);
        let step = 1e-5;
        let secant = (likelihood.score(estimate + step) - likelihood.score(estimate - step)) / 2e-5;
        assert!((secant / likelihood.slope(estimate) - 1.0).abs() < 1e-6);
        // More of the same data, the same estimate.
        let twice = PseudoLikelihood::new(&ring, [&spins, &spins.turned()]);
        let again = twice.and_then(|likelihood| likelihood.maximum());
        assert!((again.expect("a maximum") - expected).abs() < 1e-12);
    }
}

#[test]
fn pseudo_likelihoods_without_a_maximum() {
    let square = adjacency(2, 2, Boundary::Free);
    let sentence = |configurations: &[Configuration]| {
        let likelihood = PseudoLikelihood::new(&square, configurations);
        let refused = likelihood.and_then(|likelihood| likelihood.maximum());
        refused.expect_err("no maximum").to_string()
    };
    let spins = |spins: [u8; 4]| Configuration::new(spins.map(|spin| spin == 1).to_vec());
    assert!(sentence(&[spins([1; 4]), spins([0; 4])]).contains("plus infinity"));
    assert!(sentence(&[spins([1, 0, 0, 1])]).contains("minus infinity"));
    assert!(sentence(&[spins([1, 1, 0, 0])]).contains("constant"));
    assert!(sentence(&[]).contains("no configuration"));
    let small = Configuration::aligned(3, true);
    let refused = PseudoLikelihood::new(&square, [&small]);
    let expected = SimulationError::OtherLattice {
        sites: 3,
        expected: 4,
    };
    assert_eq!(refused, Err(expected));
}

/// At the truth the score has mean zero over draws. By the empirical Bernstein
/// bound (Maurer & Pontil 2009, Theorem 4) its average over n draws, with
/// values in an interval of length r and sample variance v, is below
/// √(2v·ln(2/δ)/n) + 7r·ln(2/δ)/(3(n − 1)) on either side with probability at
/// least 1 − 2δ; the estimate is then as close to the truth as the slope says.
#[test]
fn the_estimate_approaches_the_truth() {
    let mut family = family("estimates of the coupling");
    let level = family.spend().expect("planned");
    let adjacency = adjacency(10, 10, Boundary::Free);
    let truth = 0.1;
    let bound_of = |simulated: f64| {
        let weight = BondWeight::of_coupling(simulated).expect("a weight");
        let mut sampler = MultiSpinSampler::new(&adjacency, &weight, SEED, 77);
        let mut draws = Vec::new();
        for _ in 0..400 {
            draws.extend(sampler.draw().expect("draws"));
        }
        let n = draws.len() as f64;
        let scores: Vec<f64> = draws
            .iter()
            .map(|spins| {
                let one = PseudoLikelihood::new(&adjacency, [spins]).expect("a likelihood");
                one.score(truth)
            })
            .collect();
        let mean = scores.iter().sum::<f64>() / n;
        let variance = scores.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / (n - 1.0);
        // A site's term lies between its values at a = −4 and a = 4.
        let term = |margin: f64| margin / (1.0 + (2.0 * truth * margin).exp());
        let range = 100.0 * (term(4.0) - term(-4.0));
        let logarithm = (4.0 / level).ln();
        let bound =
            (2.0 * variance * logarithm / n).sqrt() + 7.0 * range * logarithm / (3.0 * (n - 1.0));
        let all = PseudoLikelihood::new(&adjacency, &draws).expect("a likelihood");
        let estimate = all.maximum().expect("a maximum");
        let steepness = -all.slope(truth) / n;
        println!(
            "{} draws at {simulated}: score {mean:.4}, bound {bound:.4}; estimate {estimate:.5}, bound {:.5}",
            draws.len(),
            bound / steepness
        );
        assert!(all.score(estimate).abs() < 1e-6 * n);
        (
            mean.abs() <= bound,
            (estimate - truth).abs(),
            bound / steepness,
        )
    };
    let (centered, error, bound) = bound_of(truth);
    assert!(centered);
    // The slope changes by less than a tenth over such a distance.
    assert!(bound < 0.01 && error <= 1.1 * bound, "{error} {bound}");
    let (centered, error, bound) = bound_of(0.12);
    assert!(
        !centered && error > 1.1 * bound,
        "another coupling is noticed"
    );
}
