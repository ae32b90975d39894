//! A result that several claims share.

use std::sync::OnceLock;

/// Computed by whoever needs it first, and nobody waits for another's: a worker
/// that waits inside a parallel computation takes up other work, and were that
/// a claim with the same need, it would wait for itself. Two that come at the
/// same time both compute it.
#[derive(Debug)]
pub(super) struct Shared<T>(OnceLock<T>);

impl<T> Shared<T> {
    /// Not computed yet.
    pub(super) const fn new() -> Self {
        Shared(OnceLock::new())
    }

    /// The result.
    pub(super) fn get(&self, compute: impl FnOnce() -> T) -> &T {
        match self.0.get() {
            Some(result) => result,
            None => {
                let result = compute();
                self.0.get_or_init(|| result)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    #[test]
    fn computing_it_may_need_it() {
        let shared = Shared::new();
        let result = shared.get(|| *shared.get(|| 1) + 1);
        assert_eq!(*result, 1, "the first that is done stays");
    }

    /// Claims in parallel that share a parallel computation: the shape in which
    /// a lock waits for itself.
    #[test]
    fn many_workers_never_wait_for_themselves() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build();
        pool.expect("threads").install(|| {
            for _ in 0..200 {
                let shared = Shared::new();
                let needed = |_| *shared.get(|| (0..64_u64).into_par_iter().map(busy).sum::<u64>());
                let all: Vec<u64> = (0..32).into_par_iter().map(needed).collect();
                assert!(all.iter().all(|sum| *sum == all[0]));
            }
        });
    }

    fn busy(seed: u64) -> u64 {
        (0..500).fold(seed, |state, _| {
            state.wrapping_mul(6_364_136_223_846_793_005) >> 8
        })
    }
}
