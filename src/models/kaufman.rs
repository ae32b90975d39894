//! The counts on a torus by Kaufman's formula (B. Kaufman, *Crystal statistics
//! II*, 1949), in exact arithmetic after P. D. Beale (1996).
//!
//! In x, whose power counts disagreeing pairs, with n sites one way and m the
//! other way around, B = x(1 − x²) and Aₗ = (1 + x²)² − 2cos(πl/n)·B, let
//! D₀ = 2, D₁ = Aₗ, Dₖ₊₁ = Aₗ·Dₖ − B²·Dₖ₋₁. Then Z(x) is half the sum of four
//! products over l modulo 2n: of Dₘ + 2Bᵐ over odd l, of Dₘ − 2Bᵐ over odd l,
//! and the same over even l. Each pair l, −l counts once; the two l that are
//! their own negatives have a square root instead:
//! (1 − x)ᵐ ± xᵐ(1 + x)ᵐ at l = 0 and (1 + x)ᵐ ± xᵐ(1 − x)ᵐ at l = n.
//!
//! Modulo a prime with roots of unity the cosines are exact. Z is evaluated at
//! roots of unity and transformed back. A line around the torus changes sign an
//! even number of times, so that Z is a polynomial in x².

use super::cost::Cost;
use super::lattice::Lattice;
use super::refusal::LatticeError;
use crate::numbers::parallel;
use crate::numbers::{
    BITS_PER_PRIME, Fourier, Natural, PrimeField, Residue, primes_for, reconstruct, transform_size,
};

/// The number of configurations with each number of disagreeing pairs.
pub(super) fn disagreements(lattice: &Lattice) -> Result<Vec<Natural>, LatticeError> {
    Cost::of_kaufman(lattice).check(lattice, 1)?;
    let torus = Torus::new(lattice);
    let order = least_common_multiple(2 * torus.width, 2 * torus.points);
    // No count is above 2^sites, and with a bond none is that.
    let primes = primes_for(order as u64, lattice.sites().div_ceil(BITS_PER_PRIME));
    let remainders = parallel::map(&primes, |&prime| torus.remainders(PrimeField::new(prime)));
    let even = reconstruct(&primes, &remainders);
    let mut counts = vec![Natural::ZERO; lattice.bonds() + 1];
    for (place, count) in counts.iter_mut().step_by(2).zip(even) {
        *place = count;
    }
    Ok(counts)
}

/// What the formula needs to know.
struct Torus {
    /// n.
    width: usize,
    /// m.
    length: usize,
    bonds: usize,
    /// The counts are symmetric.
    bipartite: bool,
    /// Where Z is evaluated: x² runs through so many roots of unity.
    points: usize,
}

impl Torus {
    fn new(lattice: &Lattice) -> Self {
        let (width, length) = lattice.sides();
        Torus {
            width,
            length,
            bonds: lattice.bonds(),
            bipartite: lattice.is_bipartite(),
            points: transform_size(lattice.bonds() / 2 + 1),
        }
    }

    /// The counts for 0, 2, 4, … disagreeing pairs, modulo a prime.
    fn remainders(&self, field: PrimeField) -> Vec<u64> {
        let root = field.root_of_unity(2 * self.points as u64);
        let cosines = self.cosines(field);
        let evaluate = |&x: &Residue| Point::new(field, x, self.length).partition(&cosines);
        let points = field.powers(root, 2 * self.points);
        let needed = if self.bipartite {
            self.points / 2 + 1
        } else {
            self.points
        };
        let mut values: Vec<Residue> = points[..needed].iter().map(evaluate).collect();
        for index in needed..self.points {
            // Z(x) = x^bonds · Z(1/x), where Z, even in x, has been evaluated.
            let scale = points[index * self.bonds % points.len()];
            values.push(field.multiply(values[self.points - index], scale));
        }
        let fourier = Fourier::new(field, self.points, field.multiply(root, root));
        let counts = fourier.coefficients(&values);
        let counts = counts.iter().take(self.bonds / 2 + 1);
        counts.map(|&count| field.number(count)).collect()
    }

    /// 2cos(πl/n) = ζˡ + ζ⁻ˡ for l from 0 to n, with ζ a root of unity of
    /// order 2n.
    fn cosines(&self, field: PrimeField) -> Vec<Residue> {
        let order = 2 * self.width;
        let roots = field.powers(field.root_of_unity(order as u64), order);
        (0..=self.width)
            .map(|l| field.add(roots[l], roots[(order - l) % order]))
            .collect()
    }
}

/// A value of x with what the factors of all l share.
struct Point {
    field: PrimeField,
    length: usize,
    x: Residue,
    /// B.
    base: Residue,
    /// (1 + x²)².
    square: Residue,
    /// 2Bᵐ.
    twice: Residue,
    /// B²ᵏ for the k of the ladder: the leading binary digits of m.
    ladder: Vec<Residue>,
}

impl Point {
    fn new(field: PrimeField, x: Residue, length: usize) -> Self {
        let one = field.residue(1);
        let x_squared = field.multiply(x, x);
        let base = field.multiply(x, field.subtract(one, x_squared));
        let root = field.add(one, x_squared);
        let power = field.power(base, length as u64);
        let base_squared = field.multiply(base, base);
        let digits = usize::BITS - length.leading_zeros();
        Point {
            field,
            length,
            x,
            base,
            square: field.multiply(root, root),
            twice: field.add(power, power),
            ladder: (1..digits)
                .rev()
                .map(|shift| field.power(base_squared, (length >> shift) as u64))
                .collect(),
        }
    }

    /// Dₘ by doubling: D₂ₖ = Dₖ² − 2B²ᵏ and D₂ₖ₊₁ = Dₖ·Dₖ₊₁ − Aₗ·B²ᵏ (a Lucas
    /// sequence). Dₖ₊₁ is kept only as long as an odd step is still to come.
    fn lucas(&self, cosine: Residue) -> Residue {
        let field = self.field;
        let first = field.subtract(self.square, field.multiply(cosine, self.base));
        let doubled = |value: Residue, power: Residue| {
            let square = field.multiply(value, value);
            field.subtract(square, field.add(power, power))
        };
        let base_squared = field.multiply(self.base, self.base);
        let twos = self.length.trailing_zeros() as usize;
        let (odd_steps, doublings) = self.ladder.split_at(self.ladder.len() - twos);
        let mut value = first;
        if !odd_steps.is_empty() {
            let mut next = doubled(first, base_squared);
            for (index, &power) in odd_steps.iter().enumerate() {
                let shift = self.ladder.len() - 1 - index;
                let between =
                    field.subtract(field.multiply(value, next), field.multiply(first, power));
                if (self.length >> shift) % 2 == 1 {
                    next = doubled(next, field.multiply(power, base_squared));
                    value = between;
                } else {
                    value = doubled(value, power);
                    next = between;
                }
            }
        }
        doublings
            .iter()
            .fold(value, |value, &power| doubled(value, power))
    }

    /// The factors of the two products at l: of a pair l, −l, or of an l that is
    /// its own negative.
    fn factors(&self, l: usize, cosines: &[Residue]) -> [Residue; 2] {
        let field = self.field;
        let one = field.residue(1);
        let (value, rest) = if l == 0 || l + 1 == cosines.len() {
            let exponent = self.length as u64;
            let plus = field.power(field.add(one, self.x), exponent);
            let minus = field.power(field.subtract(one, self.x), exponent);
            let power = field.power(self.x, exponent);
            if l == 0 {
                (minus, field.multiply(power, plus))
            } else {
                (plus, field.multiply(power, minus))
            }
        } else {
            (self.lucas(cosines[l]), self.twice)
        };
        [field.add(value, rest), field.subtract(value, rest)]
    }

    /// Z(x).
    fn partition(&self, cosines: &[Residue]) -> Residue {
        let field = self.field;
        // Of sums and of differences, over even and over odd l.
        let mut products = [[field.residue(1); 2]; 2];
        for l in 0..cosines.len() {
            for (product, factor) in products[l % 2].iter_mut().zip(self.factors(l, cosines)) {
                *product = field.multiply(*product, factor);
            }
        }
        let sum = products
            .iter()
            .flatten()
            .fold(Residue::ZERO, |sum, &product| field.add(sum, product));
        field.multiply(sum, field.residue(field.prime().div_ceil(2)))
    }
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}
