//! Pages for people who bring rules and kernels of their own. Their code is
//! compiled and their commands are run as tests.

#[doc = include_str!("write_your_own_rule.md")]
pub mod write_your_own_rule {}

#[doc = include_str!("write_your_own_kernel.md")]
pub mod write_your_own_kernel {}

#[doc = include_str!("gallery_of_rules.md")]
pub mod gallery_of_rules {}

#[cfg(feature = "expressions")]
#[doc = include_str!("write_a_step_as_a_script.md")]
pub mod write_a_step_as_a_script {}
