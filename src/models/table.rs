//! A model given by tables of rationals: finitely many parameters and points.

use std::sync::Arc;

use super::checks::{
    LONGEST_TOGETHER, ModelError, check_lengths, check_names, check_prior, check_size, laws, list,
    wrong,
};
use super::family::{Bridges, Family};
use super::law_table::LawTable;
use super::{Model, Normalized, Yardstick, known_ratio, metropolis_step};
use crate::chance::{Ask, Chance, Interrupted};
use crate::numbers::{Law, Ratio, Rational, bit_length, excerpt, magnitude};

/// What a table model is made of.
#[derive(Clone, Debug)]
pub struct TableParts {
    /// What the model is called.
    pub name: String,
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The names of the points of the sample space.
    pub sample_space: Vec<String>,
    /// The name of the data.
    pub observed: String,
    /// One positive weight for each parameter.
    pub prior: Vec<Rational>,
    /// f_θ(x): one row for each parameter, on any scale of its own.
    pub likelihood: Vec<Vec<Rational>>,
    /// q(θ, ·): one row for each parameter, normalized; uniform if left out.
    pub proposal: Option<Vec<Vec<Rational>>>,
    /// π(·|x, θ): one row for each parameter, normalized; uniform if left out.
    pub auxiliary: Option<Vec<Vec<Rational>>>,
    /// An estimate of θ that rules may look at, where parameters are numbers.
    pub estimate: Option<Rational>,
}

/// A doubly intractable model on finite spaces. Parameters and points are
/// known by their positions.
#[derive(Clone, Debug)]
pub struct TableModel {
    name: String,
    parameters: Vec<String>,
    sample_space: Vec<String>,
    observed: usize,
    prior: Vec<Rational>,
    likelihood: Vec<Vec<Rational>>,
    constants: Vec<Rational>,
    points: Vec<Law<usize>>,
    proposal: LawTable,
    auxiliary: LawTable,
    uniform: Law<usize>,
    known_ratios: Vec<Vec<Ratio<Rational>>>,
    estimate: Option<Rational>,
    family: Option<Arc<Bridges>>,
}

impl TableModel {
    /// Checks the parts and builds the model.
    pub fn new(parts: TableParts) -> Result<Self, ModelError> {
        let TableParts {
            name,
            parameters,
            sample_space,
            observed,
            prior,
            likelihood,
            proposal,
            auxiliary,
            estimate,
        } = parts;
        check_names("parameters", &parameters)?;
        check_names("sample_space", &sample_space)?;
        let (rows, columns) = (parameters.len(), sample_space.len());
        check_size("parameters", rows, rows)?;
        check_size("sample_space", rows, columns)?;
        let Some(position) = sample_space.iter().position(|point| *point == observed) else {
            return Err(wrong(
                "observed",
                None,
                format!(
                    "`{}` is not in the sample space ({})",
                    excerpt(&observed),
                    list(&sample_space)
                ),
            ));
        };
        check_prior(&prior, &parameters)?;
        check_lengths("likelihood", &likelihood)?;
        let points = laws("likelihood", &likelihood, rows, columns)?;
        for (row, weights) in likelihood.iter().enumerate() {
            if weights[position].is_zero() {
                return Err(wrong(
                    "likelihood",
                    Some(row),
                    format!(
                        "the observed value `{observed}` has likelihood zero under `{}`; the posterior needs it positive under every parameter",
                        parameters[row]
                    ),
                ));
            }
        }
        let uniform = |width| vec![vec![Rational::ONE; width]; rows];
        for (field, table) in [("proposal", &proposal), ("auxiliary", &auxiliary)] {
            if let Some(table) = table {
                check_lengths(field, table)?;
            }
        }
        let proposal = laws(
            "proposal",
            &proposal.unwrap_or_else(|| uniform(rows)),
            rows,
            rows,
        )?;
        let auxiliary = laws(
            "auxiliary",
            &auxiliary.unwrap_or_else(|| uniform(columns)),
            rows,
            columns,
        )?;
        let proposal = LawTable::new(proposal, rows);
        let auxiliary = LawTable::new(auxiliary, columns);
        let mut model = TableModel {
            name,
            parameters,
            observed: position,
            prior,
            constants: likelihood
                .iter()
                .map(|row| row.iter().cloned().sum())
                .collect(),
            likelihood,
            points,
            proposal,
            auxiliary,
            uniform: uniform_law(columns),
            sample_space,
            known_ratios: Vec::new(),
            estimate,
            family: None,
        };
        check_posterior_length(&model)?;
        let row = |from| {
            (0..rows)
                .map(|to| known_ratio(&model, &from, &to))
                .collect()
        };
        model.known_ratios = (0..rows).map(row).collect();
        Ok(model)
    }

    /// The same model, known to be a family.
    pub(super) fn with_family(self, family: Family) -> Self {
        TableModel {
            family: Some(Arc::new(Bridges::new(family))),
            ..self
        }
    }

    /// The law halfway between two parameters.
    fn bridge(&self, from: usize, to: usize) -> Result<&LawTable, Interrupted> {
        let bridges = self.family.as_ref().ok_or_else(super::no_family)?;
        Ok(bridges.between(from, to))
    }

    /// What the model is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the model is made of; proposal and auxiliary law are normalized.
    pub fn parts(&self) -> TableParts {
        TableParts {
            name: self.name.clone(),
            parameters: self.parameters.clone(),
            sample_space: self.sample_space.clone(),
            observed: self.sample_space[self.observed].clone(),
            prior: self.prior.clone(),
            likelihood: self.likelihood.clone(),
            proposal: Some(self.proposal.density.clone()),
            auxiliary: Some(self.auxiliary.density.clone()),
            estimate: self.estimate.clone(),
        }
    }
}

/// The posterior's denominator is made of Z(θ), f_θ(x) and π(θ) of every θ.
fn check_posterior_length(model: &TableModel) -> Result<(), ModelError> {
    let length = |value: &Rational| {
        bit_length(&magnitude(value.numerator())) + bit_length(value.denominator())
    };
    let bits: usize = model
        .parameters()
        .iter()
        .map(|p| {
            length(&model.prior[*p])
                + length(&model.constants[*p])
                + length(&model.likelihood[*p][model.observed])
        })
        .sum();
    if bits > 4 * LONGEST_TOGETHER {
        return Err(wrong(
            "likelihood",
            None,
            format!(
                "the numbers are too long together: the posterior would have {bits} binary digits; at most {} are taken",
                4 * LONGEST_TOGETHER
            ),
        ));
    }
    Ok(())
}

fn uniform_law(size: usize) -> Law<usize> {
    Law::proportional_to((0..size).map(|position| (position, Rational::ONE)))
        .expect("the sample space is not empty")
}

impl Model for TableModel {
    type Parameter = usize;
    type Point = usize;
    type Number = Rational;

    fn parameter_label(&self, parameter: &usize) -> String {
        self.parameter_name(parameter).into()
    }

    fn propose<C: Chance>(&self, &from: &usize, chance: &mut C) -> Result<usize, Interrupted> {
        chance.draw(&self.proposal.laws[from]).copied()
    }

    fn draw_point<C: Chance>(
        &self,
        &parameter: &usize,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        chance.draw(&self.points[parameter]).copied()
    }

    fn draw_auxiliary<C: Chance>(
        &self,
        &parameter: &usize,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        chance.draw(&self.auxiliary.laws[parameter]).copied()
    }

    /// Metropolis with uniform proposals on the sample space.
    fn inner_step<C: Chance>(
        &self,
        parameter: &usize,
        point: &usize,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        metropolis_step(self, &self.uniform, parameter, point, chance)
    }

    fn observed(&self) -> usize {
        self.observed
    }

    fn prior(&self, &parameter: &usize) -> Rational {
        self.prior[parameter].clone()
    }

    fn proposal(&self, &from: &usize, &to: &usize) -> Rational {
        self.proposal.density[from][to].clone()
    }

    fn likelihood(&self, &parameter: &usize, &point: &usize) -> Rational {
        self.likelihood[parameter][point].clone()
    }

    fn auxiliary(&self, &parameter: &usize, &point: &usize) -> Rational {
        self.auxiliary.density[parameter][point].clone()
    }

    fn draw_between<C: Chance>(
        &self,
        &from: &usize,
        &to: &usize,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        chance.draw(&self.bridge(from, to)?.laws[0]).copied()
    }

    fn between(&self, &from: &usize, &to: &usize, &point: &usize) -> Rational {
        self.bridge(from, to)
            .map_or(Rational::ZERO, |kernel| kernel.density[0][point].clone())
    }

    fn known_ratio(&self, &from: &usize, &to: &usize) -> Ratio<Rational> {
        self.known_ratios[from][to].clone()
    }
}

impl Normalized for TableModel {
    fn normalizing_constant(&self, &parameter: &usize) -> Rational {
        self.constants[parameter].clone()
    }
}

impl Yardstick for TableModel {
    fn parameters(&self) -> Vec<usize> {
        (0..self.parameters.len()).collect()
    }

    fn points(&self) -> Vec<usize> {
        (0..self.sample_space.len()).collect()
    }

    fn parameter_name(&self, &parameter: &usize) -> &str {
        &self.parameters[parameter]
    }

    fn point_name(&self, &point: &usize) -> &str {
        &self.sample_space[point]
    }

    fn estimate(&self) -> Option<Rational> {
        self.estimate.clone()
    }

    fn posterior(&self) -> Vec<Rational> {
        let joint = |parameter: &usize| {
            self.prior(parameter) * self.likelihood(parameter, &self.observed)
                / self.normalizing_constant(parameter)
        };
        let weights: Vec<Rational> = self.parameters().iter().map(joint).collect();
        let total: Rational = weights.iter().cloned().sum();
        weights.into_iter().map(|weight| weight / &total).collect()
    }
}
