//! Figure 2: the Ising example of Section 5.2, on its own lattice.

use super::{Computed, Curve, Effort, Figure, Panel, Proportion};
use crate::arms::AnyArm;
use crate::chance::{Chance, Interrupted, Lottery, Sampler};
use crate::kernels::{Algorithm, Bandit, BanditReading, RandomizedMetropolis};
use crate::lattices::{Averages, Enclosure, Setting, experiment};
use crate::models::Yardstick;
use crate::numbers::parallel;
use crate::numbers::{Rational, Weights};
use crate::rules::{DrawRule, Score, Straddle, TieBreak};
use crate::simulation::LevelModel;

/// J in the paper.
const INTERACTION: f64 = 0.1;
/// t = e^{2βJ} in hundredths, for β near 0.5, 1, …, 4.5: the places of the figure.
pub const ISING_WEIGHTS: [i64; 9] = [111, 122, 135, 149, 165, 182, 201, 223, 246];
/// How many steps of the grid proposals reach, one panel each.
const REACHES: [usize; 3] = [1, 2, 4];
/// Kernels, what their curves are called, and whether points are simulated.
const KERNELS: [(&str, &str, bool); 6] = [
    ("mh", "Metropolis–Hastings", false),
    ("bridge", "bridge", true),
    ("rule:straddle", "straddle = Bayes rule", true),
    ("mabmc", "MABMC", true),
    ("mpmc", "MPMC", true),
    ("sve", "SVE", true),
];

/// The parts of the work, for a progress bar.
pub const ISING_PARTS: usize = ISING_WEIGHTS.len() * (1 + REACHES.len() * KERNELS.len());

fn setting(hundredths: i64) -> Setting {
    Setting {
        side: 10,
        replicates: 10,
        estimate: Rational::new(hundredths, 100),
        step: Rational::new(3, 100),
        half: 4,
        reaches: REACHES.to_vec(),
    }
}

/// β of a t.
fn beta(hundredths: i64) -> f64 {
    (hundredths as f64 / 100.0).ln() / (2.0 * INTERACTION)
}

/// What is known at one β: for every panel the averages, and for every kernel
/// of it a simulated point, if it has one.
struct Place {
    beta: f64,
    averages: Vec<Averages>,
    simulated: Vec<Vec<Option<Proportion>>>,
}

impl Place {
    fn new(hundredths: i64, effort: Effort, done: &(dyn Fn() + Sync)) -> Result<Self, Interrupted> {
        let setting = setting(hundredths);
        let averages = experiment(&setting).averages;
        done();
        let panel = |panel: usize| {
            let model = LevelModel::new(&setting.model(REACHES[panel]));
            let points = Points::new(&model);
            let point = |(row, (kernel, _, simulated)): (usize, (&str, &str, bool))| {
                let place = hundredths as usize;
                let stream = (place * REACHES.len() + panel) * KERNELS.len() + row;
                let drawn = simulated.then(|| points.simulate(kernel, effort, stream));
                done();
                drawn.transpose()
            };
            KERNELS.into_iter().enumerate().map(point).collect()
        };
        Ok(Place {
            beta: beta(hundredths),
            averages,
            simulated: (0..REACHES.len()).map(panel).collect::<Result<_, _>>()?,
        })
    }
}

/// Computes the figure at these t, in hundredths; `done` is called after each
/// part.
///
/// # Panics
/// If a t is so small that others around it are not positive.
pub fn ising_figure(
    weights: &[i64],
    effort: Effort,
    done: &(dyn Fn() + Sync),
) -> Result<Figure, String> {
    let places = parallel::map(weights, |&hundredths| Place::new(hundredths, effort, done));
    let places: Result<Vec<Place>, Interrupted> = places.into_iter().collect();
    let places = places.map_err(|why| why.to_string())?;
    let curve = |panel: usize, row: usize| {
        let (kernel, name, _) = KERNELS[row];
        let exact = |place: &Place| {
            let enclosure = of(kernel, &place.averages[panel]);
            Computed {
                at: place.beta,
                value: enclosure.low.to_f64(),
                error: enclosure.width().to_f64(),
            }
        };
        let simulated = |place: &Place| Some((place.beta, place.simulated[panel][row]?));
        Curve {
            kernel,
            name,
            exact: places.iter().map(exact).collect(),
            simulated: places.iter().filter_map(simulated).collect(),
        }
    };
    let panel = |panel: usize| {
        let plural = if REACHES[panel] == 1 { "" } else { "s" };
        Panel {
            title: format!(
                "proposals within {} step{plural} of 0.03 in t",
                REACHES[panel]
            ),
            curves: (0..KERNELS.len()).map(|row| curve(panel, row)).collect(),
        }
    };
    Ok(Figure {
        title: "Average acceptance on ten 10 × 10 Ising lattices, J = 0.1 (Section 5.2)".into(),
        horizontal: "β".into(),
        vertical: "average acceptance probability".into(),
        caption: "The share of proposals that are accepted, against β, for three reaches of the proposal. The straddle rule takes MPMC exactly where the estimate lies between θ and θ', and is the best rule here. Where MPMC lies far below the others the vertical axis is broken between them. Lines are computed, marks are simulated, with intervals of 95%.".into(),
        method: "exact counts; the error is the width of an enclosure".into(),
        panels: (0..REACHES.len()).map(panel).collect(),
    })
}

fn of<'a>(kernel: &str, averages: &'a Averages) -> &'a Enclosure {
    match kernel {
        "mh" => &averages.metropolis,
        "bridge" => &averages.bridge,
        "rule:straddle" => &averages.straddle,
        "mabmc" => &averages.mabmc,
        "mpmc" => &averages.mpmc,
        _ => &averages.sve,
    }
}

/// Steps from the posterior of a model, as they are written.
struct Points<'m> {
    model: &'m LevelModel,
    /// Ready for many draws: its weights have thousands of digits.
    posterior: Lottery,
}

impl<'m> Points<'m> {
    fn new(model: &'m LevelModel) -> Self {
        let posterior = Weights::proportional_to(&model.posterior());
        Points {
            posterior: Lottery::new(&posterior),
            model,
        }
    }

    fn simulate(
        &self,
        kernel: &str,
        effort: Effort,
        point: usize,
    ) -> Result<Proportion, Interrupted> {
        let start = |sampler: &mut Sampler| sampler.draw_lot(&self.posterior);
        let parts = self.model.lattice_model().parts();
        let arms = Algorithm::paper_arms;
        match kernel {
            "rule:straddle" => {
                let rule = Straddle {
                    values: parts.weights.clone(),
                    estimate: parts.estimate.clone(),
                };
                let kernel = Bandit::new(self.model, arms(), rule, BanditReading::Fresh);
                Proportion::simulate(&kernel, start, effort, point)
            }
            "mabmc" => {
                let rule = DrawRule {
                    score: Score::Smaller,
                    tie: TieBreak::First,
                };
                let kernel = Bandit::new(self.model, arms(), rule, BanditReading::Fresh);
                Proportion::simulate(&kernel, start, effort, point)
            }
            _ => {
                let arm: AnyArm = kernel.parse().expect("an arm");
                let kernel = RandomizedMetropolis::new(self.model, arm);
                Proportion::simulate(&kernel, start, effort, point)
            }
        }
    }
}
