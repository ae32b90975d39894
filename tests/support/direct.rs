//! The transition matrices by direct summation, sharing nothing with `src/`:
//! closed sums over the auxiliary variables in `num-rational`, from the
//! algorithms as the paper prints them.

use num_bigint::BigInt;
use num_rational::BigRational;
use peskun::models::TableParts;
use peskun::numbers::Rational;

pub type Number = BigRational;

/// A ratio; nothing stands for a ratio over zero, which accepts.
pub(super) type Ratio = Option<Number>;

pub fn zero() -> Number {
    Number::from(BigInt::from(0))
}

pub fn one() -> Number {
    Number::from(BigInt::from(1))
}

/// The tables of a model: prior, f, p, q, auxiliary law and data.
pub struct Direct {
    prior: Vec<Number>,
    f: Vec<Vec<Number>>,
    p: Vec<Vec<Number>>,
    pub(super) q: Vec<Vec<Number>>,
    auxiliary: Vec<Vec<Number>>,
    x: usize,
}

/// One draw of an arm: its probability and the ratio.
pub type Drawn = Vec<(Number, Ratio)>;

fn normalized(rows: &[Vec<Rational>]) -> Vec<Vec<Number>> {
    let row = |row: &Vec<Rational>| {
        let row: Vec<Number> = row.iter().map(Number::from).collect();
        let total = row.iter().fold(zero(), |sum, value| sum + value);
        row.iter().map(|value| value / &total).collect()
    };
    rows.iter().map(row).collect()
}

pub fn capped(ratio: &Ratio) -> Number {
    match ratio {
        Some(ratio) if *ratio < one() => ratio.clone(),
        _ => one(),
    }
}

impl Direct {
    pub fn new(parts: &TableParts) -> Self {
        let rows = |rows: &Vec<Vec<Rational>>| {
            rows.iter()
                .map(|row| row.iter().map(Number::from).collect())
                .collect()
        };
        let (n, m) = (parts.parameters.len(), parts.sample_space.len());
        let uniform = |width: usize| vec![vec![Rational::new(1, 1); width]; n];
        Direct {
            prior: parts.prior.iter().map(Number::from).collect(),
            f: rows(&parts.likelihood),
            p: normalized(&parts.likelihood),
            q: normalized(&parts.proposal.clone().unwrap_or_else(|| uniform(n))),
            auxiliary: normalized(&parts.auxiliary.clone().unwrap_or_else(|| uniform(m))),
            x: parts
                .sample_space
                .iter()
                .position(|point| *point == parts.observed)
                .expect("in the space"),
        }
    }

    pub fn parameters(&self) -> usize {
        self.prior.len()
    }

    fn points(&self) -> usize {
        self.f[0].len()
    }

    pub fn posterior(&self) -> Vec<Number> {
        let joint: Vec<Number> = (0..self.parameters())
            .map(|t| &self.prior[t] * &self.p[t][self.x])
            .collect();
        let total = joint.iter().fold(zero(), |sum, value| sum + value);
        joint.iter().map(|value| value / &total).collect()
    }

    /// π(θ')q(θ',θ)f_θ'(x) / π(θ)q(θ,θ')f_θ(x).
    fn known(&self, from: usize, to: usize) -> Ratio {
        let flow = |a: usize, b: usize| &self.prior[a] * &self.f[a][self.x] * &self.q[a][b];
        let below = flow(from, to);
        (below != zero()).then(|| flow(to, from) / below)
    }

    /// Every value that a ratio can take, with its probability.
    pub fn drawn(&self, arm: &str, from: usize, to: usize) -> Drawn {
        let known = self.known(from, to);
        let times = |weight: Number| known.as_ref().map(|known| known * weight);
        let support = |law: &[Number]| -> Vec<(usize, Number)> {
            law.iter()
                .cloned()
                .enumerate()
                .filter(|(_, mass)| *mass != zero())
                .collect()
        };
        let exchange = |w: usize| &self.f[from][w] / &self.f[to][w];
        match arm.split_once(':').unwrap_or((arm, "1")) {
            ("mh", _) => {
                let z = |t: usize| self.f[t].iter().fold(zero(), |sum, value| sum + value);
                vec![(one(), times(z(from) / z(to)))]
            }
            ("mpmc", _) => {
                let mut all = Vec::new();
                for (y, mass) in support(&self.auxiliary[from]) {
                    for (v, other) in support(&self.p[to]) {
                        let above = &self.f[from][y] * &self.auxiliary[to][v];
                        let below = &self.f[to][v] * &self.auxiliary[from][y];
                        all.push((&mass * other, times(above / below)));
                    }
                }
                all
            }
            ("sve", _) => support(&self.p[to])
                .into_iter()
                .map(|(w, mass)| (mass, times(exchange(w))))
                .collect(),
            ("noisy", count) => {
                let count: usize = count.parse().expect("a number");
                let mut sums = vec![(one(), zero())];
                for _ in 0..count {
                    sums = sums
                        .iter()
                        .flat_map(|(weight, sum)| {
                            support(&self.p[to])
                                .into_iter()
                                .map(move |(w, mass)| (weight * mass, sum + exchange(w)))
                        })
                        .collect();
                }
                let count = Number::from(BigInt::from(count));
                sums.into_iter()
                    .map(|(weight, sum)| (weight, times(sum / &count)))
                    .collect()
            }
            ("dmh", steps) => {
                let law = self.inner_law(to, steps.parse().expect("a number"));
                support(&law)
                    .into_iter()
                    .map(|(w, mass)| (mass, times(exchange(w))))
                    .collect()
            }
            _ => unreachable!("{arm}"),
        }
    }

    /// The law of the inner chain after some steps from the data.
    fn inner_law(&self, parameter: usize, steps: usize) -> Vec<Number> {
        let m = self.points();
        let each = one() / Number::from(BigInt::from(m));
        let mut law = vec![zero(); m];
        law[self.x] = one();
        for _ in 0..steps {
            let mut next = vec![zero(); m];
            for w in (0..m).filter(|&w| law[w] != zero()) {
                for v in 0..m {
                    let accept = capped(&Some(&self.f[parameter][v] / &self.f[parameter][w]));
                    let flow = &law[w] * &each;
                    next[v] += &flow * &accept;
                    next[w] += flow * (one() - accept);
                }
            }
            law = next;
        }
        law
    }

    /// E min{â, 1}.
    pub fn mean(&self, arm: &str, from: usize, to: usize) -> Number {
        let drawn = self.drawn(arm, from, to);
        drawn
            .iter()
            .fold(zero(), |sum, (weight, ratio)| sum + weight * capped(ratio))
    }

    /// The matrix with off-diagonal entries `flow(from, to)`.
    pub(super) fn completed(&self, flow: impl Fn(usize, usize) -> Number) -> Vec<Vec<Number>> {
        let n = self.parameters();
        (0..n)
            .map(|from| {
                let mut row: Vec<Number> = (0..n)
                    .map(|to| if from == to { zero() } else { flow(from, to) })
                    .collect();
                let away = row.iter().fold(zero(), |sum, value| sum + value);
                row[from] = one() - away;
                row
            })
            .collect()
    }

    /// Algorithms 1, 3, 4, noisy and double M-H.
    pub fn single(&self, arm: &str) -> Vec<Vec<Number>> {
        self.completed(|from, to| {
            if self.q[from][to] == zero() {
                zero()
            } else {
                &self.q[from][to] * self.mean(arm, from, to)
            }
        })
    }

    /// Σ π(θ) q(θ, θ') r(θ, θ'), over all θ'.
    pub fn acceptance(&self, arm: &str) -> Number {
        let posterior = self.posterior();
        let mut total = zero();
        for (from, mass) in posterior.iter().enumerate() {
            for to in (0..self.parameters()).filter(|&to| self.q[from][to] != zero()) {
                total += mass * &self.q[from][to] * self.mean(arm, from, to);
            }
        }
        total
    }

    /// Algorithm 2 on Θ×X, states in the order of θ, then y.
    pub fn pmc(&self) -> Vec<Vec<Number>> {
        let (n, m) = (self.parameters(), self.points());
        let states: Vec<(usize, usize)> =
            (0..n).flat_map(|t| (0..m).map(move |y| (t, y))).collect();
        states
            .iter()
            .enumerate()
            .map(|(here, &(from, y))| {
                let mut row: Vec<Number> = states
                    .iter()
                    .map(|&(to, v)| {
                        let proposed = &self.q[from][to] * &self.p[to][v];
                        if proposed == zero() {
                            return zero();
                        }
                        let below = &self.f[to][v] * &self.auxiliary[from][y];
                        let ratio = if below == zero() {
                            None
                        } else {
                            let weight = &self.f[from][y] * &self.auxiliary[to][v] / below;
                            self.known(from, to).map(|known| known * weight)
                        };
                        proposed * capped(&ratio)
                    })
                    .collect();
                row[here] = zero();
                let away = row.iter().fold(zero(), |sum, value| sum + value);
                row[here] = one() - away;
                row
            })
            .collect()
    }
}
