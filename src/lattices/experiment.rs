//! The experiment of Section 5.2 without simulation: the average acceptance of
//! every algorithm on a lattice, for several scales of the proposal.
//!
//! With equal prior weights and symmetric proposals r(θ, θ') does not depend on
//! how far proposals reach, so that one set of pairs serves all scales.

use rayon::prelude::*;

use super::column::CountedModel;
use super::enclosure::{Enclosure, enclosed_shares, mixed, scaled, shortened};
use crate::arms::AnyArm;
use crate::models::typical_lattice;
use crate::numbers::{Fraction, Rational};
use crate::rules::TieBreak;

/// Which lattice, which data, which grid of parameters.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Rows and columns of the square lattice, with free boundary.
    pub side: usize,
    /// Independent configurations observed.
    pub replicates: usize,
    /// φ: the data is what is expected there, and MPMC's auxiliary law is p_φ.
    pub estimate: Rational,
    /// The distance of neighboring parameters.
    pub step: Rational,
    /// How many parameters lie on either side of the estimate.
    pub half: usize,
    /// How many steps proposals reach, for each scale.
    pub reaches: Vec<usize>,
}

/// Average acceptances at one scale of the proposal.
#[derive(Clone, Debug)]
pub struct Averages {
    /// How many steps proposals reach.
    pub reach: usize,
    /// Metropolis–Hastings.
    pub metropolis: Enclosure,
    /// Algorithm 3.
    pub mpmc: Enclosure,
    /// Algorithm 4.
    pub sve: Enclosure,
    /// Algorithm 5 with fresh draws, ties to the first arm.
    pub mabmc: Enclosure,
    /// The better arm at every pair.
    pub bayes: Enclosure,
    /// MPMC iff the estimate lies between.
    pub straddle: Enclosure,
    /// MPMC bridging halfway.
    pub bridge: Enclosure,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// One line for each scale.
    pub averages: Vec<Averages>,
    /// Are the straddle rule's and the Bayes rule's acceptances the same
    /// fractions at every pair?
    pub straddle_is_bayes: bool,
    /// Does every arm satisfy detailed balance at every pair, exactly?
    pub balanced: bool,
}

/// Runs it.
pub fn experiment(setting: &Setting) -> Experiment {
    let offset = |k: usize| &setting.step * (Rational::from(k) - Rational::from(setting.half));
    let weights: Vec<Rational> = (0..=2 * setting.half)
        .map(|k| &setting.estimate + offset(k))
        .collect();
    let size = weights.len();
    let model = typical_lattice(
        "experiment",
        setting.side,
        setting.replicates,
        weights,
        setting.estimate.clone(),
        size,
    );
    let counted = CountedModel::new(&model);
    let arms: Vec<Vec<Vec<Fraction>>> = ["mh", "mpmc", "sve", "bridge"]
        .into_par_iter()
        .map(|name| {
            let arm: AnyArm = name.parse().expect("an arm");
            counted.acceptances(&arm).expect("an arm with a formula")
        })
        .collect();
    let [metropolis, mpmc, sve, bridge] = [0, 1, 2, 3].map(|arm| &arms[arm]);
    let shares = enclosed_shares(&counted, TieBreak::First);
    let between =
        |from: usize, to: usize| from.min(to) <= setting.half && setting.half <= from.max(to);
    let better = |from: usize, to: usize| -> &Fraction {
        match mpmc[from][to].compare(&sve[from][to]).is_ge() {
            true => &mpmc[from][to],
            false => &sve[from][to],
        }
    };
    let straddle = |from: usize, to: usize| match between(from, to) {
        true => &mpmc[from][to],
        false => &sve[from][to],
    };
    let pairs = || (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
    let straddle_is_bayes =
        pairs().all(|(from, to)| straddle(from, to).compare(better(from, to)).is_eq());
    let mabmc = |from: usize, to: usize| {
        let (low, high) = (from.min(to), from.max(to));
        mixed(
            &shares[low][high - low],
            &Enclosure::of(&mpmc[from][to]),
            &Enclosure::of(&sve[from][to]),
        )
    };
    let posterior: Vec<Enclosure> = counted
        .posterior()
        .into_iter()
        .map(|mass| shortened(&Enclosure::exact(mass)))
        .collect();
    let plain = |table: &Vec<Vec<Fraction>>, reach| {
        average(&posterior, reach, |from, to| {
            Enclosure::of(&table[from][to])
        })
    };
    let averages = |&reach: &usize| Averages {
        reach,
        metropolis: plain(metropolis, reach),
        mpmc: plain(mpmc, reach),
        sve: plain(sve, reach),
        bridge: plain(bridge, reach),
        mabmc: average(&posterior, reach, mabmc),
        bayes: average(&posterior, reach, |from, to| {
            Enclosure::of(better(from, to))
        }),
        straddle: average(&posterior, reach, |from, to| {
            Enclosure::of(straddle(from, to))
        }),
    };
    Experiment {
        averages: setting.reaches.iter().map(averages).collect(),
        straddle_is_bayes,
        balanced: arms.iter().all(|table| counted.balances(table)),
    }
}

/// Σ π(θ) q(θ, θ') r(θ, θ') with proposals of up to so many steps.
fn average(
    posterior: &[Enclosure],
    reach: usize,
    acceptance: impl Fn(usize, usize) -> Enclosure,
) -> Enclosure {
    let size = posterior.len();
    let each = Rational::new(1, 2 * reach as i64 + 1);
    let mut sum = Enclosure::exact(Rational::ZERO);
    for (from, mass) in posterior.iter().enumerate() {
        for step in 0..=2 * reach {
            // Beyond the ends of the grid the proposal is to stay.
            let to = (from + step)
                .checked_sub(reach)
                .filter(|&to| to < size)
                .unwrap_or(from);
            let accepted = scaled(&acceptance(from, to), &each);
            sum = shortened(&Enclosure {
                low: &sum.low + &accepted.low * &mass.low,
                high: &sum.high + &accepted.high * &mass.high,
            });
        }
    }
    sum
}
