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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Sampler;

    /// The middle of the cell that the word is in.
    #[test]
    fn uniform_numbers_are_in_the_middle_of_cells() {
        for seed in 0..1_000 {
            let word = Sampler::new(seed, 0).next_word();
            let number = uniform(&mut Sampler::new(seed, 0)).expect("a number");
            assert!(0.0 < number && number < 1.0);
            let cell = number * (1u64 << 53) as f64;
            assert!((cell - (word >> 11) as f64 - 0.5).abs() <= 0.5, "{word}");
        }
    }

    /// The running sums around the share of the whole that was drawn.
    #[test]
    fn positions_are_where_the_sum_passes() {
        for seed in 0..1_000u64 {
            let weights = (0..9).map(|place| f64::from((seed as u32 * 7 + place * place) % 5));
            let mut sum = 0.0;
            let running: Vec<f64> = weights
                .map(|weight| {
                    sum += weight;
                    sum
                })
                .collect();
            let drawn = uniform(&mut Sampler::new(seed, 1)).expect("a number") * sum;
            let place = position(&running, &mut Sampler::new(seed, 1)).expect("a place");
            assert!(drawn < running[place] && (place == 0 || running[place - 1] <= drawn));
        }
    }

    /// A draw squared and the one with the angle turned by a right one add up to the
    /// square of the radius.
    #[test]
    fn normal_draws_by_their_radius() {
        for seed in 0..1_000 {
            let drawn = standard_normal(&mut Sampler::new(seed, 2)).expect("a draw");
            let sampler = &mut Sampler::new(seed, 2);
            let [first, second] = [(); 2].map(|()| uniform(sampler).expect("a number"));
            let other = (-2.0 * first.ln()).sqrt() * (TAU * second).sin();
            let square = -2.0 * first.ln();
            assert!((drawn * drawn + other * other - square).abs() <= 1e-14 * square);
        }
    }
}
