//! What a check computes with, and what it finds.

use super::Verdict;
use crate::arms::{AnyArm, Arm};
use crate::chains::Chain;
use crate::chance::{Budget, Interrupted, Reading, enumerate};
use crate::kernels::Algorithm;
use crate::laboratory::{random_parts, smallest_model};
use crate::models::{TableModel, TableParts, bernoulli_pair, three_point_pair};
use crate::numbers::{Law, Matrix, Ratio, Rational};
use crate::rules::{TieBreak, mean_acceptance};

/// What was found about a claim.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// The result in one line, with exact numbers.
    pub exact: String,
    /// What was enumerated, and further numbers.
    pub evidence: String,
    /// The command that shows it.
    pub reproduce: String,
    /// The smallest model that shows it, where one was searched for.
    pub model: Option<TableParts>,
}

impl Finding {
    /// A finding with a verdict and the result.
    pub fn new(verdict: Verdict, exact: impl Into<String>) -> Self {
        Finding {
            verdict,
            exact: exact.into(),
            evidence: String::new(),
            reproduce: String::new(),
            model: None,
        }
    }

    /// Verified if the statement held, refuted otherwise.
    pub fn verified_if(held: bool, exact: impl Into<String>) -> Self {
        let verdict = if held {
            Verdict::Verified
        } else {
            Verdict::Refuted
        };
        Self::new(verdict, exact)
    }

    /// The same with what was enumerated.
    pub fn seen(self, evidence: impl Into<String>) -> Self {
        Finding {
            evidence: evidence.into(),
            ..self
        }
    }

    /// The same with a command that shows it.
    pub fn reproduce(self, command: impl Into<String>) -> Self {
        Finding {
            reproduce: command.into(),
            ..self
        }
    }

    /// The same with a model that shows it.
    pub fn shown_by(self, model: Option<TableParts>) -> Self {
        Finding { model, ..self }
    }
}

/// The exact engine, with the models that claims are checked on.
#[derive(Debug)]
pub struct Engine {
    /// The first example, Section 3.1.
    pub first: TableModel,
    /// The second example, Section 3.2.
    pub second: TableModel,
    /// Random models: zeros in every support, skewed proposals.
    pub random: Vec<TableModel>,
}

impl Engine {
    /// How many random models there are.
    pub const RANDOM: usize = 200;

    /// The engine with its models, the same every time.
    pub fn new() -> Self {
        let model = |parts: TableParts| TableModel::new(parts).expect("random parts make a model");
        Engine {
            first: bernoulli_pair(),
            second: three_point_pair(),
            random: (0..Self::RANDOM as u64)
                .map(|seed| model(random_parts(seed, 3, 3)))
                .collect(),
        }
    }

    /// Both examples and the random models.
    pub fn models(&self) -> impl Iterator<Item = &TableModel> {
        [&self.first, &self.second].into_iter().chain(&self.random)
    }

    /// What [`Engine::models`] is, for the evidence.
    pub fn models_in_words(&self) -> String {
        format!(
            "both examples and {} random models of up to 3 parameters and 3 points",
            self.random.len()
        )
    }

    /// The chain of a kernel by name, ties to the first arm.
    pub fn chain(&self, model: &TableModel, kernel: &str) -> Result<Chain, Interrupted> {
        self.chain_with_tie(model, kernel, TieBreak::First)
    }

    /// The chain of a kernel by name.
    pub fn chain_with_tie(
        &self,
        model: &TableModel,
        kernel: &str,
        tie: TieBreak,
    ) -> Result<Chain, Interrupted> {
        let algorithm = Algorithm::named(kernel, tie).expect("the ledger names known kernels");
        Chain::of_algorithm(&algorithm, model, Reading::Merged, &Budget::default())
    }

    /// E min{â, 1} of an arm by name, for every pair.
    pub fn means(&self, model: &TableModel, arm: &str) -> Result<Matrix, Interrupted> {
        mean_acceptance(model, &named_arm(arm), &Budget::default())
    }

    /// The law of the ratio that an arm draws.
    pub fn ratios(
        &self,
        model: &TableModel,
        arm: &str,
        from: usize,
        to: usize,
    ) -> Result<Law<Ratio<Rational>>, Interrupted> {
        let arm = named_arm(arm);
        let step = enumerate(Reading::Merged, &Budget::default(), |chance| {
            Ok(arm.estimate(model, &from, &to, chance)?.ratio)
        })?;
        Ok(step.law)
    }

    /// Does something hold on all models?
    pub fn on_all(
        &self,
        mut holds: impl FnMut(&TableModel) -> Result<bool, Interrupted>,
    ) -> Result<bool, Interrupted> {
        for model in self.models() {
            if !holds(model)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The smallest model on which something holds.
    pub fn search(
        &self,
        holds: impl Fn(&TableModel) -> Result<bool, Interrupted>,
    ) -> Result<Option<(TableParts, TableModel)>, Interrupted> {
        smallest_model(holds)
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

fn named_arm(name: &str) -> AnyArm {
    name.parse().expect("the ledger names known arms")
}

/// The value of a finite ratio.
pub(super) fn finite(ratio: &Ratio<Rational>) -> Option<&Rational> {
    match ratio {
        Ratio::Finite(value) => Some(value),
        Ratio::Infinite => None,
    }
}

/// Numbers in a row, for the evidence.
pub(super) fn joined<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    words.join(", ")
}
