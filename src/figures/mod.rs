//! The paper's two figures: exact curves, and simulated points on them.
//!
//! A point is the share of accepted proposals in independent steps from the
//! posterior, so that its error is that of a coin.

mod ising;
mod normal;
mod proportion;
mod straddle;

pub use ising::{ISING_PARTS, ISING_WEIGHTS, ising_figure};
pub use normal::{NORMAL_PARTS, NORMAL_PLACES, normal_figure};
pub use proportion::Proportion;
pub use straddle::{StraddlePicture, straddle_picture};

use crate::numbers::Rational;
use crate::statistics::OneStep;

/// A figure: panels side by side with the same axes.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// The quantity to the right.
    pub horizontal: String,
    /// The quantity upwards.
    pub vertical: String,
    /// What is to be seen, in a few sentences.
    pub caption: String,
    /// How the curves were computed, in a few words.
    pub method: String,
    /// From left to right.
    pub panels: Vec<Panel>,
}

/// A part of a figure.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What is special to it; empty if there is one panel only.
    pub title: String,
    /// From the highest on.
    pub curves: Vec<Curve>,
}

/// A curve, with points that were simulated.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The kernel on the command line.
    pub kernel: &'static str,
    /// Its name in the legend.
    pub name: &'static str,
    /// From left to right.
    pub exact: Vec<Computed>,
    /// Places and what was simulated there.
    pub simulated: Vec<(f64, Proportion)>,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug)]
pub struct Computed {
    /// Its place.
    pub at: f64,
    /// The average acceptance.
    pub value: f64,
    /// How far off that may be.
    pub error: f64,
}

/// How much to simulate.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Steps for each point.
    pub steps: u64,
    /// Which random numbers.
    pub seed: u64,
}

/// The simulated points of a figure against its curves.
#[derive(Clone, Copy, Debug)]
pub struct PointsTest {
    /// The largest −ln of a tail over the points, as for [`OneStep`].
    pub statistic: f64,
    /// It is above this with at most the probability of a false alarm.
    pub threshold: f64,
    /// How many points there are.
    pub points: usize,
}

impl PointsTest {
    /// Do all points lie on their curves?
    pub fn passes(&self) -> bool {
        self.statistic <= self.threshold
    }
}

impl Figure {
    /// The probability of a false alarm of the test of all points.
    pub const FALSE_ALARM: f64 = 1e-6;

    /// Tests all simulated points together.
    pub fn test(&self) -> PointsTest {
        let curves = || self.panels.iter().flat_map(|panel| &panel.curves);
        let points: usize = curves().map(|curve| curve.simulated.len()).sum();
        let level = Self::FALSE_ALARM / points.max(1) as f64;
        let tests = curves().flat_map(|curve| {
            curve.simulated.iter().filter_map(move |(place, drawn)| {
                let exact = Rational::exactly(curve.at(*place)?.value);
                let rest = Rational::ONE - &exact;
                let counts = [drawn.accepted, drawn.steps - drawn.accepted];
                Some(OneStep::test(&[exact, rest], &counts, level))
            })
        });
        let none = PointsTest {
            statistic: 0.0,
            threshold: f64::INFINITY,
            points,
        };
        tests.fold(none, |worst, test| PointsTest {
            statistic: worst.statistic.max(test.statistic),
            threshold: test.threshold,
            points,
        })
    }
}

impl Curve {
    /// The exact value at a place.
    pub fn at(&self, place: f64) -> Option<&Computed> {
        self.exact.iter().find(|computed| computed.at == place)
    }
}
