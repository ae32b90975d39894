//! What is run: which claims on which models, block by block.

use super::class::{Block, ModelClass, Shape, model};
use super::shard::Shard;
use crate::chance::{Interrupted, in_order};
use crate::claims::{Claim, Property, Subject};
use crate::models::TableParts;

/// Which claims on which models.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The largest weight.
    pub largest: u8,
    /// The shapes, in the order they are gone through.
    pub shapes: Vec<Shape>,
    /// The claims about every model, by name.
    pub claims: Vec<&'static str>,
    /// What each of them says.
    pub statements: Vec<&'static str>,
    properties: Vec<Property>,
}

/// A model on which a claim fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The claim.
    pub claim: String,
    /// On how many models of the block it fails.
    pub models: u64,
    /// The first of them, in one word.
    pub first: String,
}

/// What became of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Its number, from 0.
    pub block: u64,
    /// The shape of its models.
    pub shape: Shape,
    /// How many models it has.
    pub models: u64,
    /// The claims that fail on some of them.
    pub exceptions: Vec<Exception>,
}

/// How many blocks are examined at a time before they are written down.
const AT_A_TIME: usize = 64;

impl Plan {
    /// The universal ones of these claims on all models of these shapes.
    pub fn new(claims: &[Claim], largest: u8, shapes: &[Shape]) -> Self {
        let universal = claims
            .iter()
            .filter_map(|claim| Some((claim.id, claim.statement, claim.property()?)));
        let (mut names, mut statements, mut properties) = (Vec::new(), Vec::new(), Vec::new());
        for (name, statement, property) in universal {
            names.push(name);
            statements.push(statement);
            properties.push(property);
        }
        let mut shapes = shapes.to_vec();
        shapes.sort();
        shapes.dedup();
        Plan {
            largest,
            shapes,
            claims: names,
            statements,
            properties,
        }
    }

    fn classes(&self) -> impl Iterator<Item = ModelClass> + '_ {
        let class = |shape: &Shape| ModelClass::new(*shape, self.largest);
        self.shapes.iter().map(class)
    }

    /// Every block with its number, in order: handed over as they come.
    pub fn each_block(&self, mut hand_over: impl FnMut(u64, &ModelClass, Block)) {
        let mut number = 0;
        for class in self.classes() {
            for block in class.blocks() {
                hand_over(number, &class, block);
                number += 1;
            }
        }
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        let count = self.classes().map(|class| class.blocks().count() as u64);
        count.sum()
    }

    /// Examines the blocks of a shard, but those that are done already; hands over what
    /// became of them, in order, a few at a time.
    pub fn run<E: From<Interrupted>>(
        &self,
        shard: Shard,
        is_done: impl Fn(u64) -> bool,
        mut hand_over: impl FnMut(&[Tally]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut number = 0;
        for class in self.classes() {
            let mut pending: Vec<(u64, Block)> = Vec::new();
            let mut blocks = class.blocks();
            loop {
                let next = blocks.next();
                let is_last = next.is_none();
                if let Some(block) = next {
                    if shard.has(number) && !is_done(number) {
                        pending.push((number, block));
                    }
                    number += 1;
                }
                if pending.len() == AT_A_TIME || is_last {
                    let examined = in_order(&pending, |(number, block)| {
                        self.examine(*number, &class, block)
                    });
                    hand_over(&examined?)?;
                    pending.clear();
                }
                if is_last {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Every claim on every model of a block.
    fn examine(
        &self,
        number: u64,
        class: &ModelClass,
        block: &Block,
    ) -> Result<Tally, Interrupted> {
        let mut tally = Tally {
            block: number,
            shape: block.shape(),
            models: 0,
            exceptions: Vec::new(),
        };
        for parts in class.models(block) {
            tally.models += 1;
            let word = in_one_word(&parts);
            let model = model(parts);
            let subject = Subject::new(&model);
            for (claim, property) in self.claims.iter().zip(&self.properties) {
                if !property(&subject)?.holds {
                    tally.except(claim, &word);
                }
            }
        }
        Ok(tally)
    }
}

impl Tally {
    fn except(&mut self, claim: &str, model: &str) {
        let known = self
            .exceptions
            .iter_mut()
            .find(|known| known.claim == claim);
        match known {
            Some(known) => known.models += 1,
            None => self.exceptions.push(Exception {
                claim: claim.into(),
                models: 1,
                first: model.into(),
            }),
        }
    }
}

/// Likelihood, prior, proposal and auxiliary law: weights next to each other,
/// rows after `,`, tables after `;`.
pub(super) fn in_one_word(parts: &TableParts) -> String {
    let row = |row: &Vec<_>| -> String { row.iter().map(ToString::to_string).collect() };
    let table = |table: &[Vec<_>]| table.iter().map(row).collect::<Vec<_>>().join(",");
    [
        table(&parts.likelihood),
        row(&parts.prior),
        table(parts.proposal.as_deref().unwrap_or_default()),
        table(parts.auxiliary.as_deref().unwrap_or_default()),
    ]
    .join(";")
}
