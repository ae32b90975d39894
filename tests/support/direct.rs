//! The transition matrices by direct summation, sharing nothing with `src/`:
//! closed sums over the auxiliary variables in `num-rational`, from the
//! algorithms as the paper prints them.

use num_bigint::BigInt;
use num_rational::BigRational;
use peskun::models::TableParts;
use peskun::numbers::Rational;

pub type Number = BigRational;

/// A ratio; nothing stands for a ratio over zero, which accepts.
type Ratio = Option<Number>;

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
    q: Vec<Vec<Number>>,
    auxiliary: Vec<Vec<Number>>,
    x: usize,
}

/// One draw of an arm: its probability and the ratio.
pub type Drawn = Vec<(Number, Ratio)>;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tie {
    First,
    Last,
    Coin,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    Fresh,
    Repropose,
    Reuse,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    LargestDraw,
    MaxMinDraw,
    LargestMean,
    MaxMinMean,
}

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

fn smaller(a: Number, b: Number) -> Number {
    if a < b { a } else { b }
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
    fn completed(&self, flow: impl Fn(usize, usize) -> Number) -> Vec<Vec<Number>> {
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

    /// For each arm: the probability that it is chosen, and that times the
    /// conditional expectation of the acceptance it was chosen by.
    fn decision(
        &self,
        arms: &[&str],
        rule: Rule,
        tie: Tie,
        from: usize,
        to: usize,
    ) -> Vec<(Number, Number)> {
        let forward: Vec<Drawn> = arms.iter().map(|arm| self.drawn(arm, from, to)).collect();
        let reverse: Vec<Drawn> = arms.iter().map(|arm| self.drawn(arm, to, from)).collect();
        let mut result = vec![(zero(), zero()); arms.len()];
        if matches!(rule, Rule::LargestMean | Rule::MaxMinMean) {
            let score = |arm: &&str| {
                let (here, back) = (self.mean(arm, from, to), self.mean(arm, to, from));
                Some(if rule == Rule::LargestMean {
                    here
                } else {
                    smaller(here, back)
                })
            };
            let scores: Vec<Ratio> = arms.iter().map(score).collect();
            for (arm, share) in chosen(&scores, tie) {
                result[arm].0 = share.clone();
                result[arm].1 = share * self.mean(arms[arm], from, to);
            }
            return result;
        }
        // (weight, score, acceptance) of every arm by itself, then all together.
        let seen: Vec<Vec<(Number, Ratio, Number)>> = (0..arms.len())
            .map(|arm| {
                if rule == Rule::LargestDraw {
                    return forward[arm]
                        .iter()
                        .map(|(w, a)| (w.clone(), a.clone(), capped(a)))
                        .collect();
                }
                forward[arm]
                    .iter()
                    .flat_map(|(w, a)| {
                        reverse[arm].iter().map(move |(v, b)| {
                            (w * v, Some(smaller(capped(a), capped(b))), capped(a))
                        })
                    })
                    .collect()
            })
            .collect();
        let mut index = vec![0; arms.len()];
        loop {
            let current: Vec<&(Number, Ratio, Number)> =
                index.iter().zip(&seen).map(|(&i, list)| &list[i]).collect();
            let weight = current.iter().fold(one(), |product, (w, _, _)| product * w);
            let scores: Vec<Ratio> = current.iter().map(|(_, score, _)| score.clone()).collect();
            for (arm, share) in chosen(&scores, tie) {
                result[arm].0 += &weight * &share;
                result[arm].1 += &weight * share * &current[arm].2;
            }
            let Some(next) = (0..arms.len()).find(|&arm| index[arm] + 1 < seen[arm].len()) else {
                return result;
            };
            index[next] += 1;
            index[..next].fill(0);
        }
    }

    /// Algorithm 5 and its relatives.
    pub fn bandit(
        &self,
        arms: &[&str],
        rule: Rule,
        tie: Tie,
        reading: Reading,
    ) -> Vec<Vec<Number>> {
        let n = self.parameters();
        let proposed = |from: usize, to: usize| self.q[from][to] != zero();
        match reading {
            Reading::Repropose => self.completed(|from, end| {
                if !proposed(from, end) {
                    return zero();
                }
                let means: Vec<Number> = arms.iter().map(|arm| self.mean(arm, from, end)).collect();
                let mut total = zero();
                for to in (0..n).filter(|&to| proposed(from, to)) {
                    for ((share, _), mean) in
                        self.decision(arms, rule, tie, from, to).iter().zip(&means)
                    {
                        total += &self.q[from][to] * share * &self.q[from][end] * mean;
                    }
                }
                total
            }),
            _ => self.completed(|from, to| {
                if !proposed(from, to) {
                    return zero();
                }
                let decision = self.decision(arms, rule, tie, from, to);
                let accepted =
                    decision
                        .iter()
                        .zip(arms)
                        .fold(zero(), |sum, ((share, reused), arm)| {
                            sum + if reading == Reading::Reuse {
                                reused.clone()
                            } else {
                                share * self.mean(arm, from, to)
                            }
                        });
                &self.q[from][to] * accepted
            }),
        }
    }
}

/// Which arms are chosen, with what probability; a missing score is infinite.
fn chosen(scores: &[Ratio], tie: Tie) -> Vec<(usize, Number)> {
    let above = |a: &Ratio, b: &Ratio| match (a, b) {
        (None, Some(_)) => true,
        (Some(a), Some(b)) => a > b,
        (_, None) => false,
    };
    let best: Vec<usize> = (0..scores.len())
        .filter(|&i| !scores.iter().any(|other| above(other, &scores[i])))
        .collect();
    match tie {
        Tie::First => vec![(best[0], one())],
        Tie::Last => vec![(best[best.len() - 1], one())],
        Tie::Coin => {
            let share = one() / Number::from(BigInt::from(best.len()));
            best.into_iter().map(|arm| (arm, share.clone())).collect()
        }
    }
}
