//! A rule that is decided elsewhere: by the program that uses this crate, in
//! whatever language that is written.

use std::fmt;
use std::sync::Arc;

use super::{Look, Rule, Sight};
use crate::chance::Interrupted;
use crate::models::Model;
use crate::numbers::{Law, Matrix, Ratio, Rational};

/// Who decides. Shown, it is the name of the rule.
///
/// ```
/// use peskun::chains::Chain;
/// use peskun::chance::{Budget, Interrupted, Reading};
/// use peskun::kernels::{Algorithm, BanditReading};
/// use peskun::models::bernoulli_pair;
/// use peskun::numbers::Law;
/// use peskun::rules::{Decider, RuleName, Seen, Sight, TieBreak};
///
/// #[derive(Debug)]
/// struct Larger;
///
/// impl std::fmt::Display for Larger {
///     fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         formatter.write_str("the larger draw")
///     }
/// }
///
/// impl Decider for Larger {
///     fn sight(&self) -> Sight { Sight::Forward }
///     fn looks_at_means(&self) -> bool { false }
///     fn decide(&self, seen: &Seen<'_>) -> Result<Law<usize>, Interrupted> {
///         Ok(Law::point(usize::from(seen.ratios[0] < seen.ratios[1])))
///     }
/// }
///
/// let chain = |rule: RuleName| {
///     let algorithm = Algorithm::bandit(
///         Algorithm::paper_arms(), rule, TieBreak::First, BanditReading::Fresh,
///     ).expect("two arms and a rule");
///     Chain::of_algorithm(&algorithm, &bernoulli_pair(), Reading::Merged, &Budget::default())
/// };
/// let found = chain(RuleName::Foreign(std::sync::Arc::new(Larger)))?;
/// assert_eq!(found.matrix(), chain("max-draws".parse().expect("a rule"))?.matrix());
/// assert!(found.imbalance().is_some()); // it is not valid
/// # Ok::<(), Interrupted>(())
/// ```
pub trait Decider: fmt::Debug + fmt::Display + Send + Sync {
    /// What is drawn before a decision.
    fn sight(&self) -> Sight;

    /// Are the mean acceptances of the arms looked at?
    fn looks_at_means(&self) -> bool;

    /// The law of the chosen arm, counted from 0; the same for the same move.
    /// Without an answer it says why with [`Interrupted::Rule`].
    fn decide(&self, seen: &Seen<'_>) -> Result<Law<usize>, Interrupted>;
}

/// What is seen of a move, for every arm; lists that were not asked for are
/// empty.
#[derive(Clone, Debug)]
pub struct Seen<'r> {
    /// The position of θ, counted from 0.
    pub from: usize,
    /// The position of θ'.
    pub to: usize,
    /// How many arms there are.
    pub arms: usize,
    /// r(θ, θ').
    pub means: Vec<Rational>,
    /// r(θ', θ).
    pub reverse_means: Vec<Rational>,
    /// â(θ, θ').
    pub ratios: Vec<Ratio<Rational>>,
    /// â(θ', θ).
    pub reverse_ratios: Vec<Ratio<Rational>>,
    /// The parameters as numbers, where they are.
    pub values: &'r [Option<Rational>],
    /// The estimate, if the model has one.
    pub estimate: Option<&'r Rational>,
}

/// Such a rule on a model.
#[derive(Clone, Debug)]
pub struct ForeignRule {
    pub(super) decider: Arc<dyn Decider>,
    pub(super) arms: usize,
    /// One table r_i for each arm, if they are looked at.
    pub(super) means: Vec<Matrix>,
    pub(super) values: Vec<Option<Rational>>,
    pub(super) estimate: Option<Rational>,
}

impl<M: Model<Parameter = usize>> Rule<M> for ForeignRule {
    fn sight(&self) -> Sight {
        self.decider.sight()
    }

    fn decide(
        &self,
        &from: &usize,
        &to: &usize,
        looks: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        let mean = |from, to| {
            let entry = |means: &Matrix| means.entry(from, to).clone();
            self.means.iter().map(entry).collect()
        };
        let reverse = looks.iter().filter_map(|look| look.reverse.as_ref());
        self.decider.decide(&Seen {
            from,
            to,
            arms: self.arms,
            means: mean(from, to),
            reverse_means: mean(to, from),
            ratios: looks.iter().map(|look| look.forward.exact()).collect(),
            reverse_ratios: reverse.map(Ratio::exact).collect(),
            values: &self.values,
            estimate: self.estimate.as_ref(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::RuleName;
    use super::*;

    #[derive(Debug)]
    struct Seeing(Sight);

    impl fmt::Display for Seeing {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("the first arm")
        }
    }

    impl Decider for Seeing {
        fn sight(&self) -> Sight {
            self.0
        }

        fn looks_at_means(&self) -> bool {
            false
        }

        fn decide(&self, _: &Seen<'_>) -> Result<Law<usize>, Interrupted> {
            Ok(Law::point(0))
        }
    }

    #[test]
    fn draws_are_looked_at_unless_the_decider_is_blind() {
        let looks = |sight| RuleName::Foreign(Arc::new(Seeing(sight))).looks_at_draws();
        assert!(looks(Sight::Forward) && looks(Sight::Both) && looks(Sight::Averages(2)));
        assert!(!looks(Sight::Blind));
    }
}
