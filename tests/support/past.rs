//! Perfect and cluster simulation with one mistake each: every check must
//! catch them.

use peskun::chance::{Ask, Chance, Interrupted};
use peskun::kernels::{Kernel, Step};
use peskun::numbers::Rational;
use peskun::simulation::{Adjacency, Configuration, MonotoneCoupling};

/// What is wrong with a coupling from the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastDefect {
    /// Nothing: the algorithm written a second time.
    None,
    /// Every attempt has draws of its own.
    FreshDraws,
    /// The runs go forward from time 0 and stop when they meet.
    StopsWhenMet,
    /// An earlier start puts the old draws at the earliest times.
    DrawsShifted,
    /// A site goes up only if more neighbors are up than required.
    WrongThreshold,
}

pub const PAST_DEFECTS: [PastDefect; 4] = [
    PastDefect::FreshDraws,
    PastDefect::StopsWhenMet,
    PastDefect::DrawsShifted,
    PastDefect::WrongThreshold,
];

/// A draw with a defect, or nothing if the runs have not met after going 2^k
/// updates back for the last k.
pub fn defective_draw<C: Chance>(
    coupling: &MonotoneCoupling,
    defect: PastDefect,
    doublings: u32,
    chance: &mut C,
) -> Result<Option<Configuration>, Interrupted> {
    let aligned = |up| Configuration::aligned(coupling.sites(), up);
    let extra = usize::from(defect == PastDefect::WrongThreshold);
    if defect == PastDefect::StopsWhenMet {
        let start = (aligned(false), aligned(true), 0);
        let updates = 1 << doublings;
        let (low, high, _) = chance.iterated(start, updates, |(low, high, time), chance| {
            let (mut low, mut high) = (low.clone(), high.clone());
            if low != high {
                let site = time % coupling.sites();
                let requirement = coupling.requirement(site, chance)?;
                coupling.apply(&mut low, site, requirement);
                coupling.apply(&mut high, site, requirement);
            }
            Ok((low, high, time + 1))
        })?;
        return Ok((low == high).then_some(low));
    }
    if defect == PastDefect::FreshDraws {
        for attempt in 0..=doublings {
            let met = chance.merged(|chance| attempt_of(coupling, 1 << attempt, chance))?;
            if met.is_some() {
                return Ok(met);
            }
        }
        return Ok(None);
    }
    let mut requirements: Vec<usize> = Vec::new();
    for attempt in 0..=doublings {
        let start = 1usize << attempt;
        let mut earlier = Vec::new();
        for past in requirements.len() + 1..=start {
            earlier.push(coupling.requirement(coupling.site_at(past), chance)?);
        }
        requirements = match defect {
            PastDefect::DrawsShifted => [earlier, requirements].concat(),
            _ => [requirements, earlier].concat(),
        };
        let (mut low, mut high) = (aligned(false), aligned(true));
        for past in (1..=start).rev() {
            let (site, required) = (coupling.site_at(past), requirements[past - 1]);
            coupling.apply(&mut low, site, required + extra);
            coupling.apply(&mut high, site, required + extra);
        }
        if low == high {
            return Ok(Some(low));
        }
    }
    Ok(None)
}

/// One attempt over so many updates, with draws that are then forgotten.
fn attempt_of<C: Chance>(
    coupling: &MonotoneCoupling,
    start: usize,
    chance: &mut C,
) -> Result<Option<Configuration>, Interrupted> {
    let aligned = |up| Configuration::aligned(coupling.sites(), up);
    let first = (aligned(false), aligned(true), start);
    let (low, high, _) = chance.iterated(first, start, |(low, high, past), chance| {
        let (mut low, mut high) = (low.clone(), high.clone());
        let site = coupling.site_at(*past);
        let requirement = coupling.requirement(site, chance)?;
        coupling.apply(&mut low, site, requirement);
        coupling.apply(&mut high, site, requirement);
        Ok((low, high, past - 1))
    })?;
    Ok((low == high).then_some(low))
}

/// Wolff's algorithm with any probability of binding, and perhaps with one
/// try for a pair that has two bonds.
pub struct OtherWolff {
    pub adjacency: Adjacency,
    pub binding: Rational,
    pub pairs_once: bool,
}

impl Kernel for OtherWolff {
    type State = Configuration;

    fn step<C: Chance>(
        &self,
        from: &Configuration,
        chance: &mut C,
    ) -> Result<Step<Configuration>, Interrupted> {
        let sites = (0..self.adjacency.sites()).map(|site| (site, Rational::ONE));
        let law = peskun::numbers::Law::proportional_to(sites).expect("a law");
        let seed = *chance.draw(&law)?;
        let mut members = vec![seed];
        let mut next = 0;
        while next < members.len() {
            let mut around = self.adjacency.neighbors(members[next]).to_vec();
            if self.pairs_once {
                around.sort_unstable();
                around.dedup();
            }
            for neighbor in around.into_iter().map(|neighbor| neighbor as usize) {
                let joins = from.is_up(neighbor) == from.is_up(seed)
                    && !members.contains(&neighbor)
                    && chance.coin(&self.binding)?;
                if joins {
                    members.push(neighbor);
                }
            }
            next += 1;
        }
        let mut state = from.clone();
        members.into_iter().for_each(|site| state.turn(site));
        Ok(Step {
            state,
            accepted: true,
            arm: None,
            cost: 0,
        })
    }
}
