//! Random doubles, and how near two doubles are.

use peskun::chance::Sampler;

/// Random doubles, the same in every run.
pub struct Doubles(Sampler);

impl Doubles {
    /// Those of one stream.
    pub fn new(stream: u64) -> Self {
        Doubles(Sampler::new(754, stream))
    }

    /// Between two ends.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let share = (self.0.next_word() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * share
    }

    /// One of so many integers.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.word() % bound
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0.next_word()
    }
}

/// Equal up to a relative error.
pub fn near(found: f64, expected: f64, relative: f64) {
    assert!(
        (found - expected).abs() <= relative * expected.abs(),
        "{found:e} is not {expected:e} up to {relative:e}"
    );
}
