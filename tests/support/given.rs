//! A kernel with given rows, to be judged.

use peskun::prelude::*;

/// A kernel with these weights in every row, and a target on any scale.
pub struct Given {
    pub rows: Vec<Law<usize>>,
    pub target: Vec<Rational>,
    /// Does it say that it was computed in doubles?
    pub doubles: bool,
}

impl Given {
    pub fn new<R: AsRef<[i64]>>(rows: &[R], target: &[i64]) -> Self {
        let exact = |weights: &[i64]| weights.iter().map(|&n| Rational::from(n)).collect();
        let rows: Vec<Vec<Rational>> = rows.iter().map(|row| exact(row.as_ref())).collect();
        Given::exactly(&rows, exact(target))
    }

    pub fn exactly(rows: &[Vec<Rational>], target: Vec<Rational>) -> Self {
        let law = |row: &Vec<Rational>| Law::proportional_to(row.iter().cloned().enumerate());
        Given {
            rows: rows.iter().map(|row| law(row).expect("a law")).collect(),
            target,
            doubles: false,
        }
    }
}

impl Kernel for Given {
    type State = usize;

    fn step<C: Chance>(&self, &from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
        Ok(Step::moved(*chance.draw(&self.rows[from])?))
    }
}

impl FiniteKernel for Given {
    fn states(&self) -> Vec<usize> {
        (0..self.rows.len()).collect()
    }

    fn target(&self) -> Vec<Rational> {
        self.target.clone()
    }

    fn used_doubles(&self) -> bool {
        self.doubles
    }
}

/// A chain in doubles as CSV: two parts with much going around in each, and 10⁻¹¹ from
/// one to the other, with so much back. The target gives all states the same.
pub fn two_parts(back: f64) -> String {
    let text = [
        ("a", [0.5, 0.25, 0.25, 0.0, 0.0, 0.0]),
        ("b", [0.25, 0.5, 0.25, 0.0, 0.0, 0.0]),
        ("c", [0.25, 0.25, 0.5 - 1e-11, 1e-11, 0.0, 0.0]),
        ("d", [0.0, 0.0, back, 0.25 - back, 0.5, 0.25]),
        ("e", [0.0, 0.0, 0.0, 0.25, 0.25, 0.5]),
        ("f", [0.0, 0.0, 0.0, 0.5, 0.25, 0.25]),
    ];
    let rows = text.map(|(name, row)| {
        let cells = row.map(|p: f64| format!("~{p:e}"));
        format!("{name},{},1\n", cells.join(","))
    });
    format!(",a,b,c,d,e,f,target\n{}", rows.concat())
}
