//! The report on a decision rule: `peskun check`.

use serde_json::{Value, json};

use super::chain::describe;
use super::document::{Block, Cell, Document};
use super::json::{maybe, rational, rationals, witness};
use super::{Decision, Report};
use crate::chains::{Chain, Stationary, Witness, total_variation};
use crate::numbers::Rational;

/// Whether a rule is valid on a model.
#[derive(Clone, Debug)]
pub struct CheckReport {
    model: String,
    rule: String,
    settings: Vec<(&'static str, String)>,
    chain: Chain,
    imbalance: Option<Witness>,
    stationary: Stationary,
    decision: Option<Decision>,
}

impl CheckReport {
    /// The report on the chain of a rule, with the settings it was run under.
    pub fn new(
        model: &str,
        rule: &str,
        settings: Vec<(&'static str, String)>,
        chain: Chain,
    ) -> Self {
        CheckReport {
            model: model.into(),
            rule: rule.into(),
            settings,
            imbalance: chain.imbalance(),
            stationary: Stationary::of(&chain),
            chain,
            decision: None,
        }
    }

    /// The same with the law of the chosen arm at the broken pair.
    pub fn deciding(self, decision: Option<Decision>) -> Self {
        CheckReport { decision, ..self }
    }

    /// Does the rule preserve detailed balance?
    pub fn is_valid(&self) -> bool {
        self.imbalance.is_none()
    }

    /// The distance of the stationary law to the target.
    fn total_variation(&self) -> Option<Rational> {
        let law = self.stationary.law()?;
        Some(total_variation(law, self.chain.target()))
    }

    fn verdict(&self) -> &'static str {
        if self.is_valid() { "valid" } else { "invalid" }
    }
}

impl Report for CheckReport {
    fn document(&self) -> Document {
        let mut facts = vec![(
            "verdict".to_string(),
            Cell::words(self.verdict()).toned(self.is_valid()),
        )];
        facts.extend(
            self.settings
                .iter()
                .map(|(name, value)| (name.to_string(), Cell::words(value))),
        );
        let balance = match &self.imbalance {
            None => Cell::words("holds for every pair of states"),
            Some(witness) => Cell::words(describe(self.chain.states(), witness)),
        };
        facts.push(("detailed balance".into(), balance));
        let states = self.chain.states();
        facts.extend(self.decision.as_ref().map(|law| law.fact(states)));
        facts.push(("acceptance".into(), Cell::number(&self.chain.acceptance())));
        facts.push(("moves".into(), Cell::number(&self.chain.moves())));
        let variation = match self.total_variation() {
            Some(distance) => Cell::number(&distance),
            None => Cell::words("– (the stationary law is not unique, or not solved for)"),
        };
        facts.push(("total variation to the target".into(), variation));
        let laws = (0..self.chain.states().len()).map(|i| {
            vec![
                Cell::words(&self.chain.states()[i]),
                Cell::number(&self.chain.target()[i]),
                Cell::maybe(self.stationary.law().map(|law| &law[i])),
            ]
        });
        let mut blocks = vec![
            Block::Facts(facts),
            Block::Table {
                header: ["state", "target", "stationary"].map(String::from).to_vec(),
                rows: laws.collect(),
            },
        ];
        blocks.extend(self.decision.as_ref().and_then(|law| law.block(states)));
        Document {
            title: format!("rule {} on {}", self.rule, self.model),
            blocks,
        }
    }

    fn json(&self) -> Value {
        let mut value = json!({
            "model": self.model,
            "rule": self.rule,
            "verdict": self.verdict(),
            "witness": witness(self.chain.states(), self.imbalance.as_ref()),
            "states": self.chain.states(),
            "target": rationals(self.chain.target()),
            "stationary": self.stationary.law().map(rationals),
            "total_variation": maybe(self.total_variation().as_ref()),
            "acceptance": rational(&self.chain.acceptance()),
            "moves": rational(&self.chain.moves()),
            "decision": self.decision.as_ref().map(|law| law.json(self.chain.states())),
        });
        for (name, setting) in &self.settings {
            value[*name] = Value::String(setting.clone());
        }
        value
    }
}
