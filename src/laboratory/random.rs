//! Random models, the same in every run.

use crate::chance::{Chance, Question, Sampler};
use crate::models::TableParts;
use crate::numbers::{Rational, Weights};

/// A draw of a whole number from `low` to `high`.
fn between(sampler: &mut Sampler, low: i64, high: i64) -> i64 {
    let weights = Weights::uniform((high - low + 1) as usize);
    let position = sampler
        .answer(Question::Law(&weights))
        .expect("a sampler always answers");
    low + position as i64
}

/// Which models are drawn.
#[derive(Clone, Copy)]
struct Range {
    parameters: usize,
    points: usize,
    /// Are weights powers of ten up to the tenth, instead of small numbers?
    powers: bool,
}

/// What most models of a search are.
const SMALL: Range = Range {
    parameters: 4,
    points: 4,
    powers: false,
};
const MANY_PARAMETERS: Range = Range {
    parameters: 8,
    points: 3,
    powers: false,
};
const MANY_POINTS: Range = Range {
    parameters: 2,
    points: 8,
    powers: false,
};
const POWERS: Range = Range {
    parameters: 3,
    points: 3,
    powers: true,
};

/// The models of [`searched_parts`] in words.
pub const SEARCHED: &str = "up to 4 parameters and 4 points with weights up to 9; of eight models one has up to 8 parameters, one up to 8 points, and one weights from 1 to 10^9";

/// Are there weights that are zero?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zeros {
    /// A quarter of them.
    Some,
    /// None.
    None,
}

/// A weight up to `largest`, or a power of ten.
fn positive(sampler: &mut Sampler, largest: i64, powers: bool) -> i64 {
    match powers {
        true => 10_i64.pow(between(sampler, 0, 9) as u32),
        false => between(sampler, 1, largest),
    }
}

/// A row of weights, not all zero.
fn row(sampler: &mut Sampler, width: usize, weight: (i64, bool), zeros: Zeros) -> Vec<Rational> {
    let (largest, powers) = weight;
    let mut weight = || {
        if zeros == Zeros::Some && between(sampler, 0, 3) == 0 {
            0
        } else {
            positive(sampler, largest, powers)
        }
    };
    let mut weights: Vec<i64> = (0..width).map(|_| weight()).collect();
    if weights.iter().all(|&weight| weight == 0) {
        weights[0] = 1;
    }
    weights.into_iter().map(Rational::from).collect()
}

/// A random model with at most so many parameters, at least two, and points.
pub fn random_parts(seed: u64, most_parameters: usize, most_points: usize) -> TableParts {
    let range = Range {
        parameters: most_parameters,
        points: most_points,
        powers: false,
    };
    drawn(seed, range, Zeros::Some)
}

fn drawn(seed: u64, range: Range, zeros: Zeros) -> TableParts {
    let sampler = &mut Sampler::new(seed, 0x7065);
    let height = between(sampler, 2, range.parameters as i64) as usize;
    let width = between(sampler, 1, range.points as i64) as usize;
    let observed = between(sampler, 0, width as i64 - 1) as usize;
    let mut rows = |width: usize, largest: i64| -> Vec<Vec<Rational>> {
        (0..height)
            .map(|_| row(sampler, width, (largest, range.powers), zeros))
            .collect()
    };
    let mut likelihood = rows(width, 9);
    let (proposal, auxiliary) = (rows(height, 5), rows(width, 5));
    for row in &mut likelihood {
        if row[observed].is_zero() {
            row[observed] = Rational::ONE;
        }
    }
    TableParts {
        name: format!("random model {seed}"),
        parameters: (1..=height).map(|i| format!("t{i}")).collect(),
        sample_space: (0..width).map(|i| i.to_string()).collect(),
        observed: observed.to_string(),
        prior: (0..height)
            .map(|_| Rational::from(positive(sampler, 9, range.powers)))
            .collect(),
        likelihood,
        proposal: Some(proposal),
        auxiliary: Some(auxiliary),
        estimate: None,
    }
}

/// A random model of up to four parameters and four points whose parameters
/// are numbers, with an estimate of them.
pub fn numbered_parts(seed: u64) -> TableParts {
    numbered(seed, SMALL, Zeros::Some)
}

/// The same where every weight is positive.
pub fn positive_parts(seed: u64) -> TableParts {
    numbered(seed, SMALL, Zeros::None)
}

/// The model of a search with this number: most are small, and some have many
/// parameters, many points, or weights that span nine orders of magnitude. A
/// quarter of the weights is zero, or none.
pub fn searched_parts(seed: u64, positive: bool) -> TableParts {
    let range = match seed % 8 {
        5 => MANY_PARAMETERS,
        6 => MANY_POINTS,
        7 => POWERS,
        _ => SMALL,
    };
    let zeros = match positive {
        true => Zeros::None,
        false => Zeros::Some,
    };
    numbered(seed, range, zeros)
}

/// Is every weight of the likelihood, the proposal and the auxiliary law
/// positive?
pub fn has_full_support(parts: &TableParts) -> bool {
    let tables = [
        Some(&parts.likelihood),
        parts.proposal.as_ref(),
        parts.auxiliary.as_ref(),
    ];
    let mut weights = tables.into_iter().flatten().flatten().flatten();
    weights.all(Rational::is_positive)
}

fn numbered(seed: u64, range: Range, zeros: Zeros) -> TableParts {
    const VALUES: [&str; 8] = ["1/2", "1", "2", "3", "4", "5", "6", "7"];
    let parts = drawn(seed, range, zeros);
    let sampler = &mut Sampler::new(seed, 0x6573);
    TableParts {
        parameters: VALUES[..parts.parameters.len()]
            .iter()
            .map(|value| value.to_string())
            .collect(),
        estimate: Some(Rational::new(between(sampler, 1, 12), 4)),
        ..parts
    }
}
