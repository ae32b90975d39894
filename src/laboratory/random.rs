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

/// Are there weights that are zero?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zeros {
    /// A quarter of them.
    Some,
    /// None.
    None,
}

/// A row of weights up to `largest`, not all zero.
fn row(sampler: &mut Sampler, width: usize, largest: i64, zeros: Zeros) -> Vec<Rational> {
    let mut weight = || {
        if zeros == Zeros::Some && between(sampler, 0, 3) == 0 {
            0
        } else {
            between(sampler, 1, largest)
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
    drawn(seed, most_parameters, most_points, Zeros::Some)
}

fn drawn(seed: u64, most_parameters: usize, most_points: usize, zeros: Zeros) -> TableParts {
    let sampler = &mut Sampler::new(seed, 0x7065);
    let height = between(sampler, 2, most_parameters as i64) as usize;
    let width = between(sampler, 1, most_points as i64) as usize;
    let observed = between(sampler, 0, width as i64 - 1) as usize;
    let mut rows = |width: usize, largest: i64| -> Vec<Vec<Rational>> {
        (0..height)
            .map(|_| row(sampler, width, largest, zeros))
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
            .map(|_| Rational::from(between(sampler, 1, 9)))
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
    numbered(seed, Zeros::Some)
}

/// The same where every weight is positive.
pub fn positive_parts(seed: u64) -> TableParts {
    numbered(seed, Zeros::None)
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

fn numbered(seed: u64, zeros: Zeros) -> TableParts {
    const VALUES: [&str; 4] = ["1/2", "1", "2", "3"];
    let parts = drawn(seed, VALUES.len(), 4, zeros);
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
