//! How curves look: colors that the color-blind can tell apart (Okabe and Ito
//! 2008), and a dash and a mark of its own for every curve, for print.

use plotters::prelude::*;

use crate::figures::Curve;

/// Black, blue, vermillion, green, orange, purple, sky blue.
pub(super) const COLORS: [RGBColor; 7] = [
    RGBColor(0, 0, 0),
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(230, 159, 0),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
];

/// More.
pub(super) const BLUE_MORE: RGBColor = COLORS[1];
/// Less.
pub(super) const VERMILLION_LESS: RGBColor = COLORS[2];

/// Dash and gap in pixels; no gap is a full line.
pub(super) const DASHES: [(i32, i32); 7] =
    [(3, 4), (1, 0), (1, 0), (9, 4), (5, 3), (12, 3), (2, 6)];

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

/// The look of a kernel, the same in all figures.
pub(super) fn look(curve: &Curve) -> usize {
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

/// The mark of a curve around the origin, faint so that an interval shows on it.
pub(super) fn mark(number: usize) -> Polygon<(i32, i32)> {
    let corners = MARKS[number].to_vec();
    Polygon::new(corners, COLORS[number].mix(0.4).filled())
}
