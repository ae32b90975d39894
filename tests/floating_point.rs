//! Routines in floating point by what defines their results, over many random
//! inputs: roots by the function there and a sign change around them, special
//! functions by recorded digits and by identities, integrals by second rules and
//! closed forms, effective sizes by what must not change them. The guide's page
//! "how we know" has the list of all of them, with those tested beside the code.

use crate::support;

use std::f64::consts::{FRAC_2_PI, PI};

use peskun::chance::Sampler;
use peskun::figures::Proportion;
use peskun::kernels::RandomizedMetropolis;
use peskun::models::{Boundary, Lattice, Model, Normalized};
use peskun::numbers::{Number, Rational};
use peskun::real::{
    LogDensity, NormalCurve, NormalModel, Real, RealChains, RealIsing, RealIsingParts, RealModel,
};
use peskun::simulation::{Adjacency, BondWeight, Configuration, PseudoLikelihood, Wolff};
use peskun::statistics::{
    Diagnostics, OneStep, Quadrature, effective_size, normal_density, normal_quantile,
    normal_upper_tail,
};
use support::size::sized;
use support::suite::{detects, family};

/// Random doubles, the same in every run.
struct Doubles(Sampler);

impl Doubles {
    fn new(stream: u64) -> Self {
        Doubles(Sampler::new(754, stream))
    }

    /// Between two ends.
    fn between(&mut self, low: f64, high: f64) -> f64 {
        let share = (self.0.next_word() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * share
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0.next_word() % bound
    }
}

fn near(found: f64, expected: f64, relative: f64) {
    assert!(
        (found - expected).abs() <= relative * expected.abs(),
        "{found:e} is not {expected:e} up to {relative:e}"
    );
}

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
            // A probability near 1 is rounded to 53 digits.
            assert!((normal_quantile(1.0 - mass) + normal_quantile(1.0 - (1.0 - mass))) == 0.0);
        }
    }
    assert_eq!(normal_quantile(0.5), 0.0);
    assert_eq!(
        (normal_quantile(0.0), normal_quantile(1.0)),
        (-f64::INFINITY, f64::INFINITY)
    );
}

/// Polynomials of the degree for which a rule is exact, with random coefficients and
/// ends, against their integrals in exact rationals; and smooth functions by panels.
#[test]
fn gauss_legendre_rules() {
    let mut random = Doubles::new(4);
    for nodes in 1..=60 {
        let rule = Quadrature::gauss_legendre(nodes);
        near(rule.integrate(-1.0, 1.0, |_| 1.0), 2.0, 4e-15);
        for power in 0..2 * nodes as i32 {
            let (integral, size) = match power % 2 {
                0 => (2.0 / f64::from(power + 1), 1.0),
                _ => (0.0, 1.0),
            };
            let found = rule.integrate(-1.0, 1.0, |x| x.powi(power));
            assert!(
                (found - integral).abs() <= 1e-14 * size,
                "{nodes} {power}: {found}"
            );
        }
        // A polynomial of degree 2n is not integrated exactly: the rule has n nodes.
        if nodes <= 12 {
            let square = |x: f64| legendre(nodes, x).powi(2);
            let missed = rule.integrate(-1.0, 1.0, square);
            assert!(missed.abs() < 1e-12, "the nodes are the zeros: {missed}");
        }
        let (low, rate) = (random.between(-2.0, 0.0), random.between(-1.0, 1.0));
        let high = low + random.between(0.1, 1.0);
        if nodes >= 10 {
            let exact = ((rate * high).exp() - (rate * low).exp()) / rate;
            near(
                rule.integrate(low, high, |x| (rate * x).exp()),
                exact,
                1e-13,
            );
            let ends = [low, (2.0 * low + high) / 3.0, high];
            let panels = rule.over_panels(&ends, |x| (3.0 * x).sin());
            let exact = ((3.0 * low).cos() - (3.0 * high).cos()) / 3.0;
            assert!((panels - exact).abs() < 1e-14);
        }
    }
}

/// Bonnet's recurrence.
fn legendre(degree: usize, x: f64) -> f64 {
    let step = |(before, value): (f64, f64), n: usize| {
        let n = n as f64;
        (
            value,
            ((2.0 * n + 1.0) * x * value - n * before) / (n + 1.0),
        )
    };
    (0..degree).fold((0.0, 1.0), step).1
}

/// Correlated chains.
fn chains(random: &mut Doubles, count: usize, length: usize) -> Vec<Vec<f64>> {
    let kept = random.between(-0.8, 0.97);
    let chain = |_| {
        let mut x = 0.0;
        let mut next = || {
            x = kept * x + random.between(-1.0, 1.0);
            x
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
        assert!(found.r_hat >= (1.0 - 2.0 / length as f64).sqrt() - 1e-12);
    }
}

/// Each claimed error is at least the true one, where the truth is a closed form: of
/// Metropolis–Hastings and SVE, and the integral of MPMC by a rule with other panels.
#[test]
fn quadratures_are_as_accurate_as_they_claim() {
    let rule = Quadrature::gauss_legendre(32);
    let mut random = Doubles::new(6);
    let mut variances = vec![0.01, 0.1, 1.0, 100.0];
    let more = sized("random σ²", 200, 8);
    variances.extend((0..more).map(|_| 10f64.powf(random.between(-2.0, 2.0))));
    for variance in variances {
        let angle = |square: f64| FRAC_2_PI * (2.0 * square.sqrt()).atan();
        let spread = variance / (1.0 + variance);
        let deviation = spread.sqrt().min(1.0);
        let ends = (0..=60).map(|part| 9.0 * (f64::from(part) / 60.0).powi(2) * deviation.max(0.2));
        let mut ends: Vec<f64> = ends.collect();
        ends.push(9.5);
        let mpmc = 4.0
            * rule.over_panels(&ends, |d| {
                let total = d * d / spread + 2.0 / (9.0 * variance);
                normal_density(d) * normal_upper_tail(total.sqrt() / 2.0)
            });
        for (curve, exact) in [
            (NormalCurve::Metropolis, angle(spread)),
            (NormalCurve::Sve, angle(variance / (2.0 + variance))),
            (NormalCurve::Mpmc, mpmc),
        ] {
            let (value, claimed) = curve.acceptance(variance);
            let error = (value - exact).abs();
            if [0.01, 0.1, 1.0, 100.0].contains(&variance) {
                println!("{curve:?} at σ² = {variance}: claimed {claimed:.1e}, true {error:.1e}");
            }
            assert!(
                error <= claimed,
                "{curve:?} {variance}: {error:e} {claimed:e}"
            );
        }
    }
}

/// The posterior of the normal example: density, masses and draws belong together.
#[test]
fn the_normal_posterior() {
    let rule = Quadrature::gauss_legendre(40);
    let mut random = Doubles::new(7);
    for _ in 0..50 {
        let model = NormalModel::new(10f64.powf(random.between(-3.0, 3.0)));
        let (mean, deviation) = model.posterior();
        let y = model.observed();
        let log = |theta: f64| {
            let at = Real::new(theta);
            model.prior(&at).times(&model.likelihood(&at, &y)).log()
        };
        let top = log(mean);
        let density = |theta: f64| (log(theta) - top).exp();
        let ends: Vec<f64> = (-9..=9).map(|k| mean + f64::from(k) * deviation).collect();
        let mass = rule.over_panels(&ends, density);
        near(mass, (2.0 * PI).sqrt() * deviation, 1e-12);
        let first = rule.over_panels(&ends, |x| (x - mean) * density(x)) / mass;
        assert!(first.abs() < 1e-12 * deviation);
        let to = mean + random.between(-3.0, 3.0) * deviation;
        let ends: Vec<f64> = (0..=18)
            .map(|k| mean - 9.0 * deviation + f64::from(k) / 18.0 * (to - mean + 9.0 * deviation))
            .collect();
        near(
            model.mass_below(to),
            rule.over_panels(&ends, density) / mass,
            1e-12,
        );
    }
}

/// The table of the Ising posterior: moments and masses by a second rule, and the
/// constant by exact sums.
#[test]
fn the_posterior_of_beta() {
    let rule = Quadrature::gauss_legendre(30);
    let lattice = Lattice::new(4, 5, Boundary::Free).expect("a lattice");
    let counts = lattice.agreements().expect("counts");
    let mut random = Doubles::new(8);
    for observed in [93, 150, 200, 240] {
        let parts = RealIsingParts::new(lattice.clone());
        let near_it = random.between(0.0, 4.0);
        let model = RealIsing::new(parts, observed, near_it).expect("a model");
        let y = model.observed();
        let log = |beta: f64| {
            let at = Real::new(beta);
            let known = model.prior(&at).times(&model.likelihood(&at, &y));
            known.over(&model.normalizing_constant(&at)).log()
        };
        for _ in 0..20 {
            let beta = random.between(-3.0, 6.0);
            // t as a double, exactly; then Z/t^(bonds/2) is Z for e^{−βH}.
            let t = Rational::exactly((2.0 * beta * parts.interaction).exp());
            let terms = counts.iter().zip(0..);
            let sum: Rational = terms
                .map(|(g, power)| Rational::from(g.clone()) * t.power(power))
                .sum();
            let half = t.to_f64().ln() * lattice.bonds() as f64 / 2.0;
            let exact = parts.replicates as f64 * (sum.to_f64().ln() - half);
            let constant = model.normalizing_constant(&Real::new(beta)).log();
            near(constant, exact, 1e-13);
        }
        let (mean, deviation) = model.moments();
        let top = log(mean);
        let density = |beta: f64| (log(beta) - top).exp();
        let ends: Vec<f64> = (-44..=44)
            .map(|k| mean + f64::from(k) / 4.0 * deviation)
            .collect();
        let mass = rule.over_panels(&ends, density);
        let first = rule.over_panels(&ends, |x| (x - mean) * density(x)) / mass;
        let second = rule.over_panels(&ends, |x| (x - mean).powi(2) * density(x)) / mass;
        assert!(first.abs() < 1e-8 * deviation, "{observed}: {first:e}");
        near(second.sqrt(), deviation, 1e-6);
        for quarter in -8..8 {
            let place = mean + f64::from(quarter) / 2.0 * deviation;
            let ends: Vec<f64> = (0..=40)
                .map(|k| {
                    mean - 11.0 * deviation
                        + f64::from(k) / 40.0 * (place - mean + 11.0 * deviation)
                })
                .collect();
            let below = rule.over_panels(&ends, density) / mass;
            assert!((model.mass_below(place) - below).abs() < 1e-6);
        }
    }
}

/// Draws of real numbers have the masses of their laws.
#[test]
fn draws_of_real_numbers() {
    const BINS: usize = 20;
    let mut family = family("draws of real numbers");
    let even = vec![Rational::new(1, BINS as i64); BINS];
    let mut test = |name: &str, mass: &mut dyn FnMut() -> f64| {
        let mut counts = vec![0; BINS];
        for _ in 0..100_000 {
            counts[((mass() * BINS as f64) as usize).min(BINS - 1)] += 1;
        }
        let level = family.spend().expect("planned");
        let test = OneStep::test(&even, &counts, level);
        println!(
            "{name}: {test:?}, detects {} in a bin",
            detects(&even, 100_000, level)
        );
        test.passes()
    };
    let model = NormalModel::new(0.3);
    let mut sampler = Sampler::new(1958, 0);
    let mut normal =
        || model.mass_below(model.draw_posterior(&mut sampler).expect("a draw").value());
    assert!(test("normal", &mut normal));
    let lattice = Lattice::new(4, 4, Boundary::Torus).expect("a lattice");
    let model = RealIsing::new(RealIsingParts::new(lattice), 200, 1.0).expect("a model");
    let mut sampler = Sampler::new(1958, 1);
    let mut table =
        || model.mass_below(model.draw_posterior(&mut sampler).expect("a draw").value());
    assert!(test("table", &mut table));
    // A deviation that is off by three in a hundred is seen.
    let mut sampler = Sampler::new(1958, 2);
    let normal = NormalModel::new(0.3);
    let (mean, deviation) = normal.posterior();
    let mut wide = || {
        let drawn = normal.draw_posterior(&mut sampler).expect("a draw").value();
        normal_upper_tail(-(drawn - mean) / deviation * 1.1)
    };
    assert!(!test("too wide", &mut wide));
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
        let double = f64::from_bits(random.0.next_word());
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
        let even = if double.to_bits() % 2 == 0 {
            double
        } else {
            next
        };
        assert_eq!((&middle - &tiny).to_f64(), double, "{double:e}");
        assert_eq!((&middle + &tiny).to_f64(), next, "{double:e}");
        assert_eq!(middle.to_f64(), even, "{double:e}");
    }
    for _ in 0..cases {
        let numerator = random.0.next_word() as i64;
        let exact = Rational::new(numerator, 1 + (random.0.next_word() >> 2) as i64);
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
