//! Four kernels on many states, written as anyone would write them: a heat bath on
//! a lattice by random and by systematic scan, a deck of cards under random
//! transpositions, and contingency tables by the switch of two rows and two
//! columns. Each can be broken in the step from one state.

use peskun::prelude::*;

/// In which order a heat bath visits the sites.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scan {
    /// One site, chosen at random.
    Random,
    /// All of them, one after the other.
    Systematic,
}

/// A heat bath on an Ising lattice with free boundary: a configuration is a number
/// whose binary digits are the spins, and has weight t for each pair of neighbors
/// that agree.
pub struct HeatBath {
    columns: usize,
    scan: Scan,
    neighbors: Vec<Vec<usize>>,
    /// t to the power 0, 1, 2, …
    powers: Vec<Rational>,
    /// The probability of a spin that is up, by the neighbors that are up and all.
    up: Vec<Vec<Rational>>,
    broken: Option<u32>,
}

impl HeatBath {
    pub fn new(rows: usize, columns: usize, t: Rational, scan: Scan) -> Self {
        let place = |site: usize| (site / columns, site % columns);
        let beside = |a: usize, b: usize| {
            let ((r, c), (s, d)) = (place(a), place(b));
            r.abs_diff(s) + c.abs_diff(d) == 1
        };
        let sites = rows * columns;
        let neighbors = |site| (0..sites).filter(|&other| beside(site, other)).collect();
        let up = |all: usize, up: usize| {
            let (weight, other) = (t.power(up), t.power(all - up));
            &weight / (&weight + &other)
        };
        HeatBath {
            columns,
            scan,
            neighbors: (0..sites).map(neighbors).collect(),
            powers: (0..=2 * sites).map(|power| t.power(power)).collect(),
            up: (0..=4)
                .map(|all| (0..=all).map(|n| up(all, n)).collect())
                .collect(),
            broken: None,
        }
    }

    /// The same, but from this configuration the first spin is a fair coin.
    pub fn broken_at(self, configuration: u32) -> Self {
        HeatBath {
            broken: Some(configuration),
            ..self
        }
    }

    fn update<C: Chance>(
        &self,
        configuration: u32,
        site: usize,
        fair: bool,
        chance: &mut C,
    ) -> Result<u32, Interrupted> {
        let neighbors = &self.neighbors[site];
        let up = neighbors
            .iter()
            .filter(|&&other| configuration >> other & 1 == 1);
        let half = Rational::new(1, 2);
        let probability = match fair {
            true => &half,
            false => &self.up[neighbors.len()][up.count()],
        };
        let spin = u32::from(chance.coin(probability)?);
        Ok(configuration & !(1 << site) | spin << site)
    }
}

impl Kernel for HeatBath {
    type State = u32;

    fn step<C: Chance>(&self, from: &u32, chance: &mut C) -> Result<Step<u32>, Interrupted> {
        let sites = self.neighbors.len();
        let broken = |site: usize| site == 0 && self.broken == Some(*from);
        let mut to = *from;
        match self.scan {
            Scan::Random => {
                let site = chance.uniform(sites)?;
                to = self.update(to, site, broken(site), chance)?;
            }
            Scan::Systematic => {
                for site in 0..sites {
                    to = self.update(to, site, broken(site), chance)?;
                }
            }
        }
        Ok(Step::moved(to))
    }
}

impl FiniteKernel for HeatBath {
    fn states(&self) -> Vec<u32> {
        (0..1 << self.neighbors.len()).collect()
    }

    fn label(&self, state: &u32) -> String {
        let spin = |site: usize| if state >> site & 1 == 1 { '+' } else { '-' };
        let row = |sites: &[usize]| sites.iter().map(|&site| spin(site)).collect::<String>();
        let sites: Vec<usize> = (0..self.neighbors.len()).collect();
        sites
            .chunks(self.columns)
            .map(row)
            .collect::<Vec<_>>()
            .join("/")
    }

    fn target(&self) -> Vec<Rational> {
        let agreeing = |configuration: u32| -> usize {
            let spin = |site: usize| configuration >> site & 1;
            let pairs = self.neighbors.iter().enumerate().map(|(site, others)| {
                let after = others.iter().filter(|&&other| other > site);
                after.filter(|&&other| spin(site) == spin(other)).count()
            });
            pairs.sum()
        };
        let states = self.states().into_iter();
        states
            .map(|state| self.powers[agreeing(state)].clone())
            .collect()
    }
}

/// A deck of cards: two places are drawn, which may be the same, and what lies
/// there is exchanged (Diaconis and Shahshahani 1981).
pub struct Transpositions {
    cards: u8,
    broken: bool,
}

impl Transpositions {
    pub fn new(cards: u8) -> Self {
        Transpositions {
            cards,
            broken: false,
        }
    }

    /// The same, but of the deck in order the first card is never drawn first.
    pub fn broken(cards: u8) -> Self {
        Transpositions {
            cards,
            broken: true,
        }
    }
}

impl Kernel for Transpositions {
    type State = Vec<u8>;

    fn step<C: Chance>(
        &self,
        from: &Vec<u8>,
        chance: &mut C,
    ) -> Result<Step<Vec<u8>>, Interrupted> {
        let size = from.len();
        let first = match self.broken && from.is_sorted() {
            true => 1 + chance.uniform(size - 1)?,
            false => chance.uniform(size)?,
        };
        let mut deck = from.clone();
        deck.swap(first, chance.uniform(size)?);
        Ok(Step::moved(deck))
    }
}

impl FiniteKernel for Transpositions {
    fn states(&self) -> Vec<Vec<u8>> {
        let mut decks = vec![Vec::new()];
        for card in 0..self.cards {
            let longer = |deck: &Vec<u8>| {
                let insert = |place: usize, deck: &Vec<u8>| {
                    let mut deck = deck.clone();
                    deck.insert(place, card);
                    deck
                };
                (0..=deck.len())
                    .map(|place| insert(place, deck))
                    .collect::<Vec<_>>()
            };
            decks = decks.iter().flat_map(longer).collect();
        }
        decks
    }

    fn label(&self, deck: &Vec<u8>) -> String {
        deck.iter().map(u8::to_string).collect()
    }

    fn target(&self) -> Vec<Rational> {
        vec![Rational::ONE; self.states().len()]
    }
}

/// Tables of nonnegative integers with given sums of rows and columns: two rows and
/// two columns are drawn, and 1 is moved around their corners unless that makes an
/// entry negative (Diaconis and Sturmfels 1998).
pub struct Switch {
    rows: Vec<u8>,
    columns: Vec<u8>,
    broken: Option<Vec<u8>>,
}

impl Switch {
    pub fn new(rows: &[u8], columns: &[u8]) -> Self {
        Switch {
            rows: rows.to_vec(),
            columns: columns.to_vec(),
            broken: None,
        }
    }

    /// The same, but from this table 1 is moved in one direction only.
    pub fn broken_at(self, table: Vec<u8>) -> Self {
        Switch {
            broken: Some(table),
            ..self
        }
    }
}

/// Two different positions below `size`, in order.
fn pair<C: Chance>(size: usize, chance: &mut C) -> Result<(usize, usize), Interrupted> {
    let mut number = chance.uniform(size * (size - 1) / 2)?;
    let mut first = 0;
    while number >= size - 1 - first {
        number -= size - 1 - first;
        first += 1;
    }
    Ok((first, first + 1 + number))
}

impl Kernel for Switch {
    type State = Vec<u8>;

    fn step<C: Chance>(
        &self,
        from: &Vec<u8>,
        chance: &mut C,
    ) -> Result<Step<Vec<u8>>, Interrupted> {
        let width = self.columns.len();
        let (top, bottom) = pair(self.rows.len(), chance)?;
        let (left, right) = pair(width, chance)?;
        let falling = self.broken.as_ref() == Some(from) || chance.uniform(2)? == 0;
        let falling_corners = [top * width + left, bottom * width + right];
        let rising_corners = [top * width + right, bottom * width + left];
        let (down, up) = match falling {
            true => (falling_corners, rising_corners),
            false => (rising_corners, falling_corners),
        };
        if down.iter().any(|&corner| from[corner] == 0) {
            return Ok(Step::stayed(from.clone()));
        }
        let mut table = from.clone();
        for (less, more) in down.into_iter().zip(up) {
            table[less] -= 1;
            table[more] += 1;
        }
        Ok(Step::moved(table))
    }
}

impl FiniteKernel for Switch {
    fn states(&self) -> Vec<Vec<u8>> {
        // Cell by cell, with what is left of each sum.
        let width = self.columns.len();
        let mut tables = vec![(Vec::new(), self.columns.clone())];
        for &sum in &self.rows {
            for column in 0..width {
                let extend = |(table, left): &(Vec<u8>, Vec<u8>)| {
                    let row: u8 = table.iter().rev().take(column).sum();
                    let rest = sum - row;
                    let least = if column + 1 == width { rest } else { 0 };
                    let extended = move |value: u8, table: &Vec<u8>, left: &Vec<u8>| {
                        let (mut table, mut left) = (table.clone(), left.clone());
                        table.push(value);
                        left[column] -= value;
                        (table, left)
                    };
                    (least..=rest.min(left[column]))
                        .map(|value| extended(value, table, left))
                        .collect::<Vec<_>>()
                };
                tables = tables.iter().flat_map(extend).collect();
            }
        }
        let complete =
            |(table, left): (Vec<u8>, Vec<u8>)| left.iter().all(|&rest| rest == 0).then_some(table);
        tables.into_iter().filter_map(complete).collect()
    }

    fn label(&self, table: &Vec<u8>) -> String {
        let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        table
            .chunks(self.columns.len())
            .map(row)
            .collect::<Vec<_>>()
            .join(" / ")
    }

    fn target(&self) -> Vec<Rational> {
        vec![Rational::ONE; self.states().len()]
    }
}
