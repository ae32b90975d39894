//! The paper's statements as checkable data: the ledger.
//!
//! A [`Claim`] says where it stands, what it says and how it is checked. Its
//! verdict is computed every time, never stored; what is recorded is the
//! verdict it is expected to get, so that a change in the engine shows.

mod all_rules;
mod estimators;
mod evidence;
mod ledger;
mod plug_in;
mod section_1;
mod section_2_1;
mod section_2_2;
mod section_2_4;
mod section_3;
mod section_4_1;
mod section_4_2;
mod section_5_1;
mod section_5_2;
mod section_6;
mod shared;

pub use evidence::{Engine, Finding};
pub use ledger::{Entry, all_claims, examine};

use std::fmt;

use crate::chance::Interrupted;

/// What became of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// True as stated, on what was enumerated.
    Verified,
    /// True in substance; a printed number, label or condition is not.
    Corrected,
    /// False as stated.
    Refuted,
    /// An open question of the paper, answered.
    Settled,
    /// Not decided yet.
    Open,
}

impl Verdict {
    /// All verdicts, in the order they are counted.
    pub const ALL: [Verdict; 5] = [
        Verdict::Verified,
        Verdict::Corrected,
        Verdict::Refuted,
        Verdict::Settled,
        Verdict::Open,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Verified => "verified",
            Verdict::Corrected => "corrected",
            Verdict::Refuted => "refuted",
            Verdict::Settled => "settled",
            Verdict::Open => "open",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A statement of the paper.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// A short name, for `peskun verify --claim`.
    pub id: &'static str,
    /// Where it stands in the paper.
    pub place: &'static str,
    /// What it says, in our words.
    pub statement: &'static str,
    /// How it is checked.
    pub method: &'static str,
    /// What the paper prints, where that is to be compared.
    pub paper: Option<&'static str>,
    /// The verdict it is expected to get.
    pub expected: Verdict,
    /// Computes the verdict.
    pub check: fn(&Engine) -> Result<Finding, Interrupted>,
}
