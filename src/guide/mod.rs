//! The book: pages for people who bring rules, kernels, samplers and models of their own.
//! Their code is compiled and their commands are run as tests.
//!
//! | you want to | read |
//! |---|---|
//! | see it all once | [`ten_minute_tour`] |
//! | check a rule | [`write_your_own_rule`], [`gallery_of_rules`] |
//! | check a kernel | [`write_your_own_kernel`], [`what_can_be_enumerated`], [`non_reversible_kernels`], `kernels_over_a_pipe`, `write_a_step_as_a_script` |
//! | check a sampler written in Python | [`test_your_sampler`], [`from_numpy_to_a_verdict`], [`what_can_be_enumerated`] |
//! | test a sampler of real numbers | [`test_a_continuous_sampler`] |
//! | know what a number means | [`reading_the_numbers`], [`glossary`] |
//! | bring a model | [`models_and_families`] |
//! | know what the paper got right and wrong, and how we know | [`what_the_paper_got_right_and_wrong`], [`how_we_know`] |
//! | know each command | [`command_verify`], [`command_check`], [`command_table`], [`command_compare`], [`command_rules`], [`command_sample`], [`command_ising`], [`command_figure_and_report`], [`command_explore`], `certificates` |
//! | put it into a paper, a data frame or a program | [`formats`] |
//! | add something | [`how_to_extend`] |

#[doc = include_str!("ten_minute_tour/README.md")]
pub mod ten_minute_tour {}

#[doc = include_str!("write_your_own_rule/README.md")]
pub mod write_your_own_rule {}

#[doc = include_str!("gallery_of_rules/README.md")]
pub mod gallery_of_rules {}

#[doc = include_str!("write_your_own_kernel/README.md")]
pub mod write_your_own_kernel {}

#[cfg(feature = "programs")]
#[doc = include_str!("kernels_over_a_pipe/README.md")]
pub mod kernels_over_a_pipe {}

#[cfg(feature = "expressions")]
#[doc = include_str!("write_a_step_as_a_script/README.md")]
pub mod write_a_step_as_a_script {}

#[doc = include_str!("what_can_be_enumerated/README.md")]
pub mod what_can_be_enumerated {}

#[doc = include_str!("test_your_sampler/README.md")]
pub mod test_your_sampler {}

#[doc = include_str!("from_numpy_to_a_verdict/README.md")]
pub mod from_numpy_to_a_verdict {}

#[doc = include_str!("non_reversible_kernels/README.md")]
pub mod non_reversible_kernels {}

#[doc = include_str!("test_a_continuous_sampler/README.md")]
pub mod test_a_continuous_sampler {}

#[doc = include_str!("reading_the_numbers/README.md")]
pub mod reading_the_numbers {}

#[doc = include_str!("glossary/README.md")]
pub mod glossary {}

#[doc = include_str!("models_and_families/README.md")]
pub mod models_and_families {}

#[doc = include_str!("what_the_paper_got_right_and_wrong/README.md")]
pub mod what_the_paper_got_right_and_wrong {}

#[doc = include_str!("how_we_know/README.md")]
pub mod how_we_know {}

#[doc = include_str!("formats/README.md")]
pub mod formats {}

#[doc = include_str!("command_verify/README.md")]
pub mod command_verify {}

#[doc = include_str!("command_check/README.md")]
pub mod command_check {}

#[doc = include_str!("command_table/README.md")]
pub mod command_table {}

#[doc = include_str!("command_compare/README.md")]
pub mod command_compare {}

#[doc = include_str!("command_rules/README.md")]
pub mod command_rules {}

#[doc = include_str!("command_sample/README.md")]
pub mod command_sample {}

#[doc = include_str!("command_ising/README.md")]
pub mod command_ising {}

#[doc = include_str!("command_figure_and_report/README.md")]
pub mod command_figure_and_report {}

#[doc = include_str!("command_explore/README.md")]
pub mod command_explore {}

#[cfg(feature = "cli")]
#[doc = include_str!("certificates/README.md")]
pub mod certificates {}

#[doc = include_str!("how_to_extend/README.md")]
pub mod how_to_extend {}
