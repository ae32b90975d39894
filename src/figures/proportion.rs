//! The share of accepted proposals, simulated.

use super::Effort;
use crate::chance::{Interrupted, Sampler, Stream};
use crate::kernels::Kernel;
use crate::numbers::parallel;

/// How many of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    /// How many.
    pub accepted: u64,
    /// Of so many.
    pub steps: u64,
}

/// Streams of random numbers for one point: the answer does not depend on the
/// number of threads.
const STREAMS: u64 = 32;

impl Proportion {
    /// Independent steps of a kernel from states that are drawn, with random
    /// numbers of their own for every point.
    pub fn simulate<K: Kernel>(
        kernel: &K,
        start: impl Fn(&mut Sampler) -> Result<K::State, Interrupted> + Sync,
        effort: Effort,
        point: usize,
    ) -> Result<Self, Interrupted> {
        let accepted = parallel::places(STREAMS as usize, |stream| {
            let stream = stream as u64;
            let stream_of_all = point as u64 * STREAMS + stream;
            let mut sampler = Sampler::of(effort.seed, Stream::Point(stream_of_all));
            let steps = (stream..effort.steps).step_by(STREAMS as usize);
            let mut accepted = 0;
            for _ in steps {
                let from = start(&mut sampler)?;
                accepted += u64::from(kernel.step(&from, &mut sampler)?.accepted);
            }
            Ok(accepted)
        });
        let accepted: Result<Vec<u64>, Interrupted> = accepted.into_iter().collect();
        Ok(Proportion {
            accepted: accepted?.iter().sum(),
            steps: effort.steps,
        })
    }

    /// The share.
    pub fn share(&self) -> f64 {
        self.accepted as f64 / self.steps as f64
    }

    /// Wilson's interval of 95 in 100.
    pub fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.959_963_984_540_054;
        let steps = self.steps as f64;
        let share = self.share();
        let center = share + Z * Z / (2.0 * steps);
        let half = Z * (share * (1.0 - share) / steps + Z * Z / (4.0 * steps * steps)).sqrt();
        let scale = 1.0 + Z * Z / steps;
        ((center - half) / scale, (center + half) / scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn intervals_of_a_table() {
        let (low, high) = Proportion {
            accepted: 15,
            steps: 50,
        }
        .interval();
        // Wilson (1927) for 15 of 50.
        assert_relative_eq!(low, 0.191, epsilon = 5e-4);
        assert_relative_eq!(high, 0.438, epsilon = 5e-4);
    }
}
