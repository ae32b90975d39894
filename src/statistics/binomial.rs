//! Tails of binomial laws by their logarithms: accurate far out, where a
//! probability is too small for a double, and for up to 2⁴⁰ experiments.
//!
//! The probability of one count is C. Loader's (2000, *Fast and accurate
//! computation of binomial probabilities*), without the cancellation that
//! logarithms of factorials suffer. The terms beyond it are a continued fraction,
//! that of the incomplete beta function (DLMF 8.17.22), whose terms go on until
//! they change nothing. What is left is the rounding of the probability itself,
//! which moves the tail at z standard deviations by about z·√n·10⁻¹⁶.

use std::f64::consts::{LN_2, PI};

use crate::numbers::Rational;

/// The most experiments of a test: beyond, tails lose digits.
pub const MOST_EXPERIMENTS: u64 = 1 << 40;

/// More than rounding can make of the logarithm of a tail: thresholds are
/// higher by it, so that levels hold for what is computed.
pub(super) const ROUNDING: f64 = 1e-8;

/// The law of how often something happens in independent experiments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binomial {
    experiments: u64,
    happens: f64,
    fails: f64,
}

impl Binomial {
    /// With this probability.
    ///
    /// # Panics
    /// If there are more than [`MOST_EXPERIMENTS`], or it is no probability.
    pub(super) fn new(experiments: u64, probability: f64) -> Self {
        Self::with_both(experiments, probability, 1.0 - probability)
    }

    /// With this probability, where the complement is no difference of doubles.
    ///
    /// # Panics
    /// As [`Binomial::new`].
    pub(super) fn of(experiments: u64, probability: &Rational) -> Self {
        let complement = Rational::ONE - probability;
        Self::with_both(experiments, probability.to_f64(), complement.to_f64())
    }

    /// With this probability and this complement.
    ///
    /// # Panics
    /// As [`Binomial::new`].
    pub(super) fn with_both(experiments: u64, happens: f64, fails: f64) -> Self {
        assert!(
            experiments <= MOST_EXPERIMENTS,
            "a test takes at most 2^40 experiments, and these are {experiments}: beyond, tails of binomial laws lose digits"
        );
        assert!(happens >= 0.0 && fails >= 0.0, "a probability");
        Binomial {
            experiments,
            happens,
            fails,
        }
    }

    /// How often it fails.
    fn turned(self) -> Self {
        Binomial {
            happens: self.fails,
            fails: self.happens,
            ..self
        }
    }

    /// The logarithm of the probability of this count.
    pub(super) fn log_mass(self, count: u64) -> f64 {
        let rest = self.experiments - count;
        // 0 · ln 0 = 0.
        if count == 0 {
            return match rest {
                0 => 0.0,
                _ => rest as f64 * log_of(self.fails, self.happens),
            };
        }
        if rest == 0 {
            return count as f64 * log_of(self.happens, self.fails);
        }
        if self.happens == 0.0 || self.fails == 0.0 {
            return f64::NEG_INFINITY;
        }
        let [n, k, others] = [self.experiments, count, rest].map(|number| number as f64);
        stirling(self.experiments)
            - stirling(count)
            - stirling(rest)
            - deviance(k, n * self.happens)
            - deviance(others, n * self.fails)
            + (n / k / others / (2.0 * PI)).ln() / 2.0
    }

    /// The logarithm of the probability of at least this count.
    pub(super) fn log_at_least(self, count: u64) -> f64 {
        if count == 0 {
            return 0.0;
        }
        if count > self.experiments {
            return f64::NEG_INFINITY;
        }
        let upper = |law: Self, count| law.log_mass(count) + law.beyond(count).ln();
        match self.is_upper(count) {
            true => upper(self, count),
            false => log_of_complement(upper(self.turned(), self.experiments - count + 1)),
        }
    }

    /// The logarithm of the probability of at most this count.
    pub(super) fn log_at_most(self, count: u64) -> f64 {
        match self.experiments.checked_sub(count) {
            Some(rest) => self.turned().log_at_least(rest),
            None => 0.0,
        }
    }

    /// The probability of at least this count.
    pub(super) fn at_least(self, count: u64) -> f64 {
        self.log_at_least(count).exp()
    }

    /// The probability of at most this count.
    pub(super) fn at_most(self, count: u64) -> f64 {
        self.log_at_most(count).exp()
    }

    /// −ln of the probability of a count at least so far from the mean on its
    /// side. For either side it exceeds t with probability at most e⁻ᵗ.
    pub(super) fn surprise(self, count: u64) -> f64 {
        let mean = self.experiments as f64 * self.happens;
        let tail = match count as f64 >= mean {
            true => self.log_at_least(count),
            false => self.log_at_most(count),
        };
        // No −0.
        0.0 - tail
    }

    /// Is a positive count where the continued fraction converges quickly?
    fn is_upper(self, count: u64) -> bool {
        count as f64 + 1.0 > (self.experiments as f64 + 3.0) * self.happens
    }

    /// P(at least the count) over P(the count).
    fn beyond(self, count: u64) -> f64 {
        let (n, a, x) = (self.experiments as f64, count as f64, self.happens);
        let b = n - a + 1.0;
        // Near the mean about √n terms are needed, and fewer farther out.
        let most = 1_000 + n.sqrt() as u64;
        let mut below = 1.0 / (1.0 - (a + b) * x / (a + 1.0));
        let (mut above, mut fraction) = (1.0, below);
        for term in 1..=most {
            let m = term as f64;
            let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
            below = 1.0 / (1.0 + even * below);
            above = 1.0 + even / above;
            fraction *= below * above;
            let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
            below = 1.0 / (1.0 + odd * below);
            above = 1.0 + odd / above;
            let change = below * above;
            fraction *= change;
            if (change - 1.0).abs() <= f64::EPSILON {
                break;
            }
        }
        fraction * self.fails
    }
}

/// ln p, by the complement where p is close to 1.
fn log_of(probability: f64, complement: f64) -> f64 {
    match complement < 0.5 {
        true => (-complement).ln_1p(),
        false => probability.ln(),
    }
}

/// ln(1 − eˣ).
fn log_of_complement(logarithm: f64) -> f64 {
    match logarithm > -LN_2 {
        true => (-logarithm.exp_m1()).ln(),
        false => (-logarithm.exp()).ln_1p(),
    }
}

/// ln n! less Stirling's formula for it, n > 0.
fn stirling(n: u64) -> f64 {
    const SMALL: [f64; 15] = [
        0.081_061_466_795_327_26,
        0.041_340_695_955_409_3,
        0.027_677_925_684_998_34,
        0.020_790_672_103_765_093,
        0.016_644_691_189_821_193,
        0.013_876_128_823_070_748,
        0.011_896_709_945_891_77,
        0.010_411_265_261_972_096,
        0.009_255_462_182_712_733,
        0.008_330_563_433_362_87,
        0.007_573_675_487_951_841,
        0.006_942_840_107_209_53,
        0.006_408_994_188_004_207,
        0.005_951_370_112_758_847_5,
        0.005_554_733_551_962_801,
    ];
    if let Some(value) = SMALL.get(n as usize - 1) {
        return *value;
    }
    let n = n as f64;
    let square = 1.0 / (n * n);
    let series = 1.0 / 1_680.0 - square / 1_188.0;
    let series = 1.0 / 1_260.0 - series * square;
    let series = 1.0 / 360.0 - series * square;
    (1.0 / 12.0 - series * square) / n
}

/// x·ln(x/m) + m − x, without cancellation where x is close to m.
fn deviance(x: f64, m: f64) -> f64 {
    let difference = x - m;
    if difference.abs() >= 0.1 * (x + m) {
        return x * (x / m).ln() - difference;
    }
    // With v = (x − m)/(x + m) the logarithm is 2·artanh(v).
    let v = difference / (x + m);
    let mut power = 2.0 * x * v;
    let mut sum = difference * v;
    for odd in (3..).step_by(2) {
        power *= v * v;
        let next = sum + power / f64::from(odd);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// ln of Γ(k + ½)/Γ(k + 1).
pub(super) fn log_half_ratio(k: u64) -> f64 {
    const FEW: u64 = 16;
    if k < FEW {
        let factor = |i: u64| (2 * i - 1) as f64 / (2 * i) as f64;
        return (PI.sqrt() * (1..=k).map(factor).product::<f64>()).ln();
    }
    let k = k as f64;
    let square = 1.0 / (k * k);
    let series = 17.0 / 14_336.0 - square * 31.0 / 18_432.0;
    let series = 1.0 / 640.0 - series * square;
    let series = 1.0 / 192.0 - series * square;
    -k.ln() / 2.0 - (1.0 / 8.0 - series * square) / k
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    /// P(at least k) for all k, exactly.
    fn exact_tails(n: usize, happens: &Rational) -> Vec<Rational> {
        let fails = Rational::ONE - happens;
        let mut ways = Rational::ONE;
        let mut masses = Vec::new();
        for k in 0..=n {
            masses.push(&ways * happens.power(k) * fails.power(n - k));
            ways *= &Rational::new((n - k) as i64, k as i64 + 1);
        }
        let mut sum = Rational::ZERO;
        let mut tails: Vec<Rational> = masses
            .iter()
            .rev()
            .map(|mass| {
                sum += mass;
                sum.clone()
            })
            .collect();
        tails.reverse();
        tails
    }

    fn near(found: f64, exact: &Rational) {
        // A double begins at 2⁻¹⁰²²; digits beyond are counted apart.
        let shift = (0..)
            .map(|step| 900 * step)
            .find(|&shift| (exact * Rational::from(2).power(shift)).to_f64() > 1e-270);
        let shift = shift.expect("not zero");
        let logarithm = (exact * Rational::from(2).power(shift)).to_f64().ln();
        let logarithm = logarithm - shift as f64 * LN_2;
        assert!(
            (found - logarithm).abs() <= 1e-12 * (1.0 + logarithm.abs() / 10.0),
            "{found} {logarithm}"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 200,
            rng_seed: RngSeed::Fixed(1713),
            failure_persistence: None,
            ..ProptestConfig::default()
        })]
        /// Both tails and the mass of every count, in exact rationals.
        #[test]
        fn every_tail_of_small_laws(n in 1usize..60, cell in 1u64..1_000, power in 0i32..40) {
            let happens = cell as f64 / 1_000.0 * 0.5f64.powi(power);
            let exact = Rational::exactly(happens);
            let tails = exact_tails(n, &exact);
            for law in [Binomial::new(n as u64, happens), Binomial::of(n as u64, &exact)] {
                for k in 0..=n {
                    near(law.log_at_least(k as u64), &tails[k]);
                    near(law.turned().log_at_most((n - k) as u64), &tails[k]);
                    let next = tails.get(k + 1).cloned().unwrap_or_default();
                    near(law.log_mass(k as u64), &(&tails[k] - next));
                }
            }
        }

        /// P(X ≥ k) − P(X ≥ k + 1) is the mass of k, also for many experiments, and
        /// A. Zubkov and A. Serov's (2012) theorem: the tail is between normal tails at
        /// √(2n·KL) of k and of the count beside it.
        #[test]
        fn tails_of_many_experiments(
            exponent in 6u32..=40, cell in 1u32..1_000, z in 0.0f64..30.0, few in 0i32..8,
        ) {
            let n = 1u64 << exponent;
            let happens = f64::from(cell) / 1_000.0 * 0.5f64.powi(few);
            let law = Binomial::new(n, happens);
            let deviation = (n as f64 * happens * (1.0 - happens)).sqrt();
            let k = (n as f64 * happens + z * deviation).ceil() as u64;
            prop_assume!(0 < k && k + 1 < n);
            let (here, next) = (law.log_at_least(k), law.log_at_least(k + 1));
            let mass = law.log_mass(k) - here;
            // 1 − P(≥ k + 1)/P(≥ k) loses what the tails have in common.
            let lost = 1e-14 * (1.0 + (1.0 + z) * (n as f64).sqrt() / 10.0) / mass.exp();
            prop_assert!(lost > 0.1 || (mass - log_of_complement(next - here)).abs() < lost, "{mass}");
            let normal = |count: u64| {
                let mean = n as f64 * happens;
                let others = n - count;
                let entropy = deviance(count as f64, mean)
                    + deviance(others as f64, n as f64 * (1.0 - happens));
                super::super::normal_upper_tail((2.0 * entropy).sqrt()).ln()
            };
            let slack = 1e-14 * (1.0 + (1.0 + z) * (n as f64).sqrt());
            if (k as f64) < n as f64 * 0.999 && normal(k - 1) > -600.0 && k as f64 - 1.0 > n as f64 * happens {
                // P(X ≥ k) = P(fails ≤ n − k): between the normal tails at k and k − 1.
                prop_assert!(normal(k) - slack <= here && here <= normal(k - 1) + slack,
                    "{} {here} {}", normal(k), normal(k - 1));
            }
        }

        #[test]
        fn ratios_of_gammas(k in 0u64..100_000) {
            // Γ(k + 3/2)/Γ(k + 2) = (k + ½)/(k + 1) · Γ(k + ½)/Γ(k + 1).
            let step = ((k as f64 + 0.5) / (k as f64 + 1.0)).ln();
            let difference = log_half_ratio(k + 1) - log_half_ratio(k) - step;
            prop_assert!(difference.abs() < 4e-15, "{difference}");
        }
    }

    /// The ratios end in 1/√k.
    #[test]
    fn ratios_of_gammas_at_both_ends() {
        assert_relative_eq!(log_half_ratio(0), PI.ln() / 2.0, max_relative = 1e-15);
        let k = 1u64 << 40;
        assert_relative_eq!(log_half_ratio(k), -20.0 * LN_2, max_relative = 1e-13);
    }

    #[test]
    fn what_is_certain_and_what_is_impossible() {
        let never = Binomial::new(5, 0.0);
        assert_eq!((never.at_least(0), never.at_least(1)), (1.0, 0.0));
        assert_eq!((never.surprise(0), never.surprise(1)), (0.0, f64::INFINITY));
        let always = Binomial::new(5, 1.0);
        assert_eq!((always.at_least(5), always.at_most(4)), (1.0, 0.0));
        let nothing = Binomial::new(0, 0.5);
        assert_eq!((nothing.at_least(0), nothing.at_most(0)), (1.0, 1.0));
        assert_eq!(Binomial::new(8, 0.5).surprise(8), 8.0 * LN_2);
        // The complement of a probability that is 1 as a double.
        let nearly = Rational::ONE - Rational::new(1, 10).power(30);
        let misses = Binomial::of(1_000, &nearly).at_most(999);
        assert_relative_eq!(misses, 1e-27, max_relative = 1e-12);
    }

    #[test]
    #[should_panic(expected = "at most 2^40 experiments")]
    fn too_many_experiments_are_refused() {
        Binomial::new(MOST_EXPERIMENTS + 1, 0.5);
    }
}
