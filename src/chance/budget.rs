//! How much an enumeration may explore before it is called undecided.
//!
//! The budget is shared by everything enumerated under it, on all threads:
//! whether it suffices depends on the work alone, not on who does it first.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Interrupted;

/// A limit on the number of paths and on the questions along one path.
#[derive(Clone, Debug)]
pub struct Budget {
    limit: u64,
    depth: usize,
    spent: Arc<AtomicU64>,
}

impl Budget {
    /// Paths that are explored unless more are asked for: well under a second.
    pub const PATHS: u64 = 1_000_000;
    /// Questions along one path, likewise.
    pub const DEPTH: usize = 10_000;

    /// A budget of so many paths.
    pub fn of_paths(limit: u64) -> Self {
        Budget {
            limit,
            depth: Self::DEPTH,
            spent: Arc::default(),
        }
    }

    /// The same with another limit on the questions along one path.
    pub fn with_depth(self, depth: usize) -> Self {
        Budget { depth, ..self }
    }

    /// What has been spent so far.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Charges one path. A path whose weight takes k pairs of machine words
    /// counts for k + k²/64 paths, which is about what it costs: products grow
    /// with k, greatest common divisors with k².
    pub(super) fn charge(&self, weight_bits: usize) -> Result<(), Interrupted> {
        let pairs = weight_bits.div_ceil(128).max(1) as u64;
        let cost = pairs.saturating_add(pairs.saturating_mul(pairs) / 64);
        let before = self.spent.fetch_add(cost, Ordering::Relaxed);
        if before.saturating_add(cost) > self.limit {
            return Err(Interrupted::PathBudget { limit: self.limit });
        }
        Ok(())
    }

    /// Is a path allowed to have this many questions?
    pub(super) fn allows_depth(&self, questions: usize) -> Result<(), Interrupted> {
        if questions > self.depth {
            return Err(Interrupted::DepthBudget { limit: self.depth });
        }
        Ok(())
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::of_paths(Self::PATHS)
    }
}
