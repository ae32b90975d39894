//! What a kernel of one's own and its test need: `use peskun::prelude::*;`

pub use crate::assert_ergodic;
pub use crate::assert_invariant;
pub use crate::assert_reversible;
pub use crate::chains::{Chain, Holds, Requirement, Verdicts, Verification, verify};
pub use crate::chance::{Ask, Budget, Chance, Interrupted, Sampler};
pub use crate::kernels::{FiniteKernel, Kernel, Step};
pub use crate::numbers::{Law, Ratio, Rational};
