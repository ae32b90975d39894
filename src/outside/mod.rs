//! Kernels and chains that come from outside: a program in any language over a
//! pipe, a step written as a script, a matrix in a file.

#[cfg(feature = "programs")]
mod confined;
#[cfg(feature = "files")]
mod file;
#[cfg(feature = "expressions")]
mod labels;
#[cfg(feature = "expressions")]
mod memory;
#[cfg(any(feature = "files", feature = "programs"))]
mod number;
#[cfg(feature = "programs")]
mod program;
#[cfg(feature = "expressions")]
mod questions;
#[cfg(feature = "files")]
mod repeated;
#[cfg(feature = "expressions")]
mod step_script;

#[cfg(feature = "programs")]
pub use confined::{Confinement, confine};
#[cfg(feature = "files")]
pub use file::{
    COLUMNS_BEHIND, LARGEST_CHAIN_FILE, MOST_LISTED_STATES, MOST_STATES, is_hidden, read_chain,
    read_chain_json, written_name,
};
#[cfg(feature = "files")]
pub use number::DECIMALS_ARE_EXACT;
#[cfg(feature = "cli")]
pub(crate) use number::read_number;
#[cfg(feature = "programs")]
pub use program::{Program, ProgramError, ProgramLimits, end_all_programs};
#[cfg(feature = "cli")]
pub(crate) use repeated::repeated_field;
#[cfg(feature = "expressions")]
pub use step_script::{LONGEST_STEP_SCRIPT, StepScript};
