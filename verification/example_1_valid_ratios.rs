//! Example 1 (Section 4.1): the ratios of the exchange algorithm and of MPMC
//! are valid: π(θ)q(θ, θ') E min{â(θ, θ'), 1} is symmetric in θ and θ'
//! (Definition 1).

use crate::support;

use num_rational::BigRational;
use proptest::prelude::*;
use support::direct::Direct;
use support::random::parts;

proptest! {
    #![proptest_config(support::cases(200))]

    /// By direct summation, without the engine; the average of two exchange
    /// ratios shows that it can fail.
    #[test]
    fn on_random_models(parts in parts(4, 4)) {
        let direct = Direct::new(&parts);
        let posterior = direct.posterior();
        for arm in ["mpmc", "sve"] {
            let matrix = direct.single(arm);
            for from in 0..direct.parameters() {
                for to in 0..from {
                    let (forth, back): (BigRational, BigRational) =
                        (&posterior[from] * &matrix[from][to], &posterior[to] * &matrix[to][from]);
                    prop_assert_eq!(forth, back, "{} {} {}", arm, from, to);
                }
            }
        }
    }
}
