//! Witnesses, classes and periods of sparse chains, against the definitions on full
//! matrices: with short numbers, which are compared as integers, and with long
//! ones, which are not.

use peskun::chains::{Chain, Classes, MassWitness, Order, Witness, peskun_order};
use peskun::prelude::*;
use proptest::prelude::*;

use crate::support::cases;
use crate::support::given::Given;

/// Weights of a walk, and how it is to be changed.
#[derive(Clone, Debug)]
struct Draft {
    weights: Vec<Vec<u8>>,
    /// Take the weights of pairs in both directions from one, with the sums of rows
    /// as target?
    symmetric: bool,
    /// Make numbers long?
    long: bool,
    target: Vec<u8>,
    /// An entry that gets another weight.
    changed: Option<(usize, usize)>,
}

impl Draft {
    fn chain(&self) -> Chain {
        let size = self.weights.len();
        let lengthened = |i: usize, j: usize, weight: u8| {
            let weight = Rational::from(u32::from(weight));
            match self.long {
                // More than a thousand binary digits, and another number for each pair.
                true => {
                    weight * (Rational::from(1 + i * j + i + j) + Rational::new(1, 3).power(800))
                }
                false => weight,
            }
        };
        let mut rows: Vec<Vec<Rational>> = (0..size)
            .map(|i| {
                let weight = |j: usize| match self.symmetric {
                    true => self.weights[i.min(j)][i.max(j)],
                    false => self.weights[i][j],
                };
                (0..size).map(|j| lengthened(i, j, weight(j))).collect()
            })
            .collect();
        for (i, row) in rows.iter_mut().enumerate() {
            if row.iter().all(Rational::is_zero) {
                row[i] = Rational::ONE;
            }
        }
        let target = match self.symmetric {
            true => rows.iter().map(|row| row.iter().cloned().sum()).collect(),
            false => self
                .target
                .iter()
                .map(|&w| Rational::from(u32::from(w)))
                .collect(),
        };
        if let Some((i, j)) = self.changed {
            let (i, j) = (i % size, j % size);
            rows[i][j] = &rows[i][j] + Rational::new(1, 1_000);
        }
        Chain::of(&Given::exactly(&rows, target)).expect("a chain")
    }
}

fn draft() -> impl Strategy<Value = Draft> {
    (1..8usize).prop_flat_map(|size| {
        // Half of the entries are zero.
        let entry = prop_oneof![Just(0), 0..4u8];
        let weights = prop::collection::vec(prop::collection::vec(entry, size), size);
        let target = prop::collection::vec(1..5u8, size);
        let changed = prop::option::of((0..size, 0..size));
        (weights, any::<bool>(), any::<bool>(), target, changed).prop_map(
            |(weights, symmetric, long, target, changed)| Draft {
                weights,
                symmetric,
                long,
                target,
                changed,
            },
        )
    })
}

/// The first of those with the largest gap.
fn widest<T>(all: impl Iterator<Item = (Rational, T)>) -> Option<T> {
    let mut widest: Option<(Rational, T)> = None;
    for (gap, place) in all.filter(|(gap, _)| !gap.is_zero()) {
        if widest.as_ref().is_none_or(|(before, _)| gap > *before) {
            widest = Some((gap, place));
        }
    }
    widest.map(|(_, place)| place)
}

fn imbalance(rows: &[Vec<Rational>], target: &[Rational]) -> Option<Witness> {
    let size = rows.len();
    let pairs = (0..size).flat_map(|from| (from + 1..size).map(move |to| (from, to)));
    widest(pairs.map(|(from, to)| {
        let (forward, backward) = (
            &target[from] * &rows[from][to],
            &target[to] * &rows[to][from],
        );
        let gap = (&forward - &backward).abs();
        (
            gap,
            Witness {
                from,
                to,
                forward,
                backward,
            },
        )
    }))
}

fn drift(rows: &[Vec<Rational>], target: &[Rational]) -> Option<MassWitness> {
    widest((0..rows.len()).map(|state| {
        let flows = rows
            .iter()
            .zip(target)
            .map(|(row, mass)| mass * &row[state]);
        let (into, out) = (flows.sum::<Rational>(), target[state].clone());
        let stays = &target[state] * &rows[state][state];
        let gap = (&into - &out).abs();
        let witness = MassWitness {
            state,
            into,
            out,
            stays,
        };
        (gap, witness)
    }))
}

/// Which states follow which in so many steps.
type Steps = Vec<Vec<bool>>;

fn followed(first: &Steps, second: &Steps) -> Steps {
    let size = first.len();
    let leads = |i: usize, j: usize| (0..size).any(|k| first[i][k] && second[k][j]);
    (0..size)
        .map(|i| (0..size).map(|j| leads(i, j)).collect())
        .collect()
}

/// The classes, and the periods of those that are closed.
fn classes(rows: &[Vec<Rational>]) -> (Classes, Vec<usize>) {
    let size = rows.len();
    let step: Steps = (rows.iter())
        .map(|row| row.iter().map(|entry| !entry.is_zero()).collect())
        .collect();
    // Once to a cycle, once around it, and back.
    let mut powers = vec![step.clone()];
    while powers.len() < 3 * size {
        powers.push(followed(&powers[powers.len() - 1], &step));
    }
    let reaches = |i: usize, j: usize| i == j || powers.iter().any(|power| power[i][j]);
    let (mut closed, mut transient) = (Vec::new(), Vec::new());
    for state in 0..size {
        let reached: Vec<usize> = (0..size).filter(|&other| reaches(state, other)).collect();
        if reached.iter().any(|&other| !reaches(other, state)) {
            transient.push(state);
        } else if reached[0] == state {
            closed.push(reached);
        }
    }
    let divisor = |a: usize, b: usize| {
        (1..=a.max(b))
            .rev()
            .find(|&d| a.is_multiple_of(d) && b.is_multiple_of(d))
    };
    let period = |class: &Vec<usize>| {
        let returns = (1..)
            .zip(&powers)
            .filter(|(_, power)| power[class[0]][class[0]]);
        let returns = returns.map(|(steps, _)| steps);
        returns.fold(0, |common, steps| {
            divisor(common, steps).expect("a divisor")
        })
    };
    let periods = closed.iter().map(period).collect();
    (Classes { closed, transient }, periods)
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn sparse_verdicts_are_those_of_the_definitions(draft in draft()) {
        let chain = draft.chain();
        let (rows, target) = (chain.matrix().rows(), chain.target());
        prop_assert_eq!(chain.imbalance(), imbalance(&rows, target));
        let drift = drift(&rows, target);
        prop_assert_eq!(chain.is_invariant(), drift.is_none());
        prop_assert_eq!(chain.drift(), drift);
        let (classes, periods) = classes(&rows);
        prop_assert_eq!(chain.periods(&classes.closed), periods);
        prop_assert_eq!(chain.classes(), classes);
        if draft.symmetric && draft.changed.is_none() {
            prop_assert!(chain.imbalance().is_none());
        }
        let one: Rational = target.iter().cloned().sum();
        prop_assert_eq!(one, Rational::ONE);
        prop_assert_eq!(chain.matrix().applied_to_law(target), chain.matrix().dense().applied_to_law(target));
    }

    /// Peskun's order of a walk and of the same walk that rests half of the time.
    #[test]
    fn resting_is_below_in_the_order(draft in draft()) {
        let draft = Draft { symmetric: true, changed: None, ..draft };
        let chain = draft.chain();
        let half = Rational::new(1, 2);
        let rows: Vec<Vec<Rational>> = (chain.matrix().rows().into_iter().enumerate())
            .map(|(i, row)| {
                let rest = |j: usize| if i == j { half.clone() } else { Rational::ZERO };
                row.iter().enumerate().map(|(j, entry)| entry * &half + rest(j)).collect()
            })
            .collect();
        let lazy = Chain::of(&Given::exactly(&rows, chain.target().to_vec())).expect("a chain");
        let peskun = peskun_order(&chain, &lazy).expect("both are reversible");
        let size = rows.len();
        let pairs = (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
        let gaps = pairs.filter(|(i, j)| i != j).map(|(i, j)| {
            (chain.matrix().entry(i, j) - lazy.matrix().entry(i, j), (i, j))
        });
        let place = widest(gaps);
        let found = peskun.first_above.as_ref().map(|pair| (pair.from, pair.to));
        prop_assert_eq!(found, place);
        let order = if place.is_some() { Order::First } else { Order::Equal };
        prop_assert_eq!((peskun.order, peskun.second_above), (order, None));
    }
}
