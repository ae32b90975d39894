//! Four large chains, each right and with one broken transition: time, peak memory
//! and verdicts. Every chain runs in a process of its own, whose peak it is.
//!
//! `cargo bench --bench large_chains`, or with the name of one of the chains.

#![allow(missing_docs, reason = "a program")]

use std::process::Command;
use std::time::Instant;

use peskun::chains::{Chain, Verification};
use peskun::chance::{Budget, Reading};
use peskun::kernels::FiniteKernel;
use peskun::numbers::Rational;

#[path = "../tests/support/large.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod large;

use large::{HeatBath, Scan, Switch, Transpositions};

const NAMES: [&str; 4] = ["random-scan", "systematic-scan", "deck", "tables"];

fn main() {
    let named = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let variant = std::env::args().any(|word| word == "--broken");
    if let Some(name) = named {
        return run(&name, variant);
    }
    let own = std::env::current_exe().expect("a program has a name");
    for name in NAMES {
        for broken in [false, true] {
            let mut command = Command::new(&own);
            command.arg(name).args(broken.then_some("--broken"));
            let status = command.status().expect("it starts");
            assert!(status.success(), "{name}");
        }
    }
}

/// One chain, in this process.
fn run(name: &str, broken: bool) {
    let t = || Rational::new(3, 2);
    match name {
        "random-scan" => {
            let kernel = HeatBath::new(4, 4, t(), Scan::Random);
            let kernel = if broken {
                kernel.broken_at(12_306)
            } else {
                kernel
            };
            judge("random-scan heat bath, Ising 4×4, t = 3/2", broken, &kernel);
        }
        "systematic-scan" => {
            let kernel = HeatBath::new(3, 4, t(), Scan::Systematic);
            let kernel = if broken {
                kernel.broken_at(1_234)
            } else {
                kernel
            };
            judge(
                "systematic-scan heat bath, Ising 3×4, t = 3/2",
                broken,
                &kernel,
            );
        }
        "deck" => {
            let kernel = match broken {
                false => Transpositions::new(8),
                true => Transpositions::broken(8),
            };
            judge("random transpositions, 8 cards", broken, &kernel);
        }
        "tables" => {
            let kernel = Switch::new(&[6; 4], &[6; 4]);
            let kernel = match broken {
                false => kernel,
                true => kernel.broken_at(vec![2, 2, 1, 1, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 2, 2]),
            };
            judge("2×2 switches, 4×4 tables with sums 6", broken, &kernel);
        }
        _ => println!("the chains are {}", NAMES.join(", ")),
    }
}

fn judge<K: FiniteKernel>(title: &str, broken: bool, kernel: &K) {
    let start = Instant::now();
    let budget = Budget::of_paths(1_000_000_000);
    let chain = Chain::with_budget(kernel, Reading::Merged, &budget).expect("a chain");
    let enumerated = start.elapsed();
    let verification = Verification::of(chain);
    let judged = start.elapsed();
    let matrix = verification.chain().matrix();
    let state = if broken {
        ", one transition broken"
    } else {
        ""
    };
    println!("{title}{state}");
    println!(
        "{} states, {} entries, {} distinct, {} paths; enumerated in {:.1} s, judged in {:.1} s, peak {}",
        matrix.height(),
        matrix.nonzeros(),
        matrix.values().len(),
        verification.chain().paths().unwrap_or_default(),
        enumerated.as_secs_f64(),
        (judged - enumerated).as_secs_f64(),
        peak().unwrap_or("unknown".into())
    );
    println!("{verification}\n");
}

/// The most memory this process has held, as Linux tells it.
fn peak() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().into())
}
