//! The README's examples and the gallery of rules: every command is run and its output compared, and
//! the model file is a model. The Rust code runs as a documentation test.
//!
//! `UPDATE_README=1 cargo test --test suite readme` writes the outputs.

use crate::support;

use std::path::PathBuf;
use std::sync::OnceLock;

use peskun::claims::all_claims;
use support::command::{Run, Scratch, peskun, peskun_line_in, workplace};

fn page_text(page: &str) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = std::fs::read_to_string(&path).expect("the page");
    (path, text)
}

/// The blocks of a language, without their fences.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    text.split(&fence)
        .skip(1)
        .map(|rest| rest.split("```").next().expect("a block"))
        .collect()
}

/// The output with the time taken, which varies, made the same.
fn timeless(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once("; ") {
        Some((rest, time)) if line.contains(" claim") && time.ends_with(" s") => {
            format!("{rest}; … s\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Do the lines follow each other in the output, where … stands for any?
fn matches(shown: &str, output: &str) -> bool {
    let mut rest = output.lines();
    let mut skipping = false;
    shown.lines().all(|line| {
        if line == "…" {
            skipping = true;
            return true;
        }
        if skipping {
            skipping = false;
            return rest.any(|candidate| candidate == line);
        }
        // Headings are set apart by empty lines, which are not shown.
        rest.find(|candidate| !candidate.is_empty() || line.is_empty()) == Some(line)
    })
}

#[test]
fn the_comparison_can_fail() {
    assert!(matches("a\n…\nd", "a\nb\nc\nd"));
    assert!(!matches("a\nc", "a\nb\nc"));
    assert!(!matches("…\ne", "a\nb"));
}

/// The command without arguments, run once for all tests.
fn ledger() -> &'static Run {
    static LEDGER: OnceLock<Run> = OnceLock::new();
    LEDGER.get_or_init(|| peskun(&[]))
}

/// Runs every command of a page in turn, in a folder with the guide's kernels, and compares, or
/// writes down, what it prints.
fn commands_print_what_is_shown(page: &str, at_least: usize) {
    let scratch = workplace(&page.replace('/', "-"));
    commands_print_what_is_shown_in(&scratch, page, at_least);
}

/// The same in another folder.
fn commands_print_what_is_shown_in(scratch: &Scratch, page: &str, at_least: usize) {
    let (path, text) = page_text(page);
    let mut updated = text.clone();
    let commands = blocks(&text, "console");
    assert!(commands.len() >= at_least, "{page} shows commands");
    for block in commands {
        let line = block.lines().next().expect("a command");
        let command = line.strip_prefix("$ peskun").expect("a command of ours");
        let run = match command {
            "" => ledger().clone(),
            _ => peskun_line_in(&scratch.path("."), command),
        };
        // A search that finds nothing decides nothing, and says so.
        let survived = run.status == 3 && run.stderr.starts_with("peskun: survived");
        let decided = run.status <= 1 && run.stderr.is_empty();
        assert!(decided || survived, "{line}: {}", run.stderr);
        let expected = format!("{line}\n{}", run.stdout);
        if std::env::var_os("UPDATE_README").is_some() && !block.contains("\n…\n") {
            updated = updated.replace(block, &expected);
        } else if block.contains("\n…\n") {
            assert!(matches(&timeless(block), &timeless(&expected)), "{line}");
        } else {
            assert_eq!(timeless(block), timeless(&expected), "{line}");
        }
    }
    if updated != text {
        std::fs::write(path, updated).expect("the page");
    }
}

#[test]
fn commands_print_what_the_readme_shows() {
    commands_print_what_is_shown("README.md", 3);
}

/// The pages of the book: a folder each, so that links between them lead from page to page on a
/// forge and in the documentation alike.
fn pages() -> Vec<String> {
    let guide = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/guide");
    let folders = std::fs::read_dir(guide).expect("the guide");
    let mut pages: Vec<String> = folders
        .map(|folder| folder.expect("an entry").path())
        .filter(|folder| folder.join("README.md").exists())
        .map(|folder| folder.file_name().expect("a name").to_string_lossy().into())
        .collect();
    pages.sort();
    pages
}

#[test]
fn commands_print_what_the_book_shows() {
    let pages = pages();
    assert!(pages.len() >= 20, "{pages:?}");
    for page in pages.iter().filter(|page| *page != TOUR) {
        commands_print_what_is_shown(&format!("src/guide/{page}/README.md"), 0);
    }
    commands_print_what_is_shown("src/guide/certificates/README.md", 4);
}

const TOUR: &str = "ten_minute_tour";

/// The tour says that its lines run in the folder of the repository, which has none of the files
/// that other pages make.
#[test]
fn the_tour_runs_in_a_clone() {
    let clone = Scratch::new("tour");
    let clients = "src/guide/clients";
    std::fs::create_dir_all(clone.path(clients)).expect("a folder");
    let guide = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(clients);
    for client in std::fs::read_dir(guide).expect("the clients") {
        let client = client.expect("a client");
        let copy = clone.path(clients).join(client.file_name());
        std::fs::copy(client.path(), copy).expect("a copy");
    }
    let page = format!("src/guide/{TOUR}/README.md");
    commands_print_what_is_shown_in(&clone, &page, 5);
}

/// On a forge a page is a file, where a link into the crate is dead.
#[test]
fn no_link_of_a_page_leads_into_the_crate() {
    let pages = pages()
        .into_iter()
        .map(|page| format!("src/guide/{page}/README.md"));
    for page in pages.chain(["README.md".into()]) {
        let (_, text) = page_text(&page);
        assert!(!text.contains("](crate::"), "{page}");
    }
}

#[test]
fn every_page_is_in_the_book_and_every_link_leads_somewhere() {
    let (_, contents) = page_text("src/guide/mod.rs");
    let (root, readme) = page_text("README.md");
    assert!(readme.lines().count() < 150, "the README is a front door");
    let mut texts = vec![(root, readme.clone())];
    for page in pages() {
        let file = format!("src/guide/{page}/README.md");
        assert!(
            contents.contains(&format!("{page}/README.md")),
            "{page} is no page of the documentation"
        );
        assert!(readme.contains(&file), "the README does not lead to {page}");
        texts.push(page_text(&file));
    }
    let mut followed = 0;
    for (path, text) in texts {
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().expect("a link");
            if link.contains("::") || link.contains(char::is_whitespace) {
                continue;
            }
            let end = path.parent().expect("a folder").join(link);
            assert!(end.exists(), "{}: {link} leads nowhere", path.display());
            followed += 1;
        }
    }
    assert!(followed >= 40, "{followed} links");
}

#[test]
fn the_gallery_has_ten_rules_of_both_kinds() {
    let page = "src/guide/gallery_of_rules/README.md";
    commands_print_what_is_shown(page, 10);
    let (_, text) = page_text(page);
    let verdicts: Vec<&str> = blocks(&text, "console")
        .iter()
        .flat_map(|block| block.lines().find(|line| line.starts_with("verdict")))
        .map(|line| line.trim_start_matches("verdict").trim())
        .collect();
    assert_eq!(verdicts[..4], ["survived"; 4]);
    assert_eq!(verdicts[4..], ["invalid"; 6]);
}

#[test]
fn the_two_commands_are_there() {
    let (_, text) = page_text("README.md");
    let shell = blocks(&text, "sh").join("");
    assert!(
        shell
            .lines()
            .any(|line| line.starts_with("cargo run --release "))
    );
    assert!(shell.lines().any(|line| line.starts_with("cargo test ")));
    let run = ledger();
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("first-mpmc") && run.stdout.contains("53/140, 53/120"));
    let count = format!("{} claims: ", all_claims().len());
    assert!(run.stdout.contains(&count), "{count}");
}

#[test]
fn the_model_files_are_the_first_example_and_a_lattice() {
    let (_, text) = page_text("src/guide/models_and_families/README.md");
    let scratch = Scratch::new("readme");
    let coins = blocks(&text, "toml")
        .into_iter()
        .find(|block| block.contains("two coins"));
    let file = scratch.write("two-coins.toml", coins.expect("the two coins"));
    let lattice = blocks(&text, "toml")
        .into_iter()
        .find(|block| block.contains("[ising]"));
    let lattice = scratch.write("lattice.toml", lattice.expect("a lattice"));
    let table = |model: &str| {
        peskun(&[
            "table", "--model", model, "--kernel", "mabmc", "--format", "csv",
        ])
        .stdout
    };
    assert_eq!(table(&file), table("bernoulli-pair"));
    assert!(table(&lattice).starts_with("state,1,9/8,5/4,target,"));
}
