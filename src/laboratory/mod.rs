//! Searching through models and rules: random models, the smallest
//! counterexample, all rules of a small model, and the best possible rule with
//! a certificate that nothing valid does better (Section 4.1).

mod all_rules;
mod counterexample;
mod decision_law;
mod ladder;
mod random;
mod shrink;
mod smallest;

pub use all_rules::{AllRules, RuleVerdict, all_rules, all_tables};
pub use counterexample::{Counterexample, Search, SearchFailure, search, search_positive};
pub use decision_law::{DecisionLaw, decision_law};
pub use ladder::{Shares, Yardsticks};
pub use random::{
    SEARCHED, has_full_support, numbered_parts, positive_parts, random_parts, searched_parts,
};
pub use shrink::{shrink, size};
pub use smallest::{smallest_below, smallest_model};

pub use crate::rules::{Certificate, Outcome, PairCertificate, Side, best_over_draws, certificate};
