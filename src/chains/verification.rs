//! A kernel verified in one call, with a report that reads well in a failing
//! test.

use std::fmt;

use super::{Chain, Covariance, Holds, Peskun, Requirement, Unordered, Verdicts};
use super::{covariance_order, peskun_order};
use crate::chance::Interrupted;
use crate::kernels::FiniteKernel;
use crate::numbers::Rational;

/// A chain with its four verdicts.
#[derive(Clone, Debug)]
pub struct Verification {
    chain: Chain,
    verdicts: Verdicts,
}

/// Enumerates the step from every state and judges the chain: is the target
/// invariant, does detailed balance hold, can every state be reached, is there
/// a period?
///
/// ```
/// use peskun::prelude::*;
///
/// /// Around a ring of three, always in the same direction: not reversible, and right.
/// struct Around;
/// impl Kernel for Around {
///     type State = u8;
///     fn step<C: Chance>(&self, from: &u8, chance: &mut C) -> Result<Step<u8>, Interrupted> {
///         match chance.coin(&Rational::new(1, 2))? {
///             true => Ok(Step::moved((from + 1) % 3)),
///             false => Ok(Step::stayed(*from)),
///         }
///     }
/// }
/// impl FiniteKernel for Around {
///     fn states(&self) -> Vec<u8> { vec![0, 1, 2] }
///     fn target(&self) -> Vec<Rational> { vec![Rational::ONE; 3] }
/// }
///
/// let verification = verify(&Around)?;
/// assert!(verification.meets(Requirement::Ergodic));
/// assert!(!verification.meets(Requirement::Reversible));
/// assert_eq!(verification.to_string(), "\
/// invariant    holds
/// reversible   fails: 0→1 has flow 1/6, 1→0 has 0 (difference 1/6)
/// irreducible  holds
/// aperiodic    holds");
/// # Ok::<(), Interrupted>(())
/// ```
pub fn verify<K: FiniteKernel>(kernel: &K) -> Result<Verification, Interrupted> {
    Chain::of(kernel).map(Verification::of)
}

impl Verification {
    /// The verdicts on a chain that is known.
    pub fn of(chain: Chain) -> Self {
        Verification {
            verdicts: Verdicts::of(&chain),
            chain,
        }
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The four verdicts.
    pub fn verdicts(&self) -> &Verdicts {
        &self.verdicts
    }

    /// Is the kernel what is required? If that is not known, it is not.
    pub fn meets(&self, requirement: Requirement) -> bool {
        self.verdicts.meet(requirement).is_yes()
    }

    /// Is the kernel a right sampler of its target: invariant and irreducible?
    pub fn is_right(&self) -> bool {
        self.meets(Requirement::Sampler)
    }

    /// Peskun's order between this kernel and another.
    pub fn peskun_order(&self, other: &Self) -> Result<Peskun, Unordered> {
        peskun_order(&self.chain, &other.chain)
    }

    /// The covariance order between this kernel and another.
    pub fn covariance_order(&self, other: &Self) -> Result<Covariance, Unordered> {
        covariance_order(&self.chain, &other.chain)
    }

    /// Asserts that the kernel is what is required, in a test.
    ///
    /// # Panics
    /// If it is not, with the verdicts and witnesses, or if it is not known.
    #[track_caller]
    #[expect(clippy::panic, reason = "it is for tests")]
    pub fn assert(&self, requirement: Requirement) {
        match self.verdicts.meet(requirement) {
            Holds::Yes | Holds::Within(_) => {}
            Holds::No => panic!("the kernel is not {requirement}\n{self}"),
            Holds::Unknown(why) => {
                panic!("it is not known whether the kernel is {requirement}: {why}")
            }
        }
    }
}

impl fmt::Display for Verification {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentences = self
            .verdicts
            .sentences(self.chain.states(), &Rational::to_string);
        for (line, (name, sentence)) in sentences.iter().enumerate() {
            let end = if line + 1 < sentences.len() { "\n" } else { "" };
            write!(formatter, "{name:<11}  {sentence}{end}")?;
        }
        Ok(())
    }
}

/// Asserts that the target of a kernel is invariant; otherwise panics with the
/// verdicts and a witness.
///
/// It does not ask whether the kernel can reach every state: see
/// [`assert_ergodic!`](crate::assert_ergodic).
#[macro_export]
macro_rules! assert_invariant {
    ($kernel:expr) => {
        $crate::assert_meets!($kernel, $crate::chains::Requirement::Invariant)
    };
}

/// Asserts detailed balance of a kernel with its target; otherwise panics with
/// the verdicts and a witness.
#[macro_export]
macro_rules! assert_reversible {
    ($kernel:expr) => {
        $crate::assert_meets!($kernel, $crate::chains::Requirement::Reversible)
    };
}

/// Asserts that a kernel leaves its target invariant, reaches every state and
/// has no period; otherwise panics with the verdicts and a witness.
#[macro_export]
macro_rules! assert_ergodic {
    ($kernel:expr) => {
        $crate::assert_meets!($kernel, $crate::chains::Requirement::Ergodic)
    };
}

/// Verifies a kernel in a test and panics unless it is what is required.
#[doc(hidden)]
#[macro_export]
macro_rules! assert_meets {
    ($kernel:expr, $requirement:expr) => {
        match $crate::chains::verify(&$kernel) {
            ::std::result::Result::Ok(verification) => verification.assert($requirement),
            ::std::result::Result::Err(why) => ::std::panic!("the kernel is not verified: {why}"),
        }
    };
}
