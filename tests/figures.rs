//! The paper's figures: simulated points lie on the computed curves.

use crate::support;

use peskun::figures::{Effort, Figure, NORMAL_PLACES, ising_figure, normal_figure};
use peskun::numbers::Rational;
use peskun::reports::{FigureReport, Report, svg};
use peskun::statistics::{Family, OneStep, detectable_effect};
use support::command::{Scratch, peskun, refused};
use support::size::sized;
use support::suite::family;

use crate::report::{is_well_formed, stands_alone};

const EFFORT: Effort = Effort {
    steps: 20_000,
    seed: 5,
};

/// Every point against its curve, at a level of the suite's budget.
fn test_points(figure: &Figure, family: &mut Family) {
    for panel in &figure.panels {
        for curve in &panel.curves {
            let mut largest = 0.0f64;
            let mut threshold = f64::INFINITY;
            let mut effect = 0.0f64;
            for (place, drawn) in &curve.simulated {
                let computed = curve.at(*place).expect("a computed point");
                assert!(computed.error < 1e-8, "{}: {computed:?}", curve.name);
                let exact = Rational::exactly(computed.value);
                let row = [exact.clone(), Rational::ONE - exact];
                let counts = [drawn.accepted, drawn.steps - drawn.accepted];
                let level = family.spend().expect("planned");
                let test = OneStep::test(&row, &counts, level);
                assert!(test.passes(), "{} at {place}: {drawn:?}", curve.name);
                largest = largest.max(test.statistic);
                threshold = test.threshold;
                let detects = detectable_effect(computed.value, 2, drawn.steps, level);
                effect = effect.max(detects.expect("enough steps"));
            }
            println!(
                "{} {}: {} points, largest statistic {largest:.2}, threshold {threshold:.2}, detects {effect:.4}",
                panel.title,
                curve.name,
                curve.simulated.len()
            );
        }
    }
}

/// The computed values of a kernel.
fn heights(figure: &Figure, panel: usize, kernel: &str) -> Vec<f64> {
    let mut curves = figure.panels[panel].curves.iter();
    let curve = curves
        .find(|curve| curve.kernel == kernel)
        .expect("a curve");
    curve.exact.iter().map(|point| point.value).collect()
}

/// The sign of r_MPMC − r_SVE changes at the estimate, and the picture is whole.
#[test]
fn the_picture_of_signs() {
    let scratch = Scratch::new("signs");
    let picture = scratch.path("signs.svg");
    let out = picture.to_str().expect("text");
    let run = peskun(&["figure", "straddle", "--out", out, "--format", "json"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let value: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(value["exceptions"], serde_json::json!([]));
    let rational = |value: &serde_json::Value| -> Rational {
        value.as_str().expect("a text").parse().expect("a rational")
    };
    let estimate = rational(&value["estimate"]);
    let parameters: Vec<Rational> = value["parameters"]
        .as_array()
        .expect("a list")
        .iter()
        .map(rational)
        .collect();
    let (mut more, mut less, mut alike) = (0, 0, 0);
    for (from, row) in value["differences"]
        .as_array()
        .expect("rows")
        .iter()
        .enumerate()
    {
        for (to, difference) in row.as_array().expect("a row").iter().enumerate() {
            let difference = rational(difference);
            let sides = (&parameters[from] - &estimate) * (&parameters[to] - &estimate);
            assert_eq!(difference.is_positive(), sides.is_negative(), "{from} {to}");
            assert_eq!(difference.is_zero(), sides.is_zero(), "{from} {to}");
            more += usize::from(difference.is_positive());
            less += usize::from(difference.is_negative());
            alike += usize::from(difference.is_zero());
        }
    }
    assert_eq!((more, less, alike), (162, 162, 37));
    let svg = std::fs::read_to_string(picture).expect("a picture");
    assert!(is_well_formed(&svg) && stands_alone(&svg));
    // One square for each pair whose difference is not zero, and the paper.
    assert_eq!(svg.matches("<rect").count(), more + less + 1);
}

/// One picture: well formed, with every curve in the legend.
fn test_picture(figure: &Figure) {
    let picture = svg(figure);
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    for curve in &figure.panels[0].curves {
        assert!(picture.contains(curve.name), "{}", curve.name);
    }
    assert!(picture.contains(&figure.horizontal) && picture.contains(&figure.vertical));
    // On a page it is whole, with its verdict in sight and its points folded.
    let page = FigureReport {
        places: None,
        figure: figure.clone(),
        steps: EFFORT.steps,
        seed: EFFORT.seed,
    }
    .html();
    let place = |text: &str| page.find(text).expect(text);
    let (panels, curves) = (figure.panels.len(), figure.panels[0].curves.len());
    assert_eq!(page.matches("<svg").count(), panels + 1);
    assert!(
        figure
            .panels
            .iter()
            .all(|panel| page.contains(&panel.title))
    );
    let legend = &page[place("<svg class=\"legend\"")..];
    let named = figure.panels[0].curves.iter();
    assert_eq!(
        named.filter(|curve| legend.contains(curve.name)).count(),
        curves
    );
    assert!(page.contains("<figcaption>The share of proposals"));
    assert!(is_well_formed(&page) && stands_alone(&page));
    assert!(place("</svg>") < place("points against curves"));
    assert!(place("points against curves") < place("<details>"));
    let points: usize = figure
        .panels
        .iter()
        .flat_map(|panel| &panel.curves)
        .map(|curve| curve.exact.len())
        .sum();
    assert_eq!(page.matches("<tr><td").count(), points);
}

#[test]
fn the_normal_example() {
    let every = sized("places of the normal example, every so many", 1, 4);
    let places: Vec<u32> = NORMAL_PLACES.into_iter().step_by(every).collect();
    let figure = normal_figure(&places, EFFORT, &|| ()).expect("a figure");
    test_picture(&figure);
    // What the caption says.
    let [mpmc, sve, mabmc, bayes] =
        ["mpmc", "sve", "mabmc", "rule:bayes"].map(|kernel| heights(&figure, 0, kernel));
    let last = mpmc.len() - 1;
    assert!(mpmc[0] < sve[0] && mpmc[last] > sve[last]);
    let larger = mpmc.iter().zip(&sve).map(|(mpmc, sve)| mpmc.max(*sve));
    let rules = mabmc.iter().zip(&bayes);
    assert!(
        larger
            .zip(rules)
            .all(|(arm, (mabmc, bayes))| arm < *mabmc && mabmc < bayes)
    );
    // Finer where the curves bend.
    let places = &figure.panels[0].curves[0].exact;
    assert!(places[1].at - places[0].at < (places[last].at - places[last - 1].at) / 3.0);
    test_points(&figure, &mut family("points of the figures"));
}

/// Two of the nine places, all kernels and scales.
#[test]
fn the_ising_example() {
    let mut share = family("points of the figures");
    let mut figure = ising_figure(&[122, 223], EFFORT, &|| ()).expect("a figure");
    test_picture(&figure);
    // What the caption says: MPMC is far below, and the straddle rule the best.
    for panel in 0..figure.panels.len() {
        let of = |kernel| heights(&figure, panel, kernel);
        let (mpmc, sve, straddle) = (of("mpmc"), of("sve"), of("rule:straddle"));
        assert!(sve.iter().zip(&mpmc).all(|(sve, mpmc)| sve - mpmc > 0.1));
        for kernel in ["mpmc", "sve", "mabmc"] {
            let mut both = straddle.iter().zip(of(kernel));
            assert!(both.all(|(best, other)| *best > other - 1e-12), "{kernel}");
        }
    }
    test_points(&figure, &mut share);
    // A point off its curve is noticed.
    figure.panels[0].curves[1].exact[0].value -= 0.03;
    assert!(!figure.test().passes());
}

/// The picture and the data of the first figure, in files.
#[test]
fn files_of_the_command() {
    if sized("figures written by the command", 1, 0) == 0 {
        return;
    }
    let scratch = Scratch::new("figure");
    let (picture, data) = (scratch.path("f.svg"), scratch.path("f.csv"));
    let line = ["figure", "normal", "--steps", "200", "--out"];
    let files = [
        &picture.to_string_lossy(),
        "--data",
        &data.to_string_lossy(),
    ];
    let run = peskun(&[&line[..], &files.each_ref().map(|s| &**s)[..]].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    let rows = std::fs::read_to_string(data).expect("data");
    assert_eq!(rows.lines().count(), 1 + 7 * 33);
    assert!(
        std::fs::read_to_string(picture)
            .expect("a picture")
            .contains("MABMC")
    );
}

#[test]
fn files_that_are_refused() {
    for (arguments, words) in [
        (&["figure", "other"][..], "normal"),
        (&["figure", "normal", "--out", "f.png"], ".svg"),
        (&["figure", "normal", "--data", "f.txt"], ".csv"),
        (&["figure", "normal", "--steps", "0"], "0"),
        (&["figure", "normal", "--format", "prism"], "table"),
        (&["figure", "normal", "--out", "/nowhere/f.svg"], "/nowhere"),
    ] {
        refused(&peskun(arguments), 2, &[words]);
    }
}
