//! No algorithm but Metropolis–Hastings can see Z(θ). That the types do not
//! hand it over is a compile-fail example in `models`; here, multiplying each
//! row f_θ by a constant of its own changes no matrix at all.

use crate::support;

use peskun::models::{Model, Normalized, Yardstick};
use peskun::numbers::Rational;
use proptest::prelude::*;
use support::chain;
use support::random::{model, parts};

proptest! {
    #![proptest_config(support::cases(100))]

    #[test]
    fn constants_in_the_likelihood_change_nothing(
        parts in parts(3, 3),
        constants in prop::collection::vec((1i64..=50, 1i64..=50), 3),
    ) {
        let mut scaled = parts.clone();
        for (row, &(n, d)) in scaled.likelihood.iter_mut().zip(&constants) {
            row.iter_mut().for_each(|weight| *weight *= Rational::new(n, d));
        }
        let (before, after) = (model(&parts), model(&scaled));
        let kernels = [
            "mh", "pmc", "mpmc", "sve", "noisy:2", "dmh:2", "mabmc", "mabmc:repropose",
            "mabmc:reuse", "rule:max", "rule:max-min", "rule:max-draws",
        ];
        for kernel in kernels {
            let (before, after) = (chain(&before, kernel), chain(&after, kernel));
            prop_assert_eq!(before.matrix(), after.matrix(), "{}", kernel);
        }
        // The constants are not hidden: they are in Z(θ) and in f_θ.
        for parameter in before.parameters() {
            let (n, d) = constants[parameter];
            let ratio = after.normalizing_constant(&parameter) / before.normalizing_constant(&parameter);
            prop_assert_eq!(ratio, Rational::new(n, d));
            let x = before.observed();
            prop_assert_eq!(after.likelihood(&parameter, &x), before.likelihood(&parameter, &x) * Rational::new(n, d));
        }
    }
}
