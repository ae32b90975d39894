//! What was found about a claim, and on what ground.

use super::Basis;
use crate::claims::Verdict;
use crate::models::TableParts;

/// What was found about a claim.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// The result in one line, with exact numbers.
    pub exact: String,
    /// What it rests on.
    pub basis: Basis,
    /// What was enumerated, and further numbers.
    pub evidence: String,
    /// The command that shows it.
    pub reproduce: String,
    /// The smallest model that shows it, where one was searched for.
    pub model: Option<TableParts>,
}

impl Finding {
    /// A finding with a verdict, the result and what it rests on.
    pub fn new(verdict: Verdict, exact: impl Into<String>, basis: &Basis) -> Self {
        Finding {
            verdict,
            exact: exact.into(),
            basis: basis.clone(),
            evidence: String::new(),
            reproduce: String::new(),
            model: None,
        }
    }

    /// Verified if the statement held, refuted otherwise.
    pub fn verified_if(held: bool, exact: impl Into<String>, basis: &Basis) -> Self {
        let verdict = match held {
            true => Verdict::Verified,
            false => Verdict::Refuted,
        };
        Self::new(verdict, exact, basis)
    }

    /// Nothing was found that would decide it.
    pub fn open(what: impl Into<String>) -> Self {
        Self::new(Verdict::Open, what, &Basis::nothing())
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
