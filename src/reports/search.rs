//! The report on a search for a counterexample: `peskun check --search`.

use serde_json::{Value, json};

use super::cell::Cell;
use super::document::{Block, Document};
use super::sheet::Sheet;
use super::{CheckReport, Checked, Decision, Judged, Report, counted};
use crate::chains::{Accuracy, Requirement, Verification};
use crate::laboratory::{Counterexample, SEARCHED, Search, SearchFailure};
use crate::models::write_model;

/// What became of a rule on random models.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// The rule.
    pub rule: String,
    /// The arms it chooses between.
    pub arms: Vec<String>,
    /// The settings it was run under.
    pub settings: Vec<(&'static str, String)>,
    /// Which random models.
    pub seed: u64,
    /// Were there models without zeros only?
    pub positive: bool,
    /// What the search came to.
    pub outcome: Search,
    /// Digits of what is too long for a page.
    pub accuracy: Accuracy,
}

impl SearchReport {
    fn verdict(&self) -> &'static str {
        match self.outcome.counterexample {
            Some(_) => "invalid",
            None => "survived",
        }
    }

    /// How many models were tried, in words.
    fn effort(&self) -> String {
        let Search {
            tried, undecided, ..
        } = &self.outcome;
        let undecided = match undecided {
            0 => String::new(),
            count => format!(", undecided on {count} of them"),
        };
        match self.outcome.counterexample {
            Some(_) => {
                format!("invalid on random model {tried}{undecided}; the smallest model found")
            }
            None => format!("no counterexample in {tried} random models{undecided}; not a proof"),
        }
    }

    /// What models were tried, in words.
    fn range(&self) -> String {
        let zeros = match self.positive {
            true => "no weight is zero",
            false => "a quarter of the weights is zero",
        };
        format!("{SEARCHED}; {zeros}")
    }

    /// What a search that finds nothing means, in a sentence.
    pub fn survival(&self) -> String {
        format!(
            "survived: no counterexample among {}, which does not prove it valid",
            counted(self.outcome.tried as u64, "random model")
        )
    }

    /// The report on the counterexample alone.
    fn check(&self, found: &Counterexample) -> CheckReport {
        let settings = self.settings.clone();
        let checked = Checked::Rule {
            model: "counterexample".into(),
            rule: self.rule.clone(),
        };
        let decision = found.decision.as_ref().map(|law| Decision {
            arms: self.arms.clone(),
            law: Ok(law.clone()),
        });
        let judged = Judged::Exact(Box::new(Verification::of(found.chain.clone())));
        CheckReport::new(
            checked,
            Requirement::Reversible,
            settings,
            judged,
            self.accuracy,
        )
        .deciding(decision)
    }
}

impl Report for SearchReport {
    fn document(&self) -> Document {
        let search = ("search".to_string(), Cell::words(self.effort()));
        let title = format!("rule {} on random models", self.rule);
        let Some(found) = &self.outcome.counterexample else {
            let verdict = Cell::words(self.verdict());
            let mut facts = vec![("verdict".to_string(), verdict)];
            let settings = self.settings.iter();
            facts.extend(settings.map(|(name, value)| (name.to_string(), Cell::words(value))));
            facts.extend([search, ("models".into(), Cell::words(self.range()))]);
            return Document {
                title,
                blocks: vec![Block::Facts(facts)],
            };
        };
        let mut blocks = self.check(found).document().blocks;
        if let Some(Block::Facts(facts)) = blocks.first_mut() {
            facts.insert(1, search);
        }
        blocks.push(Block::File(write_model(&found.parts)));
        Document { title, blocks }
    }

    fn digits(&self) -> usize {
        self.accuracy.digits
    }

    fn sheet(&self) -> Sheet {
        match &self.outcome.counterexample {
            Some(found) => self.check(found).sheet(),
            None => Sheet::of(&self.document()),
        }
    }

    fn json(&self) -> Value {
        let mut value = match &self.outcome.counterexample {
            Some(found) => self.check(found).json(),
            None => {
                json!({ "rule": self.rule, "verdict": self.verdict(), "witness": null, "decision": null })
            }
        };
        for (name, setting) in &self.settings {
            value[*name] = Value::String(setting.clone());
        }
        value["seed"] = self.seed.into();
        value["tried"] = self.outcome.tried.into();
        value["undecided"] = self.outcome.undecided.into();
        value["models"] = self.range().into();
        let file = self.outcome.counterexample.as_ref();
        value["model_file"] = file.map_or(Value::Null, |found| write_model(&found.parts).into());
        value
    }
}

/// A search that ended because the rule failed on a random model.
#[derive(Clone, Debug)]
pub struct FailedSearchReport {
    /// The rule.
    pub rule: String,
    /// The settings it was run under.
    pub settings: Vec<(&'static str, String)>,
    /// Which random models.
    pub seed: u64,
    /// The model and what happened on it.
    pub failure: SearchFailure,
}

impl Report for FailedSearchReport {
    fn document(&self) -> Document {
        let mut facts = vec![(
            "verdict".to_string(),
            Cell::words("none: the rule fails").toned(false),
        )];
        let settings = self.settings.iter();
        facts.extend(settings.map(|(name, value)| (name.to_string(), Cell::words(value))));
        facts.push(("failure".into(), Cell::words(self.failure.to_string())));
        Document {
            title: format!("rule {} on random models", self.rule),
            blocks: vec![
                Block::Facts(facts),
                Block::File(write_model(&self.failure.parts)),
            ],
        }
    }

    fn json(&self) -> Value {
        let mut value = json!({
            "rule": self.rule,
            "verdict": null,
            "witness": null,
            "decision": null,
            "failure": self.failure.why.to_string(),
        });
        for (name, setting) in &self.settings {
            value[*name] = Value::String(setting.clone());
        }
        value["seed"] = self.seed.into();
        value["tried"] = self.failure.tried.into();
        value["model_file"] = write_model(&self.failure.parts).into();
        value
    }
}
