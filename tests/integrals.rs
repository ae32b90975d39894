//! Integrals in floating point by second rules, by closed forms and by exact sums;
//! claimed errors by true ones; draws of real numbers by the masses of their laws.

use crate::support;

use std::f64::consts::{FRAC_2_PI, PI};

use peskun::chance::Sampler;
use peskun::models::{Boundary, Lattice, Model, Normalized};
use peskun::numbers::{Number, Rational};
use peskun::real::{NormalCurve, NormalModel, Real, RealIsing, RealIsingParts, RealModel};
use peskun::statistics::{OneStep, Quadrature, normal_density, normal_upper_tail};
use support::doubles::{Doubles, near};
use support::size::sized;
use support::suite::{detects, family};

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
        let width = spread.sqrt() / 2.0;
        let ends = (0..=(9.5 / width) as u32).map(|panel| f64::from(panel) * width);
        let ends: Vec<f64> = ends.chain([9.5]).collect();
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
        let parts = RealIsingParts::new(lattice);
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

/// At β = 0 the constant is the number of configurations: on a torus with counts of
/// more than a thousand binary digits.
#[test]
fn counts_beyond_doubles() {
    let lattice = Lattice::new(36, 36, Boundary::Torus).expect("a lattice");
    let parts = RealIsingParts::new(lattice);
    let model = RealIsing::new(parts, 15_000, 1.0).expect("a model");
    let constant = model.normalizing_constant(&Real::new(0.0)).log();
    let exact = parts.replicates as f64 * 36.0 * 36.0 * std::f64::consts::LN_2;
    near(constant, exact, 1e-14);
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
