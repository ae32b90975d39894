//! `peskun report`: one page that stands alone and says what the commands say.

use crate::support;

use std::path::PathBuf;
use std::sync::OnceLock;

use serde_json::Value;
use support::command::{Run, Scratch, peskun, peskun_line, refused};
use support::size::sized;

/// Every tag is closed, in the order that it was opened.
pub(crate) fn is_well_formed(page: &str) -> bool {
    const ALONE: [&str; 3] = ["!doctype", "meta", "input"];
    let mut open = Vec::new();
    for piece in page.split('<').skip(1) {
        let Some((tag, _)) = piece.split_once('>') else {
            return false;
        };
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        if let Some(closed) = name.strip_prefix('/') {
            if open.pop() != Some(closed) {
                return false;
            }
        } else if !ALONE.contains(&name) && !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty()
}

/// The folder of a report without figures, and what the command printed as JSON. It
/// is made once for all tests.
pub(crate) fn made() -> &'static (PathBuf, Run) {
    static MADE: OnceLock<(Scratch, (PathBuf, Run))> = OnceLock::new();
    let (_, made) = MADE.get_or_init(|| {
        let scratch = Scratch::new("report-made");
        let folder = scratch.path("deep/er");
        let out = folder.to_str().expect("text");
        let run = peskun(&["report", "--out", out, "--skip-figures", "--format", "json"]);
        (scratch, (folder, run))
    });
    made
}

#[test]
fn badly_formed_pages_are_noticed() {
    assert!(is_well_formed("<p>a <b class=\"c\">d</b><input x></p>"));
    for page in ["<p>", "<p></b>", "<p><b></p></b>", "</p>", "<p", "a < b"] {
        assert!(!is_well_formed(page), "{page}");
    }
}

/// Nothing is loaded from elsewhere: no script, no address but the name of the
/// language of pictures.
pub(crate) fn stands_alone(page: &str) -> bool {
    let page = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    let loads = ["src=", "http", "<script", "<link", "@import", "url("];
    let links = page.split("href=\"").skip(1);
    !loads.iter().any(|word| page.contains(word)) && links.clone().all(|to| to.starts_with('#'))
}

#[test]
fn one_page_that_says_what_the_commands_say() {
    let (directory, run) = made();
    assert_eq!(run.status, 0, "{}", run.stderr);
    let files: Vec<_> = std::fs::read_dir(directory)
        .expect("a directory")
        .map(|file| file.expect("a file").file_name())
        .collect();
    assert_eq!(files, ["index.html"]);
    let page = std::fs::read_to_string(directory.join("index.html")).expect("a page");
    assert!(is_well_formed(&page) && stands_alone(&page));
    assert!(!stands_alone(&page.replace("#is-a-rule-valid", "there")));
    assert!(page.contains("Every verdict is the recorded one") && !page.contains("FAILED"));

    let answers: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let answers = answers["answers"].as_array().expect("answers");
    let (mut claims, mut entries) = (0, 0);
    for answer in answers {
        let command = answer["command"].as_str().expect("a command");
        assert!(page.contains(&format!("<code>peskun {command}</code>")));
        let no = command.starts_with("check ") || command.ends_with("mabmc:repropose");
        assert_eq!(answer["status"] == 0, !no, "{command}");
        for claim in answer["answer"]["claims"].as_array().unwrap_or(&vec![]) {
            let line = format!("\" id=\"claim-{}\">", claim["id"].as_str().expect("a name"));
            assert_eq!(page.matches(&line).count(), 1, "{line}");
            let verdict = claim["verdict"].as_str().expect("a verdict");
            let before = &page[..page.find(&line).expect("a claim")];
            let opened = before.rfind("<details").expect("a line that opens");
            let class = format!("<details class=\"claim {verdict} on-");
            assert!(before[opened..].starts_with(&class), "{line}");
            claims += 1;
        }
        if !command.contains("-pair --kernel") {
            continue;
        }
        // What the command itself prints, and what the page shows of it.
        let alone = peskun_line(&format!("{command} --format json"));
        let alone: Value = serde_json::from_str(&alone.stdout).expect("JSON");
        assert_eq!(alone, answer["answer"], "{command}");
        let id = command
            .replace("--", "")
            .replace("model ", "")
            .replace("kernel ", "")
            .replace([' ', ':'], "-");
        let article = page.split(&format!("<article id=\"{id}\">")).nth(1);
        let article = article.expect("an article").split("</article>").next();
        let article = article.expect("an end");
        let states = alone["states"].as_array().expect("states");
        for (from, row) in alone["matrix"].as_array().expect("rows").iter().enumerate() {
            for (to, entry) in row.as_array().expect("a row").iter().enumerate() {
                let [from, to, entry] =
                    [&states[from], &states[to], entry].map(|text| text.as_str().expect("text"));
                let shown = format!(
                    ">{entry}<span class=\"whole\" role=\"note\">P({from} → {to}) = {entry}"
                );
                assert_eq!(article.matches(&shown).count(), 1, "{shown}");
                entries += 1;
            }
        }
    }
    assert!(claims > 50 && entries > 30, "{claims} {entries}");
}

#[test]
fn what_cannot_be_a_report() {
    let scratch = Scratch::new("no_report");
    let file = scratch.path("file");
    std::fs::write(&file, "mine").expect("written");
    let file_name = file.to_str().expect("text");
    refused(
        &peskun(&["report", "--out", file_name]),
        2,
        &["is not a directory"],
    );
    assert_eq!(std::fs::read_to_string(&file).expect("text"), "mine");
    let below = format!("{file_name}/below");
    refused(
        &peskun(&["report", "--out", &below]),
        2,
        &["cannot be written"],
    );
    refused(&peskun(&["report"]), 2, &["--out"]);
    refused(&peskun(&["report", "--out", ""]), 2, &["--out"]);
    std::fs::create_dir_all(scratch.path("taken/index.html")).expect("made");
    let taken = scratch.path("taken");
    let taken = peskun(&["report", "--out", taken.to_str().expect("text")]);
    refused(&taken, 2, &["index.html is a directory"]);
    let directory = scratch.path("page");
    let out = directory.to_str().expect("text");
    for (more, word) in [
        (["--format", "prism"], "peskun table"),
        (["--format", "html"], "'html'"),
        (["--steps", "0"], "--steps"),
        (["--steps", "-1"], "--steps"),
        (["--seed", "many"], "--seed"),
    ] {
        let run = peskun(&[&["report", "--out", out], &more[..]].concat());
        refused(&run, 2, &[word]);
    }
    let both = ["report", "--out", out, "--skip-figures", "--steps", "5"];
    refused(&peskun(&both), 2, &["--steps", "--skip-figures"]);
    assert!(!directory.exists());
}

/// Whoever is not a program is told where the page is.
#[test]
fn the_place_of_the_page_is_told() {
    if sized("reports as text", 1, 0) == 0 {
        return;
    }
    let scratch = Scratch::new("report-as-text");
    let out = scratch.path("page");
    let name = out.to_str().expect("text");
    let run = peskun(&["report", "--out", name, "--skip-figures"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let place = format!("\nThe page is {}\n", out.join("index.html").display());
    assert!(run.stdout.ends_with(&place), "{}", run.stdout);
}

/// Every link of the page leads to something on it.
#[test]
fn links_lead_somewhere_and_headings_are_words() {
    let (directory, run) = made();
    assert_eq!(run.status, 0, "{}", run.stderr);
    let page = std::fs::read_to_string(directory.join("index.html")).expect("a page");
    let mut ids: Vec<&str> = page
        .split(" id=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().expect("a name"))
        .collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "a name is there twice");
    let links = page.split("href=\"#").skip(1);
    let mut followed = 0;
    for link in links.map(|rest| rest.split('"').next().expect("a name")) {
        assert!(ids.binary_search(&link).is_ok(), "{link}");
        followed += 1;
    }
    assert!(followed > 100, "{followed}");
    for heading in page.split("<h3>").skip(1) {
        let heading = heading.split("</h3>").next().expect("a heading");
        assert!(
            !heading.contains("--") && !heading.contains("-pair,"),
            "{heading}"
        );
    }
    assert!(!page.contains("<abbr"));
    assert!(page.contains("r<sub>MPMC</sub>"));
}
