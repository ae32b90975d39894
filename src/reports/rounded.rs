//! A report in which the digits that were asked for hold for all fractions, so that
//! columns can be compared by eye.

use serde_json::Value;

use super::document::Document;
use super::sheet::Sheet;
use super::{Format, Report};

/// Characters of a decimal besides its digits: `0.`.
const POINT: usize = 2;

/// A report with so many digits. A fraction that is longer than the decimal in its
/// place is rounded; CSV and JSON are those of the report.
pub struct Rounded {
    /// The report.
    pub report: Box<dyn Report>,
    /// The decimal digits that were asked for.
    pub digits: usize,
}

impl Report for Rounded {
    fn document(&self) -> Document {
        self.report.document().with_fractions(self.digits + POINT)
    }

    fn digits(&self) -> usize {
        self.report.digits()
    }

    fn json(&self) -> Value {
        self.report.json()
    }

    fn sheet(&self) -> Sheet {
        self.report.sheet()
    }

    fn matrix(&self, format: Format) -> Option<String> {
        self.report.matrix(format)
    }

    fn html(&self) -> String {
        self.report.html()
    }
}
