//! The arms by name.

use std::fmt;
use std::str::FromStr;

use super::{
    Arm, Bridge, DoubleMetropolis, Estimate, Exchange, ModifiedPseudoMarginal, NoisyExchange,
    TrueRatio,
};
use crate::chance::{Chance, Interrupted};
use crate::models::Normalized;
use crate::numbers::excerpt;

/// The largest N of `noisy:N` and `dmh:N`.
pub const MOST_REPETITIONS: usize = 10_000;

/// Any arm that has a name.
#[derive(Clone, Copy, Debug)]
pub enum AnyArm {
    /// `mh`.
    TrueRatio(TrueRatio),
    /// `mpmc`.
    ModifiedPseudoMarginal(ModifiedPseudoMarginal),
    /// `sve`.
    Exchange(Exchange),
    /// `bridge`.
    Bridge(Bridge),
    /// `noisy:N`.
    Noisy(NoisyExchange),
    /// `dmh:N`.
    DoubleMetropolis(DoubleMetropolis),
}

impl<M: Normalized> Arm<M> for AnyArm {
    fn estimate<C: Chance>(
        &self,
        model: &M,
        from: &M::Parameter,
        to: &M::Parameter,
        chance: &mut C,
    ) -> Result<Estimate<M::Number>, Interrupted> {
        match self {
            AnyArm::TrueRatio(arm) => arm.estimate(model, from, to, chance),
            AnyArm::ModifiedPseudoMarginal(arm) => arm.estimate(model, from, to, chance),
            AnyArm::Exchange(arm) => arm.estimate(model, from, to, chance),
            AnyArm::Bridge(arm) => arm.estimate(model, from, to, chance),
            AnyArm::Noisy(arm) => arm.estimate(model, from, to, chance),
            AnyArm::DoubleMetropolis(arm) => arm.estimate(model, from, to, chance),
        }
    }
}

impl fmt::Display for AnyArm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyArm::TrueRatio(_) => write!(formatter, "mh"),
            AnyArm::ModifiedPseudoMarginal(_) => write!(formatter, "mpmc"),
            AnyArm::Exchange(_) => write!(formatter, "sve"),
            AnyArm::Bridge(_) => write!(formatter, "bridge"),
            AnyArm::Noisy(arm) => write!(formatter, "noisy:{}", arm.ratios),
            AnyArm::DoubleMetropolis(arm) => write!(formatter, "dmh:{}", arm.steps),
        }
    }
}

impl FromStr for AnyArm {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name.split_once(':') {
            None => match name {
                "mh" => Ok(AnyArm::TrueRatio(TrueRatio)),
                "mpmc" => Ok(AnyArm::ModifiedPseudoMarginal(ModifiedPseudoMarginal)),
                "sve" => Ok(AnyArm::Exchange(Exchange)),
                "noisy" | "dmh" => Err(format!("`{name}` needs a number, like {name}:2")),
                "bridge" => Ok(AnyArm::Bridge(Bridge)),
                _ => Err(unknown(name)),
            },
            Some(("noisy", count)) => Ok(AnyArm::Noisy(NoisyExchange {
                ratios: repetitions(name, count, 1)?,
            })),
            Some(("dmh", count)) => Ok(AnyArm::DoubleMetropolis(DoubleMetropolis {
                steps: repetitions(name, count, 0)?,
            })),
            Some(_) => Err(unknown(name)),
        }
    }
}

fn unknown(name: &str) -> String {
    format!(
        "no arm is called `{}`; the arms are mh, mpmc, sve, bridge, noisy:N and dmh:N",
        excerpt(name)
    )
}

fn repetitions(name: &str, count: &str, least: usize) -> Result<usize, String> {
    let digits = count.bytes().all(|byte| byte.is_ascii_digit());
    match count.parse() {
        Ok(count) if digits && (least..=MOST_REPETITIONS).contains(&count) => Ok(count),
        _ => Err(format!(
            "`{name}`: the number after the colon is a whole number from {least} to {MOST_REPETITIONS}"
        )),
    }
}
