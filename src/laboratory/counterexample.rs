//! Is a rule valid? Many random models in turn; the first on which detailed
//! balance fails is made as small as possible.

use std::error::Error;
use std::fmt;

use super::{
    DecisionLaw, decision_law, has_full_support, searched_parts, shrink, size, smallest_below,
};
use crate::chains::{Chain, Witness};
use crate::chance::{Budget, Interrupted, Reading};
use crate::kernels::Algorithm;
use crate::models::{TableModel, TableParts};

/// A model on which a kernel breaks detailed balance.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The smallest model that was reached.
    pub parts: TableParts,
    /// The kernel's chain on it.
    pub chain: Chain,
    /// The pair of states with the largest difference of flows.
    pub witness: Witness,
    /// The law of the chosen arm between them, if the kernel chooses one.
    pub decision: Option<DecisionLaw>,
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Search {
    /// How many random models were tried.
    pub tried: usize,
    /// On how many of them the budget ran out.
    pub undecided: usize,
    /// The counterexample, if there is one.
    pub counterexample: Option<Counterexample>,
}

/// A search that ended because a rule failed on a model.
#[derive(Clone, Debug)]
pub struct SearchFailure {
    /// Which random model it was, counted from 1.
    pub tried: usize,
    /// The model.
    pub parts: TableParts,
    /// What happened on it.
    pub why: Interrupted,
}

impl fmt::Display for SearchFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "on random model {}: {}", self.tried, self.why)
    }
}

impl Error for SearchFailure {}

/// Tries random models, each within a budget of so many paths; `watch` is told
/// after each.
pub fn search(
    algorithm: &Algorithm,
    models: usize,
    seed: u64,
    paths: u64,
    watch: impl FnMut(usize),
) -> Result<Search, Box<SearchFailure>> {
    let random = seed..seed.saturating_add(models as u64);
    search_among(
        algorithm,
        random.map(|seed| searched_parts(seed, false)),
        paths,
        |_| true,
        watch,
    )
}

/// The same among models where every weight is positive: no arm's ratio is
/// biased there, and none is zero or infinite.
pub fn search_positive(
    algorithm: &Algorithm,
    models: usize,
    seed: u64,
    paths: u64,
    watch: impl FnMut(usize),
) -> Result<Search, Box<SearchFailure>> {
    let random = seed..seed.saturating_add(models as u64);
    let positive = |model: &TableModel| has_full_support(&model.parts());
    search_among(
        algorithm,
        random.map(|seed| searched_parts(seed, true)),
        paths,
        positive,
        watch,
    )
}

/// Tries these models in turn; a counterexample is made small among the models
/// that are allowed.
fn search_among(
    algorithm: &Algorithm,
    random: impl Iterator<Item = TableParts>,
    paths: u64,
    allowed: impl Fn(&TableModel) -> bool,
    mut watch: impl FnMut(usize),
) -> Result<Search, Box<SearchFailure>> {
    let budget = || Budget::of_paths(paths);
    let chain =
        |model: &TableModel| Chain::of_algorithm(algorithm, model, Reading::Merged, &budget());
    let fails = |model: &TableModel| -> Result<bool, Interrupted> {
        Ok(allowed(model) && chain(model)?.imbalance().is_some())
    };
    let (mut tried, mut undecided) = (0, 0);
    for parts in random {
        tried += 1;
        let model = TableModel::new(parts.clone()).expect("random parts make a model");
        let failed = |why| {
            let parts = TableParts {
                name: "failing".into(),
                ..parts.clone()
            };
            Box::new(SearchFailure { tried, parts, why })
        };
        match fails(&model) {
            // A rule that takes too much work does so on every model.
            Err(why @ Interrupted::TooMuchWork { .. }) => return Err(failed(why)),
            Err(why) if why.is_undecided() => undecided += 1,
            Err(why) => return Err(failed(why)),
            Ok(false) => {}
            Ok(true) => {
                let small = named(smallest(parts.clone(), fails));
                let model = TableModel::new(small.clone()).expect("shrunk parts make a model");
                let chain = chain(&model).map_err(failed)?;
                let witness = chain.imbalance().expect("a counterexample stays one");
                let pair = (witness.from, witness.to);
                let decision = decision_law(algorithm, &model, pair, &budget()).map_err(failed)?;
                return Ok(Search {
                    tried,
                    undecided,
                    counterexample: Some(Counterexample {
                        parts: small,
                        chain,
                        witness,
                        decision,
                    }),
                });
            }
        }
        watch(tried);
    }
    Ok(Search {
        tried,
        undecided,
        counterexample: None,
    })
}

/// Downhill first, then everything that is smaller still, as far as that goes.
fn smallest(
    parts: TableParts,
    fails: impl Fn(&TableModel) -> Result<bool, Interrupted>,
) -> TableParts {
    let small = shrink(parts, &fails);
    let fails_for_sure = |model: &TableModel| fails(model).unwrap_or(false);
    smallest_below(&size(&small), fails_for_sure).unwrap_or(small)
}

/// The same with its points counted from 0 again.
fn named(parts: TableParts) -> TableParts {
    let points = &parts.sample_space;
    let observed = points.iter().position(|point| *point == parts.observed);
    TableParts {
        name: "counterexample".into(),
        observed: observed.unwrap_or_default().to_string(),
        sample_space: (0..points.len()).map(|point| point.to_string()).collect(),
        ..parts
    }
}
