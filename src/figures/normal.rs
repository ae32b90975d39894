//! Figure 1: the normal example of Section 5.1.

use super::{Computed, Curve, Effort, Figure, Panel, Proportion};
use crate::chance::{Interrupted, Sampler};
use crate::kernels::{Algorithm, Kernel};
use crate::numbers::parallel;
use crate::real::{NormalCurve, NormalModel, Real, RealModel, RealVisitor, visit_real};
use crate::rules::TieBreak;

/// σ² from 0.1 to 1 in eightieths: at these the curves are computed, closer to
/// each other where they bend.
pub const NORMAL_PLACES: [u32; 33] = [
    8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 44,
    48, 52, 56, 60, 64, 68, 72, 76, 80,
];
/// Every so many eightieths points are simulated.
const SIMULATED: u32 = 8;

/// The parts of the work, for a progress bar.
pub const NORMAL_PARTS: usize = NORMAL_PLACES.len() * NormalCurve::ALL.len();

fn place(eightieths: u32) -> f64 {
    f64::from(eightieths) / 80.0
}

/// Computes the figure at these places, in eightieths; `done` is called after each part.
pub fn normal_figure(
    places: &[u32],
    effort: Effort,
    done: &(dyn Fn() + Sync),
) -> Result<Figure, String> {
    let curve = |(row, curve): (usize, NormalCurve)| {
        let exact = parallel::places(places.len(), |number| {
            let at = place(places[number]);
            let (value, error) = curve.acceptance(at);
            done();
            Computed { at, value, error }
        });
        let simulated = places.iter().filter(|place| *place % SIMULATED == 0);
        let simulated = simulated.enumerate().map(|(number, eightieths)| {
            let at = place(*eightieths);
            let point = row * places.len() + number;
            Ok((at, simulate(curve, at, effort, point)?))
        });
        Ok(Curve {
            kernel: curve.kernel(),
            name: name(curve),
            exact,
            simulated: simulated.collect::<Result<_, String>>()?,
        })
    };
    let curves: Result<Vec<Curve>, String> = NormalCurve::ALL
        .into_iter()
        .enumerate()
        .map(curve)
        .collect();
    Ok(Figure {
        title: "Average acceptance in the normal example (Section 5.1)".into(),
        horizontal: "σ²".into(),
        vertical: "average acceptance probability".into(),
        caption: "The share of proposals that are accepted, against the variance σ² of the data. MPMC is below SVE where σ² is small and above it where σ² is large; the best rule that chooses between the two, and MABMC, are above both everywhere. The two curves that are called invalid are other readings of the printed algorithm, which do not keep the posterior. Lines are computed, marks are simulated, with intervals of 95%.".into(),
        method: "quadrature; the error is the difference to a coarser rule".into(),
        panels: vec![Panel {
            title: String::new(),
            curves: curves?,
        }],
    })
}

fn name(curve: NormalCurve) -> &'static str {
    match curve {
        NormalCurve::Metropolis => "Metropolis–Hastings",
        NormalCurve::Bayes => "Bayes rule",
        NormalCurve::Mabmc => "MABMC",
        NormalCurve::Repropose => "MABMC, proposing again (invalid)",
        NormalCurve::Reuse => "MABMC, reusing draws (invalid)",
        NormalCurve::Mpmc => "MPMC",
        NormalCurve::Sve => "SVE",
    }
}

/// Steps of the curve's kernel from the posterior.
fn simulate(
    curve: NormalCurve,
    variance: f64,
    effort: Effort,
    point: usize,
) -> Result<Proportion, String> {
    let model = NormalModel::new(variance);
    let algorithm = Algorithm::named(curve.kernel(), TieBreak::First)?;
    let visitor = FromPosterior {
        model: &model,
        effort,
        point,
    };
    let simulated = visit_real(&algorithm, &model, visitor)?;
    simulated.map_err(|why| why.to_string())
}

struct FromPosterior<'m> {
    model: &'m NormalModel,
    effort: Effort,
    point: usize,
}

impl RealVisitor<NormalModel> for FromPosterior<'_> {
    type Output = Result<Proportion, Interrupted>;

    fn visit<K: Kernel>(
        self,
        kernel: &K,
        enter: impl Fn(Real, &mut Sampler) -> Result<K::State, Interrupted> + Sync,
        _: impl Fn(&K::State) -> Real + Sync,
    ) -> Self::Output {
        let start = |sampler: &mut Sampler| enter(self.model.draw_posterior(sampler)?, sampler);
        Proportion::simulate(kernel, start, self.effort, self.point)
    }
}
