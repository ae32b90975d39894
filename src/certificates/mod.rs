//! Certificates: every *no* and every *best* as a file that can be checked again
//! without trusting the run that wrote it.
//!
//! A certificate holds what was examined by value (a model and an algorithm, a
//! script, a command or a matrix), a witness, and the answers along every path of
//! the steps it rests on. [`replay_certificate`] gives these answers to the step
//! itself and computes probabilities from the questions that the step asks; no
//! probability is taken from the file, each is compared with it.
//!
//! | kind | what it shows |
//! |---|---|
//! | `imbalance` | two states between which the flows differ |
//! | `drift` | a state whose mass under the target changes in a step |
//! | `reducible` | closed classes, or states that are left for good |
//! | `periodic` | sets of states that are visited in turn |
//! | `stationary` | the law that is stationary, which is not the target |
//! | `best-over-draws` | that no valid rule over the draws that accept moves more often |
//! | `bayes` | that no valid rule that looks at the move alone moves more often |
//!
//! The format is described in the guide, `certificates`.

mod bayes;
mod best;
mod derived;
mod draws;
mod fields;
mod finding;
mod kind;
mod limits;
mod moves;
mod replayed;
mod row;
mod subject;
mod witness;
mod write;

pub use kind::Kind;
pub use limits::{
    LARGEST_CERTIFICATE, LONGEST_CERTIFIED_NUMBER, LONGEST_CERTIFIED_PATH, MOST_CERTIFIED_PATHS,
};
pub use replayed::{Permission, Replay, replay_certificate};
pub use subject::Subject;
pub use write::{certify_best, certify_chain};

use std::fmt;

use crate::chance::Interrupted;

/// Why there is no certificate, or why one does not stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The file is not a certificate, or there is nothing to certify.
    Malformed(String),
    /// Something that the certificate says is not so.
    Differs(String),
    /// A limit was reached.
    Undecided(String),
}

impl Refusal {
    /// What stopped a step that is to be listed or built, not replayed.
    fn of(why: &Interrupted) -> Self {
        match why.is_undecided() {
            true => Refusal::Undecided(why.to_string()),
            false => Refusal::Malformed(why.to_string()),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Malformed(sentence)
            | Refusal::Differs(sentence)
            | Refusal::Undecided(sentence) => formatter.write_str(sentence),
        }
    }
}

impl std::error::Error for Refusal {}
