//! Our special functions and tails beside those of somebody else's crate, `statrs`,
//! where that is accurate: neither was written with the other in view.

use peskun::statistics::{alarm_region, normal_density, normal_quantile, normal_upper_tail, power};
use statrs::distribution::{Binomial, Continuous, ContinuousCDF, DiscreteCDF, Normal};

use crate::support::doubles::Doubles;
use crate::support::size::sized;

fn apart(ours: f64, theirs: f64) -> f64 {
    (ours - theirs).abs() / ours.abs().max(theirs.abs()).max(f64::MIN_POSITIVE)
}

#[test]
fn the_normal_law() {
    let theirs = Normal::standard();
    let mut random = Doubles::new(21);
    let mut largest = [0.0f64; 3];
    for _ in 0..sized("places", 100_000, 5_000) {
        let z = random.between(-8.0, 8.0);
        let p = random.between(1e-6, 1.0 - 1e-6);
        let found = [
            apart(normal_upper_tail(z), theirs.sf(z)),
            apart(normal_density(z), theirs.pdf(z)),
            (normal_quantile(p) - theirs.inverse_cdf(p)).abs(),
        ];
        for (largest, found) in largest.iter_mut().zip(found) {
            *largest = largest.max(found);
        }
    }
    println!("largest differences of tail, density and quantile: {largest:?}");
    assert!(largest[0] < 1e-9 && largest[1] < 1e-13 && largest[2] < 1e-8);
}

/// The power of a test is the probability of its region of alarm.
#[test]
fn powers_are_probabilities_of_regions() {
    let mut random = Doubles::new(22);
    for _ in 0..sized("tests", 2_000, 200) {
        let exact = random.between(0.02, 0.98);
        let actual = random.between(0.02, 0.98);
        let experiments = 1 + random.below(2_000);
        let states = 2 + random.below(5) as usize;
        let level = 10f64.powf(random.between(-7.0, -1.0));
        let (low, high) = alarm_region(exact, states, experiments, level);
        let law = Binomial::new(actual, experiments).expect("a law");
        let below = low.map_or(0.0, |low| law.cdf(low));
        let above = high.map_or(0.0, |high| law.sf(high - 1));
        let found = power(exact, actual, states, experiments, level);
        assert!(
            (found - below - above).abs() < 1e-9,
            "{exact} {actual} {experiments}: {found} {below} {above}"
        );
        // Under the exact law it alarms as seldom as promised.
        assert!(power(exact, exact, states, experiments, level) <= level);
    }
}
