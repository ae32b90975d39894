//! A zoo of defective samplers: each has one mistake, and beside it stands the
//! right sampler that it would be without. Every check must catch the one and
//! leave the other alone.

mod arms;
mod pseudo_marginal;
mod steps;
mod ties;
pub mod trials;

use peskun::chains::Chain;
use peskun::chance::Budget;
use peskun::kernels::{
    Algorithm, Bandit, BanditReading, CompiledKernel, KernelVisitor, RandomizedMetropolis,
};
use peskun::models::TableModel;
use peskun::rules::TieBreak;

use super::kernels::Compile;
use super::models::{lopsided, lopsided_walk};
use arms::{FaultyExchange, FaultyMpmc};
use pseudo_marginal::{FaultyPseudoMarginal, Keeping};
use steps::{Fault, FaultyStep};
use ties::TiesByDirection;

/// A sampler, right or wrong, by where it is written.
#[derive(Clone, Copy, Debug)]
pub enum Written {
    /// In the crate, by its name and how it breaks ties.
    Named(&'static str, TieBreak),
    /// Here, as the ratio of an exchange algorithm.
    Exchange(FaultyExchange),
    /// Here, as the ratio of MPMC.
    Mpmc(FaultyMpmc),
    /// Here, as a step of the exchange algorithm.
    Step(Fault),
    /// Here, as a step on Θ×X.
    PseudoMarginal(Keeping),
    /// Here, as a rule of Algorithm 5.
    Rule(TiesByDirection),
}

impl Written {
    /// Builds the kernel on a model and hands it over.
    pub fn visit<V: KernelVisitor>(self, model: &TableModel, visitor: V) -> V::Output {
        match self {
            Written::Named(name, tie) => Algorithm::named(name, tie)
                .expect("a kernel's name")
                .visit(model, &Budget::default(), visitor),
            Written::Exchange(arm) => Ok(visitor.visit(&RandomizedMetropolis::new(model, arm))),
            Written::Mpmc(arm) => Ok(visitor.visit(&RandomizedMetropolis::new(model, arm))),
            Written::Step(fault) => Ok(visitor.visit(&FaultyStep { model, fault })),
            Written::PseudoMarginal(keeping) => {
                Ok(visitor.visit(&FaultyPseudoMarginal::new(model, keeping)))
            }
            Written::Rule(rule) => {
                let (arms, reading) = (Algorithm::paper_arms(), BanditReading::Fresh);
                Ok(visitor.visit(&Bandit::new(model, arms, rule, reading)))
            }
        }
        .expect("within the budget")
    }

    /// In the crate, with ties to the first arm.
    pub fn named(name: &'static str) -> Self {
        Written::Named(name, TieBreak::First)
    }

    /// The law of its step from every state.
    pub fn compiled(self, model: &TableModel) -> CompiledKernel {
        self.visit(model, Compile)
    }

    /// Its chain.
    pub fn chain(self, model: &TableModel) -> Chain {
        Chain::of(&self.compiled(model)).expect("small")
    }
}

/// A defective sampler and the right one beside it.
pub struct Specimen {
    /// What is wrong.
    pub name: &'static str,
    /// The sampler with the mistake.
    pub wrong: Written,
    /// The same without it.
    pub right: Written,
    /// What the crate calls the right one.
    pub algorithm: &'static str,
    /// What both run on.
    pub model: fn() -> TableModel,
}

impl Specimen {
    /// The chains of the defective sampler and of the right one.
    pub fn chains(&self) -> (Chain, Chain) {
        let model = (self.model)();
        (self.wrong.chain(&model), self.right.chain(&model))
    }
}

/// All of them.
pub fn specimens() -> Vec<Specimen> {
    let on = |model| {
        move |name, wrong, right, algorithm| Specimen {
            name,
            wrong,
            right,
            algorithm,
            model,
        }
    };
    let specimen = on(lopsided as fn() -> TableModel);
    let exchange = |name, fault| {
        let written = Written::Exchange;
        specimen(
            name,
            written(fault),
            written(FaultyExchange::Nothing),
            "sve",
        )
    };
    let mpmc = |name, fault| {
        let written = Written::Mpmc;
        specimen(name, written(fault), written(FaultyMpmc::Nothing), "mpmc")
    };
    let step = |name, fault| {
        let written = Written::Step;
        specimen(name, written(fault), written(Fault::Nothing), "sve")
    };
    let pmc = |name, fault| {
        let written = Written::PseudoMarginal;
        specimen(name, written(fault), written(Keeping::Nothing), "pmc")
    };
    let own =
        |name, wrong, right| specimen(name, Written::named(wrong), Written::named(right), right);
    vec![
        exchange(
            "proposal ratio missing",
            FaultyExchange::ProposalRatioMissing,
        ),
        exchange(
            "proposal ratio inverted",
            FaultyExchange::ProposalRatioInverted,
        ),
        exchange("prior forgotten", FaultyExchange::PriorForgotten),
        exchange("f(w) ratio inverted", FaultyExchange::WeightInverted),
        exchange("Z ratio taken to be 1", FaultyExchange::WeightForgotten),
        exchange("w drawn at θ", FaultyExchange::DrawnAtTheCurrentParameter),
        exchange("larger of two ratios", FaultyExchange::LargerOfTwo),
        mpmc(
            "y' weighted at θ",
            FaultyMpmc::WeightedAtTheCurrentParameter,
        ),
        mpmc("y drawn at θ'", FaultyMpmc::DrawnAtTheProposedParameter),
        step("accepted with min(a,1)²", Fault::SquaredAcceptance),
        step("accepted only if a > 1", Fault::OnlyUphill),
        step("one number, two purposes", Fault::SharedNumber),
        step("another try if rejected", Fault::AnotherTry),
        on(lopsided_walk as fn() -> TableModel)(
            "walk turns back at edges",
            Written::Step(Fault::TurnsBackAtTheEdge),
            Written::Step(Fault::Nothing),
            "sve",
        ),
        pmc("θ' accepted without y'", Keeping::OldPoint),
        pmc("y' kept if rejected", Keeping::RejectedPoint),
        specimen(
            "ties broken by direction",
            Written::Rule(TiesByDirection(true)),
            Written::Rule(TiesByDirection(false)),
            "mabmc",
        ),
        own("mabmc:reuse", "mabmc:reuse", "mabmc"),
        own("mabmc:repropose", "mabmc:repropose", "mabmc"),
        own("max of draws", "rule:max-draws", "mabmc"),
        own("noisy:2, average of two", "noisy:2", "noisy:1"),
        own("dmh:1, inner chain short", "dmh:1", "sve"),
        own("dmh:0, no inner chain", "dmh:0", "sve"),
    ]
}
