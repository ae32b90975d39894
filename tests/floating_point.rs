//! Routines in floating point by what defines their results, over many random
//! inputs: roots by the function there and a sign change around them, special
//! functions by recorded digits and by identities, effective sizes by what must not
//! change them. Integrals are in `integrals.rs`. The guide's page "how we know" has
//! the list of all of them, with those that are tested beside the code.

use crate::support;

use peskun::chance::Sampler;
use peskun::figures::Proportion;
use peskun::kernels::RandomizedMetropolis;
use peskun::models::{Boundary, Lattice};
use peskun::numbers::{Number, Rational};
use peskun::real::{LogDensity, NormalModel, Real, RealChains};
use peskun::simulation::{Adjacency, BondWeight, Configuration, PseudoLikelihood, Wolff};
use peskun::statistics::{
    Diagnostics, Quadrature, effective_size, normal_density, normal_quantile, normal_upper_tail,
};
use support::doubles::{Doubles, near};
use support::size::sized;

/// What was seen of the scores at estimates.
#[derive(Default)]
struct Scores {
    data: u64,
    largest: f64,
    relative: f64,
}

/// The score at the estimate is what rounding leaves, and it changes its sign
/// within two units in the last place.
fn check_estimate(likelihood: &PseudoLikelihood, scale: f64, seen: &mut Scores) {
    let estimate = likelihood.maximum().expect("a maximum");
    let score = likelihood.score(estimate).abs();
    let (below, above) = (
        estimate.next_down().next_down(),
        estimate.next_up().next_up(),
    );
    let signs = [below, above].map(|at| likelihood.score(at));
    assert!(signs[0] >= 0.0 && signs[1] <= 0.0, "{estimate}: {signs:?}");
    let unit = estimate.next_up() - estimate;
    let rounding = 2.0 * unit * likelihood.slope(estimate).abs() + 16.0 * f64::EPSILON * scale;
    assert!(score <= rounding, "{estimate}: {score:e} of {scale}");
    // A step to either side lowers the likelihood: the score points back.
    for step in [1e-6, 1e-2, 1.0] {
        assert!(likelihood.score(estimate - step) > 0.0);
        assert!(likelihood.score(estimate + step) < 0.0);
    }
    seen.data += 1;
    seen.largest = seen.largest.max(score);
    seen.relative = seen.relative.max(score / scale);
}

/// The estimate of the coupling is where the score is zero: eight β, five lattices,
/// at full size 250 data sets for each of both.
#[test]
fn the_score_is_zero_at_the_estimate() {
    let sets = sized("data sets for each β and lattice", 250, 5);
    let sides = [
        (10, 10, Boundary::Free),
        (10, 10, Boundary::Torus),
        (4, 4, Boundary::Free),
        (3, 17, Boundary::Free),
        (16, 16, Boundary::Torus),
    ];
    let (mut all, mut without) = (Scores::default(), 0);
    for (place, (rows, columns, boundary)) in (0..).zip(sides) {
        let lattice = Lattice::new(rows, columns, boundary).expect("a lattice");
        let adjacency = Adjacency::new(&lattice);
        for (number, beta) in (0..).zip([0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]) {
            let weight = BondWeight::of_coupling(beta * 0.1).expect("a weight");
            let wolff = Wolff::new(&adjacency, &weight);
            let mut sampler = Sampler::new(1975, 10 * place + number);
            let mut spins = Configuration::aligned(adjacency.sites(), true);
            let mut seen = Scores::default();
            while seen.data < sets {
                let replicates = 1 + seen.data % 10;
                let mut data = Vec::new();
                for _ in 0..replicates {
                    for _ in 0..8 {
                        wolff
                            .turn_cluster(&mut spins, &mut sampler)
                            .expect("a turn");
                    }
                    data.push(spins.clone());
                }
                let likelihood = PseudoLikelihood::new(&adjacency, &data).expect("one lattice");
                match likelihood.maximum() {
                    // Each site has at most four neighbors.
                    Ok(_) => {
                        let scale = 4.0 * (adjacency.sites() * data.len()) as f64;
                        check_estimate(&likelihood, scale, &mut seen);
                    }
                    Err(_) => without += 1,
                }
            }
            all.data += seen.data;
            all.largest = all.largest.max(seen.largest);
            all.relative = all.relative.max(seen.relative);
        }
    }
    println!(
        "{} data sets: largest |score| {:.1e}, {:.1e} of the largest that is possible; {without} without a maximum",
        all.data, all.largest, all.relative
    );
}

/// The slope of the score by differences, at random couplings.
#[test]
fn the_slope_is_that_of_the_score() {
    let adjacency = Adjacency::new(&Lattice::new(5, 7, Boundary::Free).expect("a lattice"));
    let mut random = Doubles::new(1);
    for _ in 0..200 {
        let spins = (0..adjacency.sites())
            .map(|_| random.below(3) > 0)
            .collect();
        let data = [Configuration::new(spins)];
        let likelihood = PseudoLikelihood::new(&adjacency, &data).expect("one lattice");
        let at = random.between(-2.0, 2.0);
        let difference = likelihood.score(at + 1e-5) - likelihood.score(at - 1e-5);
        let slope = likelihood.slope(at);
        assert!((difference / 2e-5 - slope).abs() < 1e-6 * (1.0 + slope.abs()));
    }
}

/// Recorded digits, and at random places the continued fraction of Laplace, the
/// other tail, and the integral of the density.
#[test]
fn normal_tails() {
    let recorded = include_str!("recorded/normal.tsv");
    let mut largest = 0.0f64;
    for line in recorded.lines().filter(|line| !line.starts_with('#')) {
        let (z, tail) = line.split_once('\t').expect("two fields");
        let (z, tail): (f64, f64) = (z.parse().expect("z"), tail.parse().expect("a tail"));
        let error = (normal_upper_tail(z) / tail - 1.0).abs();
        assert!(error <= (2.0 + z * z) * f64::EPSILON, "{z}: {error:e}");
        if z.abs() < 8.0 {
            largest = largest.max(error);
        }
    }
    println!("largest relative error up to eight standard deviations: {largest:.1e}");
    let rule = Quadrature::gauss_legendre(40);
    let mut random = Doubles::new(2);
    for _ in 0..1_000 {
        let z = random.between(3.0, 37.0);
        let fraction = (1..200).rev().fold(z, |rest, k| z + f64::from(k) / rest);
        near(
            normal_upper_tail(z),
            normal_density(z) / fraction,
            1e-15 * (4.0 + z * z),
        );
        let z = random.between(-6.0, 6.0);
        near(normal_upper_tail(z) + normal_upper_tail(-z), 1.0, 1e-15);
        let to = z + random.between(0.0, 2.0);
        let between = normal_upper_tail(z) - normal_upper_tail(to);
        assert!((rule.integrate(z, to, normal_density) - between).abs() < 1e-15);
    }
    assert_eq!(
        (normal_upper_tail(f64::INFINITY), normal_upper_tail(40.0)),
        (0.0, 0.0)
    );
}

/// The tail beyond a quantile is the probability, and a sign change is near.
#[test]
fn normal_quantiles() {
    let mut random = Doubles::new(3);
    for _ in 0..10_000 {
        let exponent = random.between(0.0, 300.0);
        let close = random.between(0.0, 1.0);
        for mass in [10f64.powf(-exponent), close / 2.0] {
            let z = normal_quantile(mass);
            let tail = |z: f64| normal_upper_tail(-z);
            assert!(
                (tail(z) / mass - 1.0).abs() <= 3.0 * (2.0 + z * z) * f64::EPSILON,
                "{mass:e}"
            );
            let step = 4.0 * f64::EPSILON * (1.0 + z.abs());
            assert!(tail(z - step) <= mass && mass <= tail(z + step), "{mass:e}");
            // The other side, where a probability near 1 is rounded to 53 digits.
            let other = 1.0 - mass;
            if other < 1.0 {
                assert_eq!(normal_quantile(other), -normal_quantile(1.0 - other));
            }
        }
    }
    assert_eq!(normal_quantile(0.5), 0.0);
    assert_eq!(
        (normal_quantile(0.0), normal_quantile(1.0)),
        (-f64::INFINITY, f64::INFINITY)
    );
}

/// Correlated chains, on a grid so fine that there are no ties and so coarse that
/// distances to a median are exact: those of its two neighbors tie.
fn chains(random: &mut Doubles, count: usize, length: usize) -> Vec<Vec<f64>> {
    const GRID: f64 = (1u64 << 30) as f64;
    let kept = random.between(-0.8, 0.97);
    let chain = |_| {
        let mut x = 0.0;
        let mut next = || {
            x = kept * x + random.between(-1.0, 1.0);
            (x * GRID).round() / GRID
        };
        (0..length).map(|_| next()).collect()
    };
    (0..count).map(chain).collect()
}

/// Reversed, moved, scaled, in other order: sizes and R̂ are those of the same draws;
/// and of ranks alone where draws are replaced by others in the same order.
#[test]
fn what_does_not_change_effective_sizes() {
    let mut random = Doubles::new(5);
    for round in 0..sized("sets of chains", 1_000, 60) {
        let (count, length) = (1 + round % 4, 8 + random.below(400) as usize);
        let draws = chains(&mut random, count, length);
        let mapped = |f: &dyn Fn(f64) -> f64| -> Vec<Vec<f64>> {
            let chain = |chain: &Vec<f64>| chain.iter().map(|x| f(*x)).collect();
            draws.iter().map(chain).collect()
        };
        let size = effective_size(&draws).expect("a size");
        assert!(size > 0.0);
        let reversed = draws
            .iter()
            .map(|chain| chain.iter().rev().copied().collect());
        near(
            effective_size(&reversed.collect::<Vec<_>>()).expect("a size"),
            size,
            1e-9,
        );
        let turned: Vec<Vec<f64>> = draws.iter().rev().cloned().collect();
        near(effective_size(&turned).expect("a size"), size, 1e-9);
        assert_eq!(effective_size(&mapped(&|x| -8.0 * x)), Some(size));
        near(
            effective_size(&mapped(&|x| 3.0 * x + 10.0)).expect("a size"),
            size,
            1e-9,
        );
        let found = Diagnostics::of(&draws).expect("values");
        assert_eq!(Diagnostics::of(&mapped(&|x| x / 4.0)), Some(found));
        // The tails of −x are those of x, up to which of two neighbors a quantile is.
        let other = Diagnostics::of(&mapped(&|x| -x)).expect("values");
        near(other.bulk_size, found.bulk_size, 1e-9);
        near(other.r_hat, found.r_hat, 1e-9);
        let ranked = Diagnostics::of(&mapped(&f64::exp)).expect("values");
        assert_eq!(ranked.bulk_size, found.bulk_size);
        let half = (length / 2) as f64;
        assert!(found.r_hat >= (1.0 - 1.0 / half).sqrt() - 1e-12);
    }
}

/// The figures of a run from its draws, in exact rationals.
#[test]
fn figures_of_a_run_on_real_parameters() {
    let model = NormalModel::new(0.4);
    let kernel = RandomizedMetropolis::new(&model, peskun::arms::Exchange);
    let starts = [-0.5, 0.1, 2.0].map(Real::new).to_vec();
    let mut run = RealChains::new(&kernel, |state: &Real| *state, starts, 3, 1);
    run.advance(2_000).expect("steps");
    let summary = run.summary(0.7).expect("draws");
    let steps = (0..run.chains()).flat_map(|chain| run.kept(chain));
    let values: Vec<Rational> = steps
        .clone()
        .map(|step| Rational::exactly(step.state.value()))
        .collect();
    let count = Rational::from(values.len());
    let mean = values.iter().cloned().sum::<Rational>() / &count;
    near(summary.mean, mean.to_f64(), 1e-12);
    let around = |center: &Rational| {
        let squares = values.iter().map(|x| (x - center).power(2));
        (squares.sum::<Rational>() / &count).to_f64()
    };
    near(summary.deviation, around(&mean).sqrt(), 1e-12);
    near(summary.square.0, around(&Rational::exactly(0.7)), 1e-12);
    let accepted = steps.filter(|step| step.accepted).count();
    assert_eq!(summary.acceptance, accepted as f64 / values.len() as f64);
    let size = summary.diagnostics.expect("diagnostics").mean_size;
    near(
        summary.standard_error().expect("an error"),
        summary.deviation / size.sqrt(),
        1e-15,
    );
}

/// Wilson's interval ends where the share is z standard errors away.
#[test]
fn intervals_of_proportions() {
    const Z: f64 = 1.959_963_984_540_054;
    near(normal_quantile(0.975), Z, 1e-15);
    let mut random = Doubles::new(9);
    for _ in 0..10_000 {
        let steps = 1 + random.below(1 << 30);
        let accepted = random.below(steps + 1);
        let proportion = Proportion { accepted, steps };
        let (low, high) = proportion.interval();
        for end in [low, high] {
            let away = (proportion.share() - end).powi(2);
            let error = Z * Z * end * (1.0 - end) / steps as f64;
            assert!(
                (away - error).abs() <= 1e-9 * error + 1e-15 / steps as f64,
                "{proportion:?}"
            );
        }
        assert!(low <= proportion.share() && proportion.share() <= high);
    }
}

/// Every double is a rational and comes back; every rational goes to the nearest
/// double, the even one of two.
#[test]
fn doubles_and_rationals() {
    let mut random = Doubles::new(10);
    let cases = sized("doubles", 1_000_000, 20_000);
    for _ in 0..cases {
        let double = f64::from_bits(random.word());
        if !double.is_finite() {
            continue;
        }
        let exact = Rational::exactly(double);
        assert_eq!(exact.to_f64(), double);
        // Between it and the next, below the middle, in the middle, and above it.
        let next = double.next_up();
        if !next.is_finite() {
            continue;
        }
        let width = Rational::exactly(next) - &exact;
        let middle = &exact + &width * Rational::new(1, 2);
        let tiny = &width * Rational::new(1, 1_000_003);
        let even = if double.to_bits().is_multiple_of(2) {
            double
        } else {
            next
        };
        assert_eq!((&middle - &tiny).to_f64(), double, "{double:e}");
        assert_eq!((&middle + &tiny).to_f64(), next, "{double:e}");
        assert_eq!(middle.to_f64(), even, "{double:e}");
    }
    for _ in 0..cases {
        let numerator = random.word() as i64;
        let exact = Rational::new(numerator, 1 + (random.word() >> 2) as i64);
        let found = exact.to_f64();
        let distance = |double: f64| (Rational::exactly(double) - &exact).abs();
        assert!(distance(found) <= distance(found.next_up()));
        assert!(distance(found) <= distance(found.next_down()));
    }
}

/// Numbers by their logarithms, against rationals.
#[test]
fn arithmetic_by_logarithms() {
    let mut random = Doubles::new(11);
    for _ in 0..2_000 {
        let pair = [(); 2].map(|()| 2f64.powf(random.between(-60.0, 60.0)));
        let [x, y] = pair.map(|value| LogDensity::new(value.ln()));
        let [p, q] = pair.map(Rational::exactly);
        let count = 1 + random.below(50) as usize;
        for (found, exact) in [
            (x.times(&y), &p * &q),
            (x.plus(&y), &p + &q),
            (x.over(&y), &p / &q),
            (x.shared_by(count), &p / Rational::from(count)),
        ] {
            // The logarithm has 53 digits, so what it is of has fewer.
            near(found.log().exp(), exact.to_f64(), 1e-13);
            near(found.exact().to_f64(), exact.to_f64(), 1e-13);
        }
    }
}

/// The weight of a coupling is a double taken exactly, and at least 1.
#[test]
fn weights_of_couplings() {
    let mut random = Doubles::new(12);
    for _ in 0..1_000 {
        let coupling = random.between(0.0, 354.0);
        let weight = BondWeight::of_coupling(coupling).expect("a weight");
        near(weight.value().to_f64().ln(), 2.0 * coupling, 1e-15);
    }
}
