//! The Ising model counted by other means than the library's.

use peskun::models::Boundary;
use peskun::numbers::Natural;

/// The bonds of a lattice from their definition: to the right and down, around
/// the edge on a torus, but never from a site to itself.
fn bonds(rows: usize, columns: usize, boundary: Boundary) -> Vec<(usize, usize)> {
    let mut bonds = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            for (down, right) in [(0, 1), (1, 0)] {
                let (to_row, to_column) = (row + down, column + right);
                let around = to_row == rows || to_column == columns;
                let (to_row, to_column) = (to_row % rows, to_column % columns);
                let (from, to) = (row * columns + column, to_row * columns + to_column);
                if (boundary == Boundary::Torus || !around) && from != to {
                    bonds.push((from, to));
                }
            }
        }
    }
    bonds
}

/// Every configuration in turn, in the order of a Gray code: the next one
/// differs in one spin, and only the bonds of that spin have to be looked at.
pub fn brute_force(rows: usize, columns: usize, boundary: Boundary) -> Vec<Natural> {
    let (sites, bonds) = (rows * columns, bonds(rows, columns, boundary));
    let neighbors: Vec<Vec<usize>> = (0..sites)
        .map(|site| {
            let ends = bonds.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
            ends.filter(|&(from, _)| from == site)
                .map(|(_, to)| to)
                .collect()
        })
        .collect();
    let mut counts = vec![0u64; bonds.len() + 1];
    let mut configuration = 0u64;
    let mut agreeing = bonds.len();
    counts[agreeing] += 1;
    for number in 1..1u64 << sites {
        let site = number.trailing_zeros() as usize;
        configuration ^= 1 << site;
        for &neighbor in &neighbors[site] {
            if (configuration >> site ^ configuration >> neighbor) & 1 == 0 {
                agreeing += 1;
            } else {
                agreeing -= 1;
            }
        }
        counts[agreeing] += 1;
    }
    counts.into_iter().map(Natural::from).collect()
}

/// 119·2²³ + 1: a prime that the library does not use.
pub const PRIME: u128 = 998_244_353;

/// The four products of Kaufman's formula at a number x modulo the prime, step
/// by step and with plain remainders: over odd l with plus and with minus,
/// then over even l.
pub fn kaufman_products(n: usize, m: usize, x: u128) -> [u128; 4] {
    assert!(n.is_power_of_two(), "for a root of unity of order 2n");
    let minus = |a: u128, b: u128| (a + PRIME - b % PRIME) % PRIME;
    // 3 generates the field.
    let zeta = power(3, (PRIME as usize - 1) / (2 * n));
    let base = x * minus(1, x * x) % PRIME;
    let twice = 2 * power(base, m) % PRIME;
    let mut products = [1; 4];
    for l in 0..=n {
        let cosine = power(zeta, l) + power(zeta, 2 * n - l);
        let first = minus(power(1 + x * x % PRIME, 2), cosine % PRIME * base);
        let (mut before, mut last) = (2, first);
        for _ in 1..m {
            let next = minus(first * last, base * base % PRIME * before);
            (before, last) = (last, next);
        }
        let (low, high) = (power(minus(1, x), m), power(1 + x, m));
        let (value, rest) = match l {
            0 => (low, power(x, m) * high % PRIME),
            l if l == n => (high, power(x, m) * low % PRIME),
            _ => (last, twice),
        };
        let place = 2 * (1 - l % 2);
        products[place] = products[place] * (value + rest) % PRIME;
        products[place + 1] = products[place + 1] * minus(value, rest) % PRIME;
    }
    products
}

fn power(base: u128, exponent: usize) -> u128 {
    match exponent {
        0 => 1,
        _ if exponent.is_multiple_of(2) => power(base * base % PRIME, exponent / 2),
        _ => power(base, exponent - 1) * base % PRIME,
    }
}

/// Σ g(T) x^(bonds − T) modulo the prime.
pub fn value(agreements: &[Natural], x: u128) -> u128 {
    agreements.iter().fold(0, |sum, count| {
        let remainder = u128::from(count % PRIME as u32);
        (sum * x + remainder) % PRIME
    })
}
