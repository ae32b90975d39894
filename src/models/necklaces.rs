//! Rows of spins around a torus up to what changes no energy: rotation,
//! reflection and turning all spins. The classes are the bracelets of two
//! colors up to exchange of the colors (A000011).

/// A class of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Necklace {
    /// Its first row, one bit for each spin.
    pub(super) row: usize,
    /// How many rows are in it.
    pub(super) size: u32,
}

/// The classes of rows of this width, by their first rows.
pub(super) fn necklaces(width: usize) -> Vec<Necklace> {
    let mut seen = vec![false; 1 << width];
    let mut classes = Vec::new();
    for row in 0..1 << width {
        let mut size = 0;
        for image in images(row, width) {
            if !seen[image] {
                seen[image] = true;
                size += 1;
            }
        }
        if size > 0 {
            classes.push(Necklace { row, size });
        }
    }
    classes
}

/// All images of a row, some of them several times.
fn images(row: usize, width: usize) -> impl Iterator<Item = usize> {
    let all = (1 << width) - 1;
    let reflected = row.reverse_bits() >> (usize::BITS as usize - width);
    (0..width).flat_map(move |places| {
        let rotated = move |row: usize| (row << places | row >> (width - places)) & all;
        [row, reflected, all ^ row, all ^ reflected].map(rotated)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_are_those_of_the_encyclopedia() {
        let counts: Vec<usize> = (1..=12).map(|width| necklaces(width).len()).collect();
        assert_eq!(counts, [1, 2, 2, 4, 4, 8, 9, 18, 23, 44, 63, 122]);
        for width in 1..=12 {
            let rows: u32 = necklaces(width).iter().map(|class| class.size).sum();
            assert_eq!(rows, 1 << width);
        }
    }
}
