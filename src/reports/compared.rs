//! A kernel among those that are compared, with its figures.

use super::cell::Cell;
use crate::chains::{Accuracy, Chain, Merit, Obtained, Verdicts, merit};
use crate::lattices::EnclosedChain;
use crate::numbers::Rational;

/// A kernel, with what is known of it or a sentence why nothing is.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Its name.
    pub name: String,
    /// What is known.
    pub known: Result<Measured, String>,
}

/// The figures of merit of a kernel, and whether it is right.
#[derive(Clone, Debug)]
pub struct Measured {
    /// How good it is.
    pub merit: Merit,
    /// The names of its states.
    pub states: Vec<String>,
    /// Whether it is right.
    pub verdicts: Verdicts,
    /// How its chain was obtained.
    pub obtained: Obtained,
}

impl Measured {
    /// A kernel by its chain, with its figures for a function of the state.
    pub fn new(chain: &Chain, function: &[Rational], accuracy: Accuracy) -> Self {
        Measured {
            merit: merit(chain, function, accuracy),
            states: chain.states().to_vec(),
            verdicts: Verdicts::of(chain),
            obtained: chain.obtained(),
        }
    }

    /// A figure, or where it is not there since it takes too long, why.
    pub(super) fn or_too_large(&self, figure: Cell, missing: bool, most: usize) -> Cell {
        match missing && self.states.len() > most {
            true => Cell::nothing_because(format!("at most {most} states")),
            false => figure,
        }
    }

    /// The same for a chain that is enclosed.
    pub fn enclosed(chain: &EnclosedChain, function: &[Rational], accuracy: Accuracy) -> Self {
        Measured {
            merit: chain.merit(function, accuracy),
            states: chain.states.clone(),
            verdicts: chain.verdicts(),
            obtained: Obtained::Enclosure,
        }
    }
}
