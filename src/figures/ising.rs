//! Figure 2: the Ising example of Section 5.2, on its own lattice.

use rayon::prelude::*;

use super::{Computed, Curve, Effort, Figure, Panel, Proportion};
use crate::arms::AnyArm;
use crate::chance::{Draws, Interrupted, Sampler};
use crate::kernels::{Algorithm, Bandit, BanditReading, RandomizedMetropolis};
use crate::lattices::{Averages, Enclosure, Setting, experiment};
use crate::models::Yardstick;
use crate::numbers::{Law, Rational};
use crate::rules::{DrawRule, Score, Straddle, TieBreak};
use crate::simulation::LevelModel;

/// J in the paper.
const INTERACTION: f64 = 0.1;
/// t = e^{2βJ} in hundredths, for β near 0.5, 1, …, 4.5.
const WEIGHTS: [i64; 9] = [111, 122, 135, 149, 165, 182, 201, 223, 246];
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
pub const ISING_PARTS: usize = WEIGHTS.len() * (1 + REACHES.len() * KERNELS.len());

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

/// Computes the figure; `done` is called after each part.
pub fn ising_figure(effort: Effort, done: &(dyn Fn() + Sync)) -> Result<Figure, String> {
    let settings: Vec<(f64, Setting)> = WEIGHTS.map(|t| (beta(t), setting(t))).into();
    let places: Vec<Vec<Averages>> = settings
        .par_iter()
        .map(|(_, setting)| {
            let averages = experiment(setting).averages;
            done();
            averages
        })
        .collect();
    let curve = |panel: usize, number: usize| {
        let (kernel, name, simulated) = KERNELS[number];
        let exact = settings.iter().zip(&places).map(|((at, _), averages)| {
            let enclosure = of(kernel, &averages[panel]);
            Computed {
                at: *at,
                value: enclosure.low.to_f64(),
                error: enclosure.width().to_f64(),
            }
        });
        let mut points = Vec::new();
        for (place, (at, setting)) in settings.iter().enumerate() {
            if simulated {
                let point = (panel * KERNELS.len() + number) * WEIGHTS.len() + place;
                let model = setting.model(REACHES[panel]);
                let drawn = simulate(kernel, &LevelModel::new(&model), effort, point);
                points.push((*at, drawn.map_err(|why| why.to_string())?));
            }
            done();
        }
        Ok(Curve {
            kernel,
            name,
            exact: exact.collect(),
            simulated: points,
        })
    };
    let panel = |panel: usize| {
        let curves: Result<Vec<Curve>, String> = (0..KERNELS.len())
            .map(|number| curve(panel, number))
            .collect();
        let plural = if REACHES[panel] == 1 { "" } else { "s" };
        Ok(Panel {
            title: format!(
                "proposals within {} step{plural} of 0.03 in t",
                REACHES[panel]
            ),
            curves: curves?,
        })
    };
    let panels: Result<Vec<Panel>, String> = (0..REACHES.len()).map(panel).collect();
    Ok(Figure {
        title: "Average acceptance on ten 10 × 10 Ising lattices, J = 0.1 (Section 5.2)".into(),
        horizontal: "β".into(),
        vertical: "average acceptance probability".into(),
        method: "exact counts; enclosures narrower than 10⁻²⁸".into(),
        panels: panels?,
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

/// Steps of a kernel from the posterior, as they are written.
fn simulate(
    kernel: &str,
    model: &LevelModel,
    effort: Effort,
    point: usize,
) -> Result<Proportion, Interrupted> {
    let posterior = model.posterior().into_iter().enumerate();
    let posterior = Law::proportional_to(posterior).expect("a posterior has mass");
    let start = |sampler: &mut Sampler| sampler.draw(&posterior).copied();
    let values = model.lattice_model().parts().weights.clone();
    let estimate = model.lattice_model().parts().estimate.clone();
    let arms = Algorithm::paper_arms;
    match kernel {
        "rule:straddle" => {
            let rule = Straddle { values, estimate };
            let kernel = Bandit::new(model, arms(), rule, BanditReading::Fresh);
            Proportion::simulate(&kernel, start, effort, point)
        }
        "mabmc" => {
            let rule = DrawRule {
                score: Score::Smaller,
                tie: TieBreak::First,
            };
            let kernel = Bandit::new(model, arms(), rule, BanditReading::Fresh);
            Proportion::simulate(&kernel, start, effort, point)
        }
        _ => {
            let arm: AnyArm = kernel.parse().expect("an arm");
            Proportion::simulate(&RandomizedMetropolis::new(model, arm), start, effort, point)
        }
    }
}
