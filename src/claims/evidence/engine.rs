//! What checks compute with: operations that return what they found together
//! with what that rests on.

use std::collections::BTreeMap;

use super::grade::{Class, Kind};
use super::{Basis, Instance, Property, Subject};
use crate::chains::{Chain, Figure, Obtained};
use crate::chance::{Interrupted, in_order};
use crate::claims::exhaustive::{recorded, shapes_in_words};
use crate::laboratory::{random_parts, smallest_model};
use crate::lattices::Enclosure;
use crate::models::{TableModel, TableParts};

/// The models that a ledger's statements are examined on.
#[derive(Debug)]
pub struct Engine {
    /// The first example of the ledger.
    pub first: TableModel,
    /// The second example of the ledger.
    pub second: TableModel,
    /// Random models: zeros in every support, skewed proposals.
    pub random: Vec<TableModel>,
    held: BTreeMap<&'static str, Held>,
}

/// A property that was examined on all models.
#[derive(Clone, Debug)]
pub struct Held {
    /// Did it hold on all?
    pub held: bool,
    /// How many models there were.
    pub models: usize,
    /// How many cases were looked at, as the property counts them.
    pub cases: u64,
    /// How many of those were notable.
    pub notable: u64,
    /// The model on which it failed.
    pub failed: Option<TableParts>,
    /// What that rests on.
    pub basis: Basis,
}

/// A model that was searched for.
#[derive(Clone, Debug)]
pub struct Found {
    /// What it is made of, to be printed.
    pub parts: TableParts,
    /// The model.
    pub model: TableModel,
    /// It is a witness.
    pub basis: Basis,
}

/// Whether something holds, with what that rests on.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Does it?
    pub held: bool,
    /// What that rests on.
    pub basis: Basis,
}

impl Engine {
    /// How many random models there are.
    pub const RANDOM: usize = 200;

    /// The engine with the examples of a ledger and the same random models
    /// every time.
    pub fn new([first, second]: [TableModel; 2]) -> Self {
        let model = |parts: TableParts| TableModel::new(parts).expect("random parts make a model");
        Engine {
            first,
            second,
            random: (0..Self::RANDOM as u64)
                .map(|seed| model(random_parts(seed, 3, 3)))
                .collect(),
            held: BTreeMap::new(),
        }
    }

    /// Both examples and the random models.
    pub fn models(&self) -> impl Iterator<Item = &TableModel> {
        [&self.first, &self.second].into_iter().chain(&self.random)
    }

    /// What [`Engine::models`] is, for the evidence.
    pub fn models_in_words(&self) -> String {
        format!(
            "both examples and {} random models of up to 3 parameters and 3 points",
            self.random.len()
        )
    }

    /// Examines properties, by the names of their claims, on all models: each
    /// model once.
    pub fn survey(&mut self, properties: &[(&'static str, Property)]) -> Result<(), Interrupted> {
        let models: Vec<&TableModel> = self.models().collect();
        let examined: Vec<Vec<Instance>> = in_order(&models, |model| {
            let subject = Subject::new(model);
            let each = properties.iter().map(|(_, property)| property(&subject));
            each.collect()
        })?;
        let held: BTreeMap<&'static str, Held> = properties
            .iter()
            .enumerate()
            .map(|(place, (id, _))| {
                let instances = examined.iter().map(|row| row[place]);
                (*id, summed(id, &models, instances))
            })
            .collect();
        self.held.extend(held);
        Ok(())
    }

    /// What the survey found about a claim.
    pub(in crate::claims) fn held(&self, id: &str) -> &Held {
        self.held
            .get(id)
            .expect("the properties of claims are surveyed before")
    }

    /// The smallest model on which something holds.
    pub fn search(
        &self,
        holds: impl Fn(&Subject) -> Result<bool, Interrupted>,
    ) -> Result<Option<Found>, Interrupted> {
        let found = smallest_model(|model| holds(&Subject::new(model)))?;
        Ok(found.map(|(parts, model)| Found {
            parts,
            model,
            basis: witness("the model below, the smallest that was found"),
        }))
    }

    /// Does something hold on this model, which then is a witness?
    pub fn shown(
        &self,
        model: &TableModel,
        holds: impl FnOnce(&Subject) -> Result<bool, Interrupted>,
    ) -> Result<Checked, Interrupted> {
        let held = holds(&Subject::new(model))?;
        let basis = match held {
            true => witness(model.name()),
            false => Basis::nothing(),
        };
        Ok(Checked { held, basis })
    }

    /// Does something hold for every one of these, which are called so?
    pub fn every<T>(
        &self,
        which: &str,
        cases: impl IntoIterator<Item = T>,
        mut holds: impl FnMut(T) -> bool,
    ) -> Checked {
        let (mut held, mut size) = (true, 0);
        for case in cases {
            held &= holds(case);
            size += 1;
        }
        let class = Class::Cases(which.into());
        Checked {
            held,
            basis: Basis::of(Kind::Exhaustive { size, class }),
        }
    }
}

fn witness(object: &str) -> Basis {
    Basis::of(Kind::Witness {
        object: object.into(),
    })
}

/// Adds up what a property is on all models.
fn summed(id: &str, models: &[&TableModel], each: impl Iterator<Item = Instance>) -> Held {
    let mut sum = Held {
        held: true,
        models: models.len(),
        cases: 0,
        notable: 0,
        failed: None,
        basis: Basis::nothing(),
    };
    for (model, instance) in models.iter().zip(each) {
        sum.cases += instance.cases;
        sum.notable += instance.notable;
        if !instance.holds && sum.failed.is_none() {
            sum.held = false;
            sum.failed = Some(model.parts());
            sum.basis = witness(model.name());
        }
    }
    if sum.held {
        sum.basis = Basis::of(Kind::Sampled { models: sum.models });
        for run in recorded().iter().filter(|run| run.has_no_exception(id)) {
            let class = Class::Models(shapes_in_words(run.largest, &run.shapes));
            let size = run.models;
            sum.basis = sum.basis.and(&Basis::of(Kind::Exhaustive { size, class }));
        }
    }
    sum
}

/// What a chain's entries rest on: all paths of its step, or enclosures.
pub(in crate::claims) fn entries_of(chains: &[&Chain]) -> Basis {
    let mut paths = 0;
    let mut basis = Basis::nothing();
    for chain in chains {
        match chain.obtained() {
            Obtained::Enumeration { paths: more } => paths += more,
            Obtained::Formulas => {
                let class = Class::Cases("entries by exact formulas".into());
                let size = (chain.states().len() as u64).pow(2);
                basis = basis.and(&Basis::of(Kind::Exhaustive { size, class }));
            }
            Obtained::Enclosure => {
                let numbers = chain.states().len().pow(2);
                basis = basis.and(&Basis::of(Kind::Enclosed { numbers }));
            }
            Obtained::Import => (),
        }
    }
    match paths {
        0 => basis,
        size => basis.and(&Basis::of(Kind::Exhaustive {
            size,
            class: Class::Paths,
        })),
    }
}

/// What enclosed numbers rest on.
pub(in crate::claims) fn enclosures<'a>(all: impl IntoIterator<Item = &'a Enclosure>) -> Basis {
    let numbers = all.into_iter().count();
    Basis::of(Kind::Enclosed { numbers })
}

/// What figures of chains rest on, where they are not exact.
pub(in crate::claims) fn figures<'a>(all: impl IntoIterator<Item = &'a Figure>) -> Basis {
    let enclosed = all.into_iter().filter(|figure| figure.exact().is_none());
    match enclosed.count() {
        0 => Basis::nothing(),
        numbers => Basis::of(Kind::Enclosed { numbers }),
    }
}
