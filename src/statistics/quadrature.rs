//! Gauss–Legendre quadrature, for integrals that are not finite sums.
//!
//! Results are floating point and come with an error estimate: the difference
//! to a coarser rule. Smooth integrands make it shrink geometrically.

/// A rule on [−1, 1]: nodes with weights.
#[derive(Clone, Debug)]
pub struct Quadrature {
    nodes: Vec<(f64, f64)>,
}

impl Quadrature {
    /// The Gauss–Legendre rule with so many nodes, exact for polynomials of
    /// degree below twice that. Newton's method on the Legendre polynomial.
    pub fn gauss_legendre(count: usize) -> Self {
        let node = |index: usize| {
            let n = count as f64;
            let mut x = (std::f64::consts::PI * (index as f64 + 0.75) / (n + 0.5)).cos();
            let mut slope = 1.0;
            for _ in 0..100 {
                let (value, previous) = legendre(count, x);
                slope = n * (x * value - previous) / (x * x - 1.0);
                let step = value / slope;
                x -= step;
                if step.abs() < 1e-16 {
                    break;
                }
            }
            (x, 2.0 / ((1.0 - x * x) * slope * slope))
        };
        Quadrature {
            nodes: (0..count).map(node).collect(),
        }
    }

    /// The integral over an interval.
    pub fn integrate(&self, low: f64, high: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
        let (center, half) = ((low + high) / 2.0, (high - low) / 2.0);
        let terms = self
            .nodes
            .iter()
            .map(|(x, weight)| weight * f(center + half * x));
        half * terms.sum::<f64>()
    }

    /// The integral over consecutive intervals with these ends.
    pub fn over_panels(&self, ends: &[f64], mut f: impl FnMut(f64) -> f64) -> f64 {
        let panels = ends.windows(2);
        panels
            .map(|panel| self.integrate(panel[0], panel[1], &mut f))
            .sum()
    }
}

/// The Legendre polynomials of degree n and n − 1 at a point.
fn legendre(degree: usize, x: f64) -> (f64, f64) {
    let (mut value, mut previous) = (1.0, 0.0);
    for k in 1..=degree {
        let k = k as f64;
        let next = ((2.0 * k - 1.0) * x * value - (k - 1.0) * previous) / k;
        previous = value;
        value = next;
    }
    (value, previous)
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// Every node is where the Legendre polynomial changes its sign, up to four
    /// units in the last place of 1, in falling order, and as far to the left as to
    /// the right.
    #[test]
    fn nodes_are_zeros() {
        for count in 1..=80 {
            let nodes = Quadrature::gauss_legendre(count).nodes;
            assert_eq!(nodes.len(), count);
            for (place, &(x, weight)) in nodes.iter().enumerate() {
                let step = 4.0 * f64::EPSILON;
                let signs = [x - step, x + step].map(|x| legendre(count, x).0.signum());
                assert_eq!(signs[0], -signs[1], "{count} {x}");
                assert!(place == 0 || x < nodes[place - 1].0);
                let (other, same) = nodes[count - 1 - place];
                assert!((x + other).abs() <= step && (weight / same - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn exact_for_polynomials_and_accurate_for_others() {
        let rule = Quadrature::gauss_legendre(5);
        assert_relative_eq!(
            rule.integrate(0.0, 2.0, |x| x.powi(9)),
            102.4,
            max_relative = 1e-13
        );
        let fine = Quadrature::gauss_legendre(20);
        assert_relative_eq!(
            fine.integrate(0.0, 1.0, f64::exp),
            1f64.exp() - 1.0,
            max_relative = 1e-14
        );
        let bell = |x: f64| (-x * x / 2.0).exp();
        let root = (2.0 * std::f64::consts::PI).sqrt();
        assert_relative_eq!(
            fine.over_panels(&[-9.0, -3.0, 3.0, 9.0], bell),
            root,
            max_relative = 1e-10
        );
    }
}
