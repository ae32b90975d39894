//! Statements as checkable data: ledgers.
//!
//! A [`Claim`] says where it stands, what it says and how it is checked. Its
//! verdict is computed every time, never stored, and so is what it rests on (its
//! [`Basis`]); what is recorded is the verdict it is expected to get, so that a
//! change in the engine shows. Each ledger has a folder of its own.

mod evidence;
mod exhaustive;
mod ledger;
mod shared;
mod wang_2019;

pub use evidence::{
    Basis, Checked, Engine, Finding, Found, Grade, Held, Instance, Integral, Proofs, Property,
    Subject, recorded_proofs,
};
pub use exhaustive::{Block, Exception, ModelClass, Plan, Run, Shape, Shard, Tally, recorded};
#[cfg(feature = "cli")]
pub use exhaustive::{Part, merged};
pub use ledger::{Entry, LEDGERS, all_claims, examine, in_ledger};

use std::fmt;

use crate::chance::Interrupted;

/// What became of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// True as stated, on the ground that stands beside it.
    Verified,
    /// True in substance; a printed number, label or condition is not.
    Corrected,
    /// False as stated.
    Refuted,
    /// An open question, answered.
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

/// A statement.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// A short name, for `peskun verify --claim`.
    pub id: &'static str,
    /// Where it stands.
    pub place: &'static str,
    /// What it says, in our words.
    pub statement: &'static str,
    /// How it is checked.
    pub method: &'static str,
    /// What is printed, where that is to be compared.
    pub paper: Option<&'static str>,
    /// The verdict it is expected to get.
    pub expected: Verdict,
    /// Computes the verdict.
    pub check: Check,
}

/// How a verdict is computed.
#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// The statement speaks of every model: it is a property of one, and the
    /// same function is run on samples and on whole classes.
    Universal {
        /// The property.
        property: Property,
        /// What is found, given how the property fared.
        found: fn(&Engine, &Held) -> Result<Finding, Interrupted>,
    },
    /// The statement speaks of some models or of none.
    Particular(fn(&Engine) -> Result<Finding, Interrupted>),
}

impl Claim {
    /// The property of one model that it claims of all, if it does.
    pub fn property(&self) -> Option<Property> {
        match self.check {
            Check::Universal { property, .. } => Some(property),
            Check::Particular(_) => None,
        }
    }

    /// The theorems that prove it, all of them together.
    pub fn theorems(&self) -> Vec<&'static str> {
        let named = wang_2019::THEOREMS.iter().filter(|(id, _)| *id == self.id);
        named.map(|(_, theorem)| *theorem).collect()
    }
}
