//! The law of the chosen arm at a broken pair, for `peskun check`.

use serde_json::{Value, json};

use super::cell::Cell;
use super::document::Block;
use super::json::rationals;
use crate::laboratory::DecisionLaw;

/// The law of the chosen arm between two states, with the names of the arms; or
/// why it is not known.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The names of the arms.
    pub arms: Vec<String>,
    /// The law in both directions.
    pub law: Result<DecisionLaw, String>,
}

impl Decision {
    /// What it says about the broken balance (Theorem 2).
    pub(super) fn fact(&self, states: &[String]) -> (String, Cell) {
        let sentence = match &self.law {
            Ok(law) if law.is_symmetric() => {
                "the same in both directions: an arm or the reading breaks the balance, not the rule".into()
            }
            Ok(law) => {
                let (from, to) = (&states[law.from], &states[law.to]);
                format!("differs between {from}→{to} and {to}→{from}")
            }
            Err(why) => format!("not computed: {why}"),
        };
        ("decision law".into(), Cell::words(sentence))
    }

    /// One row for each arm, if the law is known.
    pub(super) fn block(&self, states: &[String]) -> Option<Block> {
        let law = self.law.as_ref().ok()?;
        let (from, to) = (&states[law.from], &states[law.to]);
        let sides = law.forward.iter().zip(&law.backward);
        let row = |(arm, (forward, backward)): (&String, _)| {
            vec![
                Cell::words(arm),
                Cell::number(forward),
                Cell::number(backward),
            ]
        };
        Some(Block::Table {
            header: vec!["arm".into(), format!("{from}→{to}"), format!("{to}→{from}")],
            rows: self.arms.iter().zip(sides).map(row).collect(),
        })
    }

    /// By the contract; null if the law is not known.
    pub(super) fn json(&self, states: &[String]) -> Value {
        let Ok(law) = &self.law else {
            return Value::Null;
        };
        json!({
            "from": states[law.from],
            "to": states[law.to],
            "arms": self.arms,
            "forward": rationals(&law.forward),
            "backward": rationals(&law.backward),
        })
    }
}
