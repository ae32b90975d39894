//! Tests of samplers against exact laws.
//!
//! The exact half says what a step does; this room asks a sampler whether it
//! does that, with a false-alarm probability that is bounded, not estimated.

mod anytime;
mod diagnostics;
mod effective_size;
mod family;
mod normal;
mod one_step;
mod power;
mod quadrature;
mod rank;
mod run;
mod sequential;

pub use anytime::{Anytime, anytime_power};
pub use diagnostics::Diagnostics;
pub use effective_size::effective_size;
pub use family::{Family, FamilySpent};
pub use normal::{normal_density, normal_quantile, normal_upper_tail};
pub use one_step::{OneStep, one_step_counts};
pub use power::{alarm_region, detectable_effect, draws_needed, power, row_power};
pub use quadrature::Quadrature;
pub use rank::{FiniteSubject, RankOfStart, Subject};
pub use run::{ExactRun, RunSummary};
pub use sequential::{Decision, Sequential};
