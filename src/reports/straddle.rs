//! The picture of where MPMC accepts more than SVE: `peskun figure straddle`.

use serde_json::{Value, json};

use super::cell::Cell;
use super::document::{Block, Document};
use super::json::{rational, rationals};
use super::sheet::Sheet;
use super::svg_signs::signs;
use super::{Report, html};
use crate::figures::StraddlePicture;

/// The picture, with the verdict on its signs.
#[derive(Clone, Debug)]
pub struct StraddleReport {
    /// The differences.
    pub picture: StraddlePicture,
}

impl StraddleReport {
    fn verdict(&self) -> Cell {
        let (size, exceptions) = (
            self.picture.parameters.len(),
            self.picture.exceptions().len(),
        );
        let pairs = size * size;
        let sentence = match exceptions {
            0 => format!(
                "at all {pairs} pairs: MPMC accepts more exactly where the estimate lies strictly between θ and θ'"
            ),
            _ => format!("FAILED at {exceptions} of {pairs} pairs"),
        };
        Cell::words(sentence).toned(exceptions == 0)
    }

    fn facts(&self) -> Block {
        let picture = &self.picture;
        let facts = [
            (
                "lattice",
                Cell::words(format!(
                    "{0} × {0}, free boundary, one configuration observed",
                    picture.side
                )),
            ),
            ("estimate", Cell::number(&picture.estimate)),
            (
                "computed by",
                Cell::words("exact counts, in rational numbers"),
            ),
            ("the sign", self.verdict()),
        ];
        Block::Facts(facts.map(|(name, cell)| (name.into(), cell)).into())
    }

    /// The differences, to the right of θ.
    fn table(&self) -> Block {
        let names = self.picture.parameters.iter().map(ToString::to_string);
        let names: Vec<String> = names.collect();
        let row = |(name, row): (&String, &Vec<_>)| {
            let cells = row.iter().map(Cell::number);
            [Cell::words(name)].into_iter().chain(cells).collect()
        };
        Block::Table {
            header: [String::new()].into_iter().chain(names.clone()).collect(),
            rows: names
                .iter()
                .zip(&self.picture.differences)
                .map(row)
                .collect(),
        }
    }
}

impl Report for StraddleReport {
    fn document(&self) -> Document {
        Document {
            title: "r_MPMC(θ, θ') − r_SVE(θ, θ'), a row for each θ".into(),
            blocks: vec![self.table(), self.facts()],
        }
    }

    /// A line for each pair.
    fn sheet(&self) -> Sheet {
        let (parameters, rows) = (&self.picture.parameters, &self.picture.differences);
        let from = parameters
            .iter()
            .flat_map(|from| parameters.iter().map(move |_| from));
        let to = parameters.iter().flat_map(|_| parameters);
        Sheet::default()
            .rationals("from", from.map(Some))
            .rationals("to", to.map(Some))
            .rationals("difference", rows.iter().flatten().map(Some))
    }

    fn html(&self) -> String {
        let page = |block| {
            html::blocks(&Document {
                title: String::new(),
                blocks: vec![block],
            })
        };
        format!(
            "<figure>\n<div class=\"panels\">\n{}\n</div>\n<figcaption>{}</figcaption>\n</figure>\n{}",
            signs(&self.picture),
            html::typeset(
                "Every square is a move from θ to θ'. Blue: MPMC accepts it with a larger probability than SVE; orange: with a smaller one; the stronger the color, the larger the difference. The sign changes where the estimate φ, the dashed lines, is crossed: MPMC is better where φ lies between θ and θ'."
            ),
            page(self.facts())
        )
    }

    fn json(&self) -> Value {
        let picture = &self.picture;
        let rows = picture.differences.iter().map(|row| rationals(row));
        json!({
            "side": picture.side,
            "parameters": rationals(&picture.parameters),
            "estimate": rational(&picture.estimate),
            "differences": rows.collect::<Vec<_>>(),
            "exceptions": picture.exceptions(),
        })
    }
}
