//! How many decimal digits are shown.

use clap::Args;

use crate::chains::Accuracy;

/// Digits of numbers that are not shown exactly.
#[derive(Debug, Args)]
pub(super) struct DigitsArguments {
    /// Decimal digits of what is too long to be shown exactly or was simulated
    /// [default: 12, of what was simulated 4 to 10]. If it is given, table, check,
    /// compare and rules round every fraction that is longer than 0. and N digits.
    /// Enclosures are sure of eight more. CSV and JSON have all digits whatever is
    /// asked for.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = digits)]
    digits: Option<usize>,
}

impl DigitsArguments {
    /// What is asked of figures.
    pub(super) fn accuracy(&self) -> Accuracy {
        let digits = self.digits.unwrap_or(Accuracy::default().digits);
        Accuracy { digits }
    }

    /// The digits, if they are asked for.
    pub(super) fn given(&self) -> Option<usize> {
        self.digits
    }
}

fn digits(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(digits @ 1..=Accuracy::MOST_DIGITS) => Ok(digits),
        _ => Err(format!("digits are 1 to {}", Accuracy::MOST_DIGITS)),
    }
}
