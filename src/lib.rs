//! Exact verification of Markov chain Monte Carlo.
//!
//! A step of an algorithm is written once, against a source of randomness.
//! Enumerated it gives an exact rational transition matrix; sampled it gives a
//! Monte Carlo run. So what is verified is what runs.
//!
//! # Check a kernel
//!
//! ```
//! use peskun::prelude::*;
//!
//! /// Metropolis on 0, 1, 2 with weights 1, 2, 3.
//! struct Metropolis;
//!
//! impl Kernel for Metropolis {
//!     type State = usize;
//!     fn step<C: Chance>(&self, &from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
//!         let to = chance.uniform(3)?;
//!         match chance.accept(&Ratio::of(&Rational::from(to + 1), &Rational::from(from + 1)))? {
//!             true => Ok(Step::moved(to)),
//!             false => Ok(Step::stayed(from)),
//!         }
//!     }
//! }
//!
//! impl FiniteKernel for Metropolis {
//!     fn states(&self) -> Vec<usize> { vec![0, 1, 2] }
//!     fn target(&self) -> Vec<Rational> { vec![1, 2, 3].into_iter().map(Rational::from).collect() }
//! }
//!
//! assert_ergodic!(Metropolis); // invariant, every state is reached, no period
//! assert_eq!(verify(&Metropolis)?.chain().matrix().entry(1, 0).to_string(), "1/6");
//! # Ok::<(), Interrupted>(())
//! ```
//!
//! A kernel that is wrong panics with a witness: [`verify`](chains::verify) has
//! the four verdicts, [`guide::write_your_own_kernel`] more on steps, and
//! [`guide::what_can_be_enumerated`] says what a step may draw.
//!
//! # Check a rule
//!
//! Which of several estimates of the acceptance ratio may decide, given what
//! they are? [`guide::write_your_own_rule`] has rules in Rust, and
//! [`guide::gallery_of_rules`] ten that are expressions.
//!
//! ```
//! use peskun::chains::Chain;
//! use peskun::chance::{Budget, Reading};
//! use peskun::kernels::Algorithm;
//! use peskun::models::bernoulli_pair;
//! use peskun::rules::TieBreak;
//!
//! // To trust the draw that accepts more readily is not valid: two flows differ.
//! let algorithm = Algorithm::named("rule:max-draws", TieBreak::First).expect("a kernel");
//! let model = bernoulli_pair();
//! let chain = Chain::of_algorithm(&algorithm, &model, Reading::Merged, &Budget::default())?;
//! let witness = chain.imbalance().expect("it is not valid");
//! assert_eq!(witness.difference().to_string(), "-49/52000");
//! # Ok::<(), peskun::chance::Interrupted>(())
//! ```
//!
//! # Make a table
//!
//! ```
//! use peskun::arms::ModifiedPseudoMarginal;
//! use peskun::chains::{Chain, stationary_law};
//! use peskun::kernels::RandomizedMetropolis;
//! use peskun::models::bernoulli_pair;
//!
//! let model = bernoulli_pair();
//! let chain = Chain::of(&RandomizedMetropolis::new(&model, ModifiedPseudoMarginal))?;
//! assert_eq!(chain.matrix().entry(0, 1).to_string(), "53/140");
//! assert_eq!(stationary_law(&chain).as_deref(), Some(chain.target()));
//! # Ok::<(), peskun::chance::Interrupted>(())
//! ```
//!
//! `peskun table` prints one as text, Markdown, LaTeX, CSV, JSON, or for PRISM
//! and Storm; [`chains`] has orders, variances and spectra.
//!
//! # Test a sampler
//!
//! A sampler that was written separately, or runs from a table, is tested
//! against the exact law of its step; the probability of a false alarm is
//! bounded. [`statistics`] has more tests, also of samplers of real numbers (in
//! the guide: `test_a_continuous_sampler`).
//!
//! ```
//! use peskun::arms::Exchange;
//! use peskun::chains::Chain;
//! use peskun::chance::Sampler;
//! use peskun::kernels::RandomizedMetropolis;
//! use peskun::models::bernoulli_pair;
//! use peskun::statistics::{OneStep, one_step_counts};
//!
//! let model = bernoulli_pair();
//! let kernel = RandomizedMetropolis::new(&model, Exchange);
//! let counts = one_step_counts(&kernel, &0, 10_000, &mut Sampler::new(7, 0))?;
//! assert!(OneStep::test(&Chain::of(&kernel)?.matrix().full_row(0), &counts, 1e-6).passes());
//! # Ok::<(), peskun::chance::Interrupted>(())
//! ```
//!
//! # In any language
//!
//! `peskun check --program 'python3 walk.py'` verifies a kernel that is a program
//! and talks over a pipe, `--step walk.rhai` one that is a script, and `--chain
//! matrix.csv` a matrix. In the guide: `kernels_over_a_pipe` and
//! `write_a_step_as_a_script`.
//!
//! # Features
//!
//! With `default-features = false` only exact arithmetic, sampling and their
//! tests are compiled: what a crate needs that verifies kernels of its own.
//!
//! | feature | what it adds |
//! |---|---|
//! | `expressions` | rules and steps written as expressions |
//! | `files` | models and chains from files |
//! | `reports` | rendering, with `files` |
//! | `cli` (default) | the command, with all of them |
//!
//! # The rooms
//!
//! Each uses only those above it. The algorithms and sections are those of G.
//! Wang, *A multi-armed bandit MCMC, with applications in sampling from doubly
//! intractable posterior* (2019).
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
//! | [`certificates`] | every *no* and every *best* as a file to be replayed | |
//! | [`claims`] | the paper's statements as checkable data | all |
//! | [`figures`] | the paper's two figures, exact and simulated | Section 5 |
//! | [`reports`] | rendering | |
//! | [`cli`] | the command | |
//! | [`guide`] | pages for those who bring rules, kernels and samplers of their own | |
//! | [`prelude`] | what a kernel of your own and its test need | |

#![forbid(unsafe_code)]
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

#[cfg(feature = "cli")]
pub mod certificates;

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
