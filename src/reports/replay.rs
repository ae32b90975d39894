//! What came of replaying a certificate.

use serde_json::{Value, json};

use super::Report;
use super::cell::Cell;
use super::document::{Block, Document};
use crate::certificates::Replay;

/// What was derived again, or the first thing that is not as the certificate
/// says.
#[derive(Clone, Debug)]
pub struct ReplayReport {
    /// One of the two.
    pub outcome: Result<Replay, String>,
}

impl ReplayReport {
    fn verdict(&self) -> &'static str {
        match &self.outcome {
            Ok(_) => "stands",
            Err(_) => "does not stand",
        }
    }
}

impl Report for ReplayReport {
    fn document(&self) -> Document {
        let verdict = Cell::words(self.verdict()).toned(self.outcome.is_ok());
        let mut facts = vec![("verdict".to_string(), verdict)];
        match &self.outcome {
            Ok(replay) => {
                let derived = match replay.paths {
                    0 => format!(
                        "{} states; the matrix is the certificate's own",
                        replay.states
                    ),
                    paths => format!("{paths} paths on {} states, replayed", replay.states),
                };
                facts.extend([
                    ("kind".into(), Cell::words(replay.kind.name())),
                    ("about".into(), Cell::words(&replay.subject)),
                    ("claim".into(), Cell::words(&replay.claim)),
                    ("derived again".into(), Cell::words(derived)),
                ]);
            }
            Err(sentence) => facts.push(("differs".into(), Cell::words(sentence))),
        }
        Document {
            title: "certificate".into(),
            blocks: vec![Block::Facts(facts)],
        }
    }

    fn json(&self) -> Value {
        match &self.outcome {
            Ok(replay) => json!({
                "verdict": self.verdict(),
                "kind": replay.kind.name(),
                "about": replay.subject,
                "claim": replay.claim,
                "states": replay.states,
                "paths": replay.paths,
                "differs": null,
            }),
            Err(sentence) => json!({ "verdict": self.verdict(), "differs": sentence }),
        }
    }
}
