//! What the names of models, rules, kernels and steps stand for. On the command
//! line some are files; on the live page none is, whatever it looks like.

use std::path::Path;

use super::failure::Failure;
use crate::kernels::Algorithm;
use crate::models::{self, AnyModel, BUILT_IN, read_any_model};
use crate::numbers::{Rational, did_you_mean, excerpt};
use crate::outside::StepScript;
use crate::real::REAL_MODELS;
use crate::rules::{RuleName, TieBreak};

/// Who gives the names, and with them what they may stand for.
#[derive(Clone, Debug)]
pub(super) enum Names {
    /// The command line: what is built in, and files.
    OfFiles,
    /// The live page: what is built in, and what was typed there.
    OfPage(Typed),
}

/// Texts that were typed on the live page.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed {
    /// A model file.
    pub(super) model: Option<String>,
    /// A step.
    pub(super) step: Option<String>,
}

impl Typed {
    /// What a typed model is called in the command that does the same.
    pub(super) const MODEL: &'static str = "model.toml";
    /// What a typed step is called there.
    pub(super) const STEP: &'static str = "step.rhai";
}

impl Names {
    /// A model.
    pub(super) fn model(&self, name: &str) -> Result<AnyModel, Failure> {
        refuse_real(name)?;
        let typed = match self {
            Names::OfFiles => return Ok(models::find(name)?),
            Names::OfPage(typed) => typed,
        };
        if let (Typed::MODEL, Some(text)) = (name, &typed.model) {
            let model = read_any_model(Typed::MODEL, text);
            return model.map_err(|error| Failure::Input(error.to_string()));
        }
        match BUILT_IN.iter().find(|model| model.name == name) {
            Some(model) => Ok((model.build)()),
            None => Err(Failure::Input(format!(
                "no model is called `{}`{}: the page knows those that are built in, and what is pasted into it",
                excerpt(name),
                did_you_mean(name, BUILT_IN.map(|model| model.name))
            ))),
        }
    }

    /// A decision rule.
    pub(super) fn rule(&self, text: &str) -> Result<RuleName, String> {
        match self {
            Names::OfFiles => RuleName::find(text),
            Names::OfPage(_) => text.parse(),
        }
    }

    /// A kernel.
    pub(super) fn kernel(&self, name: &str, tie: TieBreak) -> Result<Algorithm, String> {
        Algorithm::named_by(name, tie, |rule| self.rule(rule))
    }

    /// A step written as a script.
    pub(super) fn step(
        &self,
        path: &Path,
        states: Vec<String>,
        target: Vec<Rational>,
    ) -> Result<StepScript, String> {
        match self {
            Names::OfFiles => StepScript::read(path, states, target),
            Names::OfPage(Typed {
                step: Some(text), ..
            }) if path == Path::new(Typed::STEP) => StepScript::parse(text, states, target),
            Names::OfPage(_) => Err("the page knows the step that is typed into it only".into()),
        }
    }

    /// Refuses, on the page, what only the command line may name.
    pub(super) fn allow_the_machine(&self, what: &str) -> Result<(), Failure> {
        match self {
            Names::OfFiles => Ok(()),
            Names::OfPage(_) => Err(Failure::Input(format!("the page has no {what}"))),
        }
    }
}

/// Refuses what names a model with real parameters, which has no finite chain; a
/// file may be called so.
fn refuse_real(name: &str) -> Result<(), Failure> {
    let (kind, number) = match name.split_once(':') {
        Some((kind, number)) => (kind, Some(number)),
        None => (name, None),
    };
    let kinds = REAL_MODELS.map(|(name, _)| name.split(':').next().unwrap_or(name));
    if !kinds.contains(&kind) || Path::new(name).exists() {
        return Ok(());
    }
    Err(Failure::Input(match number {
        Some(_) => format!(
            "`{}` has real parameters: it is for `peskun sample`",
            excerpt(name)
        ),
        None => format!("`{kind}` needs a number, like {kind}:0.3, and is for `peskun sample`"),
    }))
}
