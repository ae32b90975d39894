//! Example 3 (Section 4.1): on the first example D ≡ MPMC is inadmissible, on
//! the second D ≡ SVE is (Definition 4). A rule that dominates it takes the
//! other arm; on the second example only for θ' ≠ θ, since SVE accepts the
//! proposal θ' = θ for certain and MPMC does not.

use peskun::arms::AnyArm;
use peskun::chance::Budget;
use peskun::models::{TableModel, bernoulli_pair, three_point_pair};
use peskun::numbers::Matrix;
use peskun::rules::mean_acceptance;

fn means(model: &TableModel, arm: &str) -> Matrix {
    let arm: AnyArm = arm.parse().expect("an arm");
    mean_acceptance(model, &arm, &Budget::default()).expect("within the budget")
}

#[test]
fn the_first_example() {
    let (mpmc, sve) = (
        means(&bernoulli_pair(), "mpmc"),
        means(&bernoulli_pair(), "sve"),
    );
    for (from, to) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        assert!(mpmc.entry(from, to) < sve.entry(from, to), "{from} {to}");
    }
}

#[test]
fn the_second_example() {
    let (mpmc, sve) = (
        means(&three_point_pair(), "mpmc"),
        means(&three_point_pair(), "sve"),
    );
    for (from, to) in [(0, 1), (1, 0)] {
        assert!(sve.entry(from, to) < mpmc.entry(from, to), "{from} {to}");
    }
    for same in [0, 1] {
        assert!(mpmc.entry(same, same) < sve.entry(same, same), "{same}");
    }
}
