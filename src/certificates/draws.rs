//! The draws of arms on a model: what a certificate on a best rule is about.

use serde_json::{Value, json};

use super::Refusal;
use super::fields::{Fields, all_written, malformed, rationals};
use super::row::{listed, masses, paths_json, read_paths, replayed};
use super::subject::{arm_names, model_text, read_arms, read_model_text, table_of};
use crate::arms::AnyArm;
use crate::chance::{Budget, Interrupted, Path};
use crate::models::{AnyModel, Model, TableModel, Yardstick};
use crate::numbers::{Rational, excerpt};
use crate::rules::draw_acceptances;

/// Arms on a model.
pub(super) struct Drawn {
    pub(super) model: AnyModel,
    pub(super) table: TableModel,
    pub(super) arms: Vec<AnyArm>,
    pub(super) target: Vec<Rational>,
}

/// The outcomes of draws, distinct, and the paths to each.
pub(super) struct Draws {
    /// min{â, 1} of every arm that is drawn.
    pub(super) outcomes: Vec<Vec<Rational>>,
    /// Their outcomes are positions in that list.
    pub(super) paths: Vec<Path<usize>>,
}

impl Drawn {
    /// These arms on this model.
    pub(super) fn new(model: AnyModel, arms: Vec<AnyArm>) -> Result<Self, Refusal> {
        let table = table_of(&model, &arms)?;
        Ok(Drawn {
            target: table.posterior(),
            model,
            table,
            arms,
        })
    }

    /// From a file.
    pub(super) fn read(value: &Value) -> Result<Self, Refusal> {
        let fields = Fields::of("subject", value, &["source", "model", "arms"], &[])?;
        if fields.text("source")? != "draws" {
            return Err(malformed("subject.source", "expected \"draws\""));
        }
        let arms = read_arms(&fields)?;
        if arms.is_empty() {
            return Err(malformed("subject.arms", "there are none"));
        }
        Self::new(read_model_text(&fields)?, arms)
    }

    /// As it stands in a file.
    pub(super) fn json(&self) -> Value {
        json!({
            "source": "draws",
            "model": model_text(&self.model),
            "arms": arm_names(&self.arms),
        })
    }

    /// What it is called.
    pub(super) fn name(&self) -> String {
        let arms = arm_names(&self.arms).join(",");
        format!("rules over {arms} on {}", excerpt(self.model.name()))
    }

    /// π(θ) q(θ, θ').
    pub(super) fn weight(&self, from: usize, to: usize) -> Rational {
        &self.target[from] * self.table.proposal(&from, &to)
    }

    /// The pairs of distinct parameters.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
        let size = self.target.len();
        let pairs = (0..size).flat_map(|from| (from + 1..size).map(move |to| (from, to)));
        pairs.collect()
    }

    /// Lists the draws of these arms for a move.
    pub(super) fn listed(
        &self,
        arms: &[AnyArm],
        (from, to): (usize, usize),
        budget: &Budget,
    ) -> Result<Draws, Refusal> {
        let paths = listed(budget, |chance| {
            draw_acceptances(&self.table, arms, from, to, chance)
        })?;
        let mut outcomes: Vec<Vec<Rational>> =
            paths.iter().map(|path| path.outcome.clone()).collect();
        outcomes.sort();
        outcomes.dedup();
        let path = |path: Path<Vec<Rational>>| Path {
            outcome: outcomes.binary_search(&path.outcome).unwrap_or_default(),
            answers: path.answers,
            weight: path.weight,
        };
        Ok(Draws {
            paths: paths.into_iter().map(path).collect(),
            outcomes,
        })
    }

    /// Replays draws of these arms for a move; `name` says which.
    pub(super) fn replayed(
        &self,
        name: &str,
        arms: &[AnyArm],
        (from, to): (usize, usize),
        draws: &Draws,
    ) -> Result<(), Refusal> {
        replayed(name, &draws.paths, |script| {
            let drawn = draw_acceptances(&self.table, arms, from, to, script)?;
            let position = draws.outcomes.binary_search(&drawn);
            position.map_err(|_| Interrupted::foreign("the draws are none of the outcomes"))
        })?;
        match draws.probabilities().iter().any(Rational::is_zero) {
            true => Err(Refusal::Differs(format!(
                "{name}: there is an outcome without a path"
            ))),
            false => Ok(()),
        }
    }
}

impl Draws {
    /// The probability of every outcome.
    pub(super) fn probabilities(&self) -> Vec<Rational> {
        masses(&self.paths, self.outcomes.len())
    }

    /// The paths as they stand in a file.
    pub(super) fn paths_json(&self) -> Value {
        paths_json(&self.paths, "outcome")
    }

    /// From the field `paths` of a file, with these outcomes.
    pub(super) fn read(
        fields: &Fields<'_>,
        outcomes: Vec<Vec<Rational>>,
        arms: usize,
    ) -> Result<Self, Refusal> {
        let place = fields.place("outcomes");
        if outcomes.iter().any(|outcome| outcome.len() != arms) {
            let message = format!("an outcome has an acceptance for each of {arms} arms");
            return Err(malformed(&place, message));
        }
        if outcomes.windows(2).any(|pair| pair[0] >= pair[1]) {
            let message = "outcomes are listed in increasing order, each once";
            return Err(malformed(&place, message));
        }
        Ok(Draws {
            paths: read_paths(fields, "outcome", outcomes.len())?,
            outcomes,
        })
    }

    /// The outcomes of one arm as they stand in a file.
    pub(super) fn single_outcomes_json(&self) -> Value {
        all_written(self.outcomes.iter().flatten())
    }

    /// The draws of one arm, from a file.
    pub(super) fn read_single(place: &str, value: &Value) -> Result<Self, Refusal> {
        let fields = Fields::of(place, value, &["outcomes", "paths"], &[])?;
        let outcomes = rationals(&fields.place("outcomes"), fields.value("outcomes")?)?;
        let outcomes = outcomes.into_iter().map(|outcome| vec![outcome]).collect();
        Self::read(&fields, outcomes, 1)
    }
}
