//! Algorithm 5 by direct summation, sharing nothing with `src/`: all decisions
//! of a rule, all ways to break its ties, all readings of the algorithm.

use num_bigint::BigInt;

use super::direct::{Direct, Drawn, Number, Ratio, capped, one, zero};

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

fn smaller(a: Number, b: Number) -> Number {
    if a < b { a } else { b }
}

impl Direct {
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
