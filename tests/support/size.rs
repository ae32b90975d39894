//! How much the tests do: a part by default, everything with `PESKUN_TESTS=full`.

use std::fmt::Display;
use std::time::{SystemTime, UNIX_EPOCH};

use proptest::test_runner::{Config, FileFailurePersistence, RngSeed};

/// Is everything asked for?
pub fn is_full() -> bool {
    std::env::var("PESKUN_TESTS").is_ok_and(|size| size == "full")
}

/// How many of something: `full`, or `reduced` by default. It is printed.
pub fn sized<T: Display>(what: &str, full: T, reduced: T) -> T {
    let size = if is_full() { full } else { reduced };
    println!("size: {what} {size}");
    size
}

/// Where random cases start: at the same place by default, at a new one with
/// `PESKUN_TESTS=full`, and at `$PESKUN_SEED` if that is given. It is printed.
pub fn seed() -> u64 {
    const SAME: u64 = 0x0005_1973;
    let given = std::env::var("PESKUN_SEED").ok();
    let seed = match given.map(|seed| seed.parse().expect("PESKUN_SEED is a number")) {
        Some(seed) => seed,
        None if is_full() => {
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            now.expect("a clock").as_nanos() as u64
        }
        None => SAME,
    };
    println!("seed: PESKUN_SEED={seed} repeats these cases");
    seed
}

/// So many random cases. One that fails is kept in a file of the repository and
/// comes first from then on.
pub fn cases(count: u32) -> Config {
    const KEPT: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/recorded/failing_cases.txt"
    );
    Config {
        cases: count,
        rng_seed: RngSeed::Fixed(seed()),
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(KEPT))),
        ..Config::default()
    }
}
