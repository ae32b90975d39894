//! The statistical tests of the whole suite and their shares of one
//! false-alarm budget.

use peskun::numbers::Rational;
use peskun::statistics::{Family, detectable_effect};

/// The probability of any false alarm of the tests that take their level from here,
/// over the choice of their seeds: with the seeds as they are a run always ends the
/// same. Beside it are runs of `peskun sample` and `peskun figure` and examples in
/// the documentation, of which each has a level of 10⁻⁶ of its own, and simulated
/// figures in `diagnostics.rs` with tolerances that bound no probability.
pub const FAMILY_WISE: f64 = 1e-6;

/// Every group of statistical tests, with how many it may make. Tests run in
/// separate processes, so the shares are fixed here and not at run time.
pub const GROUPS: [(&str, usize); 27] = [
    ("kernels of bernoulli-pair", 40),
    ("kernels of three-point-pair", 40),
    ("kernels of ising-2x2", 64),
    ("kernels of ising-3x3", 50),
    ("right twins of the zoo, one step", 30),
    ("right twins of the zoo, in a run", 30),
    ("right twins of the zoo, by ranks", 30),
    ("right samplers, repeated", 90),
    ("laws against their weights", 10),
    ("perfect simulations against the law of T", 20),
    ("perfect simulations against the law of T, slowly", 8),
    ("defective simulations against the law of T", 8),
    ("estimates of the coupling", 2),
    ("compiled kernels against their exact laws", 60),
    ("stationarity of right kernels", 20),
    ("stationarity of defective kernels", 20),
    ("stationarity on real parameters", 20),
    ("samplers that are not reversible, repeated", 3),
    ("swaps by ranks", 2),
    ("perfect simulation inside a step", 4),
    ("points of the figures", 100),
    ("steps on a lattice, one replicate", 45),
    ("steps on a lattice, ten replicates", 12),
    ("defective steps on a lattice", 9),
    ("posteriors on a lattice", 6),
    ("draws of real numbers", 3),
    (COUNTED_ALARMS, 160),
];

/// The tests of how often tests raise an alarm.
pub const COUNTED_ALARMS: &str = "how often alarms are raised";

/// How often the tests of right samplers are repeated, with other seeds. Each
/// repetition can raise a false alarm: together they have the share of one test.
pub const REPETITIONS: u64 = 200;

/// The level of the next test for each of its repetitions.
pub fn repeated_level(family: &mut Family) -> f64 {
    family.spend().expect("planned") / REPETITIONS as f64
}

/// The share of a group: its tests at the common level.
pub fn family(group: &str) -> Family {
    let total: usize = GROUPS.iter().map(|(_, tests)| tests).sum();
    let (_, tests) = GROUPS
        .iter()
        .find(|(name, _)| *name == group)
        .expect("a known group");
    Family::new(FAMILY_WISE * *tests as f64 / total as f64, *tests)
}

/// The effect that a test of a row can detect in every entry, in words.
pub fn detects(row: &[Rational], draws: u64, level: f64) -> String {
    let effect = |p: &Rational| detectable_effect(p.to_f64(), row.len(), draws, level);
    let effects: Option<Vec<f64>> = row.iter().map(effect).collect();
    let widest = effects.into_iter().flatten().reduce(f64::max);
    widest.map_or("nothing for sure".into(), |effect| format!("{effect:.5}"))
}
