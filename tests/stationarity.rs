//! Gandy and Scott's rank test: right samplers have ranks that are exactly
//! uniform and pass; defective ones are caught, with the power computed.

use crate::support;

use peskun::chance::Budget;
use peskun::kernels::{Algorithm, FiniteKernel, KernelVisitor};
use peskun::models::{bernoulli_pair, three_point_pair};
use peskun::numbers::Rational;
use peskun::rules::TieBreak;
use peskun::statistics::{Decision, Plan};
use support::models::lopsided;
use support::ranks::{self, rank_law, uniform};
use support::size::sized;
use support::suite::family;
use support::zoo::Written;

const SEED: u64 = 2020;

/// The plan that catches a defect with this law of ranks, all but surely.
fn plan_against(law: &[Rational], level: f64) -> Plan {
    Plan::against(level, &uniform(), law, 0.999).expect("not uniform")
}

/// The plan that catches Algorithm 5 with reused draws on three parameters.
fn plan_for_right_kernels(level: f64) -> Plan {
    plan_against(
        &rank_law(&Written::named("mabmc:reuse").compiled(&lopsided())),
        level,
    )
}

/// Tests a kernel and prints how it went.
fn examine<K: FiniteKernel>(name: &str, kernel: &K, plan: &Plan, test: u64) -> Decision {
    let decision = ranks::examine(kernel, plan, SEED, test);
    println!(
        "{name:<34} {decision}; first round {}, at most {}",
        plan.experiments,
        plan.most_experiments(),
    );
    decision
}

/// The kernel as it is written: its ranks are uniform, and it passes.
struct Passes<'p>(String, &'p Plan, u64);

impl KernelVisitor for Passes<'_> {
    type Output = ();
    fn visit<K: FiniteKernel>(self, kernel: &K) {
        let law = rank_law(kernel);
        assert_eq!(law, uniform(), "{}", self.0);
        assert!(self.1.power(&uniform(), &law) <= self.1.level);
        assert!(examine(&self.0, kernel, self.1, self.2).passes);
    }
}

#[test]
fn right_kernels_have_uniform_ranks_and_pass() {
    let mut family = family("stationarity of right kernels");
    for model in [bernoulli_pair(), three_point_pair(), lopsided()] {
        for kernel in ["mh", "pmc", "mpmc", "sve", "mabmc"] {
            let plan = plan_for_right_kernels(family.spend().expect("planned"));
            let name = format!("{} {kernel}", model.name());
            Algorithm::named(kernel, TieBreak::First)
                .expect("a kernel")
                .visit(
                    &model,
                    &Budget::default(),
                    Passes(name, &plan, family.spent() as u64),
                )
                .expect("within the budget");
        }
    }
}

#[test]
fn invalid_kernels_are_caught() {
    let mut family = family("stationarity of defective kernels");
    let pair = bernoulli_pair();
    // The second differs so little that a million experiments are needed.
    let count = sized("invalid kernels", 2, 1);
    for kernel in ["mabmc:reuse", "mabmc:repropose"].into_iter().take(count) {
        let name = format!("{} {kernel}", pair.name());
        let table = Written::named(kernel).compiled(&pair);
        let plan = plan_against(&rank_law(&table), family.spend().expect("planned"));
        let decision = examine(&name, &table, &plan, family.spent() as u64);
        assert!(!decision.passes, "{name} goes unnoticed");
    }
}
