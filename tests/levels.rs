//! Lattices by the values of T, in products of powers, against the same in
//! plain fractions: entry by entry.

use crate::support;

use std::sync::Arc;

use peskun::chains::Chain;
use peskun::chance::{Budget, Reading};
use peskun::kernels::{Algorithm, CompiledKernel, FiniteKernel, KernelVisitor};
use peskun::lattices::{CountedModel, StepLaws};
use peskun::models::{
    Boundary, IsingModel, IsingParts, Lattice, Yardstick, ising_three, ising_two,
};
use peskun::numbers::{Base, Monomial, Number, Rational};
use peskun::rules::TieBreak;
use peskun::simulation::LevelModel;
use proptest::prelude::*;
use support::{cases, q};

const KERNELS: [&str; 20] = [
    "mh",
    "pmc",
    "mpmc",
    "sve",
    "bridge",
    "noisy:2",
    "dmh:2",
    "mabmc",
    "mabmc:repropose",
    "mabmc:reuse",
    "rule:always:2",
    "rule:max",
    "rule:max-min",
    "rule:max-draws",
    "rule:max-min-draws:2",
    "rule:bayes",
    "rule:straddle",
    "rule:distance:1/2",
    "rule:argmax(r)",
    "rule:argmax(a)",
];

fn chain<M: Yardstick<Parameter = usize>>(
    model: &M,
    kernel: &str,
    tie: TieBreak,
    reading: Reading,
) -> Chain {
    let algorithm = Algorithm::named(kernel, tie).expect("a kernel");
    let budget = Budget::of_paths(50_000_000);
    Chain::of_algorithm(&algorithm, model, reading, &budget).expect("within the budget")
}

/// The same chain in both representations, by the same number of paths.
fn same(model: &IsingModel, kernel: &str, tie: TieBreak, reading: Reading) {
    let levels = chain(&LevelModel::new(model), kernel, tie, reading);
    let table = chain(&model.levels().expect("a table"), kernel, tie, reading);
    assert_eq!(levels, table, "{} {kernel} {tie} {reading:?}", model.name());
}

/// Two by three, with a prior and a proposal that are not uniform, a move that
/// is not proposed back, and an estimate that is one of the parameters.
fn two_by_three() -> IsingModel {
    let row = |row: [i64; 3]| row.map(Rational::from).to_vec();
    IsingModel::new(IsingParts {
        name: "2x3".into(),
        lattice: Lattice::new(2, 3, Boundary::Free).expect("a lattice"),
        replicates: 1,
        weights: vec![q(1, 2), q(6, 5), q(2, 1)],
        observed: 5,
        configuration: None,
        estimate: q(6, 5),
        prior: Some(row([1, 3, 2])),
        proposal: Some(vec![row([1, 2, 3]), row([2, 0, 1]), row([0, 1, 1])]),
    })
    .expect("a model")
}

#[test]
fn every_kernel_on_two_by_two_and_two_by_three() {
    for model in [ising_two(), two_by_three()] {
        for kernel in KERNELS {
            same(&model, kernel, TieBreak::First, Reading::Merged);
        }
        same(&model, "mabmc", TieBreak::Coin, Reading::Merged);
    }
    for kernel in ["sve", "mpmc", "bridge", "rule:straddle", "mabmc:reuse"] {
        same(&ising_two(), kernel, TieBreak::Last, Reading::Plain);
    }
}

#[test]
fn every_kernel_on_three_by_three() {
    let model = ising_three();
    // Draws of both arms together have too many values for a quick test.
    let slow = ["mabmc:reuse", "rule:max-min-draws:2", "rule:argmax(a)"];
    let quick = |kernel: &&&str| !slow.contains(kernel);
    for kernel in KERNELS.iter().filter(quick) {
        same(&model, kernel, TieBreak::First, Reading::Merged);
    }
}

#[test]
fn two_replicates_are_one_lattice() {
    let parts = IsingParts {
        replicates: 2,
        observed: 4,
        ..ising_two().parts().clone()
    };
    let model = IsingModel::new(parts).expect("a model");
    for kernel in ["sve", "mpmc", "bridge", "mabmc"] {
        same(&model, kernel, TieBreak::First, Reading::Merged);
    }
}

/// Compiles a kernel by enumerating it.
struct Compile;

impl KernelVisitor for Compile {
    type Output = CompiledKernel;

    fn visit<K: FiniteKernel>(self, kernel: &K) -> CompiledKernel {
        CompiledKernel::compile(kernel, &Budget::of_paths(50_000_000)).expect("within the budget")
    }
}

/// What a step does in all its parts, by formulas and by enumeration.
#[test]
fn laws_of_whole_steps_by_formulas() {
    let kernels = [
        "mh",
        "sve",
        "mpmc",
        "bridge",
        "rule:max-min",
        "rule:[1/3, 2/3]",
        "mabmc",
    ];
    for model in [ising_two(), two_by_three()] {
        let (counted, levels) = (CountedModel::new(&model), LevelModel::new(&model));
        for (kernel, tie) in kernels
            .iter()
            .flat_map(|k| [(k, TieBreak::First), (k, TieBreak::Coin)])
        {
            let algorithm = Algorithm::named(kernel, tie).expect("a kernel");
            let budget = Budget::of_paths(50_000_000);
            let plain = algorithm
                .visit(&levels, &budget, Compile)
                .expect("within the budget");
            let laws = |laws: Result<Option<StepLaws>, _>| laws.expect("laws").expect("formulas");
            let exact = laws(StepLaws::exact(&counted, &algorithm));
            let short = laws(StepLaws::rounded(&counted, &algorithm));
            let error = short.rounding.expect("a bound").error;
            assert!(error.is_positive() && error < q(1, 1 << 60).power(2));
            assert_eq!(exact.kernel.target(), plain.target());
            for state in 0..plain.labels().len() {
                let law = plain.law_from(state);
                assert_eq!(
                    exact.kernel.law_from(state),
                    law,
                    "{kernel} {tie} from {state}"
                );
                assert_eq!(short.kernel.law_from(state).values(), law.values());
                assert!(law.total_variation(short.kernel.law_from(state)) <= error);
            }
        }
    }
}

/// A product of powers of three shared bases, and the same as a fraction.
fn monomial(bases: &[Arc<Base>], exponents: &[i64]) -> (Monomial, Rational) {
    let mut product = (Monomial::one(), Rational::ONE);
    for (base, &exponent) in bases.iter().zip(exponents) {
        product.0 = product.0.times(&Monomial::power(base, exponent));
        let power = base.value().power(exponent.unsigned_abs() as usize);
        product.1 = match exponent < 0 {
            true => product.1 / power,
            false => product.1 * power,
        };
    }
    product
}

fn bases() -> impl Strategy<Value = Vec<Arc<Base>>> {
    // Small numbers, so that products are often equal or nearly so.
    let base = (1i64..7, 1i64..7).prop_map(|(n, d)| Arc::new(Base::new(q(n, d))));
    prop::collection::vec(base, 3)
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn products_of_powers_are_their_fractions(
        bases in bases(),
        one in prop::collection::vec(-12i64..13, 3),
        other in prop::collection::vec(-12i64..13, 3),
        count in 1usize..9,
        vanishes in prop::bool::weighted(0.1),
    ) {
        let (one, left) = monomial(&bases, &one);
        let (other, right) = match vanishes {
            true => (Monomial::zero(), Rational::ZERO),
            false => monomial(&bases, &other),
        };
        prop_assert_eq!(one.exact(), left.clone());
        prop_assert_eq!(other.vanishes(), right.is_zero());
        prop_assert_eq!(one.cmp(&other), left.cmp(&right));
        prop_assert_eq!(one == other, left == right);
        prop_assert_eq!(one.times(&other).exact(), &left * &right);
        prop_assert_eq!(one.plus(&other).exact(), &left + &right);
        prop_assert_eq!(other.shared_by(count).exact(), &right / Rational::from(count));
        prop_assert_eq!(one.as_probability(), left.as_probability());
        prop_assert_eq!(other.over(&one).exact(), &right / &left);
        prop_assert_eq!(Monomial::from(left.clone()), one);
    }

    /// Digits say nothing that the number itself does not say.
    #[test]
    fn digits_and_logarithms(
        bases in bases(),
        exponents in prop::collection::vec(-40i64..41, 3),
        digits in any::<u64>(),
    ) {
        let (product, value) = monomial(&bases, &exponents);
        let order = product.logarithm().and_then(|logarithm| logarithm.compare_digits(digits));
        let unit = Rational::new(1, 2).power(64);
        let low = Rational::from(digits) * &unit;
        match order {
            Some(std::cmp::Ordering::Greater) => prop_assert!(value >= low + unit),
            Some(_) => prop_assert!(value <= low),
            None => {
                let near = (value - low).abs() < Rational::new(1, 1 << 30);
                prop_assert!(near || digits >> 40 == 0 || product == Monomial::one());
            }
        }
    }
}
