//! Is a rule valid? Many random models in turn; the first on which detailed
//! balance fails is made as small as possible.

use super::{numbered_parts, shrink, size, smallest_below};
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

/// Tries random models, each within a budget of so many paths; `watch` is told
/// after each.
pub fn search(
    algorithm: &Algorithm,
    models: usize,
    seed: u64,
    paths: u64,
    mut watch: impl FnMut(usize),
) -> Result<Search, Interrupted> {
    let chain = |model: &TableModel| {
        Chain::of_algorithm(algorithm, model, Reading::Merged, &Budget::of_paths(paths))
    };
    let fails = |model: &TableModel| -> Result<bool, Interrupted> {
        Ok(chain(model)?.imbalance().is_some())
    };
    let mut undecided = 0;
    for tried in 1..=models {
        let parts = numbered_parts(seed.wrapping_add(tried as u64 - 1));
        let model = TableModel::new(parts.clone()).expect("random parts make a model");
        match fails(&model) {
            Err(why) if why.is_undecided() => undecided += 1,
            Err(why) => return Err(why),
            Ok(false) => {}
            Ok(true) => {
                let parts = named(smallest(parts, fails));
                let model = TableModel::new(parts.clone()).expect("shrunk parts make a model");
                let chain = chain(&model)?;
                let witness = chain.imbalance().expect("a counterexample stays one");
                return Ok(Search {
                    tried,
                    undecided,
                    counterexample: Some(Counterexample {
                        parts,
                        chain,
                        witness,
                    }),
                });
            }
        }
        watch(tried);
    }
    Ok(Search {
        tried: models,
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
