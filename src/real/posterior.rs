//! A density on the line, tabulated: moments and draws.

use super::Real;
use super::source::uniform;
use crate::chance::{Chance, Interrupted};

/// A density on a fine grid, with straight lines between.
#[derive(Clone, Debug)]
pub(super) struct Tabulated {
    start: f64,
    width: f64,
    density: Vec<f64>,
    /// Masses below every point of the grid; the last is 1.
    below: Vec<f64>,
}

/// Cells of the grid.
const CELLS: usize = 1 << 14;
/// The density is left out where it is smaller than its maximum by e to this.
const DEPTH: f64 = 45.0;

impl Tabulated {
    /// The density with this concave logarithm, up to a constant, whose maximum
    /// is near a point.
    pub(super) fn new(logarithm: impl Fn(f64) -> f64, near: f64) -> Self {
        let top = logarithm(near);
        // Where it has fallen far enough, on either side.
        let reach = |sign: f64| {
            let mut reach = 1e-3;
            while logarithm(near + sign * reach) > top - DEPTH {
                reach *= 1.25;
            }
            near + sign * reach
        };
        let (start, end) = (reach(-1.0), reach(1.0));
        let width = (end - start) / CELLS as f64;
        let logarithms: Vec<f64> = (0..=CELLS)
            .map(|cell| logarithm(start + width * cell as f64))
            .collect();
        let highest = logarithms.iter().copied().fold(f64::MIN, f64::max);
        let mut density: Vec<f64> = logarithms.iter().map(|l| (l - highest).exp()).collect();
        let mut below = vec![0.0];
        let mut sum = 0.0;
        for pair in density.windows(2) {
            sum += width * (pair[0] + pair[1]) / 2.0;
            below.push(sum);
        }
        density.iter_mut().for_each(|value| *value /= sum);
        below.iter_mut().for_each(|value| *value /= sum);
        Tabulated {
            start,
            width,
            density,
            below,
        }
    }

    /// Mean and standard deviation.
    pub(super) fn moments(&self) -> (f64, f64) {
        let moment = |value: &dyn Fn(f64) -> f64| {
            let points = self.density.iter().enumerate();
            let terms = points.map(|(cell, density)| density * value(self.at(cell as f64)));
            terms.sum::<f64>() * self.width
        };
        let mean = moment(&|x| x);
        (mean, moment(&|x| (x - mean) * (x - mean)).sqrt())
    }

    /// The probability of at most a value.
    pub(super) fn up_to(&self, value: f64) -> f64 {
        let place = (value - self.start) / self.width;
        if place <= 0.0 {
            return 0.0;
        }
        let cell = place as usize;
        if cell >= CELLS {
            return 1.0;
        }
        let part = place - cell as f64;
        let (left, right) = (self.density[cell], self.density[cell + 1]);
        self.below[cell] + self.width * part * (left + part * (right - left) / 2.0)
    }

    /// A draw.
    pub(super) fn draw<C: Chance>(&self, chance: &mut C) -> Result<Real, Interrupted> {
        let mass = uniform(chance)?;
        let cell = self.below.partition_point(|&below| below <= mass) - 1;
        let cell = cell.min(CELLS - 1);
        let (left, right) = (self.density[cell], self.density[cell + 1]);
        // left·p + (right − left)·p²/2 is what is left of the mass, in widths.
        let rest = (mass - self.below[cell]) / self.width;
        let root = (left * left + 2.0 * (right - left) * rest).max(0.0).sqrt();
        let part = 2.0 * rest / (left + root);
        Ok(Real::new(self.at(cell as f64 + part.clamp(0.0, 1.0))))
    }

    fn at(&self, place: f64) -> f64 {
        self.start + self.width * place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Sampler;
    use approx::assert_relative_eq;

    #[test]
    fn a_normal_law() {
        let law = Tabulated::new(|x| -(x - 2.0) * (x - 2.0) / 0.18, 1.9);
        let (mean, deviation) = law.moments();
        assert_relative_eq!(mean, 2.0, epsilon = 1e-9);
        assert_relative_eq!(deviation, 0.3, max_relative = 1e-6);
        assert_relative_eq!(law.up_to(2.3), 0.841_344_746, max_relative = 1e-6);
        assert_eq!((law.up_to(-9.0), law.up_to(99.0)), (0.0, 1.0));
    }

    /// Normal laws anywhere, from a point that is not their mode: moments and masses.
    #[test]
    fn many_normal_laws() {
        for number in 0..200 {
            let (mean, deviation) = (f64::from(number) - 100.0, 0.01 * f64::from(number + 1));
            let near = mean + deviation * f64::from(number % 11 - 5) / 2.0;
            let law = Tabulated::new(|x| -((x - mean) / deviation).powi(2) / 2.0, near);
            let moments = law.moments();
            assert!((moments.0 - mean).abs() < 1e-9 * deviation);
            assert_relative_eq!(moments.1, deviation, max_relative = 1e-6);
            for half in -12..=12 {
                let z = f64::from(half) / 2.0;
                let exact = crate::statistics::normal_upper_tail(-z);
                assert!((law.up_to(mean + z * deviation) - exact).abs() < 1e-6);
            }
        }
    }

    /// A draw turns the uniform number back into the mass below.
    #[test]
    fn draws_invert_the_masses() {
        let law = Tabulated::new(|x| -x * x / 2.0 - x.powi(4), 0.1);
        for seed in 0..100 {
            let drawn = law.draw(&mut Sampler::new(seed, 0)).expect("a draw");
            let mass = uniform(&mut Sampler::new(seed, 0)).expect("a number");
            assert_relative_eq!(law.up_to(drawn.value()), mass, epsilon = 1e-12);
        }
    }
}
