//! A crate that verifies kernels of its own, one file each in `tests/`:
//!
//! | file | what | wrong version |
//! |---|---|---|
//! | `walk` | a lazy walk on a path, with its asymptotic variance | |
//! | `gibbs` | a Gibbs sampler, systematic and random scan | all variables updated from the old state |
//! | `delayed_rejection` | two stages, the second not symmetric | the second stage's proposals forgotten |
//! | `parallel_tempering` | two temperatures with swaps | the swap's ratio reversed |
//! | `lifted_walk` | a walk with a direction, not reversible | a rejected move keeps the direction |
//! | `reversible_jump` | between models of one and of two dimensions | the law of the new variable forgotten |
