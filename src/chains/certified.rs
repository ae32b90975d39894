//! Figures of chains whose exact values are too long: solved in ball arithmetic,
//! at a precision that is doubled until the enclosure is narrow enough.

use super::effort::{MOST_WORK_IN_BALLS, work_of_elimination};
use super::{Accuracy, Entries, Figure};
use crate::numbers::{Ball, Integer, Natural, Precision, Rational, enclose_solution, inertia};

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

/// The stationary law of a chain with one closed class, enclosed as narrowly as is asked
/// for or as the precisions that are quick allow; nothing if they are not enough to
/// solve for it. Mass and order of the states are kept.
pub fn enclosed_law(
    chain: &dyn Entries,
    class: &[usize],
    accuracy: Accuracy,
) -> Option<Vec<Figure>> {
    let mut narrowest = None;
    for precision in precisions(class.len(), 1, chain, accuracy) {
        let Some(law) = Enclosed::of(precision, chain).stationary(class) else {
            continue;
        };
        let law: Vec<Figure> = law.iter().map(|mass| figure(precision, mass)).collect();
        let is_narrow = law.iter().all(|mass| accuracy.allows(mass));
        narrowest = Some(law);
        if is_narrow {
            break;
        }
    }
    narrowest
}

/// The precisions to try for so many systems on so many states: as many as are quick
/// together, and no more than the entries are known to. One is tried in any case.
fn precisions(
    size: usize,
    systems: u64,
    chain: &dyn Entries,
    accuracy: Accuracy,
) -> impl Iterator<Item = Precision> {
    let mut left = MOST_WORK_IN_BALLS;
    let is_quick = |precision: &Precision| {
        let work = systems * work_of_elimination(size, *precision);
        left.checked_sub(work)
            .inspect(|rest| left = *rest)
            .is_some()
    };
    let asked = accuracy.precisions(size).take_while(is_quick);
    let mut asked: Vec<Precision> = asked.collect();
    if asked.is_empty() {
        asked.extend(Accuracy::default().precisions(size).next());
    }
    let widest = widest_entry(chain);
    let told = asked
        .iter()
        .position(|&precision| tells_all(precision, &widest));
    asked.truncate(told.map_or(usize::MAX, |position| position + 1));
    asked.into_iter()
}

/// The asymptotic variance of a function under the unique stationary law of a
/// chain, enclosed likewise; the law is the target where that is invariant.
pub fn enclosed_variance(
    chain: &dyn Entries,
    class: &[usize],
    invariant: bool,
    function: &[Rational],
    accuracy: Accuracy,
) -> Option<Figure> {
    let mut narrowest: Option<Figure> = None;
    let systems = if invariant { 1 } else { 2 };
    for precision in precisions(chain.states().len(), systems, chain, accuracy) {
        let enclosed = Enclosed::of(precision, chain);
        let law = enclosed.law(chain, class, invariant);
        let variance = law.and_then(|law| enclosed.variance(&law, function));
        let Some(variance) = variance.map(|variance| figure(precision, &variance)) else {
            continue;
        };
        let is_narrow = accuracy.allows(&variance);
        narrowest = Some(variance);
        if is_narrow {
            break;
        }
    }
    narrowest
}

/// |λ₂| of a chain that satisfies detailed balance with a positive target, by
/// bisection of what is known to enclose it: how many eigenvalues lie above x is how
/// many positive squares the form D(P − x) has. As narrow as is asked for, or as the
/// highest precision and some seconds allow.
pub fn enclosed_modulus(chain: &dyn Entries, around: &Figure, accuracy: Accuracy) -> Figure {
    let size = chain.states().len();
    let widest = widest_entry(chain);
    let mut left = MOST_WORK_IN_BALLS;
    let (mut low, mut high) = (around.low().clone(), around.high().clone());
    for precision in accuracy.precisions(size) {
        let cost = 2 * work_of_elimination(size, precision);
        let spectrum = Spectrum::of(precision, chain);
        loop {
            let bracket = Figure::between(low.clone(), high.clone());
            if accuracy.allows(&bracket) {
                return bracket;
            }
            // An eigenvalue at the point itself cannot be decided: try its neighbors.
            let width = &high - &low;
            let point = |part: i64| &low + &width * Rational::new(part, 16);
            let mut decided = None;
            for radius in [8, 7, 9, 5, 11].map(point) {
                if left < cost {
                    return bracket;
                }
                left -= cost;
                decided = spectrum.lies_within(&radius).map(|within| (within, radius));
                if decided.is_some() {
                    break;
                }
            }
            match decided {
                Some((true, radius)) => high = radius,
                Some((false, radius)) => low = radius,
                None => break,
            }
        }
        if tells_all(precision, &widest) {
            break;
        }
    }
    Figure::between(low, high)
}

/// The distance of the ends of the entry that is known least.
fn widest_entry(chain: &dyn Entries) -> Rational {
    let size = chain.states().len();
    let entries = (0..size).flat_map(|from| (0..size).map(move |to| chain.entry(from, to)));
    let widths = entries.filter(|entry| entry.exact().is_none());
    let widths = widths.map(|entry| entry.width());
    widths.max().unwrap_or(Rational::ZERO)
}

/// Is the unit of a precision so small that a smaller one tells no more of entries
/// that are so wide?
fn tells_all(precision: Precision, widest: &Rational) -> bool {
    let spare = Natural::ONE << precision.0.saturating_sub(32);
    Rational::from_parts(Integer::ONE, spare) < *widest
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::given::{chain_over, two_states};

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
        }
    }
}
