//! Signs over a square: a difference at every pair of parameters as a picture.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::svg_look::{BLUE_MORE, VERMILLION_LESS};
use crate::figures::StraddlePicture;
use crate::numbers::Rational;

const SIDE: u32 = 520;

/// Draws it: θ to the right, θ' upwards, the estimate as dashed lines.
pub fn signs(picture: &StraddlePicture) -> String {
    let mut out = String::new();
    {
        let root = SVGBackend::with_string(&mut out, (SIDE, SIDE)).into_drawing_area();
        // A picture in memory cannot fail to be written.
        draw(picture, &root).expect("memory");
    }
    out
}

type Failed<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

fn draw<'a>(
    picture: &StraddlePicture,
    root: &DrawingArea<SVGBackend<'a>, Shift>,
) -> Result<(), Failed<'a>> {
    root.fill(&WHITE)?;
    let places: Vec<f64> = picture.parameters.iter().map(Rational::to_f64).collect();
    let (Some(first), Some(last)) = (places.first(), places.last()) else {
        return root.present();
    };
    let half = (last - first) / (2.0 * (places.len().max(2) - 1) as f64);
    let span = first - half..last + half;
    let mut chart = ChartBuilder::on(root)
        .margin(12)
        .x_label_area_size(46)
        .y_label_area_size(58)
        .build_cartesian_2d(span.clone(), span.clone())?;
    chart
        .configure_mesh()
        .disable_mesh()
        .x_desc("θ, from")
        .y_desc("θ', to")
        .x_labels(6)
        .y_labels(6)
        .x_label_formatter(&|x| format!("{x:.1}"))
        .y_label_formatter(&|y| format!("{y:.1}"))
        .axis_desc_style(("sans-serif", 17))
        .label_style(("sans-serif", 15))
        .draw()?;
    let all = || picture.differences.iter().flatten().map(Rational::to_f64);
    let largest = all().fold(0.0, |most: f64, value| most.max(value.abs()));
    let square = |from: usize, to: usize| {
        let value = picture.differences[from][to].to_f64();
        // Small differences are seen too.
        let strength = (value.abs() / largest).powf(0.4);
        let color = if value > 0.0 {
            BLUE_MORE
        } else {
            VERMILLION_LESS
        };
        let (x, y) = (places[from], places[to]);
        Rectangle::new(
            [(x - half, y - half), (x + half, y + half)],
            color.mix(strength).filled(),
        )
    };
    let pairs = (0..places.len()).flat_map(|from| (0..places.len()).map(move |to| (from, to)));
    let moving = pairs.filter(|&(from, to)| !picture.differences[from][to].is_zero());
    chart.draw_series(moving.map(|(from, to)| square(from, to)))?;
    let estimate = picture.estimate.to_f64();
    let (low, high) = (span.start, span.end);
    let lines = [
        [(estimate, low), (estimate, high)],
        [(low, estimate), (high, estimate)],
    ];
    for line in lines {
        let style = BLACK.stroke_width(1);
        chart.draw_series(DashedLineSeries::new(line, 6, 4, style))?;
    }
    let words = ("sans-serif", 17).into_font();
    let step = 2.0 * half;
    let signs = [
        ("MPMC", low + 2.2 * step, high - 2.0 * step),
        ("MPMC", high - 4.6 * step, low + 2.6 * step),
        ("SVE", low + 2.4 * step, low + 2.6 * step),
        ("SVE", high - 4.0 * step, high - 2.0 * step),
        ("φ", estimate + 0.2 * step, low + 1.0 * step),
        ("φ", low + 0.2 * step, estimate + 1.0 * step),
    ];
    chart.draw_series(signs.map(|(word, x, y)| Text::new(word, (x, y), words.clone())))?;
    root.present()
}
