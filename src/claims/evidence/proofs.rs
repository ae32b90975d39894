//! The record of the last successful run of the machine-checked proofs.
//!
//! `verification/proofs/run` writes it: a line `theorem NAME FILE` for each
//! theorem that was proved without axioms, and a line `sha256 HEX FILE` for each
//! source. A theorem that is not in it gives no grade; that the sources are
//! still those of that run is a test.

use super::Basis;
use super::grade::Kind;

/// The record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proofs {
    /// The theorems with the file they are in.
    pub theorems: Vec<(String, String)>,
    /// The sources with their digests, in hexadecimal digits.
    pub digests: Vec<(String, String)>,
}

impl Proofs {
    /// Reads a record; lines of other kinds say nothing.
    pub fn read(text: &str) -> Self {
        let mut proofs = Proofs::default();
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["theorem", name, file @ ..] => {
                    // A name may come with the modules it is in.
                    let name = name.rsplit('.').next().unwrap_or(name);
                    let file = file.first().copied().unwrap_or_default();
                    proofs.theorems.push((name.into(), file.into()));
                }
                // With the name of the digest, or as `sha256sum` writes it.
                ["sha256", digest, file] | [digest, file] if digest.len() == 64 => {
                    proofs.digests.push(((*file).into(), (*digest).into()));
                }
                _ => (),
            }
        }
        proofs
    }

    /// Was a theorem proved?
    pub fn has(&self, theorem: &str) -> bool {
        self.theorems.iter().any(|(name, _)| name == theorem)
    }
}

/// The record that is committed.
pub fn recorded_proofs() -> Proofs {
    Proofs::read(include_str!("../../../verification/proofs/checked.digest"))
}

/// What theorems give that are needed together, if the record has all of them.
pub(in crate::claims) fn proved(theorems: &[&str], record: &Proofs) -> Basis {
    if !theorems.iter().all(|theorem| record.has(theorem)) {
        return Basis::nothing();
    }
    let grade = |theorem: &&str| {
        let theorem = (*theorem).into();
        Basis::of(Kind::Proved { theorem })
    };
    let grades = theorems.iter().map(grade);
    grades.fold(Basis::nothing(), |all, grade| all.and(&grade))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_recorded_is_proved() {
        let digest = "0f".repeat(32);
        let record = Proofs::read(&format!(
            "theorem lemma_1 arms.v\ntheorem peskun.arms.lemma_2\nsha256 {digest} arms.v\n{digest}  run\n# theorem no\n"
        ));
        let both = proved(&["lemma_1", "lemma_2"], &record);
        assert_eq!(both.theorems(), ["lemma_1", "lemma_2"]);
        assert_eq!(proved(&["lemma_1", "lemma_3"], &record), Basis::nothing());
        assert_eq!(proved(&["no"], &record), Basis::nothing());
        assert_eq!(proved(&["lemma_1"], &Proofs::read("")), Basis::nothing());
        let files: Vec<&str> = record
            .digests
            .iter()
            .map(|(file, _)| file.as_str())
            .collect();
        assert_eq!(files, ["arms.v", "run"]);
    }
}
