//! Exact verification of Monte Carlo algorithms.
//!
//! The algorithms are those of G. Wang, *A multi-armed bandit MCMC, with
//! applications in sampling from doubly intractable posterior* (2019). A step
//! is written once, against a source of randomness; enumerated it gives an
//! exact rational transition matrix, sampled it gives a Monte Carlo run.
//!
//! ```
//! use peskun::arms::ModifiedPseudoMarginal;
//! use peskun::chains::Chain;
//! use peskun::kernels::RandomizedMetropolis;
//! use peskun::models::bernoulli_pair;
//!
//! let model = bernoulli_pair();
//! let kernel = RandomizedMetropolis::new(&model, ModifiedPseudoMarginal);
//! let chain = Chain::of(&kernel)?;
//! assert_eq!(chain.matrix().entry(0, 1).to_string(), "53/140");
//! assert_eq!(chain.imbalance(), None);
//! # Ok::<(), peskun::chance::Interrupted>(())
//! ```
//!
//! The rooms, each using only those above it:
//!
//! | room | what lives there | in the paper |
//! |---|---|---|
//! | [`numbers`] | rationals, finite laws, linear algebra, polynomials | |
//! | [`chance`] | the source of randomness and its readings | |
//! | [`models`] | prior, likelihood, data, proposal, auxiliary law | Sections 1–3 |
//! | [`arms`] | randomized estimators of the acceptance ratio | Section 2.4 |
//! | [`rules`] | choosing an arm | Section 4.1 |
//! | [`kernels`] | Algorithms 1–5 as steps | Sections 1–2, 4.2 |
//! | [`chains`] | matrices, balance, orders, variances, spectra | |
//! | [`outside`] | kernels and chains from programs, scripts and files | |
//! | [`lattices`] | exact matrices on Ising lattices, from counts alone | Section 5.2 |
//! | [`statistics`] | tests of samplers against exact laws | |
//! | [`simulation`] | perfect and cluster simulation of lattices | Section 5 |
//! | [`real`] | real parameters, in floating point | Section 5 |
//! | [`laboratory`] | searching models and rules: counterexamples, best rules | Section 4.1 |
//! | [`claims`] | the paper's statements as checkable data | all |
//! | [`figures`] | the paper's two figures, exact and simulated | Section 5 |
//! | [`reports`] | rendering | |
//! | [`cli`] | the command | |
//! | [`guide`] | pages on writing rules and kernels of your own | |
//! | [`prelude`] | what a kernel of your own and its test need | |

#![warn(
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::redundant_clone,
    clippy::unwrap_used
)]

pub mod numbers;

pub mod chance;

pub mod models;

pub mod arms;

pub mod rules;

pub mod kernels;

pub mod chains;

pub mod outside;

pub mod lattices;

pub mod statistics;

pub mod simulation;

pub mod real;

pub mod laboratory;

pub mod claims;

pub mod figures;

#[cfg(feature = "reports")]
pub mod reports;

#[cfg(feature = "cli")]
pub mod cli;

pub mod guide;

pub mod prelude;

/// The README's code, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
