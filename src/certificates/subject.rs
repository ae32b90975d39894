//! What a certificate is about, by value: a file that holds it stands alone.

use std::fmt;

use serde_json::{Value, json};

use super::Refusal;
use super::fields::{Fields, all_written, malformed};
use crate::arms::AnyArm;
use crate::chance::Budget;
use crate::kernels::{Algorithm, BanditReading, KernelVisitor};
use crate::models::{
    AnyModel, LARGEST_FILE, TableModel, read_any_model, write_lattice, write_model,
};
use crate::numbers::{Rational, bounded_sum, excerpt};
use crate::outside::{Program, ProgramLimits, StepScript};
use crate::rules::{RuleName, TieBreak};

use super::limits::LONGEST_DENOMINATOR;

/// The most arms a rule may choose between.
const MOST_ARMS: usize = 16;

/// A kernel or a chain, by value.
#[derive(Clone, Debug)]
pub enum Subject {
    /// An algorithm on a model.
    Algorithm {
        /// The model.
        model: Box<AnyModel>,
        /// The algorithm.
        algorithm: Box<Algorithm>,
    },
    /// A program over a pipe.
    Program {
        /// What is run.
        command: String,
        /// What it may ask of time and memory.
        limits: ProgramLimits,
    },
    /// A step written as a script.
    Step {
        /// The script itself.
        script: String,
        /// The names of its states.
        states: Vec<String>,
        /// Their weights, as the script sees them.
        weights: Vec<Rational>,
        /// Are there doubles among the weights?
        doubles: bool,
    },
    /// A transition matrix.
    Matrix,
}

impl fmt::Display for Subject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Algorithm { model, algorithm } => {
                let name = match &**algorithm {
                    Algorithm::Single(arm) => arm.to_string(),
                    Algorithm::PseudoMarginal => "pmc".into(),
                    Algorithm::BestOverDraws { .. } => "best-over-draws".into(),
                    Algorithm::Bandit { rule, .. } => excerpt(&rule.to_string()),
                };
                write!(formatter, "{name} on {}", excerpt(model.name()))
            }
            Subject::Program { command, .. } => write!(formatter, "program {}", excerpt(command)),
            Subject::Step { .. } => write!(formatter, "a step written as a script"),
            Subject::Matrix => write!(formatter, "a transition matrix"),
        }
    }
}

/// The model as a table, whose points can be drawn one by one.
pub(super) fn table_of(model: &AnyModel, arms: &[AnyArm]) -> Result<TableModel, Refusal> {
    let sweeps = |arm: &AnyArm| matches!(arm, AnyArm::DoubleMetropolis(_));
    if matches!(model, AnyModel::Ising(_)) && arms.iter().any(sweeps) {
        return Err(Refusal::Malformed(
            "`dmh` moves through configurations, which a lattice known by its counts does not list, so that its paths cannot be certified".into(),
        ));
    }
    model
        .table()
        .map_err(|error| Refusal::Undecided(format!("{}: {}", model.name(), error.message)))
}

/// The text of a model file.
pub(super) fn model_text(model: &AnyModel) -> String {
    match model {
        AnyModel::Table(model) => write_model(&model.parts()),
        AnyModel::Ising(model) => write_lattice(model.parts()),
    }
}

/// The model that a certificate holds.
pub(super) fn read_model_text(fields: &Fields<'_>) -> Result<AnyModel, Refusal> {
    let text = fields.text("model")?;
    let place = fields.place("model");
    if text.len() as u64 > LARGEST_FILE {
        let most = LARGEST_FILE >> 20;
        let message = format!("too large for a model; at most {most} MiB are read");
        return Err(malformed(&place, message));
    }
    read_any_model("the model", text).map_err(|error| malformed(&place, error))
}

/// The names of arms.
pub(super) fn arm_names(arms: &[AnyArm]) -> Vec<String> {
    arms.iter().map(ToString::to_string).collect()
}

/// The arms that a certificate names.
pub(super) fn read_arms(fields: &Fields<'_>) -> Result<Vec<AnyArm>, Refusal> {
    let names = fields.texts("arms")?;
    let wrong = |message: String| malformed(&fields.place("arms"), message);
    if names.len() > MOST_ARMS {
        return Err(wrong(format!("more than {MOST_ARMS} arms")));
    }
    names
        .iter()
        .map(|name| name.parse().map_err(wrong))
        .collect()
}

impl Subject {
    /// As it stands in a file.
    pub(super) fn json(&self) -> Value {
        match self {
            Subject::Algorithm { model, algorithm } => algorithm_json(model, algorithm),
            Subject::Program { command, .. } => json!({ "source": "program", "command": command }),
            Subject::Step {
                script,
                weights,
                doubles,
                ..
            } => {
                let mut value =
                    json!({ "source": "step", "script": script, "weights": all_written(weights) });
                if *doubles {
                    value["doubles"] = true.into();
                }
                value
            }
            Subject::Matrix => json!({ "source": "matrix" }),
        }
    }

    /// From a file, whose chain has these states.
    pub(super) fn read(
        value: &Value,
        states: &[String],
        limits: &ProgramLimits,
    ) -> Result<Self, Refusal> {
        let source = value.get("source").and_then(Value::as_str);
        let fields = |names: &[&str]| Fields::of("subject", value, names, &[]);
        match source {
            Some("matrix") => fields(&["source"]).map(|_| Subject::Matrix),
            Some("program") => Ok(Subject::Program {
                command: fields(&["source", "command"])?.text("command")?.into(),
                limits: limits.clone(),
            }),
            Some("step") => {
                let names = ["source", "script", "weights"];
                let fields = Fields::of("subject", value, &names, &["doubles"])?;
                let doubles = match fields.optional("doubles") {
                    None => false,
                    Some(Value::Bool(true)) => true,
                    Some(_) => {
                        let message = "expected true; it is left out where all weights are exact";
                        return Err(malformed(&fields.place("doubles"), message));
                    }
                };
                let weights = fields.rationals("weights")?;
                if bounded_sum(weights.iter(), LONGEST_DENOMINATOR).is_none() {
                    let message = "the weights take too long to add";
                    return Err(malformed(&fields.place("weights"), message));
                }
                Ok(Subject::Step {
                    script: fields.text("script")?.into(),
                    states: states.to_vec(),
                    weights,
                    doubles,
                })
            }
            Some("algorithm") => read_algorithm(value),
            _ => Err(malformed(
                "subject.source",
                "expected \"algorithm\", \"program\", \"step\" or \"matrix\"",
            )),
        }
    }

    /// Builds the kernel and hands it over. A program is started, and ended
    /// afterwards; rules that look at means are enumerated within the budget.
    pub(super) fn visit<V: KernelVisitor>(
        &self,
        budget: &Budget,
        visitor: V,
    ) -> Result<V::Output, Refusal> {
        match self {
            Subject::Algorithm { model, algorithm } => {
                let table = table_of(model, &algorithm.arms())?;
                let output = algorithm.visit(&table, budget, visitor);
                output.map_err(|why| Refusal::of(&why))
            }
            Subject::Program { command, limits } => {
                let program = Program::start(command, limits.clone());
                let program = program.map_err(|why| Refusal::of(&why))?;
                let output = visitor.visit(&program);
                program.end().map_err(|why| Refusal::of(&why))?;
                Ok(output)
            }
            Subject::Step {
                script,
                states,
                weights,
                doubles,
            } => {
                let step = StepScript::parse(script, states.clone(), weights.clone());
                let step = step.map_err(|message| malformed("subject.script", message))?;
                Ok(visitor.visit(&step.with_doubles(*doubles)))
            }
            Subject::Matrix => Err(Refusal::Malformed("a matrix has no paths".into())),
        }
    }
}

fn algorithm_json(model: &AnyModel, algorithm: &Algorithm) -> Value {
    let name = match algorithm {
        Algorithm::Single(_) => "arm",
        Algorithm::PseudoMarginal => "pmc",
        Algorithm::Bandit { .. } => "bandit",
        Algorithm::BestOverDraws { .. } => "best-over-draws",
    };
    let mut value = json!({
        "source": "algorithm",
        "model": model_text(model),
        "algorithm": name,
        "arms": arm_names(&algorithm.arms()),
    });
    if let Algorithm::Bandit {
        rule, tie, reading, ..
    } = algorithm
    {
        value["rule"] = rule.to_string().into();
        value["tie"] = tie.name().into();
        value["reading"] = reading.name().into();
    }
    value
}

fn read_algorithm(value: &Value) -> Result<Subject, Refusal> {
    let choice = ["rule", "tie", "reading"];
    let required = ["source", "model", "algorithm", "arms"];
    let fields = Fields::of("subject", value, &required, &choice)?;
    let name = fields.text("algorithm")?;
    if name != "bandit" && choice.iter().any(|name| fields.optional(name).is_some()) {
        let message = "only a bandit has a rule, a tie and a reading";
        return Err(malformed("subject", message));
    }
    let arms = read_arms(&fields)?;
    let algorithm = match (name, arms.as_slice()) {
        ("arm", [arm]) => Algorithm::Single(*arm),
        ("pmc", []) => Algorithm::PseudoMarginal,
        ("best-over-draws", [_, ..]) => Algorithm::BestOverDraws { arms },
        ("bandit", [_, ..]) => {
            // A name is parsed and never looked up: no file is read here.
            let rule: RuleName = fields
                .text("rule")?
                .parse()
                .map_err(|message: String| malformed("subject.rule", message))?;
            let ties = [TieBreak::First, TieBreak::Last, TieBreak::Coin];
            let tie = find(&fields, "tie", &ties, |tie| tie.name())?;
            let readings = [
                BanditReading::Fresh,
                BanditReading::Repropose,
                BanditReading::Reuse,
            ];
            let reading = find(&fields, "reading", &readings, |reading| reading.name())?;
            Algorithm::bandit(arms, rule, tie, reading)
                .map_err(|message| malformed("subject.rule", message))?
        }
        _ => {
            let message = "expected \"arm\" with one arm, \"pmc\" with none, \"bandit\" or \"best-over-draws\"";
            return Err(malformed("subject.algorithm", message));
        }
    };
    Ok(Subject::Algorithm {
        model: Box::new(read_model_text(&fields)?),
        algorithm: Box::new(algorithm),
    })
}

/// The one with the name that a field has.
fn find<T: Copy>(
    fields: &Fields<'_>,
    field: &str,
    all: &[T],
    name: fn(T) -> &'static str,
) -> Result<T, Refusal> {
    let wanted = fields.text(field)?;
    let found = all.iter().copied().find(|one| name(*one) == wanted);
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|one| name(*one)).collect();
        let message = format!("expected {}", names.join(", "));
        malformed(&fields.place(field), message)
    })
}
