//! Values of options by their names.

use clap::ValueEnum;

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
            fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
                Some(clap::builder::PossibleValue::new(self.name()))
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
