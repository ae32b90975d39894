//! Pages for people who bring rules, kernels and samplers of their own. Their code is
//! compiled and their commands are run as tests.

#[doc = include_str!("write_your_own_rule.md")]
pub mod write_your_own_rule {}

#[doc = include_str!("write_your_own_kernel.md")]
pub mod write_your_own_kernel {}

#[doc = include_str!("gallery_of_rules.md")]
pub mod gallery_of_rules {}

#[doc = include_str!("test_a_continuous_sampler.md")]
pub mod test_a_continuous_sampler {}
#[cfg(feature = "programs")]
#[doc = include_str!("kernels_over_a_pipe.md")]
pub mod kernels_over_a_pipe {}
#[cfg(feature = "cli")]
#[doc = include_str!("certificates.md")]
pub mod certificates {}
#[doc = include_str!("what_can_be_enumerated.md")]
pub mod what_can_be_enumerated {}
#[cfg(feature = "expressions")]
#[doc = include_str!("write_a_step_as_a_script.md")]
pub mod write_a_step_as_a_script {}
