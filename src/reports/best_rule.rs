//! The best valid rule over the draws that accept, draw by draw:
//! `peskun rules --print best-over-draws`.

use serde_json::{Value, json};

use super::Report;
use super::cell::Cell;
use super::document::{Block, Document};
use super::json::{rational, rationals};
use super::sheet::Sheet;
use crate::chains::Figure;
use crate::numbers::Rational;
use crate::rules::{BetterDraw, Certificate, Outcome, Side};

/// The rule with its certificate, which has been checked.
#[derive(Clone, Debug)]
pub struct BestRuleReport {
    /// The model.
    pub model: String,
    /// The arms.
    pub arms: Vec<String>,
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The rule.
    pub rule: BetterDraw,
    /// The certificate.
    pub proof: Certificate,
    /// How often it moves, which nothing valid does more often.
    pub moves: Rational,
    /// Decimal digits of what is too long for a page.
    pub digits: usize,
}

impl BestRuleReport {
    /// Every move between distinct parameters, with its draws.
    fn sides(&self) -> Vec<(usize, usize, &Side)> {
        let mut sides: Vec<(usize, usize, &Side)> = Vec::new();
        for pair in &self.proof.pairs {
            let (from, to) = pair.pair;
            sides.push((from, to, &pair.forward));
            sides.push((to, from, &pair.backward));
        }
        sides.sort_by_key(|&(from, to, _)| (from, to));
        sides
    }

    fn name(&self, from: usize, to: usize) -> String {
        format!("{}→{}", self.parameters[from], self.parameters[to])
    }

    /// How often the larger draw is taken, and what is taken otherwise.
    fn manner(&self, from: usize, to: usize) -> String {
        let bold = self.rule.boldness.entry(from, to);
        let otherwise = &self.arms[self.rule.fallback[from][to]];
        if *bold == Rational::ONE {
            "the larger draw".into()
        } else if bold.is_zero() {
            format!("{otherwise}, whatever is drawn")
        } else {
            format!("the larger draw with probability {bold}, otherwise {otherwise}")
        }
    }
}

impl Report for BestRuleReport {
    fn document(&self) -> Document {
        let mut facts = vec![
            ("arms".to_string(), Cell::words(self.arms.join(","))),
            ("moves".into(), Cell::number(&self.moves)),
            (
                "certificate".into(),
                Cell::words("checked: nothing valid over these draws moves more often").toned(true),
            ),
        ];
        let mut header = vec!["move".to_string()];
        header.extend(self.arms.iter().map(|arm| format!("min{{â,1}} {arm}")));
        header.push("probability".into());
        header.extend(self.arms.iter().map(|arm| format!("takes {arm}")));
        header.push("accepts".into());
        let mut rows = Vec::new();
        for (from, to, side) in self.sides() {
            let name = self.name(from, to);
            facts.push((name.clone(), Cell::words(self.manner(from, to))));
            for outcome in &side.outcomes {
                let mut row = vec![Cell::words(&name)];
                row.extend(outcome.acceptances.iter().map(Cell::number));
                row.push(Cell::number(&outcome.probability));
                row.extend(outcome.choice.iter().map(Cell::number));
                row.push(Cell::number(&outcome.accepted()));
                rows.push(row);
            }
        }
        Document {
            title: format!("best-over-draws on {}", self.model),
            blocks: vec![Block::Facts(facts), Block::Table { header, rows }],
        }
    }

    fn digits(&self) -> usize {
        self.digits
    }

    /// A row for every draw of every move.
    fn sheet(&self) -> Sheet {
        let sides = self.sides();
        let draws: Vec<(usize, usize, &Outcome)> = sides
            .into_iter()
            .flat_map(|(from, to, side)| side.outcomes.iter().map(move |draw| (from, to, draw)))
            .collect();
        let named = |state: usize| &self.parameters[state];
        let mut sheet = Sheet::default()
            .words("from", draws.iter().map(|draw| named(draw.0)))
            .words("to", draws.iter().map(|draw| named(draw.1)));
        for (place, arm) in self.arms.iter().enumerate() {
            let values = draws.iter().map(|draw| Some(&draw.2.acceptances[place]));
            sheet = sheet.rationals(&format!("acceptance_{arm}"), values);
        }
        sheet = sheet.rationals(
            "probability",
            draws.iter().map(|draw| Some(&draw.2.probability)),
        );
        for (place, arm) in self.arms.iter().enumerate() {
            let values = draws.iter().map(|draw| Some(&draw.2.choice[place]));
            sheet = sheet.rationals(&format!("takes_{arm}"), values);
        }
        let accepted = draws
            .iter()
            .map(|draw| Some(Figure::Exact(draw.2.accepted())));
        sheet.figures("accepts", accepted)
    }

    fn json(&self) -> Value {
        let outcome = |outcome: &Outcome| {
            json!({
                "acceptances": rationals(&outcome.acceptances),
                "probability": rational(&outcome.probability),
                "takes": rationals(&outcome.choice),
                "accepts": rational(&outcome.accepted()),
            })
        };
        let side = |(from, to, side): (usize, usize, &Side)| {
            json!({
                "from": self.parameters[from],
                "to": self.parameters[to],
                "larger_draw": rational(self.rule.boldness.entry(from, to)),
                "otherwise": self.arms[self.rule.fallback[from][to]],
                "draws": side.outcomes.iter().map(outcome).collect::<Vec<_>>(),
            })
        };
        json!({
            "model": self.model,
            "kernel": "best-over-draws",
            "arms": self.arms,
            "moves": rational(&self.moves),
            "pairs": self.sides().into_iter().map(side).collect::<Vec<_>>(),
        })
    }
}
