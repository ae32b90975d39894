//! The software's own tests, one file for each subject, in one program: what they
//! share is compiled once. `cargo test --test suite` runs them all, `cargo test
//! --test suite samplers` those of one file.

mod support;

mod architecture;
mod bad_chain_files;
mod bad_input;
mod bad_models;
mod bad_rules;
mod chain_files;
mod chains;
mod command_line;
mod compiled;
mod decisions;
mod defects;
mod definitions;
mod diagnostics;
mod direct_sums;
mod effects;
mod enclosures;
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
mod outside_command;
mod parquet;
mod perfect_simulation;
mod programs;
mod programs_misbehaving;
mod readme;
mod real;
mod report;
mod reversals;
mod sample_command;
mod samplers;
mod searching;
mod simulated_laws;
mod stationarity;
mod step_scripts;
mod targets;
mod verdicts;
