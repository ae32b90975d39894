//! All table models of a shape with integer weights up to a bound, up to
//! relabeling and scaling.
//!
//! A model is a table of likelihoods f_θ(x), a prior, a table of proposals and a
//! table of auxiliary laws. Each row, and the prior, has integer weights from 0 to
//! the bound without a common divisor: scaling a row changes nothing that is
//! claimed. The prior is positive, rows are not zero, and the likelihood of the
//! data is positive. The data is the last point, which loses nothing, since
//! points may be relabeled. Of the models that relabeling parameters, or points
//! other than the data, turns into each other, the first in lexicographic order of
//! (likelihood, prior, proposal, auxiliary) stands for all.

use std::fmt;
use std::str::FromStr;

use crate::models::{TableModel, TableParts};
use crate::numbers::Rational;

/// The number of parameters and of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shape {
    /// Parameters: 2 or 3.
    pub parameters: usize,
    /// Points: 2 or 3.
    pub points: usize,
}

impl Shape {
    /// All shapes, in the order they are gone through.
    pub const ALL: [Shape; 4] = [
        Shape::new(2, 2),
        Shape::new(2, 3),
        Shape::new(3, 2),
        Shape::new(3, 3),
    ];

    const fn new(parameters: usize, points: usize) -> Self {
        Shape { parameters, points }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}x{}", self.parameters, self.points)
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Shape::ALL.into_iter();
        let mut named = known.filter(|shape| shape.to_string() == text);
        named.next().ok_or_else(|| {
            let all = Shape::ALL.map(|shape| shape.to_string()).join(", ");
            format!("`{text}` is not a shape; the shapes, parameters by points, are {all}")
        })
    }
}

/// A row of weights; zeros beyond its width.
type Row = [u8; 3];
/// A table of rows; zeros beyond its height.
type Table = [Row; 3];

/// A relabeling: where each parameter and each point comes from.
#[derive(Clone, Copy, Debug)]
struct Relabeling {
    parameters: [usize; 3],
    points: [usize; 3],
}

impl Relabeling {
    fn prior(&self, prior: &Row) -> Row {
        self.parameters.map(|from| prior[from])
    }

    /// A table of laws on points.
    fn on_points(&self, table: &Table) -> Table {
        let row = |from: usize| self.points.map(|point| table[from][point]);
        self.parameters.map(row)
    }

    /// A table of laws on parameters.
    fn on_parameters(&self, table: &Table) -> Table {
        self.parameters.map(|from| self.prior(&table[from]))
    }
}

/// All models of a shape with weights up to a bound.
#[derive(Clone, Debug)]
pub struct ModelClass {
    shape: Shape,
    relabelings: Vec<Relabeling>,
    priors: Vec<Row>,
    likelihoods: Vec<Table>,
    proposals: Vec<Table>,
    auxiliaries: Vec<Table>,
}

/// The models of a class that share everything but the auxiliary law.
#[derive(Clone, Debug)]
pub struct Block {
    shape: Shape,
    likelihood: Table,
    prior: Row,
    proposal: Table,
    /// The relabelings that leave all of this as it is.
    fixing: Vec<Relabeling>,
}

impl ModelClass {
    /// The class; the bound is from 1 to 9.
    pub fn new(shape: Shape, largest: u8) -> Self {
        let Shape { parameters, points } = shape;
        let on_points = rows(points, largest);
        let observed = on_points.iter().filter(|row| row[points - 1] > 0);
        let on_parameters = rows(parameters, largest);
        let positive = |row: &&Row| row[..parameters].iter().all(|&weight| weight > 0);
        ModelClass {
            shape,
            relabelings: relabelings(shape),
            priors: on_parameters.iter().filter(positive).copied().collect(),
            likelihoods: tables(parameters, &observed.copied().collect::<Vec<Row>>()),
            proposals: tables(parameters, &on_parameters),
            auxiliaries: tables(parameters, &on_points),
        }
    }

    /// The blocks, always in the same order.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        let likelihoods = self.likelihoods.iter().filter_map(|likelihood| {
            let image = |by: &Relabeling| by.on_points(likelihood);
            Some((likelihood, fixing(&self.relabelings, likelihood, image)?))
        });
        let priors = likelihoods.flat_map(|(likelihood, by)| {
            self.priors.iter().filter_map(move |prior| {
                let image = |by: &Relabeling| by.prior(prior);
                Some((likelihood, prior, fixing(&by, prior, image)?))
            })
        });
        priors.flat_map(move |(likelihood, prior, by)| {
            self.proposals.iter().filter_map(move |proposal| {
                let image = |by: &Relabeling| by.on_parameters(proposal);
                Some(Block {
                    shape: self.shape,
                    likelihood: *likelihood,
                    prior: *prior,
                    proposal: *proposal,
                    fixing: fixing(&by, proposal, image)?,
                })
            })
        })
    }

    /// The models of a block.
    pub fn models<'a>(&'a self, block: &'a Block) -> impl Iterator<Item = TableParts> + 'a {
        let first = |auxiliary: &&Table| {
            let image = |by: &Relabeling| by.on_points(auxiliary);
            fixing(&block.fixing, *auxiliary, image).is_some()
        };
        let chosen = self.auxiliaries.iter().filter(first);
        chosen.map(|auxiliary| block.parts(auxiliary))
    }
}

/// The relabelings that leave something as it is; nothing if one of them makes
/// it come earlier.
fn fixing<T: Ord>(
    relabelings: &[Relabeling],
    what: &T,
    image: impl Fn(&Relabeling) -> T,
) -> Option<Vec<Relabeling>> {
    let mut fixing = Vec::with_capacity(relabelings.len());
    for by in relabelings {
        match image(by).cmp(what) {
            std::cmp::Ordering::Less => return None,
            std::cmp::Ordering::Equal => fixing.push(*by),
            std::cmp::Ordering::Greater => (),
        }
    }
    Some(fixing)
}

impl Block {
    /// The number of parameters and points.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    fn parts(&self, auxiliary: &Table) -> TableParts {
        let Shape { parameters, points } = self.shape;
        let row = |row: &Row, width: usize| -> Vec<Rational> {
            let weights = row[..width].iter();
            weights
                .map(|&weight| Rational::from(i64::from(weight)))
                .collect()
        };
        let table = |table: &Table, width: usize| -> Vec<Vec<Rational>> {
            table[..parameters].iter().map(|r| row(r, width)).collect()
        };
        let names = |all: [&str; 3], count: usize| -> Vec<String> {
            all[..count].iter().map(|name| name.to_string()).collect()
        };
        TableParts {
            name: "exhaustive".into(),
            parameters: names(["a", "b", "c"], parameters),
            sample_space: names(["0", "1", "2"], points),
            observed: (points - 1).to_string(),
            prior: row(&self.prior, parameters),
            likelihood: table(&self.likelihood, points),
            proposal: Some(table(&self.proposal, parameters)),
            auxiliary: Some(table(auxiliary, points)),
            estimate: None,
        }
    }
}

/// A model of the class.
pub(super) fn model(parts: TableParts) -> TableModel {
    TableModel::new(parts).expect("the class consists of models")
}

/// All rows of a width without a common divisor, in lexicographic order.
fn rows(width: usize, largest: u8) -> Vec<Row> {
    let base = usize::from(largest) + 1;
    let row = |code: usize| -> Row {
        let mut row = [0; 3];
        let mut rest = code;
        for place in (0..width).rev() {
            row[place] = (rest % base) as u8;
            rest /= base;
        }
        row
    };
    let all = (1..base.pow(width as u32)).map(row);
    all.filter(|row| row.iter().copied().fold(0, common_divisor) == 1)
        .collect()
}

fn common_divisor(a: u8, b: u8) -> u8 {
    match b {
        0 => a,
        _ => common_divisor(b, a % b),
    }
}

/// All tables of so many of these rows, in lexicographic order.
fn tables(height: usize, rows: &[Row]) -> Vec<Table> {
    let mut tables = vec![[[0; 3]; 3]];
    for place in 0..height {
        let extended = |table: &Table| {
            let mut table = *table;
            rows.iter().map(move |row| {
                table[place] = *row;
                table
            })
        };
        tables = tables.iter().flat_map(extended).collect();
    }
    tables
}

fn relabelings(shape: Shape) -> Vec<Relabeling> {
    const ORDERS: [[usize; 3]; 6] = [
        [0, 1, 2],
        [1, 0, 2],
        [0, 2, 1],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    // Places beyond a width, and the data, stay.
    let moving = |width: usize| {
        let stays = move |order: &&[usize; 3]| (width..3).all(|place| order[place] == place);
        ORDERS.iter().filter(stays).copied()
    };
    moving(shape.parameters)
        .flat_map(|parameters| {
            moving(shape.points - 1).map(move |points| Relabeling { parameters, points })
        })
        .collect()
}
