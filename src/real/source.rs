//! Real draws from words of fair bits.

use std::f64::consts::TAU;

use crate::chance::{Chance, Interrupted};

/// Uniform on (0, 1), on the midpoints of 2⁵³ cells.
pub(super) fn uniform<C: Chance>(chance: &mut C) -> Result<f64, Interrupted> {
    let cell = chance.word()? >> 11;
    Ok((cell as f64 + 0.5) / (1u64 << 53) as f64)
}

/// Standard normal (Box and Muller 1958).
pub(super) fn standard_normal<C: Chance>(chance: &mut C) -> Result<f64, Interrupted> {
    let radius = (-2.0 * uniform(chance)?.ln()).sqrt();
    Ok(radius * (TAU * uniform(chance)?).cos())
}

/// The position in running sums of a draw with these weights.
pub(super) fn position<C: Chance>(running: &[f64], chance: &mut C) -> Result<usize, Interrupted> {
    let last = running.len() - 1;
    let place = uniform(chance)? * running[last];
    Ok(running.partition_point(|&up_to| up_to <= place).min(last))
}
