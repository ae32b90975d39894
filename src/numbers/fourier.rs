//! Discrete Fourier transforms modulo a prime, of sizes without large prime
//! factors (J. W. Cooley and J. W. Tukey, 1965).

use super::field::{PrimeField, Residue};

/// The radices: a size is a product of these.
const RADICES: [usize; 4] = [2, 3, 5, 7];

/// The smallest size at least this that a transform can have.
pub(crate) fn transform_size(least: usize) -> usize {
    (least.max(1)..)
        .find(|&size| radices(size).is_some())
        .unwrap_or(least)
}

/// The radices of a size, or nothing if it has other prime factors.
fn radices(mut size: usize) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for radix in RADICES {
        while size.is_multiple_of(radix) {
            found.push(radix);
            size /= radix;
        }
    }
    (size == 1).then_some(found)
}

/// Transforms of one size modulo one prime.
#[derive(Debug)]
pub(crate) struct Fourier {
    field: PrimeField,
    radices: Vec<usize>,
    /// The powers of the root of unity.
    roots: Vec<Residue>,
}

impl Fourier {
    /// The transform of size `size` with a root of unity of that order.
    ///
    /// # Panics
    /// If the size is not one that [`transform_size`] gives.
    pub(crate) fn new(field: PrimeField, size: usize, root: Residue) -> Self {
        Fourier {
            field,
            radices: radices(size).expect("a size without large prime factors"),
            roots: field.powers(root, size),
        }
    }

    /// The values Σ cᵢ ωⁱʲ of the polynomial at the powers of the root.
    pub(crate) fn values(&self, coefficients: &[Residue]) -> Vec<Residue> {
        debug_assert_eq!(coefficients.len(), self.roots.len());
        let mut values = vec![Residue::ZERO; self.roots.len()];
        self.transform(coefficients, 1, &self.radices, &mut values);
        values
    }

    /// The coefficients of the polynomial that has these values.
    pub(crate) fn coefficients(&self, values: &[Residue]) -> Vec<Residue> {
        let mut coefficients = self.values(values);
        // The inverse is the transform at ω⁻¹, over the size.
        coefficients[1..].reverse();
        let size = self.field.residue(self.roots.len() as u64);
        let scale = self.field.invert(size);
        for coefficient in &mut coefficients {
            *coefficient = self.field.multiply(*coefficient, scale);
        }
        coefficients
    }

    /// Every `stride`-th input, transformed into `output`.
    fn transform(
        &self,
        input: &[Residue],
        stride: usize,
        radices: &[usize],
        output: &mut [Residue],
    ) {
        let Some((&radix, rest)) = radices.split_first() else {
            output[0] = input[0];
            return;
        };
        let part = output.len() / radix;
        for (offset, part) in output.chunks_mut(part).enumerate() {
            self.transform(&input[offset * stride..], stride * radix, rest, part);
        }
        let field = self.field;
        // The roots of unity of the order of the radix.
        let turns = self.roots.iter().step_by(self.roots.len() / radix);
        let turns: Vec<Residue> = turns.copied().collect();
        let mut terms = [Residue::ZERO; RADICES[RADICES.len() - 1]];
        for index in 0..part {
            for (offset, term) in terms.iter_mut().enumerate().take(radix) {
                let twiddle = self.roots[stride * offset * index];
                *term = field.multiply(output[offset * part + index], twiddle);
            }
            for turn in 0..radix {
                let mut place = 0;
                let sum = terms[1..radix].iter().fold(terms[0], |sum, &term| {
                    place = (place + turn) % radix;
                    field.add(sum, field.multiply(term, turns[place]))
                });
                output[turn * part + index] = sum;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::primes::primes_for;

    #[test]
    fn sizes() {
        assert_eq!(
            [0, 1, 11, 13, 1025].map(transform_size),
            [1, 1, 12, 14, 1029]
        );
    }

    #[test]
    fn against_the_definition_and_back() {
        for size in [1, 2, 7, 12, 30, 49, 64, 105] {
            let field = PrimeField::new(primes_for(size as u64, 1)[0]);
            let fourier = Fourier::new(field, size, field.root_of_unity(size as u64));
            let coefficients: Vec<Residue> = (0..size as u64)
                .map(|i| field.residue(i * i * i + 5))
                .collect();
            let values = fourier.values(&coefficients);
            for (j, &value) in values.iter().enumerate() {
                let terms = coefficients
                    .iter()
                    .enumerate()
                    .map(|(i, &c)| field.multiply(c, fourier.roots[i * j % size]));
                let sum = terms.fold(Residue::ZERO, |sum, term| field.add(sum, term));
                assert_eq!(value, sum, "size {size}");
            }
            assert_eq!(fourier.coefficients(&values), coefficients);
        }
    }
}
