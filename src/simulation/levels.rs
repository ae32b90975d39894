//! An Ising model with the values of T for points, of any size.
//!
//! It is the same model as [`IsingModel::levels`], which lists every mass as a
//! fraction and so ends at small lattices. Here draws of T are looked up, the
//! same for the step that runs and for the one that is enumerated, and
//! densities are products of powers: the steps of all algorithms run as they
//! are written, without any rounding, on lattices of a hundred sites and more.

use std::sync::{Arc, OnceLock};

use super::direct::weighted;
use crate::chance::{Ask, Chance, Interrupted, Lottery};
use crate::models::{IsingModel, Model, Normalized, Yardstick, metropolis_step};
use crate::numbers::{Base, Law, Monomial, Number, Ratio, Rational};

/// A lattice whose points are the numbers of agreeing neighbors, over all
/// replicates.
///
/// ```
/// use peskun::arms::Exchange;
/// use peskun::chance::Sampler;
/// use peskun::kernels::{Kernel, RandomizedMetropolis};
/// use peskun::models::ising_ten;
/// use peskun::simulation::LevelModel;
///
/// let model = LevelModel::new(&ising_ten());
/// let kernel = RandomizedMetropolis::new(&model, Exchange);
/// let mut sampler = Sampler::new(7, 0);
/// let step = kernel.step(&0, &mut sampler)?;
/// assert_eq!(step.cost, 1);
/// # Ok::<(), peskun::chance::Interrupted>(())
/// ```
#[derive(Debug)]
pub struct LevelModel {
    model: IsingModel,
    /// The values of T that some configuration has, and their names.
    levels: Law<usize>,
    names: Vec<String>,
    /// g(T), for every T that some configuration has.
    counts: Vec<Option<Arc<Base>>>,
    parameters: Vec<Tilt>,
    estimate: Tilt,
    /// Which law lies halfway between two parameters.
    between: Vec<Vec<Halfway>>,
    /// Those that are no parameter's nor the estimate's, one for each t, computed
    /// when asked for.
    halves: Vec<(Arc<Base>, OnceLock<Tilt>)>,
    known_ratios: Vec<Vec<Ratio<Monomial>>>,
}

/// Where the law halfway between two parameters is kept: on a grid most of them
/// are the same.
#[derive(Clone, Copy, Debug)]
enum Halfway {
    Parameter(usize),
    Estimate,
    Half(usize),
}

/// The law of T at one t.
#[derive(Debug)]
struct Tilt {
    /// t, the same object wherever it is the same number.
    weight: Arc<Base>,
    lottery: Lottery,
    /// Z(t), computed when asked for.
    constant: OnceLock<Arc<Base>>,
}

impl Tilt {
    fn new(model: &IsingModel, weight: Arc<Base>) -> Self {
        let law = weighted(model.counts(), weight.value());
        Tilt {
            lottery: Lottery::new(law.weights()),
            weight,
            constant: OnceLock::new(),
        }
    }
}

impl LevelModel {
    /// The model of all values of T.
    pub fn new(model: &IsingModel) -> Self {
        let parts = model.parts();
        let size = parts.weights.len();
        let bases = parts.weights.iter().cloned().map(Base::new).map(Arc::new);
        let parameters: Vec<Tilt> = bases.map(|base| Tilt::new(model, base)).collect();
        let estimate = Tilt::new(model, shared(&parameters, &parts.estimate));
        let reached = model.counts().iter().map(|count| !count.is_zero());
        let levels = reached.clone().zip(0..).filter(|&(reached, _)| reached);
        let levels = levels.map(|(_, level)| (level, Rational::ONE));
        let base = |count| Arc::new(Base::new(Rational::from(count)));
        let counts = model.counts().iter().cloned().zip(reached);
        let mut halves: Vec<(Arc<Base>, OnceLock<Tilt>)> = Vec::new();
        let mut between = vec![vec![Halfway::Estimate; size]; size];
        for (from, row) in between.iter_mut().enumerate() {
            for (to, halfway) in row.iter_mut().enumerate() {
                let t = (&parts.weights[from] + &parts.weights[to]) / Rational::from(2);
                *halfway = place(&parameters, &estimate, &mut halves, t);
            }
        }
        let mut levels = LevelModel {
            levels: Law::proportional_to(levels).expect("a lattice has configurations"),
            names: (0..model.counts().len()).map(|t| t.to_string()).collect(),
            counts: counts
                .map(|(count, reached)| reached.then(|| base(count)))
                .collect(),
            parameters,
            estimate,
            between,
            halves,
            known_ratios: Vec::new(),
            model: model.clone(),
        };
        let row = |from: usize| (0..size).map(|to| levels.known(from, to)).collect();
        levels.known_ratios = (0..size).map(row).collect();
        levels
    }

    /// The lattice model.
    pub fn lattice_model(&self) -> &IsingModel {
        &self.model
    }

    /// π(θ') q(θ', θ) f_θ'(x) / π(θ) q(θ, θ') f_θ(x), with the ratio of prior and
    /// proposal as one number.
    fn known(&self, from: usize, to: usize) -> Ratio<Monomial> {
        let flow =
            |from: usize, to: usize| &self.model.prior()[from] * self.model.proposal(from, to);
        let forth = flow(from, to);
        if forth.is_zero() {
            return Ratio::Infinite;
        }
        let observed = self.model.parts().observed as i64;
        let risen =
            |parameter: usize| Monomial::power(&self.parameters[parameter].weight, observed);
        let ratio = Monomial::from(flow(to, from) / forth);
        Ratio::Finite(ratio.times(&risen(to)).over(&risen(from)))
    }

    /// The law halfway between two parameters.
    fn halfway(&self, from: usize, to: usize) -> &Tilt {
        match self.between[from][to] {
            Halfway::Parameter(parameter) => &self.parameters[parameter],
            Halfway::Estimate => &self.estimate,
            Halfway::Half(half) => {
                let (weight, tilt) = &self.halves[half];
                tilt.get_or_init(|| Tilt::new(&self.model, Arc::clone(weight)))
            }
        }
    }

    /// A draw of T.
    fn draw<C: Chance>(&self, tilt: &Tilt, chance: &mut C) -> Result<usize, Interrupted> {
        Ok(self.levels.values()[chance.draw_lot(&tilt.lottery)?])
    }

    /// g(T) tᵀ.
    fn weight(&self, tilt: &Tilt, level: usize) -> Monomial {
        let Some(count) = &self.counts[level] else {
            return Monomial::zero();
        };
        Monomial::product([(count, 1), (&tilt.weight, level as i64)])
    }

    /// Z(t): the weight of a level over its probability.
    fn constant<'t>(&self, tilt: &'t Tilt) -> &'t Arc<Base> {
        tilt.constant.get_or_init(|| {
            let share = tilt.lottery.weights().probability(0);
            let weight = self.weight(tilt, self.levels.values()[0]).exact();
            Arc::new(Base::new(weight / share))
        })
    }

    /// The probability of T.
    fn probability(&self, tilt: &Tilt, level: usize) -> Monomial {
        let Some(count) = &self.counts[level] else {
            return Monomial::zero();
        };
        let constant = self.constant(tilt);
        Monomial::product([(count, 1), (&tilt.weight, level as i64), (constant, -1)])
    }
}

/// The place of a t, a new one among the halves if it has none.
fn place(
    parameters: &[Tilt],
    estimate: &Tilt,
    halves: &mut Vec<(Arc<Base>, OnceLock<Tilt>)>,
    t: Rational,
) -> Halfway {
    let at = |tilt: &Tilt| *tilt.weight.value() == t;
    if let Some(parameter) = parameters.iter().position(at) {
        return Halfway::Parameter(parameter);
    }
    if at(estimate) {
        return Halfway::Estimate;
    }
    let known = halves.iter().position(|(weight, _)| *weight.value() == t);
    Halfway::Half(known.unwrap_or_else(|| {
        halves.push((Arc::new(Base::new(t)), OnceLock::new()));
        halves.len() - 1
    }))
}

/// A number as a base; the one that is there already, if there is one.
fn shared<'t>(known: impl IntoIterator<Item = &'t Tilt>, value: &Rational) -> Arc<Base> {
    let mut known = known.into_iter().map(|tilt| &tilt.weight);
    let same = known.find(|base| base.value() == value);
    same.map_or_else(|| Arc::new(Base::new(value.clone())), Arc::clone)
}

impl Model for LevelModel {
    type Parameter = usize;
    type Point = usize;
    type Number = Monomial;

    fn parameter_label(&self, parameter: &usize) -> String {
        self.parameter_name(parameter).into()
    }

    fn propose<C: Chance>(&self, &from: &usize, chance: &mut C) -> Result<usize, Interrupted> {
        chance.draw(self.model.proposal_law(from)).copied()
    }

    fn draw_point<C: Chance>(&self, &at: &usize, chance: &mut C) -> Result<usize, Interrupted> {
        self.draw(&self.parameters[at], chance)
    }

    fn draw_auxiliary<C: Chance>(&self, _: &usize, chance: &mut C) -> Result<usize, Interrupted> {
        self.draw(&self.estimate, chance)
    }

    /// Metropolis with uniform proposals on the values of T.
    fn inner_step<C: Chance>(
        &self,
        parameter: &usize,
        point: &usize,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        metropolis_step(self, &self.levels, parameter, point, chance)
    }

    fn observed(&self) -> usize {
        self.model.parts().observed
    }

    fn prior(&self, &parameter: &usize) -> Monomial {
        Monomial::from(self.model.prior()[parameter].clone())
    }

    fn proposal(&self, &from: &usize, &to: &usize) -> Monomial {
        Monomial::from(self.model.proposal(from, to))
    }

    fn likelihood(&self, &parameter: &usize, &point: &usize) -> Monomial {
        self.weight(&self.parameters[parameter], point)
    }

    fn auxiliary(&self, _: &usize, &point: &usize) -> Monomial {
        self.probability(&self.estimate, point)
    }

    fn draw_between<C: Chance>(
        &self,
        &from: &usize,
        &to: &usize,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        self.draw(self.halfway(from, to), chance)
    }

    fn between(&self, &from: &usize, &to: &usize, &point: &usize) -> Monomial {
        self.probability(self.halfway(from, to), point)
    }

    fn known_ratio(&self, &from: &usize, &to: &usize) -> Ratio<Monomial> {
        self.known_ratios[from][to].clone()
    }
}

impl Normalized for LevelModel {
    fn normalizing_constant(&self, &parameter: &usize) -> Monomial {
        Monomial::power(self.constant(&self.parameters[parameter]), 1)
    }
}

impl Yardstick for LevelModel {
    fn parameters(&self) -> Vec<usize> {
        (0..self.parameters.len()).collect()
    }

    fn points(&self) -> Vec<usize> {
        self.levels.values().to_vec()
    }

    fn parameter_name(&self, &parameter: &usize) -> &str {
        &self.model.names()[parameter]
    }

    fn point_name(&self, &point: &usize) -> &str {
        &self.names[point]
    }

    fn estimate(&self) -> Option<Rational> {
        Some(self.model.parts().estimate.clone())
    }

    fn posterior(&self) -> Vec<Rational> {
        let observed = self.observed();
        let joint = |parameter: &usize| {
            let density = self.probability(&self.parameters[*parameter], observed);
            self.prior(parameter).times(&density).exact()
        };
        let weights: Vec<Rational> = self.parameters().iter().map(joint).collect();
        let total: Rational = weights.iter().cloned().sum();
        weights.into_iter().map(|weight| weight / &total).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::{ising_two, known_ratio};

    #[test]
    fn known_ratios_are_those_of_the_definition() {
        let levels = LevelModel::new(&ising_two());
        for (from, to) in [(0, 1), (1, 0), (3, 2), (2, 2)] {
            assert_eq!(
                levels.known_ratio(&from, &to),
                known_ratio(&levels, &from, &to)
            );
        }
    }

    #[test]
    fn a_square_by_hand() {
        let levels = LevelModel::new(&ising_two());
        // t = 3/2: Z = 2 + 12 · 9/4 + 2 · 81/16 = 313/8.
        assert_eq!(levels.points(), [0, 2, 4]);
        assert_eq!(
            levels.normalizing_constant(&1).exact(),
            Rational::new(313, 8)
        );
        assert_eq!(levels.likelihood(&1, &2).exact(), Rational::new(27, 1));
        assert!(levels.likelihood(&1, &3).vanishes());
        // The estimate 7/4 lies halfway between 3/2 and 2: the same number.
        let halfway = levels.halfway(1, 2);
        assert!(Arc::ptr_eq(&halfway.weight, &levels.estimate.weight));
    }
}
