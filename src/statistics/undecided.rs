//! Why the test of some counts decides nothing: they are not those of the
//! experiments that were asked for.

use std::fmt;

use crate::numbers::Rational;

/// Why a plan decides nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided<E> {
    /// The experiments could not be made.
    Experiments(E),
    /// There is not one count for each entry of the row.
    Entries {
        /// The entries of the row.
        expected: usize,
        /// The counts.
        found: usize,
    },
    /// The counts do not add up to the experiments that were asked for.
    Sum {
        /// The experiments that were asked for.
        asked: u64,
        /// The sum of the counts, or nothing if that is too large for 64 bits.
        counted: Option<u64>,
    },
    /// A round has no experiments, or more than 2⁴⁰.
    Size {
        /// Which round.
        round: u32,
    },
}

impl<E: fmt::Display> fmt::Display for Undecided<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Experiments(error) => error.fmt(formatter),
            Self::Entries { expected, found } => write!(
                formatter,
                "there are {found} counts for a row with {expected} entries; one for each is expected"
            ),
            Self::Sum { asked, counted } => {
                write!(
                    formatter,
                    "{asked} experiments were asked for, and the counts add up to "
                )?;
                match counted {
                    Some(counted) => counted.fmt(formatter),
                    None => formatter.write_str("more than 64 bits hold"),
                }
            }
            Self::Size { round } => write!(
                formatter,
                "round {round} of the plan has no experiments, or more than 2^40, and a test takes as many as that at most"
            ),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Undecided<E> {}

/// Refuses counts that are not those of so many experiments.
pub(super) fn check<E>(row: &[Rational], counts: &[u64], asked: u64) -> Result<(), Undecided<E>> {
    if counts.len() != row.len() {
        let (expected, found) = (row.len(), counts.len());
        return Err(Undecided::Entries { expected, found });
    }
    let sum = |sum: u64, count: &u64| sum.checked_add(*count);
    match counts.iter().try_fold(0, sum) {
        Some(counted) if counted == asked => Ok(()),
        counted => Err(Undecided::Sum { asked, counted }),
    }
}
