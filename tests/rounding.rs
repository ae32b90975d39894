//! Chains in doubles: right ones that are rounded, and wrong ones with an error far
//! below what an absolute tolerance sees. What they are called agrees with the
//! definition and with their own stationary law.

use std::path::Path;

use peskun::chains::{Holds, Stationary, Verdicts};
use peskun::chance::{Ask, Sampler};
use peskun::outside::read_chain;
use peskun::prelude::*;

use crate::support::command::{Scratch, peskun_line, refused};
use crate::support::given::{Given, two_parts};
use crate::support::q;
use crate::support::size::{seed, sized};

/// A whole number below `end`.
fn below(sampler: &mut Sampler, end: usize) -> usize {
    sampler.uniform(end).expect("a number")
}

fn power_of_ten(exponent: usize) -> Rational {
    Rational::new(1, 10).power(exponent)
}

/// The double next to a number, or one of its neighbors: what a few operations
/// leave.
fn rounded(value: &Rational, sampler: &mut Sampler) -> Rational {
    let near = value.to_f64();
    let off = below(sampler, 9) as f64 - 4.0;
    Rational::exactly(near * (1.0 + off * f64::EPSILON))
}

/// Weights of very different size, which are doubles.
fn weights(size: usize, sampler: &mut Sampler) -> Vec<Rational> {
    let weight = |_| {
        let digits = Rational::from(1 + below(sampler, 9));
        let tiny = power_of_ten(below(sampler, 12));
        Rational::exactly((digits * tiny).to_f64())
    };
    (0..size).map(weight).collect()
}

/// The moves of a Metropolis chain that stays most of the time.
fn metropolis(weights: &[Rational], sampler: &mut Sampler) -> Vec<Vec<Rational>> {
    let size = weights.len();
    let proposal = power_of_ten(below(sampler, 13)) / Rational::from(size);
    let entry = |from: usize, to: usize| match from == to {
        true => Rational::ZERO,
        false => &proposal * (&weights[to] / &weights[from]).min(Rational::ONE),
    };
    let row = |from| (0..size).map(|to| entry(from, to)).collect();
    (0..size).map(row).collect()
}

/// The moves of a chain that sends flows of very different size around cycles: it
/// leaves the target invariant, is not reversible, and may be nearly reducible.
fn cycles(weights: &[Rational], sampler: &mut Sampler) -> Vec<Vec<Rational>> {
    let size = weights.len();
    let mut flows = vec![vec![Rational::ZERO; size]; size];
    let mut visited: Vec<usize> = (0..size).collect();
    for cycle in 0..4 {
        // The first one visits every state.
        let length = match cycle {
            0 => size,
            _ => 2 + below(sampler, size - 1),
        };
        for place in 0..length {
            let other = place + below(sampler, size - place);
            visited.swap(place, other);
        }
        let amount = power_of_ten(below(sampler, 14));
        for place in 0..length {
            let (from, to) = (visited[place], visited[(place + 1) % length]);
            if from != to {
                flows[from][to] = &flows[from][to] + &amount;
            }
        }
    }
    let leaving = flows.iter().zip(weights).map(|(row, weight)| {
        let sum: Rational = row.iter().cloned().sum();
        sum / weight
    });
    let fastest = leaving.max().expect("states") * Rational::from(2);
    let row = |(row, weight): (&Vec<Rational>, &Rational)| {
        let scale = weight * &fastest;
        row.iter().map(|flow| flow / &scale).collect()
    };
    flows.iter().zip(weights).map(row).collect()
}

/// The moves with what is left on the diagonal, as a chain in doubles.
fn given(moves: &[Vec<Rational>], target: &[Rational]) -> Verification {
    let rows: Vec<Vec<Rational>> = moves
        .iter()
        .enumerate()
        .map(|(from, row)| {
            let mut row = row.clone();
            let leaves: Rational = row.iter().cloned().sum();
            row[from] = Rational::exactly((Rational::ONE - leaves).to_f64());
            row
        })
        .collect();
    let kernel = Given {
        doubles: true,
        ..Given::exactly(&rows, target.to_vec())
    };
    verify(&kernel).expect("a chain")
}

/// The stationary law by eliminating one state after another (Grassmann, Taksar and
/// Heyman 1985), which subtracts nothing.
fn stationary(chain: &peskun::chains::Chain) -> Vec<Rational> {
    let size = chain.states().len();
    let mut rows: Vec<Vec<Rational>> = (0..size).map(|s| chain.matrix().full_row(s)).collect();
    for last in (1..size).rev() {
        let leaves: Rational = rows[last][..last].iter().cloned().sum();
        for from in 0..last {
            rows[from][last] = &rows[from][last] / &leaves;
            for to in 0..last {
                let through = &rows[from][last] * &rows[last][to];
                rows[from][to] = &rows[from][to] + &through;
            }
        }
    }
    let mut law = vec![Rational::ONE];
    for state in 1..size {
        let into = law.iter().zip(&rows).map(|(mass, row)| mass * &row[state]);
        let mass = into.sum();
        law.push(mass);
    }
    let total: Rational = law.iter().cloned().sum();
    law.into_iter().map(|mass| mass / &total).collect()
}

/// |a − b| / max(a, b).
fn apart(a: &Rational, b: &Rational) -> Rational {
    match a.is_zero() && b.is_zero() {
        true => Rational::ZERO,
        false => (a - b).abs() / a.max(b),
    }
}

/// The largest relative difference of two flows, of what enters and leaves a state,
/// and of a mass and its target: by definition.
fn by_definition(chain: &peskun::chains::Chain) -> [Rational; 3] {
    let size = chain.states().len();
    let pairs = (0..size).flat_map(|from| (0..from).map(move |to| (from, to)));
    let flows = pairs.map(|(from, to)| apart(&chain.flow(from, to), &chain.flow(to, from)));
    let through = (0..size).map(|state| {
        let others = || (0..size).filter(move |other| *other != state);
        let enters: Rational = others().map(|from| chain.flow(from, state)).sum();
        let leaves: Rational = others().map(|to| chain.flow(state, to)).sum();
        apart(&enters, &leaves)
    });
    let law = stationary(chain);
    let masses = law.iter().zip(chain.target());
    let masses = masses.map(|(mass, target)| apart(mass, target));
    [
        flows.max().expect("pairs"),
        through.max().expect("states"),
        masses.max().expect("states"),
    ]
}

/// Judges a chain, and holds what it is called to the definition. Gives whether it
/// is called invariant and reversible.
fn judged(verification: &Verification) -> [bool; 2] {
    let (chain, verdicts) = (verification.chain(), verification.verdicts());
    let [flows, through, law] = by_definition(chain);
    let tolerance = Verdicts::rounding();
    let size = Rational::from(chain.states().len());
    assert_eq!(verdicts.irreducible, Holds::Yes, "{verification}");
    let [invariant, reversible] = [&verdicts.invariant, &verdicts.reversible].map(Holds::is_yes);
    assert_eq!(reversible, flows <= tolerance, "{verification}");
    let agrees = law <= &tolerance * &size;
    let expected = reversible || (through <= tolerance && agrees);
    assert_eq!(invariant, expected, "{verification}");
    // The theorem behind it: the law of what is called invariant is the target.
    assert!(
        !invariant || agrees,
        "{verification}: the law is off by {law}"
    );
    let variation = Stationary::of(chain, Default::default()).total_variation(chain.target());
    let variation = variation.expect("a law").high().clone();
    assert!(
        !invariant || variation <= tolerance * size,
        "{verification}"
    );
    assert_eq!(invariant, verdicts.mass.is_none());
    assert_eq!(reversible, verdicts.flows.is_none());
    if let Holds::Within(within) = &verdicts.reversible {
        assert_eq!(within.relative, flows);
    }
    if let Holds::Within(within) = &verdicts.invariant {
        assert_eq!(within.relative, through);
    }
    if let Some(witness) = &verdicts.flows {
        assert_eq!(witness.relative_difference(), flows);
    }
    if let (Some(witness), None) = (&verdicts.mass, &verdicts.law) {
        assert_eq!(witness.relative_difference(), through);
    }
    [invariant, reversible]
}

#[test]
fn what_chains_in_doubles_are_called() {
    let count = sized("chains in doubles", 2_000, 300);
    let mut sampler = Sampler::new(seed(), 0);
    let mut called = [[[0; 3]; 8]; 2];
    for number in 0..count {
        let size = 2 + below(&mut sampler, 6);
        let target = weights(size, &mut sampler);
        let balanced = number % 2 == 0;
        let moves = match balanced {
            true => metropolis(&target, &mut sampler),
            false => cycles(&target, &mut sampler),
        };
        let mut moves: Vec<Vec<Rational>> = moves
            .iter()
            .map(|row| row.iter().map(|p| rounded(p, &mut sampler)).collect())
            .collect();
        // Every eighth chain is right; the others have one entry that is too large by a
        // relative 10⁻⁶ down to 10⁻¹².
        let digits = number / 2 % 8;
        if digits > 0 {
            let positive = |(from, to): &(usize, usize)| moves[*from][*to].is_positive();
            let pairs = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
            let pairs: Vec<(usize, usize)> = pairs.filter(positive).collect();
            let (from, to) = pairs[below(&mut sampler, pairs.len())];
            let factor = Rational::ONE + power_of_ten(5 + digits);
            moves[from][to] = Rational::exactly((&moves[from][to] * factor).to_f64());
        }
        let verification = given(&moves, &target);
        let [invariant, reversible] = judged(&verification);
        assert!(
            digits > 0 || invariant,
            "a right chain fails:\n{verification}"
        );
        assert!(digits > 0 || !balanced || reversible, "{verification}");
        // Up to 10⁻⁸ detailed balance sees it, whatever the size of the flow.
        let seen = (1..=3).contains(&digits) && balanced;
        assert!(!seen || !reversible, "{verification}");
        let row = &mut called[usize::from(!balanced)][digits];
        row[0] += 1;
        row[1] += usize::from(invariant);
        row[2] += usize::from(reversible);
    }
    for (kind, rows) in ["reversible chains", "cycles of flows"].iter().zip(called) {
        for (digits, [count, invariant, reversible]) in rows.into_iter().enumerate() {
            let error = match digits {
                0 => "right, rounded".to_string(),
                _ => format!("one entry off by 1e-{}", 5 + digits),
            };
            println!(
                "{kind}, {error}: {count}, called invariant {invariant}, reversible {reversible}"
            );
        }
    }
}

/// Both states are left too seldom to be seen by an absolute tolerance, one of them
/// three times as often as the other.
#[test]
fn sticky_chains_hide_nothing() {
    let scratch = Scratch::new("sticky");
    let text = ",x,y,target\nx,~0.9999999999,~1e-10,1\ny,~3e-10,~0.9999999997,1\n";
    let file = scratch.write("sticky.csv", text);
    let run = peskun_line(&format!("check --chain {file}"));
    assert_eq!(run.status, 1, "{}", run.stdout);
    assert!(
        run.stdout.contains("enters from other states"),
        "{}",
        run.stdout
    );
    let right = text.replace("~3e-10,~0.9999999997", "~1e-10,~0.9999999999");
    let file = scratch.write("right.csv", &right);
    assert_eq!(peskun_line(&format!("check --chain {file}")).status, 0);
}

/// A walk on 0 … 30 with a Poisson law, which leaves 24 half as often as
/// it should: the mass of 24 is 10⁻⁹.
#[test]
fn states_of_small_mass_are_not_neglected() {
    let size = 31;
    let mean = 5.0;
    let mut target = vec![1.0];
    for k in 1..size {
        target.push(target[k - 1] * mean / k as f64);
    }
    let accept = |from: usize, to: usize| (target[to] / target[from]).min(1.0);
    let walk = |defect: f64| {
        let mut moves = vec![vec![Rational::ZERO; size]; size];
        for (from, row) in moves.iter_mut().enumerate() {
            for to in [from.wrapping_sub(1), from + 1] {
                if to < size {
                    let factor = if from == 24 { defect } else { 1.0 };
                    row[to] = Rational::exactly(0.5 * accept(from, to) * factor);
                }
            }
        }
        let target: Vec<Rational> = target.iter().map(|&mass| Rational::exactly(mass)).collect();
        given(&moves, &target)
    };
    assert!(walk(1.0).meets(Requirement::Ergodic));
    let wrong = walk(0.5);
    assert!(!wrong.meets(Requirement::Invariant), "{wrong}");
    let mass = wrong.verdicts().mass.as_ref().expect("a witness");
    assert!([23, 24, 25].contains(&mass.state), "{wrong}");
    // An absolute tolerance does not see it.
    assert!(wrong.chain().target()[24] < Verdicts::rounding());
}

/// Two parts with much going around in each, and little between them. What enters and
/// leaves any one state is equal up to 10⁻¹¹, but three times as much may go one way as
/// the other.
#[test]
fn sets_of_states_are_not_neglected() {
    let chain = two_parts;
    let scratch = Scratch::new("sets");
    let read = |text: &str| {
        let file = scratch.write("sets.csv", text);
        Verification::of(read_chain(Path::new(&file), None).expect("a chain"))
    };
    let right = read(&chain(1e-11));
    assert!(right.meets(Requirement::Ergodic), "{right}");
    assert!(!right.meets(Requirement::Reversible), "{right}");
    let wrong = read(&chain(3e-11));
    judged(&wrong);
    let verdicts = wrong.verdicts();
    assert_eq!(verdicts.invariant, Holds::No, "{wrong}");
    let law = verdicts.law.as_ref().expect("the law tells");
    assert_eq!(law.target, q(1, 6));
    assert!(wrong.to_string().contains("sets of them"), "{wrong}");
    // And it is certified by its law.
    let file = scratch.write("sets.csv", &chain(3e-11));
    let certificate = scratch.path("no.json");
    let line = format!(
        "check --chain {file} --certificate {}",
        certificate.display()
    );
    assert_eq!(peskun_line(&line).status, 1);
    let replayed = peskun_line(&format!("replay {}", certificate.display()));
    assert_eq!(replayed.status, 0, "{}", replayed.stderr);
    assert!(
        replayed.stdout.contains("stationary law"),
        "{}",
        replayed.stdout
    );
}

/// A small probability that was computed as 1 − p has lost its digits, and the
/// sentence says so.
#[test]
fn lost_digits_are_named() {
    let p: f64 = 1e-12;
    let lost = 1.0 - (1.0 - p);
    assert_ne!(lost, p);
    let moves = |there: f64| {
        let there = Rational::exactly(there);
        vec![
            vec![Rational::ZERO, there],
            vec![Rational::exactly(p), Rational::ZERO],
        ]
    };
    let target = [Rational::ONE, Rational::ONE];
    assert!(given(&moves(p), &target).meets(Requirement::Reversible));
    let wrong = given(&moves(lost), &target);
    assert!(!wrong.meets(Requirement::Invariant));
    assert!(wrong.to_string().contains("computed as 1 − p"), "{wrong}");
    // A larger error has another reason.
    let wrong = given(&moves(2e-12), &target);
    assert!(!wrong.meets(Requirement::Invariant));
    assert!(wrong.verdicts().mass.is_some());
}

#[test]
fn another_tolerance() {
    let scratch = Scratch::new("tolerance");
    let text = ",x,y,target\nx,~0.5,~0.5,1\ny,~0.500001,~0.499999,1\n";
    let file = scratch.write("off.csv", text);
    for (tolerance, status) in [("", 1), ("--tolerance 1e-5", 0), ("--tolerance 1e-6", 1)] {
        for command in ["check", "table", "compare"] {
            let run = peskun_line(&format!("{command} --chain {file} {tolerance}"));
            assert_eq!(run.status, status, "{} {}", run.stdout, run.stderr);
        }
    }
    let exact = scratch.write("exact.csv", &text.replace('~', ""));
    let line = format!("check --chain {exact} --tolerance 1e-5");
    refused(&peskun_line(&line), 2, &["--tolerance", "doubles"]);
    let line = "check --model bernoulli-pair --kernel sve --tolerance 1e-5";
    refused(&peskun_line(line), 2, &["--tolerance", "--chain"]);
    let line = format!("check --chain {file} --tolerance 0.5");
    refused(&peskun_line(&line), 2, &["tolerance", "1e-3"]);
    let certificate = scratch.path("c.json");
    let line = format!(
        "check --chain {file} --tolerance 1e-6 --certificate {}",
        certificate.display()
    );
    refused(&peskun_line(&line), 2, &["--tolerance", "--certificate"]);
}

/// Two rings of states that go around, with a rare move from one to the other and
/// one back.
fn two_rings(size: usize, there: f64, back: f64) -> Verification {
    let half = size / 2;
    let mut moves = vec![vec![Rational::ZERO; size]; size];
    for (from, row) in moves.iter_mut().enumerate() {
        row[from / half * half + (from + 1) % half] = Rational::exactly(0.3);
    }
    moves[0][half] = Rational::exactly(there);
    moves[half][0] = Rational::exactly(back);
    given(&moves, &vec![Rational::ONE; size])
}

/// So many states that the stationary law is not solved for: what is right is bounded,
/// and what is wrong is not called right.
#[test]
fn many_states_are_bounded_or_left_open() {
    let right = two_rings(600, 1e-6, 1e-6);
    assert!(right.meets(Requirement::Ergodic), "{right}");
    assert!(!right.meets(Requirement::Reversible));
    let wrong = two_rings(600, 1e-11, 3e-11);
    let Holds::Unknown(reason) = &wrong.verdicts().invariant else {
        panic!("{wrong}");
    };
    assert!(reason.contains("sets of states"), "{reason}");
    // On fewer states the law tells, and on two rings without moves between them it is
    // bounded on each.
    let few = two_rings(60, 1e-11, 3e-11);
    assert_eq!(few.verdicts().invariant, Holds::No, "{few}");
    let apart = two_rings(60, 0.0, 0.0);
    assert!(apart.verdicts().invariant.is_yes(), "{apart}");
    assert_eq!(apart.verdicts().irreducible, Holds::No);
}

/// A set of states that is left for good loses all of its mass in the end, however
/// rarely that happens.
#[test]
fn leaks_are_not_rounding() {
    for size in [60, 600] {
        let leak = two_rings(size, 1e-12, 0.0);
        let verdicts = leak.verdicts();
        assert_eq!(verdicts.invariant, Holds::No, "{leak}");
        let law = verdicts.law.as_ref().expect("the law tells");
        assert!(law.state < size / 2);
        assert!(law.stationary.high().is_zero());
        assert!(
            leak.to_string().contains("0 under the stationary law"),
            "{leak}"
        );
    }
}
