//! Tests of samplers against exact laws.
//!
//! The exact half says what a step does; this room asks a sampler whether it
//! does that, with a false-alarm probability that is bounded, not estimated.

mod family;
mod normal;
mod one_step;
mod power;
mod quadrature;

pub use family::{Family, FamilySpent};
pub use normal::{normal_density, normal_upper_tail};
pub use one_step::{OneStep, one_step_counts};
pub use power::{alarm_region, detectable_effect, power};
pub use quadrature::Quadrature;
