//! Chains whose transition matrix is in a file: CSV and JSON as `peskun table`
//! writes them, PRISM's explicit format and Storm's.
//!
//! | ending | what is read | names of states | target |
//! |---|---|---|---|
//! | `.csv` | a header with the names, then a row for each state | yes | column `target` |
//! | `.json` | the fields `states`, `matrix` and `target` | yes | field `target` |
//! | `.tra` | `states transitions`, then `from to probability` | from `.lab` or `.sta` beside it | no |
//! | `.drn` | a DTMC with one action for each state | labels | no |

mod csv;
mod draft;
mod drn;
mod json;
mod names;
mod prism;
mod problem;
mod sparse;
mod written;

use std::path::Path;

pub use csv::COLUMNS_BEHIND;
pub use written::{is_hidden, written_name};

use draft::Draft;
use problem::Problem;

use crate::chains::Chain;
use crate::models::FileError;
use crate::models::text::read_text;
use crate::numbers::Rational;

/// The most bytes that a file with a chain may have.
pub const LARGEST_CHAIN_FILE: u64 = 64 << 20;

/// The most states that a chain may have in a file that lists its zeros: `.csv` and
/// `.json`.
pub const MOST_STATES: usize = 2_048;

/// The most states that a chain may have in a file that lists what is not zero:
/// `.tra` and `.drn`.
pub const MOST_LISTED_STATES: usize = 1_000_000;

/// Reads a chain from a file; its ending says the format.
///
/// The target is the one given, on any scale, or else the file's own. Every row
/// must add up to exactly 1. Numbers are read exactly; a number like `~0.1` or
/// `0x1.8p-1` is a double, and rows with doubles may miss 1 by 10⁻⁹ and are
/// divided by their sum.
///
/// Of a matrix it is not known which proposals were accepted: a step counts as
/// accepted if it moved, and as taking no auxiliary draws.
pub fn read_chain(path: &Path, target: Option<Vec<Rational>>) -> Result<Chain, FileError> {
    let named = |problem: Problem| problem.in_file(path);
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    let ending = ending.as_ref().and_then(|ending| ending.to_str());
    let read: fn(&str) -> Result<Draft, Problem> = match ending {
        Some("csv") => csv::read,
        Some("json") => json::read,
        Some("tra") => prism::read,
        Some("drn") => drn::read,
        _ => {
            return Err(named(Problem::new(
                "the ending says the format of a chain: .csv, .json, .tra or .drn",
            )));
        }
    };
    let text = text_of(path)?;
    let mut draft = read(&text).map_err(named)?;
    drop(text);
    if ending == Some("tra") {
        prism::name_states(path, &mut draft)?;
    }
    draft.chain(target).map_err(named)
}

/// Reads a chain from the text of a JSON file; the target is the text's own, and
/// an error is a sentence.
pub fn read_chain_json(text: &str) -> Result<Chain, String> {
    let chain = json::read(text).and_then(|draft| draft.chain(None));
    chain.map_err(|problem| problem.sentence())
}

/// The text of a file of bounded size.
fn text_of(path: &Path) -> Result<String, FileError> {
    read_text(path, LARGEST_CHAIN_FILE, "a file with a chain")
        .map_err(|message| Problem::new(message).in_file(path))
}
