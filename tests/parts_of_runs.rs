//! The parts of an exhaustive run are records: what was edited, damaged or is not
//! possible is refused, by the run that goes on with it and by `merge` alike.

use crate::support;

use peskun::claims::{ModelClass, Part, Plan, Shape, all_claims};
use sha2::{Digest, Sha256};
use support::command::{Scratch, peskun_line, refused};

const RUN: &str = "verify --exhaustive 1 --shapes 2x2 --claim lemma-1 --claim theorem-2";

/// What is run by this command.
fn plan() -> Plan {
    let claims = all_claims().into_iter();
    let claims: Vec<_> = claims
        .filter(|claim| ["lemma-1", "theorem-2"].contains(&claim.id))
        .collect();
    Plan::new(&claims, 1, &["2x2".parse::<Shape>().expect("a shape")])
}

/// The text of the whole run, from the command.
fn whole(scratch: &Scratch) -> String {
    let path = scratch.path("whole");
    let run = peskun_line(&format!("{RUN} --out {}", path.display()));
    assert_eq!(run.status, 0, "{}", run.stderr);
    std::fs::read_to_string(path).expect("the file")
}

/// The same text with the digests of what stands above them, as the page says.
fn sealed(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        if line.starts_with("digest ") {
            let bytes = Sha256::digest(out.as_bytes());
            let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            out += &format!("digest {digits}\n");
        } else {
            out += &format!("{line}\n");
        }
    }
    out
}

/// The text with another line in place of the one that begins so.
fn with_line(text: &str, start: &str, line: &str) -> String {
    let changed = text.lines().map(|old| match old.starts_with(start) {
        true => line,
        false => old,
    });
    changed.map(|line| format!("{line}\n")).collect()
}

/// Both who go on with a file and who merge it say the same about it, and leave it
/// as it is.
fn refused_by_both(scratch: &Scratch, name: &str, text: &str, words: &str) {
    let bad = scratch.write("bad", text);
    println!("{name}");
    refused(&peskun_line(&format!("{RUN} --out {bad}")), 2, &[words]);
    let kept = std::fs::read_to_string(&bad).expect("the file");
    assert_eq!(kept, text, "{name}");
    let good = scratch.path("whole");
    let merged = peskun_line(&format!("merge {} {bad}", good.display()));
    refused(&merged, 2, &[words]);
}

/// A block of the run, as its line has it, and one of its models.
fn a_block() -> (String, u64, String) {
    let class = ModelClass::new("2x2".parse().expect("a shape"), 1);
    let block = class.blocks().nth(1).expect("a block");
    let models: Vec<_> = class.models(&block).collect();
    let digits = |row: &[peskun::numbers::Rational]| -> String {
        row.iter().map(ToString::to_string).collect()
    };
    let table = |table: &[Vec<peskun::numbers::Rational>]| {
        let rows: Vec<String> = table.iter().map(|row| digits(row)).collect();
        rows.join(",")
    };
    let model = models.last().expect("a model");
    let word = [
        table(&model.likelihood),
        digits(&model.prior),
        table(model.proposal.as_deref().expect("given")),
        table(model.auxiliary.as_deref().expect("given")),
    ];
    let count = models.len() as u64;
    (format!("block 1 2x2 {count}"), count, word.join(";"))
}

/// What is changed by hand does not have its digest any more.
#[test]
fn edited_parts_are_refused() {
    let scratch = Scratch::new("edited-parts");
    let text = whole(&scratch);
    assert_eq!(sealed(&text), text, "digests are of what stands above them");
    let (block, count, model) = a_block();
    assert!(text.contains(&format!("{block}\n")), "{text}");
    let edited = [
        format!("{block} lemma-1=1@{model}"),
        format!("block 1 2x2 {}", count + 1),
        "block 1 2x3 1".into(),
    ];
    for line in edited {
        let text = with_line(&text, &format!("{block}"), &line);
        refused_by_both(
            &scratch,
            &line,
            &text,
            "not the digest of what stands above",
        );
    }
    let removed = text.replace(&format!("{block}\n"), "");
    refused_by_both(&scratch, "a block removed", &removed, "edited or damaged");
    let cases = [
        ("not a part", "hello\n".to_string(), "does not begin"),
        (
            "a strange line",
            format!("{text}blok 1 2x2 3\n"),
            "is not a block",
        ),
        (
            "of an earlier version",
            "peskun exhaustive 1\nweights 1\nshapes 2x2\nclaims lemma-1 theorem-2\nblock 0 2x2 1\n"
                .into(),
            "without digests",
        ),
        (
            "without a digest",
            text.lines()
                .take(6)
                .map(|line| format!("{line}\n"))
                .collect::<String>()
                + "block 0 2x2 1\n",
            "ends before its first digest",
        ),
    ];
    for (name, text, words) in cases {
        refused_by_both(&scratch, name, &text, words);
    }
}

/// What has the right digests and cannot be is refused as well.
#[test]
fn impossible_parts_are_refused() {
    let scratch = Scratch::new("impossible-parts");
    let text = whole(&scratch);
    let (block, count, model) = a_block();
    let lines = [
        (
            format!("{block} lemma-9=1@{model}"),
            "`lemma-9`, which is not among the claims",
        ),
        (
            format!("{block} lemma-1=0@{model}"),
            "0 exceptions to `lemma-1`",
        ),
        (
            format!("{block} lemma-1={}@{model}", count + 1),
            "exceptions to `lemma-1` among its",
        ),
        // The last model of the block is the first of one exception and no more.
        (format!("{block} lemma-1=2@{model}"), "which it cannot be"),
        (
            format!("{block} lemma-1=1@00,00;11;10,01;11,10"),
            "which it cannot be",
        ),
        (
            format!("{block} lemma-1=1@{model} lemma-1=1@{model}"),
            "names `lemma-1` twice",
        ),
        (
            format!("block 1 2x2 {}", count + 1),
            "the models of the class",
        ),
        (format!("block 1 2x3 {count}"), "the models of the class"),
        (format!("block 999 2x2 {count}"), "does not have"),
        (format!("block 0 2x2 {count}"), "a second time"),
        (format!("{block} lemma-1=x@{model}"), "is not a block"),
    ];
    for (line, words) in lines {
        let text = sealed(&with_line(&text, &block, &line));
        refused_by_both(&scratch, &line, &text, words);
    }
    let headers = [
        ("program ", "program 0.0.0", "version 0.0.0 of peskun"),
        ("weights ", "weights 2", "another run: its weights differ"),
        (
            "claims ",
            "claims lemma-1",
            "another run: its claims differ",
        ),
        (
            "claims ",
            "claims lemma-1 lemma-1 theorem-2",
            "its claims differ",
        ),
        ("statements ", "statements 00", "say something else"),
    ];
    for (start, line, words) in headers {
        let text = sealed(&with_line(&text, start, line));
        refused_by_both(&scratch, line, &text, words);
    }
    // What only the first part can say, which the others are held to.
    let firsts = [
        ("claims ", "claims lemma-9", "no claim is called `lemma-9`"),
        (
            "claims ",
            "claims lemma-1 lemma-1",
            "names the claim `lemma-1` twice",
        ),
        ("claims ", "claims first-sve", "about no claim"),
        (
            "claims ",
            "claims lemma-1 first-sve",
            "another run: its claims differ",
        ),
        ("claims ", "claims ", "about no claim"),
        ("shapes ", "shapes ", "about no claim, or about no models"),
        (
            "shapes ",
            "shapes 2x2 2x2",
            "another run: its shapes differ",
        ),
        ("weights ", "weights 10", "not from 1 to 9"),
        ("weights ", "weights 01", "another run: its weights differ"),
    ];
    for (start, line, words) in firsts {
        let bad = scratch.write("bad", &sealed(&with_line(&text, start, line)));
        refused(&peskun_line(&format!("merge {bad}")), 2, &[words]);
    }
    // An exception that can be is one.
    let line = format!("{block} lemma-1=1@{model}");
    let failed = scratch.write("failed", &sealed(&with_line(&text, &block, &line)));
    let run = peskun_line(&format!("merge {failed}"));
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stdout.contains(&format!("claim lemma-1 1 {model}\n")));
    let contradiction = format!("merge {} {failed}", scratch.path("whole").display());
    refused(
        &peskun_line(&contradiction),
        2,
        &["contradicts another part in block 1"],
    );
}

/// Whatever single byte is changed, nothing is believed that was not written.
#[test]
fn no_byte_can_be_changed() {
    let scratch = Scratch::new("bytes-of-parts");
    let text = whole(&scratch);
    let plan = plan();
    let part = Part::read(&text, &plan).expect("a part");
    assert_eq!(part.done.len() as u64, plan.blocks());
    for place in 0..text.len() {
        for byte in [b'0', b'1', b' ', b'\n'] {
            let mut changed = text.clone().into_bytes();
            if changed[place] == byte {
                continue;
            }
            changed[place] = byte;
            let changed = String::from_utf8(changed).expect("text");
            // Without its last digest the last batch was cut short.
            if let Ok(read) = Part::read(&changed, &plan) {
                let true_ones = read
                    .done
                    .iter()
                    .all(|(block, tally)| part.done[block] == *tally);
                assert!(
                    true_ones && read.done.len() < part.done.len(),
                    "byte {place}"
                );
            }
        }
    }
}

/// A file that was cut off anywhere goes on from what stands under digests.
#[test]
fn every_beginning_is_a_part() {
    let scratch = Scratch::new("beginnings-of-parts");
    let text = whole(&scratch);
    let plan = plan();
    let (_, begun) = Part::begin(&plan);
    for cut in begun.len()..text.len() {
        let part = Part::read(&text[..cut], &plan).expect("a part");
        assert!(text[..part.whole].ends_with('\n') && part.whole <= cut);
        let above = &text[..part.whole];
        assert_eq!(sealed(above), above);
    }
}
