//! Algorithm 5, multi-armed bandit MCMC, for any rule over any arms.
//!
//! The paper ends the step with "repeat Step 2–7" of the chosen algorithm,
//! which can be read in three ways; see [`BanditReading`].

use std::fmt;

use super::randomized::attempt;
use super::{FiniteKernel, Kernel, Step};
use crate::arms::{Arm, Estimate};
use crate::chance::{Ask, Chance, Contest, Entry, Interrupted, Kept};
use crate::models::{Model, Yardstick};
use crate::numbers::{Number, Ratio, Rational};
use crate::rules::{Look, Rule, Scoring, Sight};

/// What happens once an arm is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BanditReading {
    /// Keep θ' and draw the chosen arm's auxiliaries afresh.
    #[default]
    Fresh,
    /// Propose θ' again as well: the literal text.
    Repropose,
    /// Accept with the draws that decided. A rule that looks at no draws has
    /// none to reuse and draws afresh; a rule of averages accepts with the
    /// average, which is as likely as accepting with one of its draws at random.
    Reuse,
}

impl BanditReading {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            BanditReading::Fresh => "fresh",
            BanditReading::Repropose => "repropose",
            BanditReading::Reuse => "reuse",
        }
    }
}

impl fmt::Display for BanditReading {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The bandit: arms, and a rule that chooses between them for every move.
#[derive(Clone, Debug)]
pub struct Bandit<'m, M, A, R> {
    model: &'m M,
    arms: Vec<A>,
    rule: R,
    reading: BanditReading,
}

/// The chosen arm, the acceptance it decided by if that is to be reused, and
/// the auxiliary draws spent on deciding.
type Decision<N> = (usize, Option<N>, usize);

/// What was seen of an arm, the acceptance to be reused if any, and the draws.
type Seen<N> = (Look<N>, Option<N>, usize);

impl<'m, M: Model, A: Arm<M>, R: Rule<M>> Bandit<'m, M, A, R> {
    /// The algorithm with these arms, this rule and this reading.
    ///
    /// # Panics
    /// If there are no arms.
    pub fn new(model: &'m M, arms: Vec<A>, rule: R, reading: BanditReading) -> Self {
        assert!(!arms.is_empty(), "a bandit has arms");
        Bandit {
            model,
            arms,
            rule,
            reading,
        }
    }

    /// Chooses an arm for the move, counted from 0, as a step that proposed it
    /// does: D in the paper.
    pub fn choose<C: Chance>(
        &self,
        from: &M::Parameter,
        to: &M::Parameter,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        Ok(self.decide(from, to, Kept::Nothing, chance)?.0)
    }

    /// Chooses an arm for the move and accepts by it, or not: the arm, whether it
    /// accepted, and all auxiliary draws.
    fn settle<C: Chance>(
        &self,
        from: &M::Parameter,
        to: &M::Parameter,
        chance: &mut C,
    ) -> Result<(usize, bool, usize), Interrupted> {
        let kept = match (self.reading, self.rule.sight()) {
            (BanditReading::Reuse, _) => Kept::First,
            // One draw accepts, whatever decided.
            (_, Sight::Averages(_)) => Kept::Nothing,
            _ => Kept::Another,
        };
        let (chosen, acceptance, spent) = self.decide(from, to, kept, chance)?;
        let (accepted, draws) = match acceptance {
            Some(acceptance) => (chance.toss(&acceptance)?, 0),
            None => attempt(self.model, &self.arms[chosen], from, to, chance)?,
        };
        Ok((chosen, accepted, spent + draws))
    }

    /// Chooses an arm for the move. Of what is to be kept, the draws that
    /// decided always are; others are made here if the rule scores arms.
    fn decide<C: Chance>(
        &self,
        from: &M::Parameter,
        to: &M::Parameter,
        kept: Kept,
        chance: &mut C,
    ) -> Result<Decision<M::Number>, Interrupted> {
        if let Some(scoring) = self.rule.scoring(from, to) {
            return self.compare(scoring, from, to, kept, chance);
        }
        let arms: &[A] = match self.rule.sight() {
            Sight::Blind => &[],
            Sight::Forward | Sight::Both | Sight::Averages(_) => &self.arms,
        };
        chance.merged(|chance| {
            let mut looks = Vec::with_capacity(arms.len());
            let mut acceptances = Vec::with_capacity(arms.len());
            let mut spent = 0;
            for arm in arms {
                let (look, acceptance, draws) = self.look(arm, from, to, kept, chance)?;
                looks.push(look);
                acceptances.push(acceptance);
                spent += draws;
            }
            let law = self.rule.decide(from, to, &looks);
            let law = law.map_err(|why| self.placed(why, from, to, &looks))?;
            let chosen = *chance.draw(&law)?;
            let acceptance = acceptances.into_iter().nth(chosen).flatten();
            Ok((chosen, acceptance, spent))
        })
    }

    /// The same for a rule that takes the arm with the largest score.
    fn compare<C: Chance>(
        &self,
        scoring: Scoring,
        from: &M::Parameter,
        to: &M::Parameter,
        kept: Kept,
        chance: &mut C,
    ) -> Result<Decision<M::Number>, Interrupted> {
        let contest = Contest {
            entrants: self.arms.len(),
            parts: if self.rule.sight() == Sight::Forward {
                1
            } else {
                2
            },
            tie: scoring.tie,
            kept,
        };
        let draw = |arm: usize, direction: usize, chance: &mut C| {
            let (from, to) = if direction == 0 {
                (from, to)
            } else {
                (to, from)
            };
            let estimate = self.seen(&self.arms[arm], from, to, chance)?;
            Ok(Entry {
                score: scoring.of(estimate.ratio),
                cost: estimate.cost,
            })
        };
        chance.contest(contest, draw, |winner| {
            let acceptance = winner.value.map(|forward| forward.capped());
            (winner.entrant, acceptance, winner.cost)
        })
    }

    /// A rule's error with the move that it was about and what the rule saw.
    fn placed(
        &self,
        why: Interrupted,
        from: &M::Parameter,
        to: &M::Parameter,
        looks: &[Look<M::Number>],
    ) -> Interrupted {
        match why {
            Interrupted::Rule { message } => Interrupted::RuleAt {
                from: self.model.parameter_label(from),
                to: self.model.parameter_label(to),
                saw: describe(self.rule.sight(), looks),
                message,
            },
            other => other,
        }
    }

    /// Draws what the rule wants to see of an arm.
    fn look<C: Chance>(
        &self,
        arm: &A,
        from: &M::Parameter,
        to: &M::Parameter,
        kept: Kept,
        chance: &mut C,
    ) -> Result<Seen<M::Number>, Interrupted> {
        chance.merged(|chance| {
            let seen =
                |from, to, chance: &mut C| chance.merged(|chance| self.seen(arm, from, to, chance));
            let forward = seen(from, to, chance)?;
            let mut draws = forward.cost;
            let mut look = Look {
                forward: forward.ratio,
                reverse: None,
            };
            if self.rule.sight() != Sight::Forward {
                let reverse = seen(to, from, chance)?;
                draws += reverse.cost;
                look.reverse = Some(reverse.ratio);
            }
            let acceptance = (kept == Kept::First).then(|| look.forward.capped());
            Ok((self.rule.glance(look), acceptance, draws))
        })
    }

    /// One drawn ratio, or an average acceptance if the rule wants that.
    fn seen<C: Chance>(
        &self,
        arm: &A,
        from: &M::Parameter,
        to: &M::Parameter,
        chance: &mut C,
    ) -> Result<Estimate<M::Number>, Interrupted> {
        let Sight::Averages(count) = self.rule.sight() else {
            return arm.estimate(self.model, from, to, chance);
        };
        let start = (M::Number::zero(), 0);
        let (sum, draws) = chance.iterated(start, count, |(sum, draws), chance| {
            let estimate = arm.estimate(self.model, from, to, chance)?;
            Ok((sum.plus(&estimate.ratio.capped()), draws + estimate.cost))
        })?;
        Ok(Estimate {
            ratio: Ratio::Finite(sum.shared_by(count)),
            cost: draws,
        })
    }
}

/// What a rule saw, for a sentence; nothing if it saw nothing.
fn describe<N: Number>(sight: Sight, looks: &[Look<N>]) -> String {
    const MOST_ARMS: usize = 4;
    const LONGEST: usize = 16;
    let number = |ratio: &Ratio<N>| match ratio {
        Ratio::Infinite => "∞".to_string(),
        Ratio::Finite(value) => {
            let text = value.exact().to_string();
            match text.len() <= LONGEST {
                true => text,
                false => format!("{}…", &text[..LONGEST]),
            }
        }
    };
    let list = |seen: Vec<&Ratio<N>>| {
        let mut words: Vec<String> = seen.iter().take(MOST_ARMS).map(|r| number(r)).collect();
        if seen.len() > MOST_ARMS {
            words.push("…".into());
        }
        words.join(", ")
    };
    let what = match sight {
        Sight::Blind => return String::new(),
        Sight::Forward | Sight::Both => "ratios",
        Sight::Averages(_) => "averages",
    };
    let forward = list(looks.iter().map(|look| &look.forward).collect());
    let reverse: Vec<&Ratio<N>> = looks.iter().filter_map(|l| l.reverse.as_ref()).collect();
    match reverse.is_empty() {
        true => format!("{what} {forward}"),
        false => format!("{what} {forward}, in reverse {}", list(reverse)),
    }
}

impl<M: Model, A: Arm<M>, R: Rule<M>> Kernel for Bandit<'_, M, A, R> {
    type State = M::Parameter;

    fn step<C: Chance>(
        &self,
        from: &M::Parameter,
        chance: &mut C,
    ) -> Result<Step<M::Parameter>, Interrupted> {
        let (to, (chosen, accepted, cost)) = match self.reading {
            BanditReading::Fresh | BanditReading::Reuse => {
                let to = self.model.propose(from, chance)?;
                let settled = chance.merged(|chance| self.settle(from, &to, chance))?;
                (to, settled)
            }
            // Of the first proposal nothing is left but the decision.
            BanditReading::Repropose => {
                let (chosen, spent) = chance.merged(|chance| {
                    let to = self.model.propose(from, chance)?;
                    let (chosen, _, spent) = self.decide(from, &to, Kept::Nothing, chance)?;
                    Ok((chosen, spent))
                })?;
                let to = self.model.propose(from, chance)?;
                let arm = &self.arms[chosen];
                let (accepted, draws) =
                    chance.merged(|chance| attempt(self.model, arm, from, &to, chance))?;
                (to, (chosen, accepted, spent + draws))
            }
        };
        Ok(Step {
            state: if accepted { to } else { from.clone() },
            accepted,
            arm: Some(chosen),
            cost,
        })
    }
}

impl<M: Yardstick, A: Arm<M>, R: Rule<M>> FiniteKernel for Bandit<'_, M, A, R> {
    fn states(&self) -> Vec<M::Parameter> {
        self.model.parameters()
    }

    fn label(&self, state: &M::Parameter) -> String {
        self.model.parameter_name(state).into()
    }

    fn target(&self) -> Vec<Rational> {
        self.model.posterior()
    }
}

#[cfg(test)]
mod tests;
