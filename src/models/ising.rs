//! The Ising model of Section 5.2: f_t(σ) = t^T(σ) with T the number of agreeing
//! neighbors and t = e^{2βJ}, observed through one or several independent
//! configurations, with a finite list of values of t.
//!
//! All algorithms see a configuration through T only, so that the exact counts
//! g(T) are all that is needed, however many configurations there are.

use super::checks::{ModelError, check_prior, laws, list, wrong};
use super::family::Family;
use super::lattice::Lattice;
use super::table::{TableModel, TableParts};
use crate::numbers::{Integer, Law, Natural, Rational, bit_length, magnitude};

/// The most parameters of a lattice model.
pub const MOST_WEIGHTS: usize = 400;
/// The most binary digits of all powers t^T together.
const LONGEST_POWERS: usize = 400_000_000;

/// The most binary digits of a table of levels.
const LONGEST_TABLE: usize = 20_000_000;

/// What a lattice model is made of.
#[derive(Clone, Debug)]
pub struct IsingParts {
    /// What the model is called.
    pub name: String,
    /// The lattice.
    pub lattice: Lattice,
    /// How many independent configurations are observed.
    pub replicates: usize,
    /// t = e^{2βJ}, one for each parameter.
    pub weights: Vec<Rational>,
    /// Agreeing neighbor pairs in the data, over all replicates.
    pub observed: usize,
    /// The configurations themselves, row by row and replicate by replicate, if
    /// they are known; up is true.
    pub configuration: Option<Vec<bool>>,
    /// φ: MPMC's auxiliary law is p_φ.
    pub estimate: Rational,
    /// One positive weight for each parameter; equal if left out.
    pub prior: Option<Vec<Rational>>,
    /// q(θ, ·): one row for each parameter, normalized; uniform if left out.
    pub proposal: Option<Vec<Vec<Rational>>>,
}

/// An Ising model with finitely many parameters.
#[derive(Clone, Debug)]
pub struct IsingModel {
    parts: IsingParts,
    names: Vec<String>,
    prior: Vec<Rational>,
    proposal: Vec<Law<usize>>,
    counts: Vec<Natural>,
}

impl IsingModel {
    /// Counts the lattice's configurations, checks the parts and builds the
    /// model.
    pub fn new(parts: IsingParts) -> Result<Self, ModelError> {
        let size = parts.weights.len();
        if !(1..=MOST_WEIGHTS).contains(&size) {
            let message = format!("{size} weights; 1 to {MOST_WEIGHTS} are taken");
            return Err(wrong("weights", None, message));
        }
        for (row, weight) in parts.weights.iter().chain([&parts.estimate]).enumerate() {
            if !weight.is_positive() {
                let message = format!("{weight} is not positive; t = e^{{2βJ}} is");
                return Err(match row == size {
                    true => wrong("estimate", None, message),
                    false => wrong("weights", Some(row), message),
                });
            }
        }
        if parts.replicates == 0 {
            let message = "at least one configuration is observed".into();
            return Err(wrong("replicates", None, message));
        }
        let names: Vec<String> = parts.weights.iter().map(ToString::to_string).collect();
        super::checks::check_names("weights", &names)?;
        let prior = match &parts.prior {
            Some(prior) => prior.clone(),
            None => vec![Rational::ONE; size],
        };
        check_prior(&prior, &names)?;
        let uniform = vec![vec![Rational::ONE; size]; size];
        let proposal = parts.proposal.as_ref().unwrap_or(&uniform);
        super::checks::check_lengths("proposal", proposal)?;
        let proposal = laws("proposal", proposal, size, size)?;
        check_length(&parts)?;
        let counts = parts
            .lattice
            .replicated_agreements(parts.replicates)
            .map_err(|error| wrong("rows", None, error.to_string()))?;
        if counts.get(parts.observed).is_none_or(Natural::is_zero) {
            return Err(wrong("observed", None, unreached(parts.observed, &counts)));
        }
        Ok(IsingModel {
            names,
            prior,
            proposal,
            counts,
            parts,
        })
    }

    /// What the model is called.
    pub fn name(&self) -> &str {
        &self.parts.name
    }

    /// The parameters by name: t in lowest terms.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What the model is made of.
    pub fn parts(&self) -> &IsingParts {
        &self.parts
    }

    /// One weight for each parameter.
    pub fn prior(&self) -> &[Rational] {
        &self.prior
    }

    /// q(θ, θ').
    pub fn proposal(&self, from: usize, to: usize) -> Rational {
        self.proposal[from].probability(&to)
    }

    /// q(θ, ·).
    pub fn proposal_law(&self, from: usize) -> &Law<usize> {
        &self.proposal[from]
    }

    /// g(T) for T from 0 to the number of neighbor pairs, over all replicates.
    pub fn counts(&self) -> &[Natural] {
        &self.counts
    }

    /// The largest T.
    pub fn bonds(&self) -> usize {
        self.counts.len() - 1
    }

    /// The model with the values of T for points: every algorithm but double
    /// Metropolis–Hastings has the same transition matrix on it.
    pub fn levels(&self) -> Result<TableModel, ModelError> {
        // The masses of all parameters, at about twice the bits of a power.
        let bits =
            |t: &Rational| bit_length(&magnitude(t.numerator())).max(bit_length(t.denominator()));
        let longest = self.parts.weights.iter().map(bits).max().unwrap_or(1);
        let total = self.counts.len().pow(2) * longest * self.names.len();
        if total > LONGEST_TABLE {
            let message = format!(
                "the lattice has {} values of T, too many to enumerate them one by one",
                self.counts.len()
            );
            return Err(wrong("rows", None, message));
        }
        let reached: Vec<usize> = (0..=self.bonds())
            .filter(|&level| !self.counts[level].is_zero())
            .collect();
        let base: Vec<Rational> = reached
            .iter()
            .map(|&level| Rational::from(Integer::from(self.counts[level].clone())))
            .collect();
        let points = reached.iter().map(ToString::to_string).collect();
        self.table(points, self.parts.observed.to_string(), base, reached)
    }

    /// A table model whose points have these multiplicities and levels.
    pub(super) fn table(
        &self,
        points: Vec<String>,
        observed: String,
        base: Vec<Rational>,
        levels: Vec<usize>,
    ) -> Result<TableModel, ModelError> {
        let family = Family {
            base,
            levels,
            values: self.parts.weights.clone(),
        };
        let size = self.names.len();
        let estimate = &self.parts.estimate;
        let model = TableModel::new(TableParts {
            name: self.parts.name.clone(),
            parameters: self.names.clone(),
            sample_space: points,
            observed,
            prior: self.prior.clone(),
            likelihood: self.parts.weights.iter().map(|t| family.row(t)).collect(),
            proposal: self.parts.proposal.clone(),
            auxiliary: Some(vec![family.row(estimate); size]),
            estimate: Some(estimate.clone()),
        })?;
        Ok(model.with_family(family))
    }
}

/// Powers of long fractions fill the memory: refuse them beforehand.
fn check_length(parts: &IsingParts) -> Result<(), ModelError> {
    let bits =
        |t: &Rational| bit_length(&magnitude(t.numerator())).max(bit_length(t.denominator()));
    let levels = (parts.lattice.bonds() + 1).saturating_mul(parts.replicates);
    let bases = parts.weights.iter().chain([&parts.estimate]);
    let total = bases.map(bits).fold(0usize, |total, bits| {
        total.saturating_add(levels.saturating_mul(levels).saturating_mul(bits))
    });
    match total > LONGEST_POWERS {
        true => Err(wrong(
            "weights",
            None,
            format!(
                "the powers of all weights would have {total} binary digits; at most {LONGEST_POWERS} are taken: use fewer or shorter weights, or fewer replicates"
            ),
        )),
        false => Ok(()),
    }
}

/// What to say of an observed T that no configuration has.
fn unreached(observed: usize, counts: &[Natural]) -> String {
    let largest = counts.len() - 1;
    if observed > largest {
        return format!("{observed} agreeing pairs, but there are only {largest} pairs");
    }
    let reached: Vec<String> = (0..counts.len())
        .filter(|&level| !counts[level].is_zero())
        .map(|level| level.to_string())
        .collect();
    format!(
        "no configuration has {observed} agreeing pairs; possible are {}",
        list(&reached)
    )
}
