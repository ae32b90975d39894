//! The algorithms by name.

use super::{Bandit, BanditReading, FiniteKernel, PseudoMarginal, RandomizedMetropolis};
use crate::arms::{AnyArm, Exchange, ModifiedPseudoMarginal};
use crate::chance::{Budget, Interrupted};
use crate::models::Yardstick;
use crate::numbers::{Matrix, did_you_mean, excerpt};
use crate::rules::{RuleName, Score, TieBreak, certified_best, mean_acceptance};

/// Every name with a line on what it is.
pub const SUMMARIES: [(&str, &str); 12] = [
    (
        "mh",
        "Algorithm 1, Metropolis–Hastings with the intractable true ratio",
    ),
    ("pmc", "Algorithm 2, pseudo-marginal Monte Carlo on Θ×X"),
    ("mpmc", "Algorithm 3, modified pseudo-marginal Monte Carlo"),
    ("sve", "Algorithm 4, the single variable exchange algorithm"),
    (
        "bridge",
        "MPMC with the auxiliary law halfway between θ and θ'; for lattices",
    ),
    (
        "noisy:N",
        "exchange with the average of N ratios (Alquier et al. 2016)",
    ),
    (
        "dmh:N",
        "double Metropolis–Hastings with N inner steps, on lattices sweeps (Liang 2010)",
    ),
    (
        "mabmc",
        "Algorithm 5, multi-armed bandit MCMC, keeping θ' and drawing afresh",
    ),
    (
        "mabmc:repropose",
        "Algorithm 5 to the letter: the chosen algorithm proposes θ' again",
    ),
    (
        "mabmc:reuse",
        "Algorithm 5, accepting with the draws that decided",
    ),
    (
        "rule:R",
        "the bandit with any rule R over MPMC and SVE; see `peskun rules`",
    ),
    (
        "best-over-draws",
        "the best valid rule over the draws of MPMC and SVE that accept; certified",
    ),
];

/// An algorithm that has a name.
#[derive(Clone, Debug)]
pub enum Algorithm {
    /// Accept by one arm: Algorithms 1, 3 and 4 and their relatives.
    Single(AnyArm),
    /// Algorithm 2.
    PseudoMarginal,
    /// Algorithm 5 with any rule over any arms.
    Bandit {
        /// The arms, at least one.
        arms: Vec<AnyArm>,
        /// The rule that chooses between them.
        rule: RuleName,
        /// How the rule breaks ties.
        tie: TieBreak,
        /// What happens once an arm is chosen.
        reading: BanditReading,
    },
    /// The best valid rule over the draws that accept.
    BestOverDraws {
        /// The arms, at least one; all are valid on the model.
        arms: Vec<AnyArm>,
    },
}

/// What is done with a kernel once its type is known.
pub trait KernelVisitor {
    /// What comes out.
    type Output;

    /// Does it.
    fn visit<K: FiniteKernel>(self, kernel: &K) -> Self::Output;
}

impl Algorithm {
    /// The arms of the paper: MPMC, then SVE.
    pub fn paper_arms() -> Vec<AnyArm> {
        vec![
            AnyArm::ModifiedPseudoMarginal(ModifiedPseudoMarginal),
            AnyArm::Exchange(Exchange),
        ]
    }

    /// The algorithm with this name, or a sentence why there is none.
    pub fn named(name: &str, tie: TieBreak) -> Result<Self, String> {
        Self::named_by(name, tie, RuleName::find)
    }

    /// The same, where the rule after `rule:` is found by this function.
    pub fn named_by(
        name: &str,
        tie: TieBreak,
        find: impl Fn(&str) -> Result<RuleName, String>,
    ) -> Result<Self, String> {
        let bandit = |rule, reading| Self::bandit(Self::paper_arms(), rule, tie, reading);
        let max_min = RuleName::Draws(Score::Smaller);
        match name {
            "pmc" => Ok(Algorithm::PseudoMarginal),
            "best-over-draws" | "rule:best-over-draws" => Ok(Algorithm::BestOverDraws {
                arms: Self::paper_arms(),
            }),
            "mabmc" | "mabmc:fresh" => bandit(max_min, BanditReading::Fresh),
            "mabmc:repropose" => bandit(max_min, BanditReading::Repropose),
            "mabmc:reuse" => bandit(max_min, BanditReading::Reuse),
            "mh" | "mpmc" | "sve" | "bridge" | "noisy" | "dmh" => {
                name.parse().map(Algorithm::Single)
            }
            _ => match name.split_once(':') {
                Some(("noisy" | "dmh", _)) => name.parse().map(Algorithm::Single),
                Some(("rule", rule)) => bandit(find(rule)?, BanditReading::Fresh),
                _ => Err(format!(
                    "no kernel is called `{}`{}; the kernels are {}",
                    excerpt(name),
                    did_you_mean(name, SUMMARIES.map(|(known, _)| known)),
                    SUMMARIES.map(|(name, _)| name).join(", ")
                )),
            },
        }
    }

    /// Does it choose between arms, so that there can be ties?
    pub fn has_ties(&self) -> bool {
        matches!(self, Algorithm::Bandit { .. })
    }

    /// The arms it accepts by.
    pub fn arms(&self) -> Vec<AnyArm> {
        match self {
            Algorithm::Single(arm) => vec![*arm],
            Algorithm::PseudoMarginal => Vec::new(),
            Algorithm::Bandit { arms, .. } | Algorithm::BestOverDraws { arms } => arms.clone(),
        }
    }

    /// The bandit with these arms and this rule, or a sentence why not.
    pub fn bandit(
        arms: Vec<AnyArm>,
        rule: RuleName,
        tie: TieBreak,
        reading: BanditReading,
    ) -> Result<Self, String> {
        match &rule {
            RuleName::Always(arm) if *arm >= arms.len() => Err(format!(
                "`{rule}` asks for arm {} of {}",
                arm + 1,
                arms.len()
            )),
            _ if rule.is_for_two() && arms.len() != 2 => Err(format!(
                "`{rule}` chooses between 2 arms, and there are {}",
                arms.len()
            )),
            _ => Ok(Algorithm::Bandit {
                arms,
                rule,
                tie,
                reading,
            }),
        }
    }

    /// Builds the kernel on a model and hands it over.
    ///
    /// A rule of means is enumerated first, under the same budget. The best rule
    /// over draws is handed over after its certificate has been checked.
    pub fn visit<M: Yardstick<Parameter = usize>, V: KernelVisitor>(
        &self,
        model: &M,
        budget: &Budget,
        visitor: V,
    ) -> Result<V::Output, Interrupted> {
        if let Algorithm::BestOverDraws { arms } = self {
            let rule = certified_best(model, arms, budget)?.0;
            let kernel = Bandit::new(model, arms.clone(), rule, BanditReading::Reuse);
            return Ok(visitor.visit(&kernel));
        }
        let arms = self.arms();
        let means = |arm: usize| mean_acceptance(model, &arms[arm], budget);
        self.visit_with(model, &means, visitor)
    }

    /// The same where the mean acceptance of every arm is known by other means.
    pub fn visit_with<M: Yardstick<Parameter = usize>, V: KernelVisitor>(
        &self,
        model: &M,
        means: &dyn Fn(usize) -> Result<Matrix, Interrupted>,
        visitor: V,
    ) -> Result<V::Output, Interrupted> {
        Ok(match self {
            Algorithm::Single(arm) => visitor.visit(&RandomizedMetropolis::new(model, *arm)),
            Algorithm::PseudoMarginal => visitor.visit(&PseudoMarginal::new(model)),
            Algorithm::Bandit {
                arms,
                rule,
                tie,
                reading,
            } => {
                let rule = rule.build_with(model, arms.len(), *tie, means)?;
                visitor.visit(&Bandit::new(model, arms.clone(), rule, *reading))
            }
            Algorithm::BestOverDraws { .. } => {
                return Err(Interrupted::Unsupported {
                    message:
                        "the best rule over draws has no formula; it needs a model with few points"
                            .into(),
                });
            }
        })
    }
}
