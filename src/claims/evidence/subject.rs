//! One model under examination: what several properties ask of it is
//! enumerated once.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::arms::{AnyArm, Arm};
use crate::chains::Chain;
use crate::chance::{Budget, Interrupted, Reading, enumerate};
use crate::kernels::Algorithm;
use crate::models::{TableModel, Yardstick};
use crate::numbers::{Law, Matrix, Ratio, Rational};
use crate::rules::{TieBreak, mean_acceptance};

/// A property of one model: does it hold, and how much was there to hold?
pub type Property = fn(&Subject) -> Result<Instance, Interrupted>;

/// A property on one model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Does it hold?
    pub holds: bool,
    /// How many cases were looked at: pairs, rules, or the model itself.
    pub cases: u64,
    /// In how many of them there was more to see than a limiting case, as each
    /// property says.
    pub notable: u64,
}

impl From<bool> for Instance {
    fn from(holds: bool) -> Self {
        Instance {
            holds,
            cases: 1,
            notable: 0,
        }
    }
}

impl Instance {
    /// Holds, with nothing looked at.
    pub const NONE: Instance = Instance {
        holds: true,
        cases: 0,
        notable: 0,
    };

    /// Counts one more case.
    pub fn add(&mut self, holds: bool, notable: bool) {
        self.holds &= holds;
        self.cases += 1;
        self.notable += u64::from(notable);
    }
}

/// A model with what is known of it so far.
pub struct Subject<'m> {
    model: &'m TableModel,
    chains: Memory<(&'static str, &'static str), Chain>,
    means: Memory<&'static str, Matrix>,
    ratios: Memory<(&'static str, usize, usize), Law<Ratio<Rational>>>,
    others: Memory<&'static str, dyn Any>,
}

type Memory<K, V> = RefCell<BTreeMap<K, Rc<V>>>;

/// What is remembered, or computed now. Nothing is borrowed meanwhile, since
/// computing it may need something else that is remembered.
fn remembered<K: Ord, V: ?Sized>(
    memory: &Memory<K, V>,
    key: K,
    compute: impl FnOnce() -> Result<Rc<V>, Interrupted>,
) -> Result<Rc<V>, Interrupted> {
    if let Some(known) = memory.borrow().get(&key) {
        return Ok(known.clone());
    }
    let value = compute()?;
    memory.borrow_mut().insert(key, value.clone());
    Ok(value)
}

impl<'m> Subject<'m> {
    /// A model of which nothing is known yet.
    pub fn new(model: &'m TableModel) -> Self {
        Subject {
            model,
            chains: Memory::default(),
            means: Memory::default(),
            ratios: Memory::default(),
            others: Memory::default(),
        }
    }

    /// The model.
    pub fn model(&self) -> &'m TableModel {
        self.model
    }

    /// Every pair of parameters.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let count = self.model.parameters().len();
        (0..count).flat_map(move |from| (0..count).map(move |to| (from, to)))
    }

    /// Every pair of different parameters.
    pub fn moves(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        self.pairs().filter(|(from, to)| from != to)
    }

    /// The chain of a kernel by name, ties to the first arm.
    pub fn chain(&self, kernel: &'static str) -> Result<Rc<Chain>, Interrupted> {
        self.chain_with_tie(kernel, TieBreak::First)
    }

    /// The chain of a kernel by name.
    pub fn chain_with_tie(
        &self,
        kernel: &'static str,
        tie: TieBreak,
    ) -> Result<Rc<Chain>, Interrupted> {
        remembered(&self.chains, (kernel, tie.name()), || {
            let algorithm = Algorithm::named(kernel, tie).expect("ledgers name known kernels");
            let budget = Budget::default();
            Chain::of_algorithm(&algorithm, self.model, Reading::Merged, &budget).map(Rc::new)
        })
    }

    /// Does detailed balance hold for a kernel by name?
    pub fn is_balanced(&self, kernel: &'static str) -> Result<bool, Interrupted> {
        Ok(self.chain(kernel)?.imbalance().is_none())
    }

    /// E min{â, 1} of an arm by name, for every pair.
    pub fn means(&self, arm: &'static str) -> Result<Rc<Matrix>, Interrupted> {
        remembered(&self.means, arm, || {
            mean_acceptance(self.model, &named_arm(arm), &Budget::default()).map(Rc::new)
        })
    }

    /// The law of the ratio that an arm draws.
    pub fn ratios(
        &self,
        arm: &'static str,
        from: usize,
        to: usize,
    ) -> Result<Rc<Law<Ratio<Rational>>>, Interrupted> {
        remembered(&self.ratios, (arm, from, to), || {
            let arm = named_arm(arm);
            let step = enumerate(Reading::Merged, &Budget::default(), |chance| {
                Ok(arm.estimate(self.model, &from, &to, chance)?.ratio)
            })?;
            Ok(Rc::new(step.law))
        })
    }

    /// Whatever else several properties need, under a name of its own.
    pub fn known<T: Any>(
        &self,
        name: &'static str,
        compute: impl FnOnce() -> Result<T, Interrupted>,
    ) -> Result<Rc<T>, Interrupted> {
        let known = remembered(&self.others, name, || {
            compute().map(|value| Rc::new(value) as Rc<dyn Any>)
        })?;
        Ok(known.downcast().expect("a name has one type"))
    }
}

fn named_arm(name: &str) -> AnyArm {
    name.parse().expect("ledgers name known arms")
}
