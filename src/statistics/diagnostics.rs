//! Have the chains converged, and what are their draws worth? The diagnostics
//! of A. Vehtari, A. Gelman, D. Simpson, B. Carpenter and P.-C. Bürkner,
//! *Rank-normalization, folding, and localization: an improved R̂ for assessing
//! convergence of MCMC* (Bayesian Analysis 2021).
//!
//! Chains are split in half; draws are replaced by the normal scores of their
//! ranks. R̂ compares chains with each other, also in how far they spread; the
//! bulk size is for averages, the tail size for the 5% and 95% quantiles.

use super::effective_size::{effective_size, mean, variance};
use super::normal::normal_quantile;

/// The diagnostics of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Diagnostics {
    /// Rank-normalized split R̂: 1 at best, and above 1.01 a bad sign.
    pub r_hat: f64,
    /// The effective size of the ranks.
    pub bulk_size: f64,
    /// The smaller effective size of the two tails; nothing if the tails are
    /// not there, as for draws of one value in more than 95 of 100 cases.
    pub tail_size: Option<f64>,
    /// The effective size of the draws as they are, for their mean.
    pub mean_size: f64,
}

impl Diagnostics {
    /// The diagnostics of chains of the same length; nothing for fewer than
    /// eight draws per chain, or if all draws are the same.
    ///
    /// ```
    /// use peskun::statistics::Diagnostics;
    /// let chain = |phase: u32| (0..100).map(|i| f64::from((i * 37 + phase) % 101)).collect();
    /// let good = Diagnostics::of(&[chain(0), chain(50)]).unwrap();
    /// assert!(good.r_hat < 1.01);
    /// assert_eq!(Diagnostics::of(&[vec![1.0; 100]]), None);
    /// ```
    pub fn of(chains: &[Vec<f64>]) -> Option<Self> {
        let length = chains.first()?.len();
        let uneven = chains.iter().any(|chain| chain.len() != length);
        let undefined = chains.iter().flatten().any(|draw| draw.is_nan());
        if length < 8 || uneven || undefined {
            return None;
        }
        let halves = split(chains);
        let scores = normal_scores(&halves);
        let sorted = sorted(&halves);
        let median = quantile(&sorted, 0.5);
        let folded: Vec<Vec<f64>> = mapped(&halves, |x| (x - median).abs());
        let tail = |probability: f64| {
            let up_to = quantile(&sorted, probability);
            effective_size(&mapped(&halves, |x| f64::from(x <= up_to)))
        };
        let tails = [tail(0.05), tail(0.95)].into_iter().flatten();
        Some(Diagnostics {
            bulk_size: effective_size(&scores)?,
            mean_size: effective_size(&halves)?,
            tail_size: tails.reduce(f64::min),
            // Two values at equal distance from the median do not spread.
            r_hat: r_hat(&scores).max(r_hat(&normal_scores(&folded))),
        })
    }
}

/// First and last halves; of an odd number the middle draw is left out.
fn split(chains: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let halves = |chain: &Vec<f64>| {
        let half = chain.len() / 2;
        [chain[..half].to_vec(), chain[chain.len() - half..].to_vec()]
    };
    chains.iter().flat_map(halves).collect()
}

/// √(variance of all draws / variance within chains), as an estimate of both;
/// 1 for chains that are all constant and agree.
fn r_hat(chains: &[Vec<f64>]) -> f64 {
    let n = chains.first().map_or(0, Vec::len) as f64;
    let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
    let variances: Vec<f64> = chains.iter().map(|chain| variance(chain)).collect();
    let (within, between) = (mean(&variances), variance(&means));
    if within == 0.0 && between == 0.0 {
        return 1.0;
    }
    ((n - 1.0) / n + between / within).sqrt()
}

/// Φ⁻¹((rank − 3/8) / (draws + 1/4)), equal draws sharing their average rank.
fn normal_scores(chains: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let sorted = sorted(chains);
    let count = sorted.len() as f64;
    // One score for each distinct value, in order.
    let mut distinct: Vec<(f64, f64)> = Vec::new();
    let mut first = 0;
    for group in sorted.chunk_by(|x, y| x == y) {
        let rank = first as f64 + (group.len() as f64 + 1.0) / 2.0;
        let score = normal_quantile((rank - 0.375) / (count + 0.25));
        distinct.push((group[0], score));
        first += group.len();
    }
    mapped(chains, |x| {
        distinct[distinct.partition_point(|&(value, _)| value < x)].1
    })
}

fn mapped(chains: &[Vec<f64>], f: impl Fn(f64) -> f64) -> Vec<Vec<f64>> {
    let chain = |chain: &Vec<f64>| chain.iter().map(|&x| f(x)).collect();
    chains.iter().map(chain).collect()
}

fn sorted(chains: &[Vec<f64>]) -> Vec<f64> {
    let mut all: Vec<f64> = chains.iter().flatten().copied().collect();
    all.sort_unstable_by(f64::total_cmp);
    all
}

/// The quantile that interpolates between the two nearest draws.
fn quantile(sorted: &[f64], probability: f64) -> f64 {
    let place = probability * (sorted.len() - 1) as f64;
    let (low, high) = (place.floor() as usize, place.ceil() as usize);
    sorted[low] + (place - place.floor()) * (sorted[high] - sorted[low])
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn scores_by_hand() {
        // Ranks 1, 2½, 2½, 4 of 4: quantiles of 5/34, 1/2, 1/2, 29/34.
        let scores = normal_scores(&[vec![3.0, 1.0], vec![3.0, 7.0]]);
        let edge = normal_quantile(0.625 / 4.25);
        assert_relative_eq!(scores[0][1], edge, max_relative = 1e-12);
        assert_relative_eq!(scores[1][1], -edge, max_relative = 1e-9);
        assert!(scores[0][0].abs() < 1e-12 && scores[0][0] == scores[1][0]);
    }

    #[test]
    fn r_hat_by_hand() {
        // Means 0 and 2, variances 2 and 2, n = 2: √(1/2 + 2/2).
        let value = r_hat(&[vec![-1.0, 1.0], vec![1.0, 3.0]]);
        assert_relative_eq!(value, 1.5f64.sqrt(), max_relative = 1e-12);
        assert_eq!(r_hat(&[vec![1.0; 3], vec![2.0; 3]]), f64::INFINITY);
        // Chains that agree: √(1/2) where they vary, and 1 by definition where not.
        let value = r_hat(&[vec![-1.0, 1.0], vec![1.0, -1.0]]);
        assert_relative_eq!(value, 0.5f64.sqrt(), max_relative = 1e-12);
        assert_eq!(r_hat(&[vec![2.0; 3], vec![2.0; 3]]), 1.0);
    }

    #[test]
    fn quantiles_and_halves_by_hand() {
        assert_relative_eq!(quantile(&[0.0, 1.0, 2.0, 3.0, 10.0], 0.95), 8.6);
        let halves = split(&[vec![1.0, 2.0, 3.0, 4.0, 5.0]]);
        assert_eq!(halves, [vec![1.0, 2.0], vec![4.0, 5.0]]);
    }

    /// Numbers as in tests/recorded/diagnostics.py.
    fn recorded_chain(kind: &str, number: u64, length: usize) -> Vec<f64> {
        let mut state = 1973 + 31 * number;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as i64
        };
        let mut x = 0;
        let mut draw = || {
            let fresh = next() % 1024;
            x = match kind {
                "independent" => fresh,
                "sticky" if next() % 16 == 0 => fresh,
                "sticky" => x,
                "walk" => x + fresh % 3 - 1,
                "apart" => fresh + 300 * number as i64,
                "spread" => fresh * (1 + number as i64),
                "coin" => i64::from(fresh < 300),
                "turning" => -x + fresh / 8,
                _ => unreachable!("no chains are called {kind}"),
            };
            x as f64 / 64.0
        };
        (0..length).map(|_| draw()).collect()
    }

    /// ArviZ has the same numbers, as recorded.
    #[test]
    fn equal_to_arviz() {
        let recorded = include_str!("../../tests/recorded/diagnostics.tsv");
        let lines = recorded.lines().filter(|line| !line.starts_with('#'));
        let mut compared = 0;
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            let (kind, chains, length) = (fields[0], fields[1].parse(), fields[2].parse());
            let (chains, length) = (chains.expect("chains"), length.expect("draws"));
            let draws: Vec<Vec<f64>> = (0..chains)
                .map(|number| recorded_chain(kind, number, length))
                .collect();
            let found = Diagnostics::of(&draws).expect("values");
            let sorted = sorted(&draws);
            let ours = [
                found.r_hat,
                found.bulk_size,
                found.tail_size.expect("tails"),
                found.mean_size,
                quantile(&sorted, 0.05),
                quantile(&sorted, 0.5),
                quantile(&sorted, 0.95),
            ];
            for (place, (ours, theirs)) in ours.into_iter().zip(&fields[3..]).enumerate() {
                let theirs: f64 = theirs.parse().expect("a number");
                // ArviZ does not split a single chain, and takes the upper tail of a
                // coin, where nothing varies, for independent draws.
                if theirs.is_nan() || (kind, place) == ("coin", 2) {
                    continue;
                }
                assert_relative_eq!(ours, theirs, max_relative = 1e-9);
                compared += 1;
            }
        }
        assert_eq!(compared, 9 * 7 - 2);
    }

    /// A drift shows between halves of one chain; a spread shows when folded.
    #[test]
    fn chains_that_differ_are_noticed() {
        let noise = |i: usize| ((i * 7919 + 13) % 1009) as f64 / 1009.0;
        let drifting: Vec<f64> = (0..1_000).map(|i| noise(i) + i as f64 / 500.0).collect();
        assert!(Diagnostics::of(&[drifting]).expect("values").r_hat > 1.5);
        let narrow: Vec<f64> = (0..1_000).map(|i| noise(i) - 0.5).collect();
        let wide: Vec<f64> = narrow.iter().map(|x| 10.0 * x).collect();
        assert!(Diagnostics::of(&[narrow, wide]).expect("values").r_hat > 1.2);
    }

    #[test]
    fn eight_draws_are_enough_and_seven_are_not() {
        let draws = vec![3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
        assert_eq!(Diagnostics::of(&[draws[..7].to_vec()]), None);
        assert!(Diagnostics::of(&[draws]).is_some());
    }
}
