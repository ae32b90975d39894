//! Tests of samplers against exact laws, with a false-alarm probability that is
//! bounded, not estimated.
//!
//! # Test a sampler of your own in five lines
//!
//! ```
//! use peskun::prelude::*;
//! use peskun::statistics::{FiniteSubject, Plan, RankOfStart};
//!
//! /// A walk around five states that goes on in its direction or stays.
//! struct Turning;
//!
//! impl Kernel for Turning {
//!     type State = usize;
//!     fn step<C: Chance>(&self, from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
//!         Ok(Step::moved((from + chance.uniform(2)?) % 5))
//!     }
//! }
//!
//! impl FiniteKernel for Turning {
//!     fn states(&self) -> Vec<usize> { (0..5).collect() }
//!     fn target(&self) -> Vec<Rational> { vec![Rational::ONE; 5] }
//! }
//!
//! let values: Vec<Rational> = (0..5).map(Rational::from).collect();
//! let subject = FiniteSubject::new(&Turning, &values, &Budget::default())?;
//! let experiment = RankOfStart::new(&subject, 4);
//! let plan = Plan::to_see(0.05, 1e-6, &experiment.uniform()).expect("not too small");
//! let decision = experiment.test(&plan, &mut Sampler::new(1, 0))?;
//! assert!(decision.passes, "{decision}");
//! # Ok::<(), Interrupted>(())
//! ```
//!
//! The test asks whether the target is invariant. It starts from the target,
//! runs the sampler backward and forward for a few steps, and looks at where the
//! start ranks among all of them by the values given. The plan is long enough to
//! see any law of ranks that is 0.05 in total variation from what it should be,
//! with probability 0.999, and the decision says what it could have seen.
//!
//! **Warning: samplers that are not reversible.** Running backward takes the
//! reversal of the sampler. The one above is not reversible, and
//! [`FiniteSubject::new`] computes the reversal from its matrix.
//! [`FiniteSubject::reversible`] declares that the step is its own reversal: that
//! is faster and sees more, and it calls a right sampler wrong if detailed
//! balance does not hold. For samplers on other spaces the reversal is a method
//! of [`Subject`] that has to be written; `peskun::guide` has a page on those, with
//! real numbers.
//!
//! # What else is here
//!
//! | test | of what |
//! |---|---|
//! | [`RankOfStart`] | is the target invariant? Needs only draws from the target |
//! | [`Crossings`] | the same on the line, for any kernel, from starts and ends alone |
//! | [`OneStep`] | counts from one state, against the exact row |
//! | [`Anytime`] | a run, looked at any time, against exact rows |
//! | [`Plan`] | any counts, in rounds that look closer only where they have to |
//! | [`Family`] | many tests with one false-alarm budget |
//! | [`Diagnostics`] | convergence and effective sizes of a run |

mod anytime;
mod binomial;
mod crossing_test;
mod crossings;
mod diagnostics;
mod effective_size;
mod family;
mod finite_subject;
mod normal;
mod one_step;
mod plan;
mod power;
mod quadrature;
mod rank;
mod run;
mod sight;
mod undecided;

pub use anytime::{Anytime, anytime_power};
pub use binomial::MOST_EXPERIMENTS;
pub use crossing_test::{CrossingTest, SetTest, Stays};
pub use crossings::Crossings;
pub use diagnostics::Diagnostics;
pub use effective_size::effective_size;
pub use family::{Family, FamilySpent};
pub use finite_subject::FiniteSubject;
pub use normal::{normal_density, normal_quantile, normal_upper_tail};
pub use one_step::{OneStep, one_step_counts};
pub use plan::{Decision, Plan};
pub use power::{alarm_region, detectable_effect, experiments_needed, power, row_power};
pub use quadrature::Quadrature;
pub use rank::{RankOfStart, Subject};
pub use run::{ExactRun, RunSummary};
pub use undecided::Undecided;
