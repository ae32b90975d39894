//! The report on every deterministic rule of a model: `peskun rules --all`.

use serde_json::{Value, json};

use super::Report;
use super::cell::Cell;
use super::document::{Block, Document};
use super::json::{maybe, rational};
use super::sheet::Sheet;
use crate::laboratory::{AllRules, RuleVerdict};

/// All rules of a model, with their verdicts.
#[derive(Clone, Debug)]
pub struct AllRulesReport {
    /// The model.
    pub model: String,
    /// The arms.
    pub arms: Vec<String>,
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The verdicts.
    pub all: AllRules,
    /// Decimal digits of what is too long for a page.
    pub digits: usize,
}

impl AllRulesReport {
    /// The arms of a rule, one row of digits for each θ.
    fn table(rule: &RuleVerdict) -> String {
        let row = |row: &Vec<usize>| -> String {
            let digits: Vec<String> = row.iter().map(|arm| (arm + 1).to_string()).collect();
            digits.join(" ")
        };
        let rows: Vec<String> = rule.arms.iter().map(row).collect();
        rows.join(" | ")
    }

    fn count(&self, holds: impl Fn(&RuleVerdict) -> bool) -> usize {
        self.all.rules.iter().filter(|rule| holds(rule)).count()
    }
}

fn yes(holds: bool) -> Cell {
    Cell::words(if holds { "yes" } else { "no" }).toned(holds)
}

impl Report for AllRulesReport {
    fn document(&self) -> Document {
        let count = |count: usize| Cell::words(count.to_string());
        let facts = vec![
            ("arms".into(), Cell::words(self.arms.join(","))),
            ("rules".into(), count(self.all.rules.len())),
            ("valid".into(), count(self.count(|rule| rule.valid))),
            (
                "admissible".into(),
                count(self.count(|rule| rule.admissible)),
            ),
            ("Bayes".into(), count(self.count(|rule| rule.bayes))),
            (
                "acceptance of the Bayes rule".into(),
                Cell::number(&self.all.best),
            ),
        ];
        let row = |rule: &RuleVerdict| {
            vec![
                Cell::words(Self::table(rule)),
                yes(rule.valid),
                yes(rule.admissible),
                yes(rule.bayes),
                Cell::number(&rule.acceptance),
                Cell::maybe(rule.shortfall.as_ref()),
            ]
        };
        let rows = format!("D({})", self.parameters.join(" | "));
        let header = [
            &*rows,
            "valid",
            "admissible",
            "Bayes",
            "acceptance",
            "falls short by",
        ];
        Document {
            title: format!("all rules on {}", self.model),
            blocks: vec![
                Block::Facts(facts),
                Block::Table {
                    header: header.map(String::from).to_vec(),
                    rows: self.all.rules.iter().map(row).collect(),
                },
            ],
        }
    }

    fn digits(&self) -> usize {
        self.digits
    }

    fn sheet(&self) -> Sheet {
        let rules = &self.all.rules;
        Sheet::default()
            .words("arms", rules.iter().map(Self::table))
            .plain("valid", rules.iter().map(|rule| rule.valid))
            .plain("admissible", rules.iter().map(|rule| rule.admissible))
            .plain("bayes", rules.iter().map(|rule| rule.bayes))
            .rationals(
                "acceptance",
                rules.iter().map(|rule| Some(&rule.acceptance)),
            )
            .rationals(
                "shortfall",
                rules.iter().map(|rule| rule.shortfall.as_ref()),
            )
    }

    fn json(&self) -> Value {
        let rule = |rule: &RuleVerdict| {
            let counted = |row: &Vec<usize>| row.iter().map(|arm| arm + 1).collect::<Vec<_>>();
            json!({
                "arms": rule.arms.iter().map(counted).collect::<Vec<_>>(),
                "valid": rule.valid,
                "admissible": rule.admissible,
                "bayes": rule.bayes,
                "acceptance": rational(&rule.acceptance),
                "shortfall": maybe(rule.shortfall.as_ref()),
            })
        };
        json!({
            "model": self.model,
            "arms": self.arms,
            "parameters": self.parameters,
            "best": rational(&self.all.best),
            "rules": self.all.rules.iter().map(rule).collect::<Vec<_>>(),
        })
    }
}
