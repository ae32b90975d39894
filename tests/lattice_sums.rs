//! Formulas on lattices too large to list, against sums over all values of T,
//! term by term in `num-rational`, with a skewed prior and skewed proposals.

use num_rational::BigRational;
use peskun::chains::Chain;
use peskun::chance::{Budget, Reading};
use peskun::kernels::Algorithm;
use peskun::lattices::chain_of;
use peskun::models::{Boundary, IsingModel, IsingParts, Lattice};
use peskun::numbers::Rational;
use peskun::rules::TieBreak;

use crate::support::q;

/// A lattice with four parameters, and data on either side of its middle.
fn skewed(side: usize, observed: usize) -> IsingModel {
    let row = |row: [i64; 4]| row.map(Rational::from).to_vec();
    IsingModel::new(IsingParts {
        name: "skewed".into(),
        lattice: Lattice::new(side, side, Boundary::Free).expect("a lattice"),
        replicates: 1,
        weights: vec![q(21, 20), q(6, 5), q(27, 20), q(8, 5)],
        observed,
        configuration: None,
        estimate: q(61, 50),
        prior: Some(row([1, 3, 2, 500])),
        proposal: Some(vec![
            row([1, 2, 3, 4]),
            row([4, 1, 1, 2]),
            row([1, 1, 5, 1]),
            row([2, 70, 1, 1]),
        ]),
    })
    .expect("a model")
}

/// The model in num-rational.
struct Sums<'m> {
    model: &'m IsingModel,
    counts: Vec<BigRational>,
}

fn whole(number: i64) -> BigRational {
    BigRational::from_integer(number.into())
}

impl<'m> Sums<'m> {
    fn new(model: &'m IsingModel) -> Self {
        let counts = model.counts().iter().cloned().map(Rational::from);
        Sums {
            model,
            counts: counts.map(|count| BigRational::from(&count)).collect(),
        }
    }

    fn weight(&self, parameter: usize) -> BigRational {
        BigRational::from(&self.model.parts().weights[parameter])
    }

    fn proposal(&self, from: usize, to: usize) -> BigRational {
        BigRational::from(&self.model.proposal(from, to))
    }

    /// p_t(T) for every T.
    fn law(&self, t: &BigRational) -> Vec<BigRational> {
        let mass = |(level, count): (usize, &BigRational)| count * t.pow(level as i32);
        let masses: Vec<BigRational> = self.counts.iter().enumerate().map(mass).collect();
        let total: BigRational = masses.iter().sum();
        masses.iter().map(|mass| mass / &total).collect()
    }

    /// π(θ') q(θ', θ) f_θ'(x) / π(θ) q(θ, θ') f_θ(x).
    fn known(&self, from: usize, to: usize) -> BigRational {
        let prior = |parameter: usize| BigRational::from(&self.model.prior()[parameter]);
        let flow = |from: usize, to: usize| prior(from) * self.proposal(from, to);
        let data = self.model.parts().observed as i32;
        flow(to, from) / flow(from, to) * (self.weight(to) / self.weight(from)).pow(data)
    }

    /// Σ_w p_θ'(w) min{known · (t/t')^w, 1}.
    fn exchange(&self, from: usize, to: usize) -> BigRational {
        let (known, ratio) = (self.known(from, to), self.weight(from) / self.weight(to));
        let mut power = whole(1);
        let mut sum = whole(0);
        for mass in self.law(&self.weight(to)) {
            sum += mass * (&known * &power).min(whole(1));
            power *= &ratio;
        }
        sum
    }

    /// Σ_y a(y) Σ_y' p_θ'(y') min{known · (t/a)^y (a/t')^y', 1}.
    fn pseudo_marginal(&self, from: usize, to: usize, auxiliary: &BigRational) -> BigRational {
        let known = self.known(from, to);
        let (there, aside) = (self.law(&self.weight(to)), self.law(auxiliary));
        let powers = |base: BigRational| -> Vec<BigRational> {
            let one = Some(whole(1));
            let all = std::iter::successors(one, |last| Some(last * &base));
            all.take(there.len()).collect()
        };
        let forth = powers(self.weight(from) / auxiliary);
        let back = powers(auxiliary / self.weight(to));
        let mut sum = whole(0);
        for (y, mass) in aside.iter().enumerate() {
            let before = &known * &forth[y];
            let mut inner = whole(0);
            for (level, other) in there.iter().enumerate() {
                inner += other * (&before * &back[level]).min(whole(1));
            }
            sum += mass * inner;
        }
        sum
    }

    /// Compares every entry off the diagonal.
    fn compare(&self, kernel: &str, acceptance: impl Fn(usize, usize) -> BigRational) {
        let chain = chain(self.model, kernel);
        let rows = chain.matrix().rows();
        for (from, row) in rows.iter().enumerate() {
            for (to, entry) in row.iter().enumerate().filter(|(to, _)| *to != from) {
                let sum = self.proposal(from, to) * acceptance(from, to);
                assert_eq!(BigRational::from(entry), sum, "{kernel}, {from} to {to}");
            }
        }
        assert_eq!(chain.imbalance(), None, "{kernel}");
    }
}

fn chain(model: &IsingModel, kernel: &str) -> Chain {
    let algorithm = Algorithm::named(kernel, TieBreak::First).expect("a kernel");
    chain_of(&algorithm, model, Reading::Merged, &Budget::default()).expect("a formula")
}

/// Data in the middle and at both ends: the threshold is then anywhere.
#[test]
fn the_exchange_arm_on_the_papers_lattice() {
    for observed in [0, 2, 104, 180] {
        let model = skewed(10, observed);
        let sums = Sums::new(&model);
        sums.compare("sve", |from, to| sums.exchange(from, to));
    }
}

#[test]
fn two_auxiliary_draws_on_a_smaller_lattice() {
    let model = skewed(4, 15);
    let sums = Sums::new(&model);
    let estimate = BigRational::from(&model.parts().estimate);
    sums.compare("mpmc", |from, to| sums.pseudo_marginal(from, to, &estimate));
    sums.compare("bridge", |from, to| {
        let halfway = (sums.weight(from) + sums.weight(to)) / whole(2);
        sums.pseudo_marginal(from, to, &halfway)
    });
}
