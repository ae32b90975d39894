//! The software's own tests, one file for each subject, in one program: what they
//! share is compiled once. `cargo test --test suite` runs them all, `cargo test
//! --test suite samplers` those of one file.

mod support;

mod architecture;
mod bad_input;
mod bad_models;
mod bad_rules;
mod chains;
mod command_line;
mod compiled;
mod decisions;
mod defects;
mod diagnostics;
mod direct_sums;
mod enumerator;
mod expressions;
mod false_alarms;
mod figures;
mod intractability;
mod ising_counts;
mod ising_files;
mod laboratory;
mod ladder;
mod lattice_samplers;
mod lattice_sums;
mod lattices;
mod ledger;
mod levels;
mod mutations;
mod numbers;
mod output;
mod parquet;
mod perfect_simulation;
mod readme;
mod real;
mod report;
mod sample_command;
mod samplers;
mod searching;
mod simulated_laws;
mod stationarity;
