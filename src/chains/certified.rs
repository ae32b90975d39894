//! Figures of chains whose exact values are too long: solved in ball arithmetic,
//! at a precision that is doubled until the enclosure is narrow enough.

use super::radius::spectral_radius;
use super::{Accuracy, Entries, Figure};
use crate::numbers::{Ball, Precision, Rational, enclose_solution, inertia};

/// A chain in balls.
struct Enclosed {
    precision: Precision,
    matrix: Vec<Vec<Ball>>,
}

impl Enclosed {
    fn of(precision: Precision, chain: &dyn Entries) -> Self {
        let size = chain.states().len();
        let row = |from: usize| {
            (0..size)
                .map(|to| ball(precision, &chain.entry(from, to)))
                .collect()
        };
        Enclosed {
            precision,
            matrix: (0..size).map(row).collect(),
        }
    }

    fn size(&self) -> usize {
        self.matrix.len()
    }

    /// Σ a_i b_i c_i.
    fn sum_of_products(&self, a: &[Ball], b: &[Ball], c: &[Ball]) -> Ball {
        let terms = a.iter().zip(b).zip(c);
        terms.fold(Ball::ZERO, |sum, ((a, b), c)| {
            sum.plus(&self.precision.times(&self.precision.times(a, b), c))
        })
    }

    /// The stationary law on a closed class, zero elsewhere: π(P − 1) = 0 for all
    /// its states but the last, and total 1.
    fn stationary(&self, class: &[usize]) -> Option<Vec<Ball>> {
        let one = self.precision.enclose(&Rational::ONE);
        let size = class.len();
        let equation = |equation: usize| -> Vec<Ball> {
            if equation + 1 == size {
                return vec![one.clone(); size];
            }
            let entry = |unknown: usize| {
                let entry = &self.matrix[class[unknown]][class[equation]];
                match unknown == equation {
                    true => entry.minus(&one),
                    false => entry.clone(),
                }
            };
            (0..size).map(entry).collect()
        };
        let mut right = vec![Ball::ZERO; size];
        right[size - 1] = one.clone();
        let system = (0..size).map(equation).collect();
        let masses = enclose_solution(self.precision, system, right)?;
        let mut law = vec![Ball::ZERO; self.size()];
        for (&state, mass) in class.iter().zip(masses) {
            law[state] = mass;
        }
        Some(law)
    }

    /// The stationary law: the target where that is invariant.
    fn law(&self, chain: &dyn Entries, class: &[usize], invariant: bool) -> Option<Vec<Ball>> {
        if !invariant {
            return self.stationary(class);
        }
        let target = chain.target().iter();
        Some(target.map(|mass| self.precision.enclose(mass)).collect())
    }

    /// 2⟨f̄, g⟩ − ⟨f̄, f̄⟩ with (1 − P)g = f̄ = f − π(f) and π(g) = 0.
    fn variance(&self, law: &[Ball], function: &[Rational]) -> Option<Ball> {
        let precision = self.precision;
        let one = precision.enclose(&Rational::ONE);
        let values: Vec<Ball> = function.iter().map(|f| precision.enclose(f)).collect();
        let ones = vec![one.clone(); self.size()];
        let mean = self.sum_of_products(law, &values, &ones);
        let centered: Vec<Ball> = values.iter().map(|value| value.minus(&mean)).collect();
        let row = |(i, row): (usize, &Vec<Ball>)| {
            let entry = |(j, entry): (usize, &Ball)| {
                let rest = law[j].minus(entry);
                match i == j {
                    true => rest.plus(&one),
                    false => rest,
                }
            };
            row.iter().enumerate().map(entry).collect()
        };
        let system = self.matrix.iter().enumerate().map(row).collect();
        let solution = enclose_solution(precision, system, centered.clone())?;
        let inner = |g: &[Ball]| self.sum_of_products(law, &centered, g);
        let cross = inner(&solution);
        Some(cross.plus(&cross).minus(&inner(&centered)))
    }
}

fn ball(precision: Precision, figure: &Figure) -> Ball {
    precision.enclose_between(figure.low(), figure.high())
}

fn figure(precision: Precision, ball: &Ball) -> Figure {
    Figure::between(precision.low(ball), precision.high(ball))
}

/// The stationary law of a chain with one closed class, enclosed; nothing if the
/// highest precision is not enough. Mass and order of the states are kept.
pub fn enclosed_law(
    chain: &dyn Entries,
    class: &[usize],
    accuracy: Accuracy,
) -> Option<Vec<Figure>> {
    accuracy.precisions(class.len()).find_map(|precision| {
        let law = Enclosed::of(precision, chain).stationary(class)?;
        let law: Vec<Figure> = law.iter().map(|mass| figure(precision, mass)).collect();
        law.iter().all(|mass| accuracy.allows(mass)).then_some(law)
    })
}

/// The asymptotic variance of a function under the unique stationary law of a
/// chain, enclosed; the law is the target where that is invariant. Nothing if
/// the highest precision is not enough.
pub fn enclosed_variance(
    chain: &dyn Entries,
    class: &[usize],
    invariant: bool,
    function: &[Rational],
    accuracy: Accuracy,
) -> Option<Figure> {
    accuracy
        .precisions(chain.states().len())
        .find_map(|precision| {
            let enclosed = Enclosed::of(precision, chain);
            let law = enclosed.law(chain, class, invariant)?;
            let variance = figure(precision, &enclosed.variance(&law, function)?);
            accuracy.allows(&variance).then_some(variance)
        })
}

/// |λ₂| of a chain that satisfies detailed balance with a positive target, by
/// bisection: how many eigenvalues lie above x is how many positive squares the
/// form D(P − x) has. Nothing if the highest precision is not enough.
pub fn enclosed_modulus(chain: &dyn Entries, accuracy: Accuracy) -> Option<Figure> {
    let size = chain.states().len();
    let mut precisions = accuracy.precisions(size);
    let mut spectrum = Spectrum::of(precisions.next()?, chain);
    let (mut low, mut high) = (Rational::ZERO, Rational::ONE);
    loop {
        let bracket = Figure::between(low.clone(), high.clone());
        if accuracy.allows(&bracket) {
            return Some(bracket);
        }
        // An eigenvalue at the point itself cannot be decided: try its neighbors.
        let width = &high - &low;
        let point = |part: i64| &low + &width * Rational::new(part, 16);
        let decided = [8, 7, 9, 5, 11].into_iter().find_map(|part| {
            let radius = point(part);
            Some((spectrum.lies_within(&radius)?, radius))
        });
        match decided {
            Some((true, radius)) => high = radius,
            Some((false, radius)) => low = radius,
            None => spectrum = Spectrum::of(precisions.next()?, chain),
        }
    }
}

/// The form D P of a reversible chain, and D.
struct Spectrum {
    precision: Precision,
    flows: Vec<Vec<Ball>>,
    target: Vec<Ball>,
}

impl Spectrum {
    fn of(precision: Precision, chain: &dyn Entries) -> Self {
        let target = chain.target().iter();
        let target: Vec<Ball> = target.map(|mass| precision.enclose(mass)).collect();
        let matrix = Enclosed::of(precision, chain).matrix;
        let flow = |(mass, row): (&Ball, Vec<Ball>)| {
            row.iter()
                .map(|entry| precision.times(mass, entry))
                .collect()
        };
        Spectrum {
            precision,
            flows: target.iter().zip(matrix).map(flow).collect(),
            target,
        }
    }

    /// Does every eigenvalue but the one that is 1 lie between −radius and
    /// radius? Nothing if that is not certain at this precision.
    fn lies_within(&self, radius: &Rational) -> Option<bool> {
        let (_, above) = self.around(radius)?;
        if above != 1 {
            return Some(false);
        }
        let (below, _) = self.around(&-radius.clone())?;
        Some(below == 0)
    }

    /// How many eigenvalues lie below and above a point.
    fn around(&self, point: &Rational) -> Option<(usize, usize)> {
        let point = self.precision.enclose(point);
        let mut form = self.flows.clone();
        for (i, (row, mass)) in form.iter_mut().zip(&self.target).enumerate() {
            row[i] = row[i].minus(&self.precision.times(&point, mass));
        }
        inertia(self.precision, form)
    }
}

/// |λ₂| of any chain with one aperiodic closed class, enclosed as narrowly as four
/// precisions allow; nothing if its stationary law cannot be enclosed.
pub fn enclosed_radius(
    chain: &dyn Entries,
    class: &[usize],
    invariant: bool,
    accuracy: Accuracy,
) -> Option<Figure> {
    let mut narrowest: Option<Figure> = None;
    for precision in accuracy.precisions(chain.states().len()).take(4) {
        let enclosed = Enclosed::of(precision, chain);
        let Some(law) = enclosed.law(chain, class, invariant) else {
            continue;
        };
        let row = |row: &Vec<Ball>| {
            let differences = row.iter().zip(&law);
            differences.map(|(p, mass)| p.minus(mass)).collect()
        };
        let rows = enclosed.matrix.iter().map(row).collect();
        let radius = spectral_radius(precision, rows, accuracy);
        let narrower = |before: &Figure| radius.width() < before.width();
        if narrowest.as_ref().is_none_or(narrower) {
            narrowest = Some(radius.clone());
        }
        if accuracy.allows(&radius) {
            break;
        }
    }
    narrowest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::given::{chain, chain_over, two_states};
    use crate::numbers::{Integer, Natural};

    #[test]
    fn a_law_on_a_closed_class_by_hand() {
        // The first state is left for good. Of the others π₁ = π₂ + π₃/2,
        // π₂ = (π₁ + π₃)/2 and π₃ = π₁/2: they have 4, 3 and 2 ninths.
        let rows = [[1, 1, 0, 0], [0, 0, 1, 1], [0, 2, 0, 0], [0, 1, 1, 0]];
        let chain = chain_over(([1, 1, 1, 1], 4), (rows, 2));
        let accuracy = Accuracy::default();
        let law = enclosed_law(&chain, &[1, 2, 3], accuracy).expect("narrow");
        assert_eq!(law.len(), 4);
        for (mass, ninths) in law.iter().zip([0, 4, 3, 2]) {
            assert!(mass.contains(&Rational::new(ninths, 9)) && accuracy.allows(mass));
        }
        assert_eq!(law[0], Figure::Exact(Rational::ZERO));
    }

    #[test]
    fn the_target_is_the_law_only_where_it_is_invariant() {
        let (accuracy, indicator) = (Accuracy::default(), [Rational::ZERO, Rational::ONE]);
        for (masses, invariant) in [([1, 1], false), ([1, 2], false), ([1, 2], true)] {
            let chain = two_states(masses);
            let every = [0, 1];
            let variance = enclosed_variance(&chain, &every, invariant, &indicator, accuracy);
            let variance = variance.expect("narrow");
            assert!(variance.contains(&Rational::new(10, 27)) && accuracy.allows(&variance));
            let radius = enclosed_radius(&chain, &every, invariant, accuracy).expect("narrow");
            assert!(radius.contains(&Rational::new(1, 4)) && accuracy.allows(&radius));
        }
    }

    /// An eigenvalue below the unit of the first precision, which is 2⁻¹⁰⁰.
    #[test]
    fn a_higher_precision_is_narrower() {
        let small = Rational::from_parts(Integer::ONE, Natural::ONE << 120usize);
        let small = small * Rational::new(1, 3);
        let half = Rational::new(1, 2);
        let (more, less) = (&half + &small, &half - &small);
        let rows = vec![vec![more.clone(), less.clone()], vec![less, more]];
        let chain = chain(vec![half; 2], rows);
        let accuracy = Accuracy { digits: 0 };
        let radius = enclosed_radius(&chain, &[0, 1], true, accuracy).expect("a bracket");
        assert!(radius.contains(&(&small + &small)) && accuracy.allows(&radius));
    }
}
