//! The smallest model on which something holds, by trying all models in order
//! of size.
//!
//! Two parameters and two points come first, then three points, then three
//! parameters. Within a shape the size of a model is the sum of its integer
//! weights, where a uniform prior, proposal or auxiliary law counts nothing.
//! The last point is the data, which loses no generality.

use super::size;
use crate::chance::Interrupted;
use crate::models::{TableModel, TableParts};
use crate::numbers::Rational;

/// The largest integer weight that is tried.
const LARGEST: i64 = 4;
/// The largest total size that is tried.
const LARGEST_SIZE: i64 = 16;
/// The most models that are tried for each shape.
const MOST_MODELS: usize = 60_000;

type Table = Vec<Vec<i64>>;

/// The first model in order of size, or nothing if the search ends before.
pub fn smallest_model(
    holds: impl Fn(&TableModel) -> Result<bool, Interrupted>,
) -> Result<Option<(TableParts, TableModel)>, Interrupted> {
    for (parameters, points) in [(2, 2), (2, 3), (3, 2)] {
        let mut tried = 0;
        for parts in models(parameters, points) {
            tried += 1;
            if tried > MOST_MODELS {
                break;
            }
            let model = TableModel::new(parts.clone()).expect("searched models are models");
            if holds(&model)? {
                return Ok(Some((parts, model)));
            }
        }
    }
    Ok(None)
}

/// The most models that are tried below a given size.
const MOST_BELOW: usize = 3_000;

/// The first model in order of size that is smaller than a given size, if one
/// is found among the first few thousand. Its parameters are numbers.
pub fn smallest_below(
    limit: &(usize, usize, Rational),
    holds: impl Fn(&TableModel) -> bool,
) -> Option<TableParts> {
    let shapes =
        (2..=limit.0).flat_map(|rows| (2..=limit.1.max(2)).map(move |columns| (rows, columns)));
    let known = |shape: &(usize, usize)| [(2, 2), (2, 3), (3, 2)].contains(shape);
    for (parameters, points) in shapes.filter(known) {
        let numbered = models(parameters, points)
            .take(MOST_BELOW)
            .map(|parts| TableParts {
                parameters: ["1", "2", "3"][..parameters]
                    .iter()
                    .map(|name| name.to_string())
                    .collect(),
                ..parts
            });
        for parts in numbered {
            if size(&parts) >= *limit {
                break;
            }
            let model = TableModel::new(parts.clone()).expect("searched models are models");
            if holds(&model) {
                return Some(parts);
            }
        }
    }
    None
}

/// All models of a shape, smallest first.
fn models(parameters: usize, points: usize) -> impl Iterator<Item = TableParts> {
    let likelihoods: Vec<Table> = tables(parameters, points, |row| row[points - 1] > 0).collect();
    let likelihoods = by_size(likelihoods, total);
    let skewed = |table: &Table| if is_uniform(table) { 0 } else { total(table) };
    let proposals = by_size(tables(parameters, parameters, |_| true).collect(), skewed);
    let auxiliaries = by_size(tables(parameters, points, |_| true).collect(), skewed);
    let priors = by_size(
        tables(1, parameters, |row| row.iter().all(|&w| w > 0)).collect(),
        skewed,
    );
    let sizes = (0..=LARGEST_SIZE).flat_map(|size| {
        splits(size)
            .into_iter()
            .map(|split| split.map(|part| part as usize))
    });
    sizes.flat_map(move |[a, b, c, d]| {
        let mut found = Vec::new();
        for likelihood in &likelihoods[a] {
            for prior in &priors[b] {
                for auxiliary in &auxiliaries[c] {
                    for proposal in &proposals[d] {
                        found.push(parts(likelihood, &prior[0], proposal, auxiliary));
                        if found.len() > MOST_MODELS {
                            return found;
                        }
                    }
                }
            }
        }
        found
    })
}

fn total(table: &Table) -> i64 {
    table.iter().flatten().sum()
}

fn is_uniform(table: &Table) -> bool {
    table.iter().flatten().all(|&weight| weight == 1)
}

/// Tables grouped by size, up to the largest size.
fn by_size(tables: Vec<Table>, size: impl Fn(&Table) -> i64) -> Vec<Vec<Table>> {
    let mut groups = vec![Vec::new(); LARGEST_SIZE as usize + 1];
    for table in tables {
        if let Some(group) = groups.get_mut(size(&table) as usize) {
            group.push(table);
        }
    }
    groups
}

/// All tables of rows without a common factor that are allowed.
fn tables(
    height: usize,
    width: usize,
    allowed: impl Fn(&[i64]) -> bool,
) -> impl Iterator<Item = Table> {
    let count = (LARGEST + 1).pow(width as u32);
    let row = |mut code: i64| -> Vec<i64> {
        (0..width)
            .map(|_| {
                let digit = code % (LARGEST + 1);
                code /= LARGEST + 1;
                digit
            })
            .collect()
    };
    let rows: Vec<Vec<i64>> = (1..count)
        .map(row)
        .filter(|row| common_divisor(row) == 1 && allowed(row))
        .collect();
    let number = rows.len().pow(height as u32);
    (0..number).map(move |mut code| {
        (0..height)
            .map(|_| {
                let row = rows[code % rows.len()].clone();
                code /= rows.len();
                row
            })
            .collect()
    })
}

fn common_divisor(row: &[i64]) -> i64 {
    fn gcd(a: i64, b: i64) -> i64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    row.iter().fold(0, |divisor, &weight| gcd(divisor, weight))
}

/// All ways to write a size as four sizes; the first, of the likelihood, from
/// large to small, so that the other fields stay uniform as long as possible.
fn splits(size: i64) -> Vec<[i64; 4]> {
    let mut all = Vec::new();
    for a in (0..=size).rev() {
        for b in 0..=(size - a) {
            for c in 0..=(size - a - b) {
                all.push([a, b, c, size - a - b - c]);
            }
        }
    }
    all
}

fn parts(likelihood: &Table, prior: &[i64], proposal: &Table, auxiliary: &Table) -> TableParts {
    let row = |row: &Vec<i64>| row.iter().map(|&weight| Rational::from(weight)).collect();
    let unless_uniform =
        |table: &Table| (!is_uniform(table)).then(|| table.iter().map(row).collect());
    let names = ["a", "b", "c"];
    TableParts {
        name: "smallest".into(),
        parameters: names[..likelihood.len()]
            .iter()
            .map(|name| name.to_string())
            .collect(),
        sample_space: (0..likelihood[0].len()).map(|i| i.to_string()).collect(),
        observed: (likelihood[0].len() - 1).to_string(),
        prior: prior.iter().map(|&weight| Rational::from(weight)).collect(),
        likelihood: likelihood.iter().map(row).collect(),
        proposal: unless_uniform(proposal),
        auxiliary: unless_uniform(auxiliary),
        estimate: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::Yardstick;

    #[test]
    fn sizes_ascend_and_the_first_model_is_the_smallest() {
        let found = smallest_model(|model| Ok(model.posterior()[0] != model.posterior()[1]));
        let (parts, _) = found.expect("no enumeration").expect("a model");
        // [0, 1] against [1, 1]: total weight 3, everything else uniform.
        let total: Rational = parts.likelihood.iter().flatten().cloned().sum();
        assert_eq!(total, Rational::from(3));
        assert!(parts.proposal.is_none() && parts.auxiliary.is_none());
    }

    #[test]
    fn a_search_that_finds_nothing_says_so() {
        let none = smallest_model(|model| Ok(model.posterior()[0] > Rational::ONE));
        assert!(none.expect("no enumeration").is_none());
    }
}
