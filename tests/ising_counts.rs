//! The exact counts of the Ising model: against all configurations, the
//! transfer matrix against Kaufman's formula, and against what is known.

use crate::support;

use std::iter::successors;

use peskun::models::{Boundary, Lattice};
use peskun::numbers::{Integer, Natural};
use proptest::prelude::*;
use support::cases;
use support::command::{Run, Scratch, peskun, refused};
use support::ising::{PRIME, brute_force, kaufman_products, value};
use support::size::sized;

const BOUNDARIES: [Boundary; 2] = [Boundary::Free, Boundary::Torus];

fn lattice(rows: usize, columns: usize, boundary: Boundary) -> Lattice {
    Lattice::new(rows, columns, boundary).expect("a lattice")
}

fn agreements(rows: usize, columns: usize, boundary: Boundary) -> Vec<Natural> {
    let lattice = lattice(rows, columns, boundary);
    let counts = lattice.agreements().expect("a small lattice");
    assert_eq!(counts.len(), lattice.bonds() + 1);
    counts
}

#[test]
fn every_configuration_of_small_lattices() {
    let mut shapes = vec![
        (1, 1),
        (1, 2),
        (1, 6),
        (1, 7),
        (2, 1),
        (2, 5),
        (5, 2),
        (3, 7),
    ];
    shapes.extend((2..=5).flat_map(|rows| (rows..=5).map(move |columns| (rows, columns))));
    for (rows, columns) in shapes {
        for boundary in BOUNDARIES {
            let expected = brute_force(rows, columns, boundary);
            let shape = format!("{rows} × {columns} {boundary}");
            assert_eq!(agreements(rows, columns, boundary), expected, "{shape}");
            let by_transfer = lattice(rows, columns, boundary).agreements_by_transfer();
            assert_eq!(by_transfer, Ok(expected), "{shape}");
        }
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn every_configuration_of_random_shapes(rows in 1usize..=6, columns in 1usize..=9, torus: bool) {
        prop_assume!(rows * columns <= 18);
        let boundary = BOUNDARIES[usize::from(torus)];
        let lattice = lattice(rows, columns, boundary);
        let expected = brute_force(rows, columns, boundary);
        prop_assert_eq!(lattice.agreements_by_transfer(), Ok(expected.clone()));
        prop_assert_eq!(lattice.agreements(), Ok(expected));
    }
}

/// Counts in one, two, three, four words, and by remainders beyond, on the
/// path and the ring, where they are binomial coefficients.
#[test]
fn paths_and_rings() {
    for sites in [1, 2, 3, 63, 64, 65, 127, 128, 129, 192, 193, 256, 257, 400] {
        let rows_of_pascal = successors(Some(vec![Natural::ONE]), |row| {
            let shifted = [&[Natural::ZERO], row.as_slice()].concat();
            let extended = [row.as_slice(), &[Natural::ZERO]].concat();
            Some(extended.iter().zip(&shifted).map(|(a, b)| a + b).collect())
        });
        let binomials: Vec<Vec<Natural>> = rows_of_pascal.take(sites + 1).collect();
        let doubled = |row: &[Natural]| row.iter().map(|c| c * 2u8).collect::<Vec<_>>();
        let path = agreements(1, sites, Boundary::Free);
        assert_eq!(path, doubled(&binomials[sites - 1]), "path of {sites}");
        // A ring changes sign an even number of times.
        let mut ring = doubled(&binomials[if sites > 1 { sites } else { 0 }]);
        let bonds = ring.len() - 1;
        for (agreeing, count) in ring.iter_mut().enumerate() {
            if (bonds - agreeing) % 2 == 1 {
                *count = Natural::ZERO;
            }
        }
        assert_eq!(
            agreements(sites, 1, Boundary::Torus),
            ring,
            "ring of {sites}"
        );
        let by_transfer = lattice(1, sites, Boundary::Torus).agreements_by_transfer();
        assert_eq!(by_transfer, Ok(ring), "ring of {sites}");
    }
}

#[test]
fn kaufman_is_the_transfer_matrix() {
    let largest = sized("the largest torus", 10, 8);
    let squares = (4..=largest).map(|side| (side, side));
    for (rows, columns) in squares.chain([(2, 31), (4, 9), (9, 4), (5, 14), (6, 11), (3, 90)]) {
        let lattice = lattice(rows, columns, Boundary::Torus);
        assert_eq!(
            lattice.agreements(),
            lattice.agreements_by_transfer(),
            "{rows} × {columns}"
        );
    }
}

/// Σ g(T)·E^power, with E = bonds − 2T.
fn moment(counts: &[Natural], power: u32) -> Integer {
    let bonds = counts.len() as i64 - 1;
    let terms = counts.iter().enumerate().map(|(agreeing, count)| {
        let energy = i128::from(bonds - 2 * agreeing as i64);
        Integer::from(count.clone()) * Integer::from(energy.pow(power))
    });
    terms.fold(Integer::ZERO, |sum, term| sum + term)
}

/// What is true of every lattice without doubled bonds: spins at the ends of a
/// bond are independent and uniform, so the energies of different bonds are
/// uncorrelated; four bonds have a mean product only if they cancel in pairs
/// or close a loop of four.
fn check_moments(rows: usize, columns: usize, boundary: Boundary, loops_of_four: usize) {
    let counts = agreements(rows, columns, boundary);
    let bonds = counts.len() - 1;
    let total = Integer::from(Natural::ONE << (rows * columns));
    assert_eq!(moment(&counts, 0), total);
    assert_eq!(moment(&counts, 1), Integer::ZERO);
    assert_eq!(moment(&counts, 2), &total * Integer::from(bonds));
    let pairs = 3 * bonds * bonds - 2 * bonds;
    assert_eq!(
        moment(&counts, 4),
        total * Integer::from(pairs + 24 * loops_of_four)
    );
}

#[test]
fn moments() {
    for (rows, columns) in [(2, 2), (3, 5), (4, 4), (7, 9), (10, 10), (3, 100)] {
        let loops = (rows - 1) * (columns - 1);
        check_moments(rows, columns, Boundary::Free, loops);
    }
    for (rows, columns) in [
        (3, 3),
        (5, 5),
        (5, 6),
        (7, 12),
        (13, 13),
        (16, 16),
        (32, 32),
    ] {
        check_moments(rows, columns, Boundary::Torus, rows * columns);
    }
    // Around a direction of four sites there are loops of four as well.
    check_moments(4, 5, Boundary::Torus, 20 + 5);
}

/// Two ground states; above them one spin turned, two neighbors, and then
/// three in a row or a corner, a square, or two apart: N(N + 9) in all.
fn check_levels(side: usize) {
    let counts = agreements(side, side, Boundary::Torus);
    let bonds = counts.len() - 1;
    let sites = (side * side) as u64;
    let levels = [(0, 2), (2, 0), (4, 2 * sites), (6, 4 * sites)];
    for (disagreeing, count) in levels.into_iter().chain([(8, sites * (sites + 9))]) {
        let found = &counts[bonds - disagreeing];
        assert_eq!(*found, Natural::from(count), "side {side}, {disagreeing}");
    }
    let symmetric = counts.iter().eq(counts.iter().rev());
    assert_eq!(symmetric, side.is_multiple_of(2), "side {side}");
    let total = counts.iter().fold(Natural::ZERO, |sum, count| sum + count);
    assert_eq!(total, Natural::ONE << (side * side));
}

#[test]
fn lowest_levels_of_large_tori() {
    for side in [6, 7, 8, 9, 10, 16, 24, 31, 32] {
        check_levels(side);
    }
}

/// 4096 spins: more than a thousand decimal digits.
#[test]
fn a_torus_of_64_by_64() {
    check_levels(64);
}

#[test]
fn another_evaluation_agrees_and_a_flipped_sign_does_not() {
    let prime = PRIME;
    for (width, length) in [(4, 4), (8, 8), (4, 25), (16, 16), (32, 32), (32, 7)] {
        let counts = agreements(width, length, Boundary::Torus);
        for x in [2, 3, 1_000, 123_456_789, prime - 2] {
            let products = kaufman_products(width, length, x);
            let expected = 2 * value(&counts, x) % prime;
            let sum: u128 = products.iter().sum();
            assert_eq!(sum % prime, expected, "{width} × {length} at {x}");
            for product in products {
                let mutated = sum + 2 * (prime - product);
                assert_ne!(mutated % prime, expected, "{width} × {length} at {x}");
            }
        }
    }
}

#[test]
fn replicates_are_a_convolution() {
    for boundary in BOUNDARIES {
        let lattice = lattice(3, 4, boundary);
        let once = lattice.agreements().expect("a small lattice");
        assert_eq!(lattice.replicated_agreements(1).as_ref(), Ok(&once));
        let mut expected = once.clone();
        for replicates in 2..=4 {
            let mut next = vec![Natural::ZERO; expected.len() + once.len() - 1];
            for (i, a) in expected.iter().enumerate() {
                for (j, b) in once.iter().enumerate() {
                    next[i + j] += a * b;
                }
            }
            expected = next;
            let found = lattice.replicated_agreements(replicates);
            assert_eq!(found.as_ref(), Ok(&expected), "{replicates} {boundary}");
        }
    }
    // The paper's ten lattices of 10 × 10.
    let ten = lattice(10, 10, Boundary::Free).replicated_agreements(10);
    let ten = ten.expect("within the bounds");
    let total = ten.iter().fold(Natural::ZERO, |sum, count| sum + count);
    assert_eq!(total, Natural::ONE << 1000);
    assert_eq!(ten[1800], Natural::from(1024u32));
}

fn ising(arguments: &str) -> Run {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    peskun(&[&["ising"], arguments.as_slice()].concat())
}

#[test]
fn the_command() {
    let run = ising("--rows 2 --columns 2");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let rows: Vec<Vec<&str>> = run
        .stdout
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let start = rows.iter().position(|row| row == &["E", "g(E)"]);
    let start = start.expect("the header") + 2;
    assert_eq!(rows[start..], [["-4", "2"], ["0", "12"], ["4", "2"]]);

    let run = ising("--rows 2 --columns 3 --boundary torus --replicates 2 --format json");
    let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let counts = lattice(2, 3, Boundary::Torus).replicated_agreements(2);
    let counts = counts.expect("a small lattice");
    let expected = (0..=24)
        .rev()
        .filter(|&agreeing| counts[agreeing] != Natural::ZERO);
    let (energies, strings): (Vec<i64>, Vec<String>) = expected
        .map(|agreeing| (24 - 2 * agreeing as i64, counts[agreeing].to_string()))
        .unzip();
    assert_eq!(json["energies"], serde_json::json!(energies));
    assert_eq!(json["counts"], serde_json::json!(strings));
    assert_eq!((&json["sites"], &json["bonds"]), (&6.into(), &12.into()));

    let scratch = Scratch::new("ising");
    let out = scratch.path("counts.csv");
    let run = ising(&format!(
        "--rows 1 --columns 3 --format csv --out {}",
        out.display()
    ));
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    let written = std::fs::read_to_string(&out).expect("the file");
    assert_eq!(written, "E,g(E),g(E)_float\n-2,2,2.0\n0,4,4.0\n2,2,2.0\n");
    for format in ["markdown", "latex"] {
        let run = ising(&format!("--rows 3 --columns 3 --format {format}"));
        assert!(
            run.status == 0 && run.stdout.contains("144"),
            "{}",
            run.stdout
        );
    }
}

/// Long counts are printed in full.
#[test]
fn the_command_on_a_large_torus() {
    let run = ising("--rows 32 --columns 32 --boundary torus");
    let counts = agreements(32, 32, Boundary::Torus);
    let middle = counts[1024].to_string();
    assert!(middle.len() > 300 && run.stdout.contains(&format!(" 0  {middle}\n")));
    assert!(!run.stdout.contains('≈'));
}

#[test]
fn bad_input() {
    for (arguments, words) in [
        ("--rows 0 --columns 0", ["0 × 0", "at least one row"]),
        (
            "--rows 3 --columns 0 --boundary torus",
            ["3 × 0", "at least one"],
        ),
        ("--rows 40 --columns 40", ["years", "30 seconds and 2 GB"]),
        (
            "--rows 1000 --columns 1000 --boundary torus",
            ["days", "30 seconds"],
        ),
        ("--rows 1 --columns 1000000", ["GB", "30 seconds"]),
        (
            "--rows 1000000000 --columns 1000000000",
            ["too large", "1048576 sites"],
        ),
        (
            "--rows 18446744073709551615 --columns 2",
            ["too large", "sites"],
        ),
        (
            "--rows 99999999999999999999 --columns 2",
            ["--rows", "too large"],
        ),
        ("--rows -3 --columns 3", ["--rows", "-3"]),
        ("--rows 3 --columns 2.5", ["--columns", "2.5"]),
        ("--rows 3", ["--columns", "required"]),
        (
            "--rows 3 --columns 3 --boundary moebius",
            ["moebius", "free, torus"],
        ),
        (
            "--rows 3 --columns 3 --replicates 0",
            ["0 replicates", "at least one"],
        ),
        (
            "--rows 3 --columns 3 --replicates -1",
            ["--replicates", "-1"],
        ),
        (
            "--rows 3 --columns 3 --replicates 1000000",
            ["1000000 times", "GB"],
        ),
        (
            "--rows 3 --columns 3 --replicates 18446744073709551615",
            ["times", "more than"],
        ),
        ("--rows 3 --columns 3 --format drn", ["drn", "peskun table"]),
    ] {
        refused(&ising(arguments), 2, &words);
    }
}
