//! The experiment of Section 5.2 without simulation: the average acceptance of
//! every algorithm on a lattice, for several scales of the proposal.
//!
//! With equal prior weights and symmetric proposals r(θ, θ') does not depend on
//! how far proposals reach, so that one set of pairs serves all scales.

use std::cmp::Ordering;

use super::column::{Column, CountedModel};
use super::enclosure::{Enclosure, enclosed_shares, mixed, scaled, shortened};
use super::mass::Mass;
use crate::arms::AnyArm;
use crate::models::{IsingModel, typical_lattice};
use crate::numbers::parallel;
use crate::numbers::{Fraction, Interval, Rational};
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

impl Setting {
    /// The model with proposals of up to so many steps, and equal prior weights.
    pub fn model(&self, reach: usize) -> IsingModel {
        let offset = |k: usize| &self.step * (Rational::from(k) - Rational::from(self.half));
        let weights: Vec<Rational> = (0..=2 * self.half)
            .map(|k| &self.estimate + offset(k))
            .collect();
        typical_lattice(
            "experiment",
            self.side,
            self.replicates,
            weights,
            self.estimate.clone(),
            reach,
        )
    }
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
    /// Do M-H and SVE satisfy detailed balance at every pair, and MPMC and the
    /// bridge arm between the first, the middle and the last parameter?
    /// Flows are compared as integers.
    pub balanced: bool,
}

/// Runs it.
pub fn experiment(setting: &Setting) -> Experiment {
    let size = 2 * setting.half + 1;
    let model = setting.model(size);
    let counted = CountedModel::new(&model);
    let exact = |name: &str| {
        let arm: AnyArm = name.parse().expect("an arm");
        counted.acceptances(&arm).expect("an arm with a formula")
    };
    let (metropolis, sve) = (exact("mh"), exact("sve"));
    let sums: Vec<Vec<Interval>> = parallel::map(&counted.columns, Interval::sums);
    let at_estimate = Interval::sums(&counted.estimate);
    // Both directions of a pair, since they share the column halfway.
    let both_ways = |&(from, to): &(usize, usize)| {
        let way = |from: usize, to: usize, auxiliary: &Column, halfway: &[Interval]| {
            let moving = counted.moving(from, to).expect("all moves are proposed");
            let sums = [sums[from].as_slice(), halfway, sums[to].as_slice()];
            moving.enclosed_pseudo_marginal(auxiliary, sums)
        };
        let column = counted.between(from, to);
        let halfway = Interval::sums(&column);
        let ways = [(from, to), (to, from)];
        (
            ways.map(|(from, to)| way(from, to, &counted.estimate, &at_estimate)),
            ways.map(|(from, to)| way(from, to, &column, &halfway)),
        )
    };
    let unordered: Vec<(usize, usize)> = (0..size)
        .flat_map(|from| (from..size).map(move |to| (from, to)))
        .collect();
    let found = parallel::map(&unordered, both_ways);
    let table = |pick: &dyn Fn(usize) -> [Enclosure; 2]| {
        let mut table = vec![vec![Enclosure::exact(Rational::ZERO); size]; size];
        for (position, &(from, to)) in unordered.iter().enumerate() {
            let [there, back] = pick(position);
            table[to][from] = back;
            table[from][to] = there;
        }
        table
    };
    let mpmc = table(&|position| found[position].0.clone());
    let bridge = table(&|position| found[position].1.clone());
    let shares = enclosed_shares(&counted, TieBreak::First);
    let between =
        |from: usize, to: usize| from.min(to) <= setting.half && setting.half <= from.max(to);
    let of_sve = |from: usize, to: usize| Enclosure::of(&sve[from][to]);
    // Which arm is better; where the ends do not say, the fractions do.
    let compare = |from: usize, to: usize| {
        let (first, second) = (&mpmc[from][to], of_sve(from, to));
        if first.is_above(&second.high) {
            Ordering::Greater
        } else if first.is_below(&second.low) {
            Ordering::Less
        } else {
            let moving = counted.moving(from, to).expect("all moves are proposed");
            moving
                .pseudo_marginal(&counted.estimate)
                .compare(&sve[from][to])
        }
    };
    let pairs: Vec<(usize, usize)> = (0..size)
        .flat_map(|from| (0..size).map(move |to| (from, to)))
        .collect();
    let orders: Vec<Ordering> = parallel::map(&pairs, |&(from, to)| compare(from, to));
    let straddle_is_bayes = pairs.iter().zip(&orders).all(|(&(from, to), &order)| {
        order == Ordering::Equal || between(from, to) == (order == Ordering::Greater)
    });
    let better = |from: usize, to: usize| match orders[from * size + to] {
        Ordering::Greater => mpmc[from][to].clone(),
        _ => of_sve(from, to),
    };
    let straddle = |from: usize, to: usize| match between(from, to) {
        true => mpmc[from][to].clone(),
        false => of_sve(from, to),
    };
    let mabmc = |from: usize, to: usize| {
        let (low, high) = (from.min(to), from.max(to));
        mixed(&shares[low][high - low], &mpmc[from][to], &of_sve(from, to))
    };
    let posterior: Vec<Enclosure> = counted
        .posterior()
        .into_iter()
        .map(|mass| shortened(&Enclosure::exact(mass)))
        .collect();
    let averages = |&reach: &usize| {
        let average = |r: &dyn Fn(usize, usize) -> Enclosure| average(&posterior, reach, r);
        Averages {
            reach,
            metropolis: average(&|from, to| Enclosure::of(&metropolis[from][to])),
            mpmc: average(&|from, to| mpmc[from][to].clone()),
            sve: average(&of_sve),
            bridge: average(&|from, to| bridge[from][to].clone()),
            mabmc: average(&mabmc),
            bayes: average(&better),
            straddle: average(&straddle),
        }
    };
    Experiment {
        averages: setting.reaches.iter().map(averages).collect(),
        straddle_is_bayes,
        balanced: all_balance(&counted, [&metropolis, &sve]),
    }
}

/// Do both tables of acceptances satisfy detailed balance, and MPMC and the bridge
/// arm between a few parameters?
fn all_balance(counted: &CountedModel, tables: [&[Vec<Fraction>]; 2]) -> bool {
    tables.into_iter().all(|table| counted.balances(table)) && few_balance(counted)
}

/// Do MPMC and the bridge arm satisfy detailed balance, exactly, between the
/// first, the middle and the last parameter?
fn few_balance(counted: &CountedModel) -> bool {
    let last = counted.size() - 1;
    let pairs = [(0, last / 2), (0, last), (last / 2, last)];
    let balance = parallel::map(&pairs, |&(from, to)| {
        let flow = |from: usize, to: usize, auxiliary: &Column| {
            let moving = counted.moving(from, to).expect("all moves are proposed");
            let entry = moving.pseudo_marginal(auxiliary);
            // Prior and proposal are the same both ways.
            Fraction {
                numerator: entry.numerator * &moving.here.observed,
                denominator: entry.denominator * moving.here.total(),
            }
        };
        let halfway = counted.between(from, to);
        [&counted.estimate, &halfway].into_iter().all(|auxiliary| {
            flow(from, to, auxiliary)
                .compare(&flow(to, from, auxiliary))
                .is_eq()
        })
    });
    balance.into_iter().all(|balances| balances)
}

/// Σ π(θ) q(θ, θ') r(θ, θ') with proposals of up to so many steps.
fn average(
    posterior: &[Enclosure],
    reach: usize,
    acceptance: &dyn Fn(usize, usize) -> Enclosure,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::Algorithm;
    use crate::lattices::LatticeChain;
    use crate::lattices::test_models::square;

    fn setting() -> Setting {
        Setting {
            side: 3,
            replicates: 1,
            estimate: Rational::new(3, 2),
            step: Rational::new(1, 4),
            half: 3,
            reaches: vec![1, 3],
        }
    }

    #[test]
    fn parameters_ascend_in_steps_around_the_estimate() {
        let model = setting().model(2);
        let quarters = (3..=9).map(|n| Rational::new(n, 4));
        assert_eq!(model.parts().weights, Vec::from_iter(quarters));
        assert_eq!(model.parts().estimate, Rational::new(3, 2));
        let proposed = |to| model.proposal(3, to).is_positive();
        assert_eq!((0..7).map(proposed).filter(|&proposed| proposed).count(), 5);
    }

    /// One set of pairs serves all scales: every scale is a model by itself.
    #[test]
    fn averages_are_those_of_the_exact_chains() {
        let setting = setting();
        let found = experiment(&setting);
        let narrow = Rational::new(1, 2).power(90);
        let reaches: Vec<usize> = found.averages.iter().map(|line| line.reach).collect();
        assert_eq!(reaches, setting.reaches);
        for line in &found.averages {
            let counted = CountedModel::new(&setting.model(line.reach));
            let exact = |name: &str| {
                let algorithm = Algorithm::named(name, TieBreak::First).expect("a kernel");
                let chain = LatticeChain::of(&counted, &algorithm).expect("a chain");
                chain.expect("a formula")
            };
            for (name, average) in [
                ("mh", &line.metropolis),
                ("mpmc", &line.mpmc),
                ("sve", &line.sve),
                ("mabmc", &line.mabmc),
                ("rule:bayes", &line.bayes),
                ("rule:straddle", &line.straddle),
                ("bridge", &line.bridge),
            ] {
                let value = exact(name).average_acceptance();
                assert!(average.figure().contains(&value), "{name} {}", line.reach);
                assert!(average.width() < narrow, "{name} {}", line.reach);
            }
            let (straddle, bayes) = (exact("rule:straddle"), exact("rule:bayes"));
            let pairs = straddle.acceptances().iter().flatten();
            let mut pairs = pairs.zip(bayes.acceptances().iter().flatten());
            assert!(pairs.all(|(one, other)| one.compare(other).is_eq()));
        }
        assert!(found.straddle_is_bayes && found.balanced);
    }

    /// Five parameters, each proposed equally often but for one move.
    fn preferring(preferred: (usize, usize)) -> CountedModel {
        let weights = [(1, 1), (5, 4), (3, 2), (7, 4), (2, 1)];
        CountedModel::new(&square(&weights, &[1; 5], |from, to| {
            let twice = |to| 1 + i64::from((from, to) == preferred);
            // What is left is to stay, so that all rows have the same sum.
            let others = (0..5).filter(|&to| to != from).map(twice).sum::<i64>();
            if from == to { 10 - others } else { twice(to) }
        }))
    }

    /// Flows that leave out prior and proposal agree only where these do.
    #[test]
    fn the_first_the_middle_and_the_last_parameter_are_compared() {
        for pair in [(0, 2), (0, 4), (2, 4)] {
            assert!(!few_balance(&preferring(pair)), "{pair:?}");
        }
        for pair in [(0, 0), (1, 3), (0, 1), (3, 4)] {
            assert!(few_balance(&preferring(pair)), "{pair:?}");
        }
    }

    #[test]
    fn one_arm_out_of_balance_is_enough() {
        let counted = preferring((1, 3));
        let table = |counted: &CountedModel, name: &str| {
            let arm: AnyArm = name.parse().expect("an arm");
            counted.acceptances(&arm).expect("a formula")
        };
        let (right, sve) = (table(&counted, "mh"), table(&counted, "sve"));
        let wrong = vec![vec![Fraction::certain(true); 5]; 5];
        assert!(all_balance(&counted, [&right, &sve]));
        assert!(!all_balance(&counted, [&wrong, &sve]));
        assert!(!all_balance(&counted, [&right, &wrong]));
        let few_fail = preferring((0, 4));
        let tables = ["mh", "sve"].map(|name| table(&few_fail, name));
        assert!(tables.iter().all(|table| few_fail.balances(table)));
        assert!(!all_balance(&few_fail, [&tables[0], &tables[1]]));
    }
}
