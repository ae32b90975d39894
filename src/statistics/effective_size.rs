//! How many independent draws are worth as much as these: the effective size.
//!
//! Autocorrelations are averaged over chains and added up by Geyer's (1992)
//! initial monotone sequence, as in ArviZ (Stan leaves out one pair more where the
//! sequence does not end) and in the paper by Vehtari and others named in
//! `diagnostics.rs`. Lags are taken one by one until the sequence ends: O(draws ×
//! lags), with no transform. Where it does not end within some hundred lags,
//! neighbors are averaged first: that leaves the variance of the mean as it is, and
//! shortens the lags.

/// The most lags for chains of more than [`SHORT`] draws.
const MOST_LAGS: usize = 512;
const SHORT: usize = 4_096;
/// How many neighbors are averaged where correlations reach further.
const TOGETHER: usize = 8;

/// The effective size of chains of the same length for estimating their mean;
/// nothing for fewer than four draws per chain, or if all draws are the same.
///
/// Chains that disagree lower it: correlations are measured against the
/// variance between all draws.
pub fn effective_size(chains: &[Vec<f64>]) -> Option<f64> {
    let length = chains.first()?.len();
    if length < 4 || chains.iter().any(|chain| chain.len() != length) {
        return None;
    }
    let spread = Spread::of(chains);
    if spread.overall <= 0.0 || !spread.overall.is_finite() {
        return None;
    }
    let draws = (chains.len() * length) as f64;
    Some(draws * spread.overall / spread.asymptotic)
}

/// The variance of a draw, and the asymptotic variance of the mean.
struct Spread {
    overall: f64,
    asymptotic: f64,
}

impl Spread {
    fn of(chains: &[Vec<f64>]) -> Self {
        let length = chains[0].len();
        let (draws, n) = ((chains.len() * length) as f64, length as f64);
        let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
        let centered: Vec<Vec<f64>> = chains
            .iter()
            .zip(&means)
            .map(|(chain, mean)| chain.iter().map(|x| x - mean).collect())
            .collect();
        let covariance = |lag: usize| {
            let products = |chain: &Vec<f64>| {
                let pairs = chain.iter().zip(&chain[lag..]);
                pairs.map(|(x, y)| x * y).sum::<f64>() / n
            };
            centered.iter().map(products).sum::<f64>() / chains.len() as f64
        };
        let at_zero = covariance(0);
        let within = at_zero * n / (n - 1.0);
        let overall = at_zero + variance(&means);
        let correlation = |lag: usize| 1.0 - (within - covariance(lag)) / overall;
        let asymptotic = match monotone_sum(length, correlation) {
            // A sum this small is noise: Stan's bound on antithetic chains.
            Some(time) => overall * time.max(1.0 / draws.log10()),
            None => TOGETHER as f64 * Self::of(&averaged(chains)).asymptotic,
        };
        Spread {
            overall,
            asymptotic,
        }
    }
}

/// Averages of neighbors; the last few draws may be left over.
fn averaged(chains: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let chain = |chain: &Vec<f64>| chain.chunks_exact(TOGETHER).map(mean).collect();
    chains.iter().map(chain).collect()
}

/// 1 + 2 Σ ρ(t), by Geyer's initial monotone sequence; nothing if it does not
/// end where it should.
fn monotone_sum(length: usize, correlation: impl Fn(usize) -> f64) -> Option<f64> {
    let (mut even, mut odd) = (1.0, correlation(1));
    let (mut sum, mut previous) = (0.0, f64::INFINITY);
    let mut lag = 0;
    while lag + 4 < length && even + odd > 0.0 {
        if lag > MOST_LAGS && length > SHORT {
            return None;
        }
        // Sums of neighbors decrease in a reversible chain.
        previous = (even + odd).min(previous);
        sum += previous;
        lag += 2;
        (even, odd) = (correlation(lag), correlation(lag + 1));
    }
    Some(-1.0 + 2.0 * sum + if even > 0.0 { even } else { 0.0 })
}

/// The average.
pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The sample variance; zero for a single value.
pub(super) fn variance(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let center = mean(values);
    let squares = values.iter().map(|value| (value - center).powi(2));
    squares.sum::<f64>() / (values.len() - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// Six draws by hand: covariances 6ths of 6, −1 and −2 …
    #[test]
    fn a_small_case_by_hand() {
        let chain = vec![vec![1.0, -1.0, 1.0, 1.0, -1.0, -1.0]];
        // c(0) = 1, c(1) = (−1−1+1−1+1)/6 = −1/6, W = 6/5, V = 1:
        // ρ(1) = 1 − (6/5 + 1/6) = −11/30; the pair at lag 0 is 19/30 > 0.
        // c(2) = (1−1−1−1)/6 = −1/3: ρ(2) = 1 − (6/5 + 1/3) < 0 ends the sum.
        let time: f64 = -1.0 + 2.0 * 19.0 / 30.0;
        let bound = 1.0 / 6f64.log10();
        assert_relative_eq!(
            effective_size(&chain).expect("a size"),
            6.0 / time.max(bound),
            max_relative = 1e-12
        );
    }

    #[test]
    fn what_has_no_size() {
        assert_eq!(effective_size(&[]), None);
        assert_eq!(effective_size(&[vec![1.0, 2.0, 3.0]]), None);
        assert_eq!(effective_size(&[vec![2.0; 10], vec![2.0; 10]]), None);
        assert_eq!(effective_size(&[vec![0.0; 10], vec![1.0; 9]]), None);
    }

    #[test]
    fn chains_that_stay_apart_are_worth_little() {
        let near = |level: f64| -> Vec<f64> {
            let wiggle = |i: i32| level + f64::from(i * i % 7) / 100.0;
            (0..100).map(wiggle).collect()
        };
        let size = effective_size(&[near(0.0), near(1.0)]).expect("a size");
        assert!(size < 5.0, "{size}");
    }

    /// Chains that never meet: every lag counts, and there are many.
    #[test]
    fn long_chains_take_no_longer_than_they_should() {
        let stuck = |level: f64| {
            let mut chain = vec![level; 200_000];
            chain[7] += 0.5;
            chain
        };
        let size = effective_size(&[stuck(0.0), stuck(1.0)]).expect("a size");
        assert!(size < 5.0, "{size}");
    }

    /// Four draws are too few for a pair of lags; what is left is the bound on
    /// antithetic chains.
    #[test]
    fn four_draws_have_a_size() {
        let size = effective_size(&[vec![1.0, -1.0, 1.0, -1.0]]).expect("a size");
        assert_relative_eq!(size, 4.0 * 4f64.log10(), max_relative = 1e-12);
    }

    #[test]
    fn a_pair_that_adds_up_to_nothing_ends_the_sum() {
        let sum = |correlations: [f64; 8]| monotone_sum(10, |lag| correlations[lag]);
        assert_eq!(sum([1.0, -1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0]), Some(0.0));
        // 1 + 1/2, then −1 + 2 · 3/2 + 1/4.
        let ends = [1.0, 0.5, 0.25, -0.25, 0.0, 1.0, 0.0, 0.0];
        assert_eq!(sum(ends), Some(2.25));
    }

    /// Correlations of 1/2 up to a lag, and none beyond: 1 + 2 · lag/2.
    #[test]
    fn long_chains_have_512_lags_and_short_ones_as_many_as_there_are() {
        let sum = |length: usize, last: usize| {
            monotone_sum(length, |lag| if lag <= last { 0.5 } else { -1.0 })
        };
        for (length, last, expected) in [
            (SHORT, 1, Some(2.0)),
            (SHORT, 513, Some(514.0)),
            (SHORT, 515, Some(516.0)),
            (SHORT, 2_001, Some(2_002.0)),
            (SHORT + 1, 1, Some(2.0)),
            (SHORT + 1, 513, Some(514.0)),
            (SHORT + 1, 515, None),
            (SHORT + 1, 2_001, None),
        ] {
            assert_eq!(sum(length, last), expected, "{length} {last}");
        }
    }
}
