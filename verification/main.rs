//! The paper's statements, one file each, and what is new beside them: the folder
//! reads like the paper's table of contents. `cargo test --test verification`
//! runs them all, `cargo test --test verification theorem_2` runs one.

#[path = "../tests/support/mod.rs"]
mod support;

mod algorithm_1_metropolis_hastings;
mod algorithm_2_pseudo_marginal;
mod algorithm_5_mabmc;
mod corollary_1_max_min_is_valid;
mod corollary_2_max_is_invalid;
mod definition_3_bayes_rule;
mod example_1_valid_ratios;
mod example_2_constant_rules;
mod example_3_inadmissible_rules;
mod lemma_1_mpmc_satisfies_detailed_balance;
mod lemma_2_sve_satisfies_detailed_balance;
mod remark_1_unbiasedness;
mod section_2_2_peskun_ordering;
mod section_3_1_bernoulli_pair;
mod section_3_2_three_point_pair;
mod section_5_2_ising;
mod straddle_theorem;
mod theorem_1_chi_square;
mod theorem_2_symmetric_rules;
