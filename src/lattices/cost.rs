//! What formulas on a lattice cost, charged to a budget before they are begun.
//!
//! The unit is a path of an enumeration, a third of a microsecond. Which sums there
//! are follows from the formulas; their factors are fitted to measured times.

use super::chain::{are_the_papers, only_enclosed};
use crate::arms::AnyArm;
use crate::chance::{Budget, Interrupted};
use crate::kernels::{Algorithm, BanditReading};
use crate::models::IsingModel;
use crate::numbers::{Rational, bit_length, magnitude};
use crate::rules::{RuleName, Score};

/// Charges the formulas for an algorithm on a model, whatever comes of them.
pub fn charge_formulas(
    algorithm: &Algorithm,
    model: &IsingModel,
    budget: &Budget,
) -> Result<(), Interrupted> {
    let sizes = Sizes::of(model);
    let arms = algorithm.arms().iter().map(|arm| sizes.arm(arm)).sum();
    let parts = [
        sizes.columns(),
        sizes.rows(),
        arms,
        sizes.decisions(algorithm, model),
    ];
    budget.charge(parts.into_iter().fold(0, u64::saturating_add))
}

/// The sizes of a model that costs depend on.
struct Sizes {
    parameters: u64,
    levels: u64,
    /// Configurations of all replicates, if they are few.
    configurations: u64,
    sites: u64,
    /// Moves that are proposed, from every parameter.
    moves: Vec<u64>,
    /// Binary digits of a column's total.
    bits: u64,
}

impl Sizes {
    fn of(model: &IsingModel) -> Self {
        let parts = model.parts();
        let length =
            |t: &Rational| bit_length(&magnitude(t.numerator())).max(bit_length(t.denominator()));
        let longest = parts.weights.iter().map(length).max().unwrap_or(1) as u64;
        let sites = parts.lattice.sites().saturating_mul(parts.replicates) as u64;
        let levels = model.counts().len() as u64;
        let parameters = 0..parts.weights.len();
        let moves = parameters.map(|from| model.proposal_law(from).values().len() as u64);
        Sizes {
            parameters: parts.weights.len() as u64,
            levels,
            configurations: 1u64.checked_shl(sites as u32).unwrap_or(u64::MAX),
            sites,
            moves: moves.collect(),
            bits: (levels * longest).saturating_add(sites),
        }
    }

    /// The law of T at every parameter and at the estimate.
    fn columns(&self) -> u64 {
        let terms = (self.parameters + 1) * self.levels;
        terms.saturating_mul(1 + self.bits / 4_096)
    }

    /// Fractions with different denominators are added up along every row, and
    /// become longer as they are.
    fn rows(&self) -> u64 {
        let terms: u64 = self.moves.iter().map(|moves| moves * moves / 2 + 1).sum();
        terms.saturating_mul((self.bits / 64).max(1))
    }

    /// Pairs of parameters between which moves are proposed.
    fn pairs(&self) -> u64 {
        self.moves.iter().sum::<u64>() / 2 + 1
    }

    /// The mean acceptances of an arm; nothing if it has no formula.
    fn arm(&self, arm: &AnyArm) -> u64 {
        match arm {
            AnyArm::ModifiedPseudoMarginal(_) | AnyArm::Bridge(_) => {
                let halvings = u64::from(self.levels.ilog2()) + 1;
                let sum = self.levels.saturating_mul(2 * halvings);
                self.pairs().saturating_mul(150 + sum)
            }
            AnyArm::DoubleMetropolis(arm) if self.sites <= 12 => {
                let updates = self.sites.saturating_mul(arm.steps as u64);
                let terms = updates.saturating_mul(self.parameters * self.configurations);
                terms.saturating_mul(1 + updates / 12)
            }
            AnyArm::TrueRatio(_) | AnyArm::Exchange(_) => self.pairs(),
            AnyArm::Noisy(_) | AnyArm::DoubleMetropolis(_) => 0,
        }
    }

    /// How often each arm is chosen, where that depends on what is drawn.
    fn decisions(&self, algorithm: &Algorithm, model: &IsingModel) -> u64 {
        let Algorithm::Bandit {
            arms,
            rule: RuleName::Draws(Score::Smaller),
            reading: BanditReading::Fresh,
            ..
        } = algorithm
        else {
            return 0;
        };
        let sum = match only_enclosed(algorithm, model) {
            _ if !are_the_papers(arms) => return 0,
            Some(_) => 60 * self.levels,
            None => 2 * self.levels * self.levels,
        };
        self.pairs().saturating_mul(600 + sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arms::{DoubleMetropolis, Exchange, ModifiedPseudoMarginal};
    use crate::models::{ising_ten, ising_two};
    use crate::rules::TieBreak;

    fn sizes() -> Sizes {
        Sizes {
            parameters: 3,
            levels: 5,
            configurations: 16,
            sites: 4,
            moves: vec![3, 4, 2],
            bits: 9_000,
        }
    }

    #[test]
    fn what_sums_cost() {
        let sizes = sizes();
        assert_eq!(sizes.columns(), 4 * 5 * 3);
        assert_eq!(sizes.rows(), (5 + 9 + 3) * 140);
        assert_eq!(
            Sizes {
                bits: 5,
                ..self::sizes()
            }
            .rows(),
            17
        );
        assert_eq!(sizes.pairs(), 5);
        let mpmc = AnyArm::ModifiedPseudoMarginal(ModifiedPseudoMarginal);
        assert_eq!(sizes.arm(&mpmc), 5 * (150 + 5 * 6));
        assert_eq!(sizes.arm(&AnyArm::Exchange(Exchange)), 5);
        let dmh = |steps| AnyArm::DoubleMetropolis(DoubleMetropolis { steps });
        assert_eq!(sizes.arm(&dmh(6)), 24 * 3 * 16 * 3);
        assert_eq!(sizes.arm(&dmh(2)), 8 * 3 * 16);
        let many = Sizes {
            sites: 13,
            ..self::sizes()
        };
        assert_eq!(many.arm(&dmh(2)), 0);
    }

    #[test]
    fn what_a_model_is_charged() {
        let model = ising_two();
        let sizes = Sizes::of(&model);
        let parts = model.parts();
        let longest = |t: &Rational| {
            bit_length(&magnitude(t.numerator())).max(bit_length(t.denominator())) as u64
        };
        let longest = parts.weights.iter().map(longest).max().expect("weights");
        assert_eq!((sizes.sites, sizes.configurations), (4, 16));
        assert_eq!(sizes.parameters, parts.weights.len() as u64);
        assert_eq!(sizes.levels, model.counts().len() as u64);
        assert_eq!(sizes.bits, sizes.levels * longest + 4);
        assert_eq!(sizes.moves, vec![sizes.parameters; parts.weights.len()]);

        let named = |name| Algorithm::named(name, TieBreak::First).expect("a kernel");
        let pairs = sizes.pairs();
        let mabmc = sizes.decisions(&named("mabmc"), &model);
        assert_eq!(mabmc, pairs * (600 + 2 * sizes.levels * sizes.levels));
        for other in ["sve", "mabmc:reuse", "rule:max-min"] {
            assert_eq!(sizes.decisions(&named(other), &model), 0, "{other}");
        }
        let turned = Algorithm::paper_arms().into_iter().rev().collect();
        let (rule, reading) = (RuleName::Draws(Score::Smaller), BanditReading::Fresh);
        let turned = Algorithm::bandit(turned, rule, TieBreak::First, reading);
        assert_eq!(sizes.decisions(&turned.expect("a kernel"), &model), 0);
        let paper = ising_ten();
        let sizes = Sizes::of(&paper);
        let mabmc = sizes.decisions(&named("mabmc"), &paper);
        assert_eq!(mabmc, sizes.pairs() * (600 + 60 * sizes.levels));

        // All parts together, and not less than any of them.
        let budget = Budget::of_paths(u64::MAX);
        charge_formulas(&named("sve"), &paper, &budget).expect("allowed");
        let arms: u64 = sizes.pairs();
        assert_eq!(budget.spent(), sizes.columns() + sizes.rows() + arms);
    }
}
