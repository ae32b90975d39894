//! A figure as a picture: colors that the color-blind can tell apart (Okabe and
//! Ito 2008), and a dash and a mark of its own for every curve, for print.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::figures::{Curve, Figure, Panel};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Failed<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

/// Black, blue, vermillion, green, orange, purple, sky blue.
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 0, 0),
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(230, 159, 0),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
];

/// Dash and gap in pixels; no gap is a full line.
const DASHES: [(i32, i32); 7] = [(3, 4), (1, 0), (1, 0), (9, 4), (5, 3), (12, 3), (2, 6)];

/// The corners of the marks around their center.
const MARKS: [&[(i32, i32)]; 7] = [
    &[(-4, 0), (0, -4), (4, 0), (0, 4)],
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
    &[(-5, 4), (0, -5), (5, 4)],
    &[(-5, -4), (0, 5), (5, -4)],
    &[(-3, -5), (3, -5), (3, 5), (-3, 5)],
    &[(-5, -3), (5, -3), (5, 3), (-5, 3)],
    &[(-4, -2), (0, -5), (4, -2), (3, 4), (-3, 4)],
];

const LEGEND: u32 = 270;
const HEIGHT: u32 = 560;

/// The look of a kernel, the same in all figures.
fn look(curve: &Curve) -> usize {
    match curve.kernel {
        "mh" => 0,
        "rule:bayes" | "rule:straddle" => 1,
        "mabmc" => 2,
        "sve" => 3,
        "mpmc" => 4,
        "mabmc:repropose" => 5,
        _ => 6,
    }
}

/// Draws the figure.
pub fn svg(figure: &Figure) -> String {
    let mut picture = String::new();
    let panels = figure.panels.len() as u32;
    let width = LEGEND + if panels == 1 { 720 } else { 400 * panels };
    {
        let root = SVGBackend::with_string(&mut picture, (width, HEIGHT)).into_drawing_area();
        // A picture in memory cannot fail to be written.
        draw(figure, &root, width - LEGEND).expect("memory");
    }
    picture
}

fn draw<'a>(figure: &Figure, root: &Area<'a>, width: u32) -> Result<(), Failed<'a>> {
    root.fill(&WHITE)?;
    let (title, rest) = root.split_vertically(44);
    title.draw(&Text::new(
        figure.title.clone(),
        (14, 14),
        ("sans-serif", 20).into_font(),
    ))?;
    let (plots, legend) = rest.split_horizontally(width);
    let ranges = ranges(figure);
    let areas = plots.split_evenly((1, figure.panels.len()));
    for (number, (panel, area)) in figure.panels.iter().zip(&areas).enumerate() {
        draw_panel(figure, panel, area, &ranges, number == 0)?;
    }
    if let Some(panel) = figure.panels.first() {
        draw_legend(panel, &legend)?;
    }
    root.present()
}

/// What the axes of all panels span.
fn ranges(figure: &Figure) -> (Range<f64>, Range<f64>) {
    let curves = || figure.panels.iter().flat_map(|panel| &panel.curves);
    let exact = || curves().flat_map(|curve| &curve.exact);
    let simulated = curves().flat_map(|curve| &curve.simulated);
    let ends = simulated.flat_map(|(_, drawn)| <[f64; 2]>::from(drawn.interval()));
    let heights: Vec<f64> = exact().map(|point| point.value).chain(ends).collect();
    let places: Vec<f64> = exact().map(|point| point.at).collect();
    let span = |values: &[f64], margin: f64| {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let margin = margin * (high - low);
        low - margin..high + margin
    };
    (span(&places, 0.04), span(&heights, 0.04))
}

fn draw_panel<'a>(
    figure: &Figure,
    panel: &Panel,
    area: &Area<'a>,
    (across, up): &(Range<f64>, Range<f64>),
    first: bool,
) -> Result<(), Failed<'a>> {
    let mut chart = ChartBuilder::on(area)
        .margin_left(8)
        .margin_right(14)
        .margin_bottom(6)
        .caption(&panel.title, ("sans-serif", 15))
        .x_label_area_size(44)
        .y_label_area_size(if first { 62 } else { 44 })
        .build_cartesian_2d(across.clone(), up.clone())?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .x_desc(&figure.horizontal)
        .y_desc(if first { figure.vertical.as_str() } else { "" })
        .x_labels(8)
        .y_labels(10)
        .x_label_formatter(&|x| format!("{x:.1}"))
        .y_label_formatter(&|y| format!("{y:.2}"))
        .axis_desc_style(("sans-serif", 16))
        .label_style(("sans-serif", 14))
        .draw()?;
    for curve in &panel.curves {
        let number = look(curve);
        let line: Vec<(f64, f64)> = curve.exact.iter().map(|p| (p.at, p.value)).collect();
        let style = COLORS[number].stroke_width(2);
        match DASHES[number] {
            (_, 0) => chart.draw_series(LineSeries::new(line, style))?,
            (dash, gap) => chart.draw_series(DashedLineSeries::new(line, dash, gap, style))?,
        };
    }
    for curve in &panel.curves {
        let number = look(curve);
        let color = COLORS[number];
        let bars = curve.simulated.iter().map(|(at, drawn)| {
            let (low, high) = drawn.interval();
            PathElement::new([(*at, low), (*at, high)], color.stroke_width(1))
        });
        chart.draw_series(bars)?;
        let marks = curve
            .simulated
            .iter()
            .map(|(at, drawn)| EmptyElement::at((*at, drawn.share())) + mark(number));
        chart.draw_series(marks)?;
    }
    Ok(())
}

/// The mark of a curve around the origin.
fn mark(number: usize) -> Polygon<(i32, i32)> {
    let corners = MARKS[number].to_vec();
    Polygon::new(corners, COLORS[number].mix(0.85).filled())
}

fn draw_legend<'a>(panel: &Panel, area: &Area<'a>) -> Result<(), Failed<'a>> {
    let text = ("sans-serif", 15).into_font();
    let line = |row: usize| 40 + 26 * row as i32;
    for (row, curve) in panel.curves.iter().enumerate() {
        let number = look(curve);
        let (y, color) = (line(row), COLORS[number]);
        let (dash, gap) = DASHES[number];
        let mut x = 8;
        while x < 44 {
            let end = if gap == 0 { 44 } else { (x + dash).min(44) };
            area.draw(&PathElement::new([(x, y), (end, y)], color.stroke_width(2)))?;
            x = end + gap.max(1);
        }
        if has_points(curve) {
            area.draw(&(EmptyElement::at((26, y)) + mark(number)))?;
        }
        area.draw(&Text::new(curve.name, (52, y - 7), text.clone()))?;
    }
    let y = line(panel.curves.len());
    let small = ("sans-serif", 13).into_font();
    let notes = [
        "lines: computed, without simulation",
        "marks: simulated, with 95% intervals",
    ];
    for (row, note) in (0..).zip(notes) {
        area.draw(&Text::new(note, (8, y + 18 * row), small.clone()))?;
    }
    Ok(())
}

fn has_points(curve: &Curve) -> bool {
    !curve.simulated.is_empty()
}
