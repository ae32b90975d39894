//! The `[ising]` part of a model file.

use toml::de::DeValue;

use super::fields::{Fields, FileError, Value};
use super::ising::IsingParts;
use super::lattice::{Boundary, Lattice};
use crate::numbers::excerpt;

const FIELDS: [&str; 9] = [
    "rows",
    "columns",
    "boundary",
    "replicates",
    "weights",
    "observed",
    "estimate",
    "prior",
    "proposal",
];

/// Reads the parts of a lattice model from its table.
pub(super) fn read_ising(name: String, fields: &Fields<'_>) -> Result<IsingParts, FileError> {
    fields.only(&FIELDS)?;
    let lattice = lattice(fields)?;
    let replicates = match fields.optional("replicates") {
        Some(value) => fields.whole("replicates", value)?,
        None => 1,
    };
    let observed = fields.required("observed")?;
    let configuration = match observed.get_ref() {
        DeValue::Array(_) => Some(configuration(fields, observed, &lattice, replicates)?),
        _ => None,
    };
    let rows = |name| {
        let value = fields.optional(name);
        value.map(|value| fields.rows(name, value)).transpose()
    };
    Ok(IsingParts {
        name,
        lattice,
        replicates,
        weights: fields.row("weights", fields.required("weights")?)?,
        observed: match &configuration {
            Some(spins) => agreeing(&lattice, spins),
            None => fields.whole("observed", observed)?,
        },
        configuration,
        estimate: fields.number("estimate", fields.required("estimate")?)?,
        prior: fields
            .optional("prior")
            .map(|value| fields.row("prior", value))
            .transpose()?,
        proposal: rows("proposal")?,
    })
}

fn lattice(fields: &Fields<'_>) -> Result<Lattice, FileError> {
    let side = |name| fields.whole(name, fields.required(name)?);
    let boundary = match fields.optional("boundary") {
        None => Boundary::Free,
        Some(value) => match fields.name("boundary", value)?.as_str() {
            "free" => Boundary::Free,
            "torus" => Boundary::Torus,
            other => {
                let message = format!(
                    "`{}` is no boundary; it is \"free\" or \"torus\"",
                    excerpt(other)
                );
                return Err(fields.error("boundary", value, message));
            }
        },
    };
    let rows = fields.required("rows")?;
    Lattice::new(side("rows")?, side("columns")?, boundary)
        .map_err(|error| fields.error("rows", rows, error.to_string()))
}

/// Agreeing neighbor pairs, over all replicates.
fn agreeing(lattice: &Lattice, spins: &[bool]) -> usize {
    let pairs = lattice.neighbor_pairs();
    let in_one = |spins: &[bool]| {
        let agree = |&&(one, other): &&(usize, usize)| spins[one] == spins[other];
        pairs.iter().filter(agree).count()
    };
    spins.chunks(lattice.sites()).map(in_one).sum()
}

/// The spins of the data: rows of `+` and `-`, or a list of such rows for each
/// replicate.
fn configuration<'a>(
    fields: &Fields<'a>,
    value: &'a Value<'a>,
    lattice: &Lattice,
    replicates: usize,
) -> Result<Vec<bool>, FileError> {
    let nested = |value: &Value<'_>| matches!(value.get_ref(), DeValue::Array(_));
    let single = match value.get_ref() {
        DeValue::Array(rows) => !rows.iter().any(nested),
        _ => true,
    };
    let lattices = match single {
        true => vec![fields.names("observed", value)?],
        false => fields.list("observed", value, |one| fields.names("observed", one))?,
    };
    if lattices.len() != replicates {
        let message = format!(
            "{} configurations, but there are {replicates} replicates",
            lattices.len()
        );
        return Err(fields.error("observed", value, message));
    }
    let mut spins = Vec::new();
    for rows in lattices {
        let fits = |row: &String| {
            row.chars().count() == lattice.columns() && row.chars().all(|c| "+-".contains(c))
        };
        if rows.len() != lattice.rows() || !rows.iter().all(fits) {
            let message = format!(
                "a configuration is {} rows of {} characters + or -",
                lattice.rows(),
                lattice.columns()
            );
            return Err(fields.error("observed", value, message));
        }
        spins.extend(rows.iter().flat_map(|row| row.chars()).map(|c| c == '+'));
    }
    Ok(spins)
}
