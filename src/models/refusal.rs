//! Why there is no exact count of a lattice, in a sentence.

use std::fmt;

use super::cost::{Cost, LARGEST_BYTES, LONGEST_SECONDS};
use super::lattice::Lattice;

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LatticeError {
    /// A side without sites.
    Empty {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// More than [`Lattice::LARGEST`] sites.
    TooLarge {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// No lattice to count.
    NoReplicates,
    /// The count would not end in reasonable time or memory.
    TooCostly {
        /// The lattice.
        lattice: Lattice,
        /// How many of them.
        replicates: usize,
        /// The estimated time on one core.
        seconds: u128,
        /// The estimated memory.
        bytes: u128,
    },
}

impl fmt::Display for LatticeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LatticeError::Empty { rows, columns } => write!(
                formatter,
                "a lattice of {rows} × {columns} has no sites; at least one row and one column are needed"
            ),
            LatticeError::TooLarge { rows, columns } => write!(
                formatter,
                "a lattice of {rows} × {columns} is too large; at most {} sites are taken",
                Lattice::LARGEST
            ),
            LatticeError::NoReplicates => {
                formatter.write_str("0 replicates leave nothing to count; at least one is needed")
            }
            LatticeError::TooCostly {
                lattice,
                replicates,
                seconds,
                bytes,
            } => {
                write!(formatter, "counting a lattice of {lattice} exactly")?;
                if *replicates > 1 {
                    write!(formatter, ", {replicates} times,")?;
                }
                write!(
                    formatter,
                    " would take {} and {}; at most {LONGEST_SECONDS} seconds and {} are spent",
                    duration(*seconds),
                    memory(*bytes),
                    memory(LARGEST_BYTES)
                )?;
                match Cost::largest_like(lattice, *replicates) {
                    Some(largest) => write!(formatter, ", enough for {largest}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl std::error::Error for LatticeError {}

/// A duration in a unit that suits it.
fn duration(seconds: u128) -> String {
    const YEAR: u128 = 365 * 24 * 3600;
    match seconds {
        0..=1 => "about a second".into(),
        2..=120 => format!("about {seconds} seconds"),
        121..=7200 => format!("about {} minutes", seconds / 60),
        7201..=172_800 => format!("about {} hours", seconds / 3600),
        172_801..=63_072_000 => format!("about {} days", seconds / (24 * 3600)),
        _ => match rough(seconds / YEAR) {
            more if more.starts_with("more") => format!("{more} years"),
            years => format!("about {years} years"),
        },
    }
}

fn memory(bytes: u128) -> String {
    match bytes {
        0..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{} GB", rough(bytes / 1_000_000_000)),
    }
}

/// Large numbers as powers of ten, up to where the estimates are cut off.
fn rough(number: u128) -> String {
    match number.checked_ilog10() {
        Some(digits) if digits >= 20 => "more than 10^20".into(),
        Some(digits) if digits >= 6 => format!("10^{digits}"),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        assert_eq!(duration(90), "about 90 seconds");
        assert_eq!(duration(7200), "about 120 minutes");
        assert_eq!(duration(100_000_000), "about 3 years");
        assert_eq!(memory(2_500_000_000), "2 GB");
        assert_eq!(memory(1), "1 MB");
    }
}
