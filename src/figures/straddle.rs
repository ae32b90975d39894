//! Where MPMC accepts more than SVE: r_MPMC − r_SVE at every pair of parameters
//! of a lattice, exactly.

use std::cmp::Ordering;

use crate::arms::AnyArm;
use crate::lattices::{CountedModel, Setting};
use crate::numbers::Rational;

/// The difference of two acceptances over all pairs of parameters.
#[derive(Clone, Debug)]
pub struct StraddlePicture {
    /// Rows and columns of the lattice.
    pub side: usize,
    /// The parameters t = e^{2βJ}, in increasing order.
    pub parameters: Vec<Rational>,
    /// φ, where MPMC draws.
    pub estimate: Rational,
    /// r_MPMC(θ, θ') − r_SVE(θ, θ'), a row for each θ.
    pub differences: Vec<Vec<Rational>>,
}

/// Computes it on a lattice with four rows, one configuration observed.
pub fn straddle_picture() -> StraddlePicture {
    let setting = Setting {
        side: 4,
        replicates: 1,
        estimate: Rational::new(3, 2),
        step: Rational::new(1, 20),
        half: 9,
        reaches: Vec::new(),
    };
    let size = 2 * setting.half + 1;
    let model = setting.model(size);
    let counted = CountedModel::new(&model);
    let mean = |name: &str| {
        let arm: AnyArm = name.parse().expect("an arm");
        counted
            .mean_acceptance(&arm)
            .expect("an arm with a formula")
    };
    let (mpmc, sve) = (mean("mpmc"), mean("sve"));
    let row = |from: usize| {
        let places = 0..size;
        places
            .map(|to| mpmc.entry(from, to) - sve.entry(from, to))
            .collect()
    };
    StraddlePicture {
        side: setting.side,
        parameters: model.parts().weights.clone(),
        estimate: setting.estimate,
        differences: (0..size).map(row).collect(),
    }
}

impl StraddlePicture {
    /// The sign that the straddle rule stands for: MPMC accepts more where the
    /// estimate lies between θ and θ', SVE where it does not, and both alike
    /// where one of them is the estimate.
    pub fn expected(&self, from: usize, to: usize) -> Ordering {
        let side = |place: usize| self.parameters[place].cmp(&self.estimate);
        match (side(from), side(to)) {
            (Ordering::Equal, _) | (_, Ordering::Equal) => Ordering::Equal,
            (one, other) if one == other => Ordering::Less,
            _ => Ordering::Greater,
        }
    }

    /// The pairs with a sign that is not the expected one.
    pub fn exceptions(&self) -> Vec<(usize, usize)> {
        let size = self.parameters.len();
        let pairs = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
        let differs = |&(from, to): &(usize, usize)| {
            self.differences[from][to].cmp(&Rational::ZERO) != self.expected(from, to)
        };
        pairs.filter(differs).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_changes_at_the_estimate() {
        let mut picture = straddle_picture();
        assert_eq!(picture.parameters.len(), 19);
        assert_eq!(picture.exceptions(), []);
        picture.differences[0][18] = Rational::ZERO;
        picture.differences[3][4] = Rational::ONE;
        assert_eq!(picture.exceptions(), [(0, 18), (3, 4)]);
    }
}
