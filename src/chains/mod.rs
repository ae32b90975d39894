//! Finite Markov chains, exactly: what a kernel does to its target, and how
//! well.

mod accuracy;
mod balance;
mod certified;
mod chain;
mod classes;
mod comparison;
mod effort;
mod enclosed_order;
mod entries;
mod enumerated;
mod exchange;
mod figure;
mod figures;
mod flows;
#[cfg(test)]
mod given;
mod nearness;
mod order;
mod power;
mod radius;
mod root;
mod rough_flows;
mod spectrum;
mod stationary;
mod trajectory;
mod variance;
mod verdicts;
mod verification;
mod widest;

pub use accuracy::Accuracy;
#[cfg(feature = "cli")]
pub(crate) use balance::mass_sentence;
pub use balance::{MassWitness, Witness, relative};
pub use certified::{enclosed_law, enclosed_modulus, enclosed_variance};
pub use chain::{Chain, ChainParts, Obtained};
pub use classes::Classes;
pub use comparison::{Merit, efficiency, enclosed_merit, merit, variance};
pub use enclosed_order::{enclosed_covariance_order, enclosed_peskun_order};
pub use entries::Entries;
pub use figure::Figure;
pub use figures::Figures;
pub use order::{
    Covariance, Order, Peskun, PeskunPair, Unordered, both_orders, covariance_by_definition,
    covariance_order, peskun_order,
};
pub use radius::{enclosed_radius, enclosed_radius_by_classes};
pub use spectrum::second_modulus;
pub use stationary::{Stationary, stationary_law, total_variation};
pub use trajectory::{AsWritten, Trajectories, Walk};
pub use variance::asymptotic_variance;
pub use verdicts::{Discrepancy, Holds, LawWitness, Requirement, Verdicts};
pub use verification::{Verification, verify};
