//! A plan is as long as the effect asks for that it must see: a wrong swap in
//! parallel tempering passes a short plan and fails the one made for it.

use crate::support;

use peskun::chains::{Chain, total_variation};
use peskun::statistics::Plan;
use support::ranks::{examine_subject, law_of, uniform, with_reversal};
use support::settled::settled_law;
use support::suite::family;
use support::tempering::Tempering;

const SEED: u64 = 1991;

fn swap(reversed: bool) -> Tempering {
    Tempering {
        weights: vec![3, 1, 2],
        reversed,
    }
}

#[test]
fn a_wrong_swap_passes_a_short_plan_and_fails_the_one_made_for_it() {
    let mut family = family("swaps by ranks");
    let (right, wrong) = (swap(false), swap(true));
    let chain = Chain::of(&wrong).expect("small");
    assert!(Chain::of(&right).expect("small").imbalance().is_none());
    assert!(!chain.is_invariant());
    let (accused, cleared) = (with_reversal(&wrong), with_reversal(&right));
    assert_eq!(law_of(&cleared), uniform());
    let law = law_of(&accused);
    let effect = total_variation(&law, &uniform());
    println!(
        "the wrong swap settles {:.5} from its target in total variation; its ranks are off by {:.5}:",
        total_variation(&settled_law(&chain), chain.target()).to_f64(),
        effect.to_f64(),
    );
    println!("  exactly {effect}");

    // What was long enough for everything, it was thought.
    let short = Plan {
        level: 1e-6,
        rounds: 5,
        experiments: 500,
        growth: 4,
    };
    let passes = 1.0 - short.power_at_most(&uniform(), &law);
    println!("a plan of 500 experiments passes it with probability {passes:.4} at least");
    assert!(passes > 0.5);
    assert!(
        short
            .detectable(&uniform(), 1)
            .is_some_and(|seen| seen > effect.to_f64())
    );

    let level = family.spend().expect("planned");
    let plan = Plan::to_see(effect.to_f64(), level, &uniform()).expect("a plan");
    let power = plan.power(&uniform(), &law);
    println!(
        "the plan for it starts with {} experiments and fails it with probability {power:.9} at least",
        plan.experiments,
    );
    assert!(power >= 0.999);
    let decision = examine_subject(&accused, &plan, SEED, 1);
    println!("wrong swap: {decision}");
    assert!(!decision.passes);
    let decision = examine_subject(&cleared, &plan, SEED, 2);
    println!("right swap: {decision}");
    assert!(decision.passes);
    assert!(
        decision
            .detectable
            .is_some_and(|seen| seen <= effect.to_f64())
    );
}
