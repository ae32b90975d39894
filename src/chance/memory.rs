//! How much memory tables of what was enumerated may take.

use std::fmt;

use super::Interrupted;
use crate::numbers::{Law, Tally};

/// The most bytes that a chain, or the table of a kernel, may take while it is
/// enumerated and judged: 4 GB, enough for a hundred million entries that are
/// not zero.
pub const MOST_MEMORY: u64 = 4 << 30;

/// The most bytes that the law of a step, or of a part of it, may take: 64 MB, on
/// every thread and a few times over while it is computed.
pub(super) const LARGEST_LAW: u64 = 64 << 20;

/// A law that is ready, or why it is not computed.
pub(super) fn law_of<T: Ord>(tally: Tally<T>) -> Result<Law<T>, Interrupted> {
    match tally.law_within(LARGEST_LAW) {
        Ok(law) => Ok(law.expect("the paths of a step have total weight 1")),
        Err((values, bytes)) => Err(too_large(values, bytes)),
    }
}

/// Refuses a tally that has grown too large.
pub(super) fn allows<T: Ord>(tally: &Tally<T>) -> Result<(), Interrupted> {
    match tally.bytes() <= LARGEST_LAW {
        true => Ok(()),
        false => Err(too_large(tally.entries(), tally.bytes())),
    }
}

fn too_large(values: usize, bytes: u64) -> Interrupted {
    Interrupted::LawTooLarge {
        values,
        bytes,
        limit: LARGEST_LAW,
    }
}

/// A size in memory, with two or three digits.
pub(super) struct Bytes(pub(super) u64);

impl fmt::Display for Bytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, name) = match self.0 {
            ..0x4000_0000 => (1 << 20, "MB"),
            _ => (1 << 30, "GB"),
        };
        let tenths = self.0.saturating_mul(10) / unit;
        match tenths {
            ..100 if !tenths.is_multiple_of(10) => {
                write!(formatter, "{}.{} {name}", tenths / 10, tenths % 10)
            }
            _ => write!(formatter, "{} {name}", self.0 / unit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Natural;

    #[test]
    fn sizes_in_words() {
        let word = |bytes| Bytes(bytes).to_string();
        assert_eq!(word(MOST_MEMORY), "4 GB");
        assert_eq!(word((5 << 30) + (1 << 29)), "5.5 GB");
        assert_eq!(word(400 << 30), "400 GB");
        assert_eq!(word(900 << 20), "900 MB");
    }

    /// One large outcome over more and more denominators.
    #[test]
    fn a_tally_is_refused_when_it_is_larger_than_the_limit() {
        let mut tally = Tally::default();
        let mut add = |denominator: u64| {
            tally.add([0u8; 4_096], &Natural::ONE, &Natural::from(denominator));
            (allows(&tally), tally.bytes())
        };
        let (_, each) = add(1);
        let fitting = LARGEST_LAW / each;
        assert!((2..fitting).all(|denominator| add(denominator).0.is_ok()));
        assert_eq!(add(fitting), (Ok(()), fitting * each));
        let values = fitting as usize + 1;
        let refused = Interrupted::LawTooLarge {
            values,
            bytes: values as u64 * each,
            limit: 64 << 20,
        };
        assert_eq!(add(fitting + 1).0, Err(refused));
    }
}
