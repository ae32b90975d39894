//! Kernels and chains that come from outside: a program in any language over a
//! pipe, a step written as a script, a matrix in a file.

#[cfg(feature = "programs")]
mod program;

#[cfg(feature = "programs")]
pub use program::{Program, ProgramError, ProgramLimits, end_all_programs};
