//! Decision rules on real parameters.

use super::{Real, RealModel};
use crate::chance::Interrupted;
use crate::models::Model;
use crate::numbers::Law;
use crate::rules::{Always, AverageRule, DrawRule, Look, Rule, RuleName, Scoring, Sight, TieBreak};

/// A rule that needs no enumeration.
#[derive(Clone, Copy, Debug)]
pub enum RealRule {
    /// One arm.
    Always(Always),
    /// The best draw.
    Draws(DrawRule),
    /// The best average.
    Averages(AverageRule),
    /// The first arm if this estimate lies between θ and θ', the ends included.
    Straddle(f64),
    /// The second arm if θ and θ' are closer than this.
    Distance(f64),
}

impl RealRule {
    /// The rule with this name on a model, or a sentence why there is none.
    pub fn new<M: RealModel>(name: &RuleName, tie: TieBreak, model: &M) -> Result<Self, String> {
        match name {
            &RuleName::Always(arm) => Ok(RealRule::Always(Always(arm))),
            &RuleName::Draws(score) => Ok(RealRule::Draws(DrawRule { score, tie })),
            &RuleName::Averages(draws) => Ok(RealRule::Averages(AverageRule { draws, tie })),
            RuleName::Bayes => Ok(model.bayes()),
            RuleName::Distance(threshold) => Ok(RealRule::Distance(threshold.to_f64())),
            RuleName::Straddle => model.estimate().map(RealRule::Straddle).ok_or_else(|| {
                format!(
                    "`straddle` needs an estimate, and {} has none",
                    model.name()
                )
            }),
            RuleName::Means(_) | RuleName::Expression(_) | RuleName::Foreign(_) => Err(format!(
                "`{name}` needs exact averages over finitely many parameters, and {} has real ones",
                model.name()
            )),
        }
    }
}

impl<M: Model<Parameter = Real>> Rule<M> for RealRule {
    fn sight(&self) -> Sight {
        match self {
            RealRule::Draws(rule) => Rule::<M>::sight(rule),
            RealRule::Averages(rule) => Rule::<M>::sight(rule),
            _ => Sight::Blind,
        }
    }

    fn glance(&self, look: Look<M::Number>) -> Look<M::Number> {
        match self {
            RealRule::Draws(rule) => Rule::<M>::glance(rule, look),
            RealRule::Averages(rule) => Rule::<M>::glance(rule, look),
            _ => look,
        }
    }

    fn scoring(&self, from: &Real, to: &Real) -> Option<Scoring> {
        match self {
            RealRule::Draws(rule) => Rule::<M>::scoring(rule, from, to),
            RealRule::Averages(rule) => Rule::<M>::scoring(rule, from, to),
            _ => None,
        }
    }

    fn decide(
        &self,
        from: &Real,
        to: &Real,
        looks: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        let second = match self {
            RealRule::Always(rule) => return Rule::<M>::decide(rule, from, to, looks),
            RealRule::Draws(rule) => return Rule::<M>::decide(rule, from, to, looks),
            RealRule::Averages(rule) => return Rule::<M>::decide(rule, from, to, looks),
            RealRule::Straddle(estimate) => {
                let estimate = Real::new(*estimate);
                estimate < *from.min(to) || *from.max(to) < estimate
            }
            RealRule::Distance(threshold) => (from.value() - to.value()).abs() < *threshold,
        };
        Ok(Law::point(usize::from(second)))
    }
}
