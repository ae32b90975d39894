//! A figure as a picture: all panels in one file, or one by one on a page.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::svg_bands::{Band, bands};
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
    const SIZE: (u32, u32) = (520, 440);
    const LETTERS: Letters = Letters {
        labels: 17,
        names: 18,
    };
    let panels = figure.panels.iter();
    let draw = |panel| piece(SIZE, |root| draw_panel(figure, panel, root, LETTERS, true));
    let mut pieces: Vec<String> = panels.map(draw).collect();
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
    const LETTERS: Letters = Letters {
        labels: 14,
        names: 16,
    };
    let areas = plots.split_evenly((1, figure.panels.len()));
    for (number, (panel, area)) in figure.panels.iter().zip(&areas).enumerate() {
        draw_panel(figure, panel, area, LETTERS, number == 0)?;
    }
    if let Some(panel) = figure.panels.first() {
        draw_legend(panel, &legend)?;
    }
    root.present()
}

/// What the horizontal axis of all panels spans.
fn across(figure: &Figure) -> Range<f64> {
    let curves = figure.panels.iter().flat_map(|panel| &panel.curves);
    let places = curves.flat_map(|curve| &curve.exact).map(|point| point.at);
    let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
        (low.min(at), high.max(at))
    });
    let margin = 0.04 * (high - low);
    low - margin..high + margin
}

/// Sizes of letters.
#[derive(Clone, Copy)]
struct Letters {
    labels: u32,
    names: u32,
}

/// Draws the bands of a panel under each other; the quantity upwards is named
/// beside the larger one.
fn draw_panel<'a>(
    figure: &Figure,
    panel: &Panel,
    area: &Area<'a>,
    letters: Letters,
    named: bool,
) -> Result<(), Failed<'a>> {
    let area = match panel.title.is_empty() {
        true => area.clone(),
        false => area.titled(&panel.title, ("sans-serif", letters.names))?,
    };
    let bands = bands(panel);
    let (_, height) = area.dim_in_pixel();
    let largest = bands.iter().map(|band| band.share).fold(0.0, f64::max);
    let mut rest = area;
    for (number, band) in bands.iter().enumerate() {
        let is_last = number + 1 == bands.len();
        let (part, below) = match is_last {
            true => (rest.clone(), rest),
            false => rest.split_vertically((f64::from(height) * band.share) as u32),
        };
        rest = below;
        let named = named && band.share == largest;
        draw_band(figure, band, &part, letters, (named, is_last))?;
    }
    Ok(())
}

/// Draws the curves of a band; only the last one has the horizontal axis.
fn draw_band<'a>(
    figure: &Figure,
    band: &Band<'_>,
    area: &Area<'a>,
    letters: Letters,
    (named, is_last): (bool, bool),
) -> Result<(), Failed<'a>> {
    let across = across(figure);
    let mut chart = ChartBuilder::on(area)
        .margin_left(8)
        .margin_right(14)
        .margin_top(8)
        .margin_bottom(6)
        .x_label_area_size(if is_last { 3 * letters.names } else { 0 })
        .y_label_area_size(4 * letters.names)
        .build_cartesian_2d(across.clone(), band.range.clone())?;
    let lines = (10.0 * band.share).round() as usize;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .x_desc(if is_last { &figure.horizontal } else { "" })
        .y_desc(if named { &figure.vertical } else { "" })
        .x_labels(if is_last { 8 } else { 0 })
        .y_labels(lines.max(3))
        .x_label_formatter(&|x| format!("{x:.1}"))
        .y_label_formatter(&|y| format!("{y:.2}"))
        .axis_desc_style(("sans-serif", letters.names))
        .label_style(("sans-serif", letters.labels))
        .draw()?;
    for curve in &band.curves {
        let number = look(curve);
        let line: Vec<(f64, f64)> = curve.exact.iter().map(|p| (p.at, p.value)).collect();
        let style = COLORS[number].stroke_width(2);
        match DASHES[number] {
            (_, 0) => chart.draw_series(LineSeries::new(line, style))?,
            (dash, gap) => chart.draw_series(DashedLineSeries::new(line, dash, gap, style))?,
        };
    }
    for curve in &band.curves {
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
