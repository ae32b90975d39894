//! The matrices of six algorithms on one lattice, entry by entry enclosed.
//!
//! Exact entries of MPMC and the bridge are fractions of tens of thousands of
//! digits, one long sum for each pair. Where only figures of merit are asked
//! for, enclosures are enough and take a fraction of the time.

use std::collections::BTreeMap;

use super::column::{Column, CountedModel};
use super::enclosure::{
    EnclosedChain, Enclosure, add, enclosed_shares, mixed, scaled, shortened, weighted,
};
use super::mass::Mass;
use crate::arms::AnyArm;
use crate::models::IsingModel;
use crate::numbers::parallel;
use crate::numbers::{Interval, Rational};
use crate::rules::TieBreak;

/// How often a move is accepted, and how many draws that takes.
struct Way {
    acceptance: Enclosure,
    draws: Enclosure,
}

/// `mh`, `mpmc`, `sve`, `bridge`, `rule:straddle` and `mabmc` with ties to the first
/// arm, by these names, for a model whose moves are proposed both ways.
pub fn enclosed_kernels(model: &IsingModel) -> Vec<(&'static str, EnclosedChain)> {
    let counted = CountedModel::new(model);
    let exact = |name: &str| {
        let arm: AnyArm = name.parse().expect("an arm");
        counted.acceptances(&arm).expect("an arm with a formula")
    };
    let (metropolis, sve) = (exact("mh"), exact("sve"));
    let [mpmc, bridge] = pseudo_marginals(&counted);
    let shares = enclosed_shares(&counted, TieBreak::First);
    let draws = |count: usize| Enclosure::exact(Rational::from(count));
    let of_sve = |from: usize, to: usize| Way {
        acceptance: Enclosure::of(&sve[from][to]),
        draws: draws(1),
    };
    let of_mpmc = |from: usize, to: usize| Way {
        acceptance: mpmc[from][to].clone(),
        draws: draws(2),
    };
    let parts = model.parts();
    let straddles = |from: usize, to: usize| {
        let (here, there) = (&parts.weights[from], &parts.weights[to]);
        here.min(there) <= &parts.estimate && &parts.estimate <= here.max(there)
    };
    let of_mabmc = |from: usize, to: usize| {
        let (low, high) = (from.min(to), from.max(to));
        let share = &shares[low][high - low];
        let seven = Rational::from(7);
        Way {
            acceptance: mixed(share, &mpmc[from][to], &Enclosure::of(&sve[from][to])),
            // Six to decide, then one of SVE or two of MPMC.
            draws: Enclosure {
                low: &share.low + &seven,
                high: &share.high + seven,
            },
        }
    };
    let chain = |way: &dyn Fn(usize, usize) -> Way| assembled(&counted, way);
    vec![
        (
            "mh",
            chain(&|from, to| Way {
                acceptance: Enclosure::of(&metropolis[from][to]),
                draws: draws(0),
            }),
        ),
        ("mpmc", chain(&of_mpmc)),
        ("sve", chain(&of_sve)),
        (
            "bridge",
            chain(&|from, to| Way {
                acceptance: bridge[from][to].clone(),
                draws: draws(2),
            }),
        ),
        (
            "rule:straddle",
            chain(&|from, to| match straddles(from, to) {
                true => of_mpmc(from, to),
                false => of_sve(from, to),
            }),
        ),
        ("mabmc", chain(&of_mabmc)),
    ]
}

/// The acceptances of MPMC and of the bridge at the pairs that are proposed; 0
/// elsewhere.
fn pseudo_marginals(counted: &CountedModel) -> [Vec<Vec<Enclosure>>; 2] {
    let size = counted.size();
    let sums: Vec<Vec<Interval>> = parallel::map(&counted.columns, Interval::sums);
    let at_estimate = Interval::sums(&counted.estimate);
    let unordered: Vec<(usize, usize)> = (0..size)
        .flat_map(|from| (from..size).map(move |to| (from, to)))
        .filter(|&(from, to)| counted.moving(from, to).is_some())
        .collect();
    let found = parallel::map(&unordered, |&(from, to)| {
        let way = |from: usize, to: usize, auxiliary: &Column, halfway: &[Interval]| {
            let sums = [sums[from].as_slice(), halfway, sums[to].as_slice()];
            let moving = counted.moving(from, to).expect("proposed both ways");
            moving.enclosed_pseudo_marginal(auxiliary, sums)
        };
        // Both directions of a pair share the column halfway.
        let column = counted.between(from, to);
        let halfway = Interval::sums(&column);
        [(from, to), (to, from)].map(|(from, to)| {
            [
                way(from, to, &counted.estimate, &at_estimate),
                way(from, to, &column, &halfway),
            ]
        })
    });
    let none = Enclosure::exact(Rational::ZERO);
    let mut tables = [0, 1].map(|_| vec![vec![none.clone(); size]; size]);
    for (&(from, to), [there, back]) in unordered.iter().zip(&found) {
        for (arm, table) in tables.iter_mut().enumerate() {
            table[to][from] = back[arm].clone();
            table[from][to] = there[arm].clone();
        }
    }
    tables
}

fn assembled(counted: &CountedModel, way: &dyn Fn(usize, usize) -> Way) -> EnclosedChain {
    let target = counted.posterior();
    let masses: Vec<Enclosure> = target
        .iter()
        .map(|mass| shortened(&Enclosure::exact(mass.clone())))
        .collect();
    let size = counted.size();
    let none = || Enclosure::exact(Rational::ZERO);
    let (mut acceptance, mut moves, mut draws_per_step) = (none(), none(), none());
    let mut matrix = Vec::with_capacity(size);
    for from in 0..size {
        let mut row = vec![none(); size];
        let mut away = none();
        for (to, entry) in row.iter_mut().enumerate() {
            let proposal = counted.model().proposal(from, to);
            if proposal.is_zero() {
                continue;
            }
            let way = way(from, to);
            *entry = scaled(&way.acceptance, &proposal);
            let flow = weighted(entry, &masses[from]);
            add(&mut acceptance, &flow);
            let draws = scaled(&way.draws, &proposal);
            add(&mut draws_per_step, &weighted(&draws, &masses[from]));
            if from != to {
                add(&mut moves, &flow);
                add(&mut away, entry);
            }
        }
        row[from] = Enclosure {
            low: Rational::ONE - &away.high,
            high: Rational::ONE - &away.low,
        };
        matrix.push(row);
    }
    EnclosedChain {
        states: counted.model().names().to_vec(),
        target,
        matrix,
        known: BTreeMap::new(),
        acceptance,
        moves,
        draws_per_step,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::Algorithm;
    use crate::lattices::LatticeChain;
    use crate::models::ising_three;

    /// Every number lies where the exact chain has it, and not far from it.
    #[test]
    fn enclosures_contain_the_exact_chains() {
        let model = ising_three();
        let counted = CountedModel::new(&model);
        let narrow = Rational::new(1, 2).power(90);
        let all = enclosed_kernels(&model);
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        let known = ["mh", "mpmc", "sve", "bridge", "rule:straddle", "mabmc"];
        assert_eq!(names, known);
        for (name, enclosed) in all {
            let algorithm = Algorithm::named(name, TieBreak::First).expect("a kernel");
            let exact = LatticeChain::of(&counted, &algorithm).expect("a chain");
            let exact = exact.expect("a formula").chain();
            let check = |enclosure: &Enclosure, value: &Rational| {
                assert!(enclosure.figure().contains(value), "{name}");
                assert!(enclosure.width() < narrow, "{name}");
            };
            for (from, row) in enclosed.matrix.iter().enumerate() {
                for (to, entry) in row.iter().enumerate() {
                    check(entry, exact.matrix().entry(from, to));
                }
            }
            check(&enclosed.acceptance, &exact.acceptance());
            check(&enclosed.moves, &exact.moves());
            check(&enclosed.draws_per_step, &exact.draws_per_step());
        }
    }
}
