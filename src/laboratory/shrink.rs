//! Making a counterexample small: leave out parameters and points, make laws
//! uniform, lower weights, as long as it stays a counterexample.

use crate::chance::Interrupted;
use crate::models::{TableModel, TableParts};
use crate::numbers::Rational;

/// How large a model is: parameters, points, then the sum of its weights,
/// where a uniform prior, proposal or auxiliary law counts nothing and an
/// estimate counts as one more weight.
pub fn size(parts: &TableParts) -> (usize, usize, Rational) {
    let total = |table: &[Vec<Rational>]| -> Rational { table.iter().flatten().cloned().sum() };
    let skewed = |table: &[Vec<Rational>]| match is_uniform(table) {
        true => Rational::ZERO,
        false => total(table),
    };
    let optional = |table: &Option<Vec<Vec<Rational>>>| match table {
        None => Rational::ZERO,
        Some(table) => skewed(table),
    };
    let weights = total(&parts.likelihood)
        + skewed(std::slice::from_ref(&parts.prior))
        + optional(&parts.proposal)
        + optional(&parts.auxiliary)
        + Rational::from(usize::from(parts.estimate.is_some()));
    (parts.parameters.len(), parts.sample_space.len(), weights)
}

fn is_uniform(table: &[Vec<Rational>]) -> bool {
    table
        .iter()
        .flatten()
        .all(|weight| *weight == Rational::ONE)
}

/// The smallest model that small changes lead to, each of which leaves it a
/// model on which `fails` holds.
pub fn shrink(
    parts: TableParts,
    fails: impl Fn(&TableModel) -> Result<bool, Interrupted>,
) -> TableParts {
    let still_fails = |candidate: &TableParts| {
        // A candidate that cannot be decided is not taken.
        TableModel::new(candidate.clone()).is_ok_and(|model| fails(&model).unwrap_or(false))
    };
    let mut smallest = parts;
    loop {
        let better = candidates(&smallest)
            .into_iter()
            .find(|candidate| size(candidate) < size(&smallest) && still_fails(candidate));
        match better {
            Some(candidate) => smallest = candidate,
            None => return smallest,
        }
    }
}

/// Models that are one change away, the boldest changes first.
fn candidates(parts: &TableParts) -> Vec<TableParts> {
    let mut found = Vec::new();
    let mut offer = |change: &dyn Fn(&mut TableParts)| {
        let mut candidate = parts.clone();
        change(&mut candidate);
        found.push(candidate);
    };
    for row in (0..parts.parameters.len()).rev() {
        offer(&|parts| drop_parameter(parts, row));
    }
    for column in (0..parts.sample_space.len()).rev() {
        if parts.sample_space[column] != parts.observed {
            offer(&|parts| drop_point(parts, column));
        }
    }
    offer(&|parts| parts.proposal = None);
    offer(&|parts| parts.auxiliary = None);
    offer(&|parts| parts.estimate = None);
    offer(&|parts| parts.prior.fill(Rational::ONE));
    let tables = weights(&mut parts.clone()).len();
    for table in 0..tables {
        let (rows, columns) = {
            let mut copy = parts.clone();
            let tables = weights(&mut copy);
            (tables[table].len(), tables[table][0].len())
        };
        for row in 0..rows {
            for column in 0..columns {
                for smaller in [
                    halved,
                    less_an_eighth,
                    less_a_little,
                    less_one,
                    to_one,
                    to_zero,
                ] {
                    offer(&|parts| {
                        let weight = &mut weights(parts)[table][row][column];
                        *weight = smaller(weight);
                    });
                }
            }
        }
    }
    found
}

fn halved(weight: &Rational) -> Rational {
    let half = weight / Rational::from(2);
    &half - half.remainder(&Rational::ONE)
}

/// What is left of a weight without its share, in whole numbers.
fn less_a_share(weight: &Rational, share: usize) -> Rational {
    let part = weight / Rational::from(share);
    weight - (&part - part.remainder(&Rational::ONE))
}

fn less_an_eighth(weight: &Rational) -> Rational {
    less_a_share(weight, 8)
}

/// A share below which weights are lowered one by one.
const LITTLE: usize = 128;

fn less_a_little(weight: &Rational) -> Rational {
    less_a_share(weight, LITTLE)
}

/// One less, unless that is so small a part that there would be no end of it.
fn less_one(weight: &Rational) -> Rational {
    if *weight > Rational::from(LITTLE) {
        return weight.clone();
    }
    (weight - Rational::ONE).max(Rational::ZERO)
}

fn to_one(_: &Rational) -> Rational {
    Rational::ONE
}

fn to_zero(_: &Rational) -> Rational {
    Rational::ZERO
}

/// All tables of weights of a model, the prior as one row.
fn weights(parts: &mut TableParts) -> Vec<Vec<&mut [Rational]>> {
    let mut tables: Vec<Vec<&mut [Rational]>> =
        vec![parts.likelihood.iter_mut().map(Vec::as_mut_slice).collect()];
    tables.push(vec![parts.prior.as_mut_slice()]);
    let optional = [&mut parts.proposal, &mut parts.auxiliary];
    for table in optional.into_iter().flatten() {
        tables.push(table.iter_mut().map(Vec::as_mut_slice).collect());
    }
    tables
}

fn drop_parameter(parts: &mut TableParts, row: usize) {
    parts.parameters.remove(row);
    parts.prior.remove(row);
    parts.likelihood.remove(row);
    if let Some(auxiliary) = &mut parts.auxiliary {
        auxiliary.remove(row);
    }
    if let Some(proposal) = &mut parts.proposal {
        proposal.remove(row);
        for weights in proposal {
            weights.remove(row);
        }
    }
}

fn drop_point(parts: &mut TableParts, column: usize) {
    parts.sample_space.remove(column);
    let tables = [Some(&mut parts.likelihood), parts.auxiliary.as_mut()];
    for row in tables.into_iter().flatten().flatten() {
        row.remove(column);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::random_parts;
    use crate::models::Yardstick;

    #[test]
    fn an_uneven_posterior_shrinks_to_three_weights() {
        let uneven = |model: &TableModel| {
            let posterior = model.posterior();
            Ok(posterior.len() == 2 && posterior[0] != posterior[1])
        };
        let large = (0..)
            .map(|seed| random_parts(seed, 2, 4))
            .find(|parts| {
                let model = TableModel::new(parts.clone()).expect("a model");
                parts.sample_space.len() == 4 && uneven(&model).is_ok_and(|holds| holds)
            })
            .expect("some seed");
        let small = shrink(large, uneven);
        // One point and a prior of 2 to 1, or two points with weights 3.
        assert_eq!(small.parameters.len(), 2);
        assert!(size(&small).2 <= Rational::from(5), "{small:?}");
    }
}
