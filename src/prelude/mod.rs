//! What a kernel of one's own and its test need: `use peskun::prelude::*;`

pub use crate::chains::{Chain, Holds, Requirement, Verdicts, Verification, verify};
pub use crate::chance::{Ask, Budget, Chance, Interrupted, Sampler};
pub use crate::kernels::{FiniteKernel, Kernel, Step};
pub use crate::numbers::{Law, Ratio, Rational};
pub use crate::{assert_ergodic, assert_invariant, assert_reversible};
