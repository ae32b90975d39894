//! The paper's figures: simulated points lie on the computed curves.

use crate::support;

use peskun::figures::{Effort, Figure, ising_figure, normal_figure};
use peskun::numbers::Rational;
use peskun::reports::{FigureReport, Report, svg};
use peskun::statistics::{Family, OneStep, detectable_effect};
use support::command::{Scratch, peskun, refused};
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
                effect = effect.max(detects);
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
    assert!(page.contains(&picture));
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
    let figure = normal_figure(EFFORT, &|| ()).expect("a figure");
    test_picture(&figure);
    test_points(&figure, &mut family("points of the figures"));
}

/// Two of the nine places, all kernels and scales.
#[test]
fn the_ising_example() {
    let mut share = family("points of the figures");
    let mut figure = ising_figure(&[122, 223], EFFORT, &|| ()).expect("a figure");
    test_picture(&figure);
    test_points(&figure, &mut share);
    // A point off its curve is noticed.
    figure.panels[0].curves[1].exact[0].value -= 0.03;
    assert!(!figure.test().passes());
}

#[test]
fn files_of_the_command() {
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
    assert_eq!(rows.lines().count(), 1 + 7 * 19);
    assert!(
        std::fs::read_to_string(picture)
            .expect("a picture")
            .contains("MABMC")
    );
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
