//! A figure as a picture: all panels in one file, or one by one on a page.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::svg_look::{COLORS, DASHES, look, mark};
use crate::figures::{Curve, Figure, Panel};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Failed<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

const LEGEND: u32 = 270;
const HEIGHT: u32 = 560;

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

/// The panels one by one and then the legend, for a page that puts them where
/// there is room.
pub(super) fn pieces(figure: &Figure) -> Vec<String> {
    const SIZE: (u32, u32) = (520, 420);
    let ranges = ranges(figure);
    let mut pieces: Vec<String> = figure
        .panels
        .iter()
        .map(|panel| piece(SIZE, |root| draw_panel(figure, panel, root, &ranges, true)))
        .collect();
    if let Some(panel) = figure.panels.first() {
        let height = 90 + 26 * panel.curves.len() as u32;
        let legend = piece((LEGEND, height), |root| draw_legend(panel, root));
        pieces.push(legend.replacen("<svg", "<svg class=\"legend\"", 1));
    }
    pieces
}

fn piece(size: (u32, u32), draw: impl for<'a> Fn(&Area<'a>) -> Result<(), Failed<'a>>) -> String {
    let mut picture = String::new();
    {
        let root = SVGBackend::with_string(&mut picture, size).into_drawing_area();
        root.fill(&WHITE).expect("memory");
        draw(&root).expect("memory");
        root.present().expect("memory");
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
        let marks = curve
            .simulated
            .iter()
            .map(|(at, drawn)| EmptyElement::at((*at, drawn.share())) + mark(number));
        chart.draw_series(marks)?;
        // Over the mark, with ends that are wider than it.
        let bars = curve.simulated.iter().flat_map(|(at, drawn)| {
            let (low, high) = drawn.interval();
            let end = (across.end - across.start) / 90.0;
            let style = color.stroke_width(2);
            [
                PathElement::new([(*at, low), (*at, high)], style),
                PathElement::new([(at - end, low), (at + end, low)], style),
                PathElement::new([(at - end, high), (at + end, high)], style),
            ]
        });
        chart.draw_series(bars)?;
    }
    Ok(())
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
