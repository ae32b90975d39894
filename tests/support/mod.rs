//! What the tests share.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test file uses a part of it"
)]

pub mod alarms;
pub mod browser;
pub mod chains;
pub mod command;
pub mod direct;
pub mod direct_bandit;
pub mod doubles;
pub mod given;
pub mod hostile;
pub mod irreversible;
pub mod ising;
pub mod kernels;
pub mod large;
pub mod latex;
pub mod models;
pub mod past;
pub mod programs;
pub mod random;
pub mod ranks;
pub mod server;
pub mod settled;
pub mod size;
pub mod suite;
pub mod tempering;
pub mod unscored;
pub mod waiting;
pub mod zoo;

pub use size::cases;

use peskun::chains::Chain;
use peskun::chance::{Budget, Reading};
use peskun::kernels::Algorithm;
use peskun::models::TableModel;
use peskun::numbers::Rational;
use peskun::rules::TieBreak;

/// `numerator / denominator`.
pub fn q(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator, denominator)
}

/// The chain of a kernel by name, with ties to the first arm.
pub fn chain(model: &TableModel, kernel: &str) -> Chain {
    chain_with(model, kernel, TieBreak::First, Reading::Merged)
}

/// The chain of a kernel by name.
pub fn chain_with(model: &TableModel, kernel: &str, tie: TieBreak, reading: Reading) -> Chain {
    let algorithm = Algorithm::named(kernel, tie).expect("a kernel's name");
    let budget = Budget::of_paths(50_000_000);
    Chain::of_algorithm(&algorithm, model, reading, &budget).expect("within the budget")
}
