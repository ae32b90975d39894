//! Test the tester: each defective kernel is caught, by exact detailed balance
//! and by sampling, at the threshold that the right kernels pass.

use crate::support;

use peskun::chains::Chain;
use peskun::chance::Sampler;
use peskun::models::{TableModel, Yardstick};
use peskun::statistics::{OneStep, one_step_counts};
use rayon::prelude::*;
use support::chain;
use support::defects::{DEFECTS, Defect, Defective};
use support::models::lopsided;
use support::suite::family;

const DRAWS: u64 = 1_000_000;

/// Does the sampler of a kernel with this defect fail against the right rows?
fn is_caught(model: &TableModel, defect: Defect, level: f64) -> bool {
    let right = chain(model, "sve");
    let kernel = Defective::new(model, defect);
    let fails = |from: usize| {
        let mut sampler = Sampler::new(20_190_418, from as u64);
        let counts = one_step_counts(&kernel, &from, DRAWS, &mut sampler).expect("a run");
        let test = OneStep::test(&right.matrix().rows()[from], &counts, level);
        println!(
            "{defect:?} from {from}: statistic {:.2}, threshold {:.2}",
            test.statistic, test.threshold
        );
        !test.passes()
    };
    let verdicts: Vec<bool> = model.parameters().into_par_iter().map(fails).collect();
    verdicts.contains(&true)
}

#[test]
fn every_defect_is_caught_exactly() {
    let model = lopsided();
    for defect in DEFECTS {
        let chain = Chain::of(&Defective::new(&model, defect)).expect("within the budget");
        let witness = chain
            .imbalance()
            .unwrap_or_else(|| panic!("{defect:?} goes unnoticed"));
        assert_ne!(witness.forward, witness.backward);
        println!(
            "{defect:?}: {} against {}",
            witness.forward, witness.backward
        );
    }
}

#[test]
fn every_defect_is_caught_statistically() {
    let model = lopsided();
    let mut family = family("defective kernels against the right rows");
    for defect in DEFECTS {
        let level = family.spend().expect("planned") / 3.0;
        assert!(
            is_caught(&model, defect, level),
            "{defect:?} goes unnoticed"
        );
    }
    let level = family.spend().expect("planned") / 3.0;
    assert!(
        !is_caught(&model, Defect::None, level),
        "the right kernel is accused"
    );
}

/// The same algorithm written twice is the same chain.
#[test]
fn without_a_defect_it_is_the_exchange_algorithm() {
    let model = lopsided();
    let again = Chain::of(&Defective::new(&model, Defect::None)).expect("within the budget");
    assert_eq!(again.matrix(), chain(&model, "sve").matrix());
    assert_eq!(again.imbalance(), None);
}
