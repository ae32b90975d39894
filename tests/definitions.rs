//! The verdicts beside the definitions, on random chains. The definitions are
//! written here once more with another crate's rationals: reachability and
//! return times by powers of the matrix, invariance by sums.

use num_rational::BigRational;
use peskun::prelude::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use crate::support::cases;
use crate::support::given::Given;

type Matrix = Vec<Vec<BigRational>>;

/// Whole weights: a flow from every state to every other, and a target.
#[derive(Clone, Debug)]
struct Flows {
    rows: Vec<Vec<i64>>,
    target: Vec<i64>,
}

fn rational(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

fn zero() -> BigRational {
    rational(0, 1)
}

impl Flows {
    /// The target of flows is what leaves each state. A state that nothing
    /// leaves stays where it is, with target zero.
    fn balanced(mut rows: Vec<Vec<i64>>) -> Self {
        let target = rows.iter().map(|row| row.iter().sum()).collect();
        for (state, row) in rows.iter_mut().enumerate() {
            if row.iter().all(|&flow| flow == 0) {
                row[state] = 1;
            }
        }
        Flows { rows, target }
    }

    fn matrix(&self) -> Matrix {
        let row = |row: &Vec<i64>| {
            let total = row.iter().sum();
            row.iter().map(|&flow| rational(flow, total)).collect()
        };
        self.rows.iter().map(row).collect()
    }

    fn law(&self) -> Vec<BigRational> {
        let total = self.target.iter().sum();
        self.target
            .iter()
            .map(|&mass| rational(mass, total))
            .collect()
    }

    fn supported(&self) -> Vec<usize> {
        (0..self.target.len())
            .filter(|&state| self.target[state] > 0)
            .collect()
    }
}

fn product(left: &Matrix, right: &Matrix) -> Matrix {
    let entry = |row: &Vec<BigRational>, column: usize| {
        let terms = row
            .iter()
            .zip(right)
            .map(|(factor, other)| factor * &other[column]);
        terms.fold(zero(), |sum, term| sum + term)
    };
    let size = right.len();
    let row = |row| (0..size).map(|column| entry(row, column)).collect();
    left.iter().map(row).collect()
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

/// The four answers and the period, as defined.
fn by_definition(flows: &Flows) -> ([bool; 4], usize) {
    let (matrix, law, supported) = (flows.matrix(), flows.law(), flows.supported());
    let size = law.len();
    let states = || 0..size;
    let flow = |from: usize, to: usize| &law[from] * &matrix[from][to];
    let into = |state| states().fold(zero(), |sum, from| sum + flow(from, state));
    let invariant = states().all(|state| into(state) == law[state]);
    let reversible = states().all(|from| states().all(|to| flow(from, to) == flow(to, from)));
    // Return times up to three times the number of states have the same common
    // divisor as all: to a cycle, once around it, and back.
    let mut powers = vec![matrix.clone()];
    while powers.len() < 3 * size {
        powers.push(product(&powers[powers.len() - 1], &matrix));
    }
    let possible = |from: usize, to: usize, steps: usize| powers[steps - 1][from][to] > zero();
    let reaches = |from, to| from == to || (1..=size).any(|steps| possible(from, to, steps));
    let visited: Vec<usize> = states()
        .filter(|&state| supported.iter().any(|&from| reaches(from, state)))
        .collect();
    let irreducible = visited
        .iter()
        .all(|&from| supported.iter().all(|&to| reaches(from, to)));
    let recurrent =
        |state: &&usize| states().all(|other| !reaches(**state, other) || reaches(other, **state));
    let period = visited
        .iter()
        .filter(recurrent)
        .fold(1, |multiple, &state| {
            let times = (1..=3 * size).filter(|&steps| possible(state, state, steps));
            let period = times.fold(0, greatest_common_divisor);
            multiple / greatest_common_divisor(multiple, period) * period
        });
    ([invariant, reversible, irreducible, period == 1], period)
}

/// Rows of small weights, most of them zero.
fn weights(size: usize) -> impl Strategy<Value = Vec<Vec<i64>>> {
    let weight = prop_oneof![3 => Just(0i64), 1 => 1i64..4];
    prop::collection::vec(prop::collection::vec(weight, size), size)
}

/// Flows of four kinds: any, with any target; any, with what leaves as target;
/// symmetric ones, which are reversible; sums of cycles, which are invariant.
fn flows() -> impl Strategy<Value = Flows> {
    let any = (1usize..6).prop_flat_map(|size| {
        (weights(size), prop::collection::vec(0i64..4, size)).prop_map(|(rows, target)| Flows {
            target,
            ..Flows::balanced(rows)
        })
    });
    let leaving = (1usize..6).prop_flat_map(weights).prop_map(Flows::balanced);
    let symmetric = (1usize..6).prop_flat_map(weights).prop_map(|rows| {
        let both = |i: usize, j: usize| rows[i][j] + rows[j][i];
        let size = rows.len();
        Flows::balanced(
            (0..size)
                .map(|i| (0..size).map(|j| both(i, j)).collect())
                .collect(),
        )
    });
    let cycle = |size: usize| {
        let order = Just((0..size).collect::<Vec<usize>>()).prop_shuffle();
        (order, 1..=size, 1i64..3)
    };
    let cycles = (1usize..6).prop_flat_map(move |size| {
        prop::collection::vec(cycle(size), 1..7).prop_map(move |cycles| {
            let mut rows = vec![vec![0; size]; size];
            for (order, length, flow) in cycles {
                for place in 0..length {
                    rows[order[place]][order[(place + 1) % length]] += flow;
                }
            }
            Flows::balanced(rows)
        })
    });
    prop_oneof![any, leaving, symmetric, cycles].prop_filter("a target has mass", |flows| {
        flows.target.iter().sum::<i64>() > 0
    })
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn verdicts_agree_with_the_definitions(flows in flows()) {
        let verification = verify(&Given::new(&flows.rows, &flows.target)).expect("verdicts");
        let verdicts = verification.verdicts();
        let (expected, period) = by_definition(&flows);
        let found = verdicts.all().map(|(_, holds)| *holds == Holds::Yes);
        prop_assert_eq!(found, expected, "{:?}\n{}", flows, verification);
        prop_assert_eq!(verdicts.period, period);
        // A witness is there exactly where an answer is no.
        prop_assert_eq!(verdicts.mass.is_none(), expected[0]);
        prop_assert_eq!(verdicts.flows.is_none(), expected[1]);
        prop_assert!(expected[0] || !expected[1], "reversible and not invariant");
    }
}

/// The random chains are of all twelve possible kinds.
#[test]
fn the_random_chains_have_every_combination_of_answers() {
    let mut seen = std::collections::BTreeSet::new();
    let mut runner = proptest::test_runner::TestRunner::new(cases(1));
    let strategy = flows();
    for _ in 0..3_000 {
        let flows = strategy.new_tree(&mut runner).expect("flows").current();
        seen.insert(by_definition(&flows).0);
    }
    assert_eq!(seen.len(), 12, "{seen:?}");
}
