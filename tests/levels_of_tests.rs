//! Statistical tests keep their levels: by all outcomes of small experiments, with
//! exact probabilities, and by ten thousand cheap runs, in which there have to be as
//! many alarms as the exact probability of each says, and not only no more.

use crate::support;

use peskun::chance::Sampler;
use peskun::numbers::Rational;
use peskun::statistics::{Crossings, OneStep, Plan, Undecided, power};
use support::alarms::{Alarms, SetAlarms};
use support::q;
use support::suite::{COUNTED_ALARMS, family};

/// All counts of so many experiments with so many outcomes.
fn counts(experiments: u64, outcomes: usize) -> Vec<Vec<u64>> {
    if outcomes == 1 {
        return vec![vec![experiments]];
    }
    let first = 0..=experiments;
    let with = first.flat_map(|first| {
        let rest = counts(experiments - first, outcomes - 1);
        rest.into_iter().map(move |mut rest| {
            rest.insert(0, first);
            rest
        })
    });
    with.collect()
}

/// The probability of these counts.
fn probability(row: &[Rational], counts: &[u64]) -> Rational {
    let mut made = 0;
    let mut product = Rational::ONE;
    for (entry, &count) in row.iter().zip(counts) {
        for number in 1..=count {
            made += 1;
            product = product * entry * Rational::from(made) / Rational::from(number);
        }
    }
    product
}

fn rows() -> [Vec<Rational>; 5] {
    [
        vec![q(1, 2), q(1, 2)],
        vec![q(1, 3), q(2, 3)],
        vec![q(1, 20), q(19, 20)],
        vec![q(1, 5), q(1, 2), q(3, 10)],
        vec![q(1, 4); 4],
    ]
}

const LEVELS: [f64; 4] = [0.5, 0.2, 0.05, 0.01];

/// The probability of an alarm, summed over all outcomes: never above the level,
/// and close to it for some. A test at twice the level is found out.
#[test]
fn one_step_by_all_outcomes() {
    let (mut closest, mut doubled) = (0.0f64, 0.0f64);
    for row in rows() {
        let most = if row.len() == 2 { 40 } else { 12 };
        for experiments in 1..=most {
            let all = counts(experiments, row.len());
            let masses: Vec<Rational> = all.iter().map(|c| probability(&row, c)).collect();
            assert_eq!(masses.iter().cloned().sum::<Rational>(), Rational::ONE);
            for level in LEVELS {
                let alarms = |level: f64| -> Rational {
                    let outcomes = all.iter().zip(&masses);
                    let alarms = outcomes.filter(|(c, _)| !OneStep::test(&row, c, level).passes());
                    alarms.map(|(_, mass)| mass.clone()).sum()
                };
                let alarm = alarms(level);
                assert!(
                    alarm <= Rational::exactly(level),
                    "{row:?} {experiments} {level}: {alarm}"
                );
                closest = closest.max(alarm.to_f64() / level);
                doubled = doubled.max(alarms(2.0 * level).to_f64() / level);
            }
        }
    }
    println!("up to {closest:.3} of the level; at twice the level {doubled:.3}");
    assert!(closest > 0.5 && doubled > 1.1);
}

/// The power for any actual probability is the exact sum over all counts that alarm.
#[test]
fn power_by_all_counts() {
    for experiments in [1, 7, 25, 60] {
        for (exact, actual) in [(1, 1), (1, 10), (10, 1), (5, 19), (16, 4), (10, 20), (7, 0)] {
            let [row, other] = [exact, actual].map(|n| vec![q(n, 20), q(20 - n, 20)]);
            for level in [0.3, 0.01, 1e-6] {
                let alarms = counts(experiments, 2).into_iter();
                let alarms = alarms.filter(|c| !OneStep::test(&row, c, level).passes());
                let sum: Rational = alarms.map(|c| probability(&other, &c)).sum();
                let [p, q] = [&row, &other].map(|row| row[0].to_f64());
                let found = power(p, q, 2, experiments, level);
                let sum = sum.to_f64();
                assert!(
                    (found - sum).abs() <= 1e-12 * sum,
                    "{exact} {actual}: {found} {sum}"
                );
            }
        }
    }
}

/// A plan of two rounds, over all outcomes of both: fails with at most the level,
/// and with a probability between the two bounds on its power.
#[test]
fn plans_by_all_outcomes() {
    let mut closest = 0.0f64;
    for row in [
        vec![q(1, 2), q(1, 2)],
        vec![q(1, 3); 3],
        vec![q(1, 10), q(9, 10)],
    ] {
        for level in [0.5, 0.2, 0.05] {
            for experiments in [3, 5, 8] {
                let (rounds, growth) = (2, 2);
                let plan = Plan {
                    level,
                    rounds,
                    experiments,
                    growth,
                };
                let mut fails = Rational::ZERO;
                for first in counts(experiments, row.len()) {
                    let mass = probability(&row, &first);
                    let run = |second: Option<&Vec<u64>>| {
                        plan.run(&row, |round, _| match round {
                            1 => Ok(first.clone()),
                            _ => second.cloned().ok_or(()),
                        })
                    };
                    match run(None) {
                        Ok(decision) if !decision.passes => fails += &mass,
                        Ok(_) => (),
                        Err(undecided) => {
                            assert_eq!(undecided, Undecided::Experiments(()));
                            for second in counts(experiments * growth, row.len()) {
                                if !run(Some(&second)).expect("both rounds").passes {
                                    fails += &(&mass * probability(&row, &second));
                                }
                            }
                        }
                    }
                }
                assert!(fails <= Rational::exactly(level), "{plan:?}: {fails}");
                let found = fails.to_f64();
                assert!(plan.power(&row, &row) <= found * (1.0 + 1e-9));
                assert!(found <= plan.power_at_most(&row, &row) * (1.0 + 1e-9));
                closest = closest.max(found / level);
            }
        }
    }
    println!("up to {closest:.3} of the level");
    assert!(closest > 0.25);
}

const RUNS: u64 = 10_000;

/// Ten thousand counts of coins, of which each alarms with a known probability.
#[test]
fn as_many_alarms_of_counts_as_there_should_be() {
    let mut family = family(COUNTED_ALARMS);
    for (stream, (probability, experiments)) in [(q(1, 2), 100), (q(3, 10), 317), (q(1, 10), 400)]
        .into_iter()
        .enumerate()
    {
        let row = [probability.clone(), Rational::ONE - &probability];
        let mut sampler = Sampler::new(1934, stream as u64);
        for level in [0.05, 0.3] {
            let exact = power(row[0].to_f64(), row[0].to_f64(), 2, experiments, level);
            let mut alarms = Alarms::default();
            for _ in 0..RUNS {
                let heads = (0..experiments).filter(|_| {
                    peskun::chance::Ask::coin(&mut sampler, &probability).expect("a coin")
                });
                let heads = heads.count() as u64;
                let test = OneStep::test(&row, &[heads, experiments - heads], level);
                alarms.count(!test.passes(), (exact, exact));
            }
            println!("{probability} at {level}: {alarms:?} in {RUNS} runs");
            assert!(alarms.most <= RUNS as f64 * level && alarms.most > RUNS as f64 * level / 5.0);
            let level = family.spend().expect("planned");
            assert!(alarms.are_as_expected(level));
            // As many as at 8 % instead of 5 %.
            assert!(alarms.would_notice(1.6, level));
        }
    }
}

/// Ways to leave the uniform law on (0, 1) where it is: by independent draws, around
/// the circle by a fixed part, and by small steps or none.
fn moved(way: usize, start: f64, random: f64) -> f64 {
    match way {
        0 => random,
        1 => (start + 0.37) % 1.0,
        _ if random < 0.5 => start,
        _ => (start + 0.4 * (random - 0.5)) % 1.0,
    }
}

/// Ten thousand tests of crossings for each way: for every set as many alarms as its
/// crossings say.
#[test]
fn as_many_alarms_of_crossings_as_there_should_be() {
    let mut family = family(COUNTED_ALARMS);
    for way in 0..3 {
        let mut sampler = Sampler::new(1947, way as u64);
        let mut uniform = || (sampler.next_word() >> 11) as f64 / (1u64 << 53) as f64;
        let mut alarms = SetAlarms::new(0.9);
        for _ in 0..RUNS {
            let mut crossings = Crossings::default();
            for _ in 0..200 {
                let start = uniform();
                crossings.count(start, moved(way, start, uniform()));
            }
            alarms.count(&crossings.test(alarms.level));
        }
        for alarms in &alarms.sets {
            let level = family.spend().expect("planned");
            assert!(alarms.are_as_expected(level), "{way}: {alarms:?}");
        }
        let sum = alarms
            .sets
            .iter()
            .copied()
            .fold(Alarms::default(), Alarms::and);
        println!("way {way}: {sum:?}");
        assert!(alarms.sets.iter().any(|set| set.would_notice(1.6, 1e-9)));
    }
}
