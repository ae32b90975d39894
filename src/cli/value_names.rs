//! Values of options by their names.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::chains::Requirement;
use crate::kernels::BanditReading;
use crate::models::Boundary;
use crate::reports::Format;
use crate::rules::TieBreak;

/// Names on the command line are the names that are printed.
macro_rules! value_enum {
    ($type:ty, [$($variant:expr),*]) => {
        impl ValueEnum for $type {
            fn value_variants<'a>() -> &'a [Self] {
                &[$($variant),*]
            }
            fn to_possible_value(&self) -> Option<PossibleValue> {
                Some(PossibleValue::new(self.name()))
            }
        }
    };
}
value_enum!(
    Format,
    [
        Format::Text,
        Format::Markdown,
        Format::Latex,
        Format::Csv,
        Format::Json,
        Format::Prism,
        Format::Drn
    ]
);
/// Formats by name, of which those for transition matrices are not listed: they are
/// taken, and refused with a sentence that says where they belong.
pub(super) fn formats_without_matrices() -> impl TypedValueParser<Value = Format> {
    let all = Format::value_variants().iter();
    let named = all.map(|format| {
        let is_hidden = matches!(format, Format::Prism | Format::Drn);
        PossibleValue::new(format.name()).hide(is_hidden)
    });
    PossibleValuesParser::new(named).try_map(|name| {
        let mut all = Format::value_variants().iter();
        let found = all.find(|format| format.name() == name);
        found.copied().ok_or("no format")
    })
}

value_enum!(
    Requirement,
    [
        Requirement::Invariant,
        Requirement::Reversible,
        Requirement::Ergodic
    ]
);
value_enum!(Boundary, [Boundary::Free, Boundary::Torus]);
value_enum!(TieBreak, [TieBreak::First, TieBreak::Last, TieBreak::Coin]);
value_enum!(
    BanditReading,
    [
        BanditReading::Fresh,
        BanditReading::Repropose,
        BanditReading::Reuse
    ]
);
