//! What the vertical axis of a panel spans: one band, or two where a curve lies
//! so far from the others that much of the axis would be empty.

use std::ops::Range;

use crate::figures::{Curve, Panel};

/// The part of a panel that is empty before its axis is broken there.
const EMPTY: f64 = 0.15;
/// The least part of the height that a band gets.
const LEAST: f64 = 0.25;

/// A part of the axis, with the curves that lie in it.
pub(super) struct Band<'p> {
    pub(super) range: Range<f64>,
    /// Its part of the height of the panel.
    pub(super) share: f64,
    pub(super) curves: Vec<&'p Curve>,
}

/// The bands of a panel, from the highest down.
pub(super) fn bands(panel: &Panel) -> Vec<Band<'_>> {
    let mut curves: Vec<(Range<f64>, &Curve)> = panel
        .curves
        .iter()
        .map(|curve| (extent(curve), curve))
        .collect();
    curves.sort_by(|(one, _), (other, _)| one.start.total_cmp(&other.start));
    let together = |curves: &[(Range<f64>, &Curve)]| {
        let ends = curves.iter().map(|(range, _)| (range.start, range.end));
        let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), ends| {
            (low.min(ends.0), high.max(ends.1))
        });
        low..high
    };
    let whole = together(&curves);
    let gap = |&cut: &usize| together(&curves[cut..]).start - together(&curves[..cut]).end;
    let widest = (1..curves.len()).max_by(|one, other| gap(one).total_cmp(&gap(other)));
    let cut = widest.filter(|cut| gap(cut) > EMPTY * (whole.end - whole.start));
    let parts = match cut {
        Some(cut) => vec![&curves[cut..], &curves[..cut]],
        None => vec![&curves[..]],
    };
    let heights = parts.iter().map(|part| together(part));
    let heights: Vec<f64> = heights.map(|range| range.end - range.start).collect();
    let total: f64 = heights.iter().sum();
    let band = |(part, height): (&&[(Range<f64>, &'_ Curve)], &f64)| {
        let range = together(part);
        let margin = 0.06 * height;
        let share = match parts.len() {
            1 => 1.0,
            _ => (height / total).clamp(LEAST, 1.0 - LEAST),
        };
        (range.start - margin..range.end + margin, share)
    };
    let spans: Vec<(Range<f64>, f64)> = parts.iter().zip(&heights).map(band).collect();
    let curves = parts
        .iter()
        .map(|part| part.iter().map(|(_, curve)| *curve));
    spans
        .into_iter()
        .zip(curves)
        .map(|((range, share), curves)| Band {
            range,
            share,
            curves: curves.collect(),
        })
        .collect()
}

/// What a curve spans, with the intervals of its points.
fn extent(curve: &Curve) -> Range<f64> {
    let exact = curve.exact.iter().map(|point| point.value);
    let drawn = curve.simulated.iter();
    let ends = drawn.flat_map(|(_, drawn)| <[f64; 2]>::from(drawn.interval()));
    let none = f64::INFINITY..f64::NEG_INFINITY;
    exact.chain(ends).fold(none, |range, value| {
        range.start.min(value)..range.end.max(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Computed;

    fn panel(heights: &[[f64; 2]]) -> Panel {
        let curve = |ends: &[f64; 2]| Curve {
            kernel: "mh",
            name: "mh",
            exact: ends
                .map(|value| Computed {
                    at: value,
                    value,
                    error: 0.0,
                })
                .to_vec(),
            simulated: Vec::new(),
        };
        Panel {
            title: String::new(),
            curves: heights.iter().map(curve).collect(),
        }
    }

    #[test]
    fn an_axis_is_broken_where_it_is_empty() {
        let together = panel(&[[0.2, 0.5], [0.4, 0.6], [0.3, 0.9]]);
        assert_eq!(bands(&together).len(), 1);
        let apart = panel(&[[0.8, 0.9], [0.1, 0.2], [0.7, 0.8]]);
        let found = bands(&apart);
        let counts: Vec<usize> = found.iter().map(|band| band.curves.len()).collect();
        assert_eq!(counts, [2, 1]);
        assert!(found[0].range.start > 0.6 && found[1].range.end < 0.3);
        assert!((found[0].share + found[1].share - 1.0).abs() < 1e-9);
    }
}
