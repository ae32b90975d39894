//! Searching through models and rules: random models, the smallest
//! counterexample, all rules of a small model, and the best possible rule with
//! a certificate that nothing valid does better (Section 4.1).

mod accepting;
mod all_rules;
mod certificate;
mod counterexample;
mod decision_law;
mod random;
mod shrink;
mod smallest;

pub use accepting::{best_over_draws, certificate};
pub use all_rules::{AllRules, RuleVerdict, all_rules, all_tables};
pub use certificate::{Certificate, Outcome, PairCertificate, Side};
pub use counterexample::{Counterexample, Search, SearchFailure, search, search_positive};
pub use decision_law::{DecisionLaw, decision_law};
pub use random::{has_full_support, numbered_parts, positive_parts, random_parts};
pub use shrink::{shrink, size};
pub use smallest::{smallest_below, smallest_model};
