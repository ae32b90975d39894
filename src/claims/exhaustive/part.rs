//! The file in which a part of a run grows, and what is asked of it before it is
//! believed.
//!
//! A file begins with what is run and by what, and has a line for each block that is
//! done, so that a run that was ended goes on from there. A line `digest` has the
//! SHA-256 of everything above it; blocks below the last one were cut short when the
//! run ended, and are examined again:
//!
//! ```text
//! peskun exhaustive 2
//! program 0.1.0
//! weights 1
//! shapes 2x2 2x3
//! claims mh-invariant lemma-1
//! statements 0f3a…
//! digest 91c2…
//! block 0 2x2 3
//! block 1 2x2 9 lemma-1=2@11,01;11;10,01;11,10
//! digest 5be0…
//! ```
//!
//! `statements` has the SHA-256 of what the claims say. Digests find accidents and
//! edits by hand: whoever wants to deceive can compute them as well. What a file says
//! is also compared with the class, so that models, claims and exceptions are
//! possible ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::class::{Block, ModelClass, Shape};
use super::plan::{Exception, Plan, Tally, in_one_word};
use super::record::Run;
use crate::claims::Claim;

/// What a file begins with.
const FIRST_LINE: &str = "peskun exhaustive 2";
/// What files began with that have no digest.
const WITHOUT_DIGEST: &str = "peskun exhaustive 1";
/// How many lines say what is run.
const HEADER: usize = 6;
/// What the lines with digests begin with.
const DIGEST: &str = "digest ";

/// What a file says is done, after it was checked.
#[derive(Clone, Debug)]
pub struct Part {
    /// The blocks that are done, by number.
    pub done: BTreeMap<u64, Tally>,
    /// How many bytes of the file stand under a digest, which included. The rest was
    /// cut short when the run ended.
    pub whole: usize,
    seal: Seal,
}

/// The digest of a text that grows.
#[derive(Clone, Debug, Default)]
struct Seal(Sha256);

impl Seal {
    /// Takes more of the text.
    fn add(&mut self, text: &str) {
        self.0.update(text);
    }

    /// The line that goes below the text.
    fn line(&self) -> String {
        format!("{DIGEST}{}\n", hexadecimal(&self.0.clone().finalize()))
    }

    /// More of the text and the line below it, both of which it takes.
    fn sealed(&mut self, mut text: String) -> String {
        self.add(&text);
        let line = self.line();
        self.add(&line);
        text.push_str(&line);
        text
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        // A string takes whatever is written.
        let _ = write!(out, "{byte:02x}");
        out
    })
}

impl Part {
    /// A part of which nothing is done, and the text that its file begins with.
    pub fn begin(plan: &Plan) -> (Self, String) {
        let mut seal = Seal::default();
        let text = seal.sealed(header(plan));
        let part = Part {
            done: BTreeMap::new(),
            whole: text.len(),
            seal,
        };
        (part, text)
    }

    /// The text of more blocks that are done.
    pub fn text_of(&mut self, tallies: &[Tally]) -> String {
        let lines: String = tallies.iter().map(line).collect();
        match lines.is_empty() {
            true => lines,
            false => self.seal.sealed(lines),
        }
    }

    /// What a file is a part of, or a sentence on what is unknown.
    pub fn plan(text: &str, known: &[Claim]) -> Result<Plan, String> {
        Self::sealed(text)?;
        let field = |name: &str| {
            let mut lines = lines(text)
                .take(HEADER)
                .filter_map(|line| line.split_once(' '));
            let found = lines
                .find(|(key, _)| *key == name)
                .map(|(_, rest)| rest.trim_end());
            found.ok_or_else(|| format!("it has no line `{name}`"))
        };
        let largest: u8 = field("weights")?.parse().unwrap_or_default();
        if !(1..=9).contains(&largest) {
            return Err("its weights are not from 1 to 9".into());
        }
        let shapes = field("shapes")?.split_whitespace().map(str::parse);
        let shapes: Vec<Shape> = shapes.collect::<Result<_, String>>()?;
        let mut claims: Vec<Claim> = Vec::new();
        for id in field("claims")?.split_whitespace() {
            if claims.iter().any(|claim| claim.id == id) {
                return Err(format!("it names the claim `{id}` twice"));
            }
            let claim = known.iter().find(|claim| claim.id == id);
            claims.push(*claim.ok_or_else(|| format!("no claim is called `{id}`"))?);
        }
        let plan = Plan::new(&claims, largest, &shapes);
        match plan.claims.is_empty() || plan.shapes.is_empty() {
            true => Err("it is about no claim, or about no models".into()),
            false => Ok(plan),
        }
    }

    /// Reads a file of this run, or says in a sentence what is wrong with it.
    pub fn read(text: &str, plan: &Plan) -> Result<Self, String> {
        let part = Self::sealed(text)?;
        compare_headers(&lines(text).take(HEADER).collect::<String>(), plan)?;
        part.check(plan)?;
        Ok(part)
    }

    /// What stands under digests, whatever it says.
    fn sealed(text: &str) -> Result<Self, String> {
        match text.lines().next() {
            Some(FIRST_LINE) => {}
            Some(WITHOUT_DIGEST) => {
                return Err("it was written by an earlier version, without digests, and cannot be checked: remove it, and run this part again".into());
            }
            _ => return Err("it does not begin as a file of `peskun verify --exhaustive`".into()),
        }
        let mut part = Part {
            done: BTreeMap::new(),
            whole: 0,
            seal: Seal::default(),
        };
        let (mut read, mut pending) = (0, Vec::new());
        for (number, line) in (1..).zip(lines(text)) {
            if line.starts_with(DIGEST) {
                if part.seal.line() != line {
                    return Err(format!(
                        "line {number} is not the digest of what stands above it: it was edited or damaged; remove it, and run this part again"
                    ));
                }
                part.take(&mut pending)?;
                part.whole = read + line.len();
            } else if number > HEADER {
                let tally = tally(line).ok_or_else(|| {
                    format!("line {number} is not a block: `{}`", line.trim_end())
                })?;
                pending.push((number, tally));
            }
            read += line.len();
            part.seal.add(line);
        }
        match part.whole {
            0 => Err("it ends before its first digest".into()),
            whole => {
                // What was cut short is written again.
                part.seal = Seal::default();
                part.seal.add(&text[..whole]);
                Ok(part)
            }
        }
    }

    /// Takes blocks that stand under a digest.
    fn take(&mut self, pending: &mut Vec<(usize, Tally)>) -> Result<(), String> {
        for (number, tally) in pending.drain(..) {
            let block = tally.block;
            if self.done.insert(block, tally).is_some() {
                return Err(format!("line {number} has block {block} a second time"));
            }
        }
        Ok(())
    }

    /// Is what it says of its blocks possible?
    fn check(&self, plan: &Plan) -> Result<(), String> {
        let (mut known, mut wrong) = (0, None);
        plan.each_block(|number, class, block| {
            if let Some(tally) = self.done.get(&number) {
                known += 1;
                if wrong.is_none() {
                    wrong = impossible(tally, plan, class, &block);
                }
            }
        });
        match wrong {
            Some(why) => Err(why),
            None if known < self.done.len() => {
                Err("it has blocks that the run does not have".into())
            }
            None => Ok(()),
        }
    }
}

/// The lines of a text that are whole.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| line.ends_with('\n'))
}

/// The lines that say what is run.
fn header(plan: &Plan) -> String {
    let shapes: Vec<String> = plan.shapes.iter().map(ToString::to_string).collect();
    let mut statements = Sha256::new();
    for (claim, statement) in plan.claims.iter().zip(&plan.statements) {
        statements.update(format!("{claim}: {statement}\n"));
    }
    format!(
        "{FIRST_LINE}\nprogram {}\nweights {}\nshapes {}\nclaims {}\nstatements {}\n",
        env!("CARGO_PKG_VERSION"),
        plan.largest,
        shapes.join(" "),
        plan.claims.join(" "),
        hexadecimal(&statements.finalize())
    )
}

/// Is it the header of this plan? If not, a sentence on what differs.
fn compare_headers(found: &str, plan: &Plan) -> Result<(), String> {
    let expected = header(plan);
    let differs = found.lines().zip(expected.lines()).find(|(a, b)| a != b);
    let Some((found, expected)) = differs else {
        return Ok(());
    };
    let (name, value) = expected.split_once(' ').unwrap_or((expected, ""));
    Err(match (name, found.split_once(' ')) {
        ("program", Some((_, version))) => format!(
            "it was written by version {version} of peskun, and this is {value}: run this part again, or use that version"
        ),
        ("statements", _) => {
            "its claims have the same names as here and say something else: run this part again"
                .into()
        }
        _ => format!("it is of another run: its {name} differ"),
    })
}

/// The line of a block.
fn line(tally: &Tally) -> String {
    let exceptions: String = tally
        .exceptions
        .iter()
        .map(|one| format!(" {}={}@{}", one.claim, one.models, one.first))
        .collect();
    let Tally {
        block,
        shape,
        models,
        ..
    } = tally;
    format!("block {block} {shape} {models}{exceptions}\n")
}

/// The block that a line is about.
fn tally(line: &str) -> Option<Tally> {
    let mut words = line.split_whitespace();
    if words.next() != Some("block") {
        return None;
    }
    let block = words.next()?.parse().ok()?;
    let shape = words.next()?.parse().ok()?;
    let models = words.next()?.parse().ok()?;
    let exception = |word: &str| {
        let (claim, rest) = word.split_once('=')?;
        let (models, first) = rest.split_once('@')?;
        Some(Exception {
            claim: claim.into(),
            models: models.parse().ok()?,
            first: first.into(),
        })
    };
    Some(Tally {
        block,
        shape,
        models,
        exceptions: words.map(exception).collect::<Option<_>>()?,
    })
}

/// Why a block cannot be as it is said, in a sentence.
fn impossible(tally: &Tally, plan: &Plan, class: &ModelClass, block: &Block) -> Option<String> {
    let number = tally.block;
    let models = class.models(block).count() as u64;
    if (tally.shape, tally.models) != (block.shape(), models) {
        return Some(format!("block {number} has not the models of the class"));
    }
    let mut named = BTreeSet::new();
    for Exception {
        claim,
        models: failed,
        first,
    } in &tally.exceptions
    {
        if !plan.claims.contains(&claim.as_str()) {
            return Some(format!(
                "block {number} has an exception to `{claim}`, which is not among the claims of the run"
            ));
        }
        if !named.insert(claim) {
            return Some(format!("block {number} names `{claim}` twice"));
        }
        if !(1..=models).contains(failed) {
            return Some(format!(
                "block {number} has {failed} exceptions to `{claim}` among its {models} models"
            ));
        }
        // So many models come no later than the first that fails.
        let place = class
            .models(block)
            .position(|parts| in_one_word(&parts) == *first);
        if place.is_none_or(|place| place as u64 + failed > models) {
            return Some(format!(
                "block {number} names `{first}` as the first of {failed} exceptions to `{claim}`, which it cannot be"
            ));
        }
    }
    None
}

/// The record of a whole run from its parts, or a sentence: an error where they do not
/// belong together, `Ok(Err(…))` where blocks are missing. The parts were read with
/// this plan.
pub fn merged(plan: &Plan, parts: &[(String, Part)]) -> Result<Result<Run, String>, String> {
    let mut all: BTreeMap<u64, &Tally> = BTreeMap::new();
    for (name, part) in parts {
        for (number, tally) in &part.done {
            let other = all.insert(*number, tally);
            if other.is_some_and(|other| other != tally) {
                return Err(format!("{name} contradicts another part in block {number}"));
            }
        }
    }
    let mut missing = (0..plan.blocks()).filter(|number| !all.contains_key(number));
    Ok(match missing.next() {
        Some(first) => Err(format!(
            "{} blocks are missing, from block {first} on; end the parts that are not done",
            missing.count() + 1
        )),
        None => Ok(Run::of(plan, all.into_values())),
    })
}
