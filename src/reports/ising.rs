//! The report on a lattice: how many configurations have each energy.

use serde_json::{Value, json};

use super::Report;
use super::cell::Cell;
use super::document::{Block, Document};
use super::sheet::Sheet;
use crate::models::Lattice;
use crate::numbers::Natural;

/// The exact counts of a lattice, or of several together.
#[derive(Clone, Debug)]
pub struct IsingReport {
    lattice: Lattice,
    replicates: usize,
    /// E and g(E), by rising energy, where g(E) is not zero.
    levels: Vec<(i64, String)>,
}

impl IsingReport {
    /// The report on the counts by agreeing pairs of so many lattices
    /// together.
    pub fn new(lattice: &Lattice, replicates: usize, agreements: &[Natural]) -> Self {
        // E = disagreeing − agreeing = bonds − 2T: most agreements come first.
        let bonds = agreements.len() as i64 - 1;
        let levels = agreements.iter().enumerate().rev();
        IsingReport {
            lattice: *lattice,
            replicates,
            levels: levels
                .filter(|(_, count)| !count.is_zero())
                .map(|(agreeing, count)| (bonds - 2 * agreeing as i64, count.to_string()))
                .collect(),
        }
    }
}

impl Report for IsingReport {
    fn document(&self) -> Document {
        let number = |text: String| Cell::digits(text);
        let fact = |name: &str, value: usize| (name.to_string(), Cell::words(value.to_string()));
        let mut facts = vec![
            fact("sites", self.lattice.sites()),
            fact("bonds", self.lattice.bonds()),
        ];
        if self.replicates > 1 {
            facts.push(fact("independent lattices", self.replicates));
        }
        let row = |(energy, count): &(i64, String)| {
            vec![number(energy.to_string()), number(count.clone())]
        };
        Document {
            title: format!("Ising lattice {}", self.lattice),
            blocks: vec![
                Block::Facts(facts),
                Block::Table {
                    header: ["E", "g(E)"].map(String::from).to_vec(),
                    rows: self.levels.iter().map(row).collect(),
                },
            ],
        }
    }

    fn sheet(&self) -> Sheet {
        Sheet::default()
            .plain("E", self.levels.iter().map(|level| level.0))
            .plain("g(E)", self.levels.iter().map(|level| &level.1))
            .doubles(
                "g(E)_float",
                self.levels.iter().map(|level| level.1.parse().ok()),
            )
    }

    fn json(&self) -> Value {
        let energies: Vec<i64> = self.levels.iter().map(|level| level.0).collect();
        let counts: Vec<&str> = self.levels.iter().map(|level| level.1.as_str()).collect();
        json!({
            "rows": self.lattice.rows(),
            "columns": self.lattice.columns(),
            "boundary": self.lattice.boundary().name(),
            "replicates": self.replicates,
            "sites": self.lattice.sites(),
            "bonds": self.lattice.bonds(),
            "energies": energies,
            "counts": counts,
        })
    }
}
