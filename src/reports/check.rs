//! The report on whether a rule or a kernel is what it should be: `peskun check`.

use serde_json::{Value, json};

use super::cell::Cell;
use super::document::{Block, Document};
use super::json::{
    figure, float, floats, maybe_figure, maybe_float, rationals, stationary, witness,
};
use super::sheet::Sheet;
use super::{Decision, MOST_COLUMNS, MOST_LISTED, Report, heat_map, html, verdicts};
use crate::chains::{
    Accuracy, Figure, Holds, Obtained, Requirement, Stationary, Verdicts, Verification,
    enclosed_law,
};
use crate::lattices::{EnclosedChain, Enclosure};
use crate::numbers::Rational;

/// What is checked.
#[derive(Clone, Debug)]
pub enum Checked {
    /// A decision rule on a model.
    Rule {
        /// The model.
        model: String,
        /// The rule.
        rule: String,
    },
    /// A kernel on a model.
    Kernel {
        /// The model.
        model: String,
        /// The kernel.
        kernel: String,
    },
    /// A kernel or a chain with states and a target of its own, by its name.
    Outside(String),
}

/// A chain that is judged: exactly, or by what encloses its entries.
#[derive(Clone, Debug)]
pub enum Judged {
    /// Its entries are known.
    Exact(Box<Verification>),
    /// They are enclosed.
    Enclosed(Box<EnclosedChain>, Box<Verdicts>),
}

impl Judged {
    /// A chain that is enclosed.
    pub fn enclosed(chain: EnclosedChain) -> Self {
        let verdicts = chain.verdicts();
        Judged::Enclosed(Box::new(chain), Box::new(verdicts))
    }

    fn states(&self) -> &[String] {
        match self {
            Judged::Exact(verification) => verification.chain().states(),
            Judged::Enclosed(chain, _) => &chain.states,
        }
    }

    fn target(&self) -> &[Rational] {
        match self {
            Judged::Exact(verification) => verification.chain().target(),
            Judged::Enclosed(chain, _) => &chain.target,
        }
    }

    fn verdicts(&self) -> &Verdicts {
        match self {
            Judged::Exact(verification) => verification.verdicts(),
            Judged::Enclosed(_, verdicts) => verdicts,
        }
    }

    fn stationary(&self, accuracy: Accuracy) -> Stationary {
        match self {
            Judged::Exact(verification) => Stationary::of(verification.chain(), accuracy),
            Judged::Enclosed(chain, verdicts) if verdicts.irreducible.is_yes() => {
                let every: Vec<usize> = (0..chain.states.len()).collect();
                enclosed_law(&**chain, &every, accuracy)
                    .map_or(Stationary::Unsolved, Stationary::Enclosed)
            }
            Judged::Enclosed(..) => Stationary::Unsolved,
        }
    }

    fn acceptance(&self) -> Figure {
        match self {
            Judged::Exact(verification) => Figure::Exact(verification.chain().acceptance()),
            Judged::Enclosed(chain, _) => chain.acceptance.figure(),
        }
    }

    fn moves(&self) -> Figure {
        match self {
            Judged::Exact(verification) => Figure::Exact(verification.chain().moves()),
            Judged::Enclosed(chain, _) => chain.moves.figure(),
        }
    }

    fn obtained(&self) -> Obtained {
        match self {
            Judged::Exact(verification) => verification.chain().obtained(),
            Judged::Enclosed(..) => Obtained::Enclosure,
        }
    }

    /// The matrix, and where it is known the flows, as heat maps.
    fn pictures(&self, digits: usize) -> Vec<String> {
        match self {
            Judged::Exact(verification) => vec![
                heat_map::matrix(verification.chain(), digits),
                heat_map::flows(verification.chain(), digits),
            ],
            Judged::Enclosed(chain, _) => {
                let figures = |row: &Vec<Enclosure>| row.iter().map(Enclosure::figure).collect();
                let rows: Vec<Vec<_>> = chain.matrix.iter().map(figures).collect();
                vec![heat_map::heat_map(&chain.states, &rows, None, digits)]
            }
        }
    }
}

/// Whether a rule or a kernel is what is required of it.
#[derive(Clone, Debug)]
pub struct CheckReport {
    checked: Checked,
    requirement: Requirement,
    settings: Vec<(&'static str, String)>,
    judged: Judged,
    stationary: Stationary,
    decision: Option<Decision>,
    accuracy: Accuracy,
    has_decimals: bool,
    has_ties: bool,
}

impl CheckReport {
    /// The report on a chain, with the settings it was run under.
    pub fn new(
        checked: Checked,
        requirement: Requirement,
        settings: Vec<(&'static str, String)>,
        judged: Judged,
        accuracy: Accuracy,
    ) -> Self {
        CheckReport {
            accuracy,
            checked,
            requirement,
            settings,
            stationary: judged.stationary(accuracy),
            judged,
            decision: None,
            has_decimals: false,
            has_ties: true,
        }
    }

    /// The same with the law of the chosen arm at the broken pair.
    pub fn deciding(self, decision: Option<Decision>) -> Self {
        CheckReport { decision, ..self }
    }

    /// The same on a kernel that wrote decimals in place of fractions.
    pub fn with_decimals(self, has_decimals: bool) -> Self {
        CheckReport {
            has_decimals,
            ..self
        }
    }

    /// The same on a kernel with ties or without; without them a page does not say
    /// how they are broken.
    pub fn with_ties(self, has_ties: bool) -> Self {
        CheckReport { has_ties, ..self }
    }

    /// Is it what is required?
    pub fn outcome(&self) -> Holds {
        self.judged.verdicts().meet(self.requirement)
    }

    /// The distance of the stationary law to the target.
    fn total_variation(&self) -> Option<Figure> {
        self.stationary.total_variation(self.judged.target())
    }

    fn verdict(&self) -> &'static str {
        verdicts::word(self.judged.verdicts(), self.requirement)
    }

    fn title(&self) -> String {
        match &self.checked {
            Checked::Rule { model, rule } => format!("rule {rule} on {model}"),
            Checked::Kernel { model, kernel } => format!("kernel {kernel} on {model}"),
            Checked::Outside(name) => name.clone(),
        }
    }

    /// The states with the target and the stationary law.
    fn laws(&self) -> impl Iterator<Item = Vec<Cell>> {
        let chain = &self.judged;
        (0..chain.states().len()).map(|state| {
            vec![
                Cell::words(&chain.states()[state]),
                Cell::number(&chain.target()[state]),
                Cell::maybe_figure(self.stationary.mass(state).as_ref()),
            ]
        })
    }

    fn header() -> Vec<String> {
        ["state", "target", "stationary"].map(String::from).to_vec()
    }
}

impl Report for CheckReport {
    fn document(&self) -> Document {
        let chain = &self.judged;
        let answers = self.judged.verdicts();
        let good = self.outcome().is_yes();
        let mut facts = vec![
            (
                "verdict".to_string(),
                Cell::words(self.verdict()).toned(good),
            ),
            ("required".into(), Cell::words(self.requirement.name())),
        ];
        let settings = self.settings.iter();
        let settings = settings.filter(|(name, _)| self.has_ties || *name != "tie");
        facts.extend(settings.map(|(name, value)| (name.to_string(), Cell::words(value))));
        facts.extend(verdicts::facts(chain.states(), answers));
        if self.has_decimals {
            facts.extend(verdicts::hint(answers));
        }
        let decision = self.decision.as_ref();
        facts.extend(decision.map(|law| law.fact(chain.states())));
        facts.push(("acceptance".into(), Cell::figure(&chain.acceptance())));
        facts.push(("moves".into(), Cell::figure(&chain.moves())));
        let variation = match self.total_variation() {
            Some(distance) => Cell::figure(&distance),
            None => Cell::nothing_because(self.stationary.reason().unwrap_or_default()),
        };
        facts.push(("total variation to the target".into(), variation));
        let size = chain.states().len();
        let listed = size <= MOST_LISTED;
        if !listed {
            let sentence =
                format!("{size}; pages list at most {MOST_LISTED}: use --format csv or json");
            facts.push(("states".into(), Cell::words(sentence)));
        }
        let mut blocks = vec![Block::Facts(facts)];
        if listed {
            blocks.push(Block::Table {
                header: Self::header(),
                rows: self.laws().collect(),
            });
        }
        blocks.extend(decision.and_then(|law| law.block(chain.states())));
        Document {
            title: self.title(),
            blocks,
        }
    }

    fn digits(&self) -> usize {
        self.accuracy.digits
    }

    /// With the matrix and the flows, each table under its name.
    fn html(&self) -> String {
        let (chain, digits) = (&self.judged, self.digits());
        let blocks = self.paged().blocks.into_iter();
        let piece = |block: Block| {
            let caption = match &block {
                Block::Table { header, .. } if header[0] == "arm" => "law of the chosen arm",
                Block::Table { .. } => "target and stationary law",
                _ => "",
            };
            html::captioned(caption, block)
        };
        let mut pieces: Vec<String> = blocks.map(piece).collect();
        if chain.states().len() <= MOST_COLUMNS {
            // After the facts.
            pieces.splice(1..1, chain.pictures(digits));
        }
        pieces.concat()
    }

    /// The states, and to the right of them the verdicts.
    fn sheet(&self) -> Sheet {
        let chain = &self.judged;
        let size = chain.states().len();
        Sheet::default()
            .words("state", chain.states())
            .rationals("target", chain.target().iter().map(Some))
            .figures(
                "stationary",
                (0..size).map(|state| self.stationary.mass(state)),
            )
            .words("verdict", vec![self.verdict(); size])
            .beside(verdicts::columns(self.judged.verdicts(), size))
    }

    fn json(&self) -> Value {
        let chain = &self.judged;
        let answers = self.judged.verdicts();
        let (acceptance, moves) = (chain.acceptance(), chain.moves());
        let variation = self.total_variation();
        let (model, rule, kernel) = match &self.checked {
            Checked::Rule { model, rule } => (Some(model), Some(rule), None),
            Checked::Kernel { model, kernel } => (Some(model), None, Some(kernel)),
            Checked::Outside(name) => (None, None, Some(name)),
        };
        let mut value = json!({
            "model": model,
            "rule": rule,
            "kernel": kernel,
            "verdict": self.verdict(),
            "required": self.requirement.name(),
            "witness": witness(chain.states(), answers.flows.as_ref()),
            "verdicts": verdicts::json(chain.states(), answers),
            "states": chain.states(),
            "target": rationals(chain.target()),
            "target_float": floats(chain.target()),
            "stationary": stationary(&self.stationary, chain.states().len(), figure),
            "stationary_float": stationary(&self.stationary, chain.states().len(), float),
            "total_variation": maybe_figure(variation.as_ref()),
            "total_variation_float": maybe_float(variation.as_ref()),
            "acceptance": figure(&acceptance),
            "acceptance_float": float(&acceptance),
            "moves": figure(&moves),
            "moves_float": float(&moves),
            "obtained": verdicts::obtained(chain.obtained()),
            "decision": self.decision.as_ref().map(|law| law.json(chain.states())),
        });
        for (name, setting) in &self.settings {
            value[*name] = Value::String(setting.clone());
        }
        value
    }
}
