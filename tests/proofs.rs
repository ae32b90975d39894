//! The theorems that the ledger names, against the sources of the proofs and the
//! record of their last run. Nothing here needs Coq.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use peskun::claims::{Proofs, all_claims, recorded_proofs};
use sha2::{Digest, Sha256};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("verification/proofs")
}

/// The sources, by their names within the folder.
fn sources() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder()];
    while let Some(folder_here) = open.pop() {
        for entry in fs::read_dir(&folder_here).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "v") {
                let name = path.strip_prefix(folder()).expect("within").display();
                let text = fs::read_to_string(&path).expect("a source");
                found.insert(name.to_string(), text);
            }
        }
    }
    found
}

/// Does a source state this, by any of these words?
fn states(source: &str, name: &str) -> bool {
    source.lines().any(|line| {
        let mut words = line.split_whitespace();
        let kind = words.next().unwrap_or_default();
        let stated = words.next().unwrap_or_default();
        ["Theorem", "Lemma", "Corollary"].contains(&kind) && stated.trim_end_matches(':') == name
    })
}

fn missing<'a>(names: &[&'a str], sources: &BTreeMap<String, String>) -> Vec<&'a str> {
    let absent = |name: &&&str| !sources.values().any(|source| states(source, name));
    names.iter().filter(absent).copied().collect()
}

fn digest(bytes: &[u8]) -> String {
    let hexadecimal = |byte: &u8| format!("{byte:02x}");
    Sha256::digest(bytes).iter().map(hexadecimal).collect()
}

/// What differs between a record and the sources: files that changed or are
/// gone, and sources that no run has seen.
fn differences(
    record: &Proofs,
    read: impl Fn(&str) -> Option<Vec<u8>>,
    sources: &BTreeMap<String, String>,
) -> Vec<String> {
    let changed = record.digests.iter().filter_map(|(file, recorded)| {
        let now = read(file).map(|bytes| digest(&bytes));
        (now.as_ref() != Some(recorded)).then(|| file.clone())
    });
    let known = |file: &String| record.digests.iter().any(|(known, _)| known == file);
    let unseen = sources.keys().filter(|file| !known(file)).cloned();
    changed.chain(unseen).collect()
}

/// The theorems of all claims.
fn named() -> Vec<&'static str> {
    let claims = all_claims();
    let mut names: Vec<&str> = claims.iter().flat_map(|claim| claim.theorems()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Once there are proofs, every theorem that the ledger names is stated and was
/// proved, and the sources are those that were run. Without proofs there is no
/// record of any either.
#[test]
fn the_ledger_names_theorems_that_were_proved_as_they_stand() {
    let (sources, record) = (sources(), recorded_proofs());
    if sources.is_empty() {
        assert_eq!(record, Proofs::default(), "a record without sources");
        return;
    }
    assert_eq!(missing(&named(), &sources), [""; 0]);
    let unproved: Vec<&str> = named()
        .into_iter()
        .filter(|name| !record.has(name))
        .collect();
    assert_eq!(unproved, [""; 0]);
    let read = |file: &str| fs::read(folder().join(file)).ok();
    assert_eq!(differences(&record, read, &sources), [""; 0]);
}

#[test]
fn names_are_of_claims_that_exist() {
    assert!(named().len() > 20, "{}", named().len());
    assert!(named().contains(&"lemma_1"));
}

/// A theorem that is only spoken of, a statement that is renamed, a source that
/// changed, is gone or is new: each is seen.
#[test]
fn the_comparison_can_fail() {
    let source =
        "(* Theorem lemma_3 is not here. *)\nTheorem lemma_1 : True.\nLemma lemma_2: True.\n";
    let sources = BTreeMap::from([("a.v".to_string(), source.to_string())]);
    let names = ["lemma_1", "lemma_2", "lemma_3", "lemma"];
    assert_eq!(missing(&names, &sources), ["lemma_3", "lemma"]);
    let record = |text: &str| Proofs::read(&format!("sha256 {} a.v\n", digest(text.as_bytes())));
    let read = |file: &str| sources.get(file).map(|text| text.clone().into_bytes());
    assert_eq!(differences(&record(source), read, &sources), [""; 0]);
    assert_eq!(differences(&record("other"), read, &sources), ["a.v"]);
    assert_eq!(differences(&record(source), |_| None, &sources), ["a.v"]);
    assert_eq!(differences(&Proofs::default(), read, &sources), ["a.v"]);
    // The digest of "abc" that the standard prints.
    let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(digest(b"abc"), known);
}
