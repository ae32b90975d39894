//! Tables in LaTeX are compiled: no error, and no box that is wider than a line
//! or higher than a page.

use crate::support;

use support::command::{Scratch, peskun, peskun_line, refused};
use support::latex::{is_there, problems};
use support::size::is_full;

/// What is compiled on every run: a table of each kind.
const FEW: &[&str] = &[
    "table --model bernoulli-pair --kernel mpmc",
    "table --model bernoulli-pair --kernel mabmc:repropose",
    "table --model three-point-pair --kernel pmc",
    "table --model ising-2x2 --kernel pmc",
    "check --model bernoulli-pair --rule max-draws",
    "check --rule max-min --search 8",
    "check --rule max-draws --search 8",
    "compare --model three-point-pair mh mpmc sve mabmc mabmc:reuse",
    "rules --model bernoulli-pair",
    "rules --model bernoulli-pair --all",
    "rules --model bernoulli-pair --print best-over-draws",
    "ising --rows 9 --columns 9",
    "sample --model bernoulli-pair --kernel mabmc --steps 200",
    "sample --model normal:0.3 --kernel mabmc --steps 200",
    "verify --claim first-mpmc --claim theorem-2",
    "verify --exhaustive 1 --shapes 2x2",
    "models",
    "kernels",
    "rules",
];

/// What is compiled besides in the full suite: all that is built in.
fn many() -> Vec<String> {
    let models = [
        "bernoulli-pair",
        "three-point-pair",
        "ising-2x2",
        "ising-3x3",
        "ising-10x10",
    ];
    let kernels = [
        "mh",
        "pmc",
        "mpmc",
        "sve",
        "bridge",
        "noisy:2",
        "dmh:1",
        "mabmc",
        "mabmc:repropose",
        "mabmc:reuse",
        "rule:max",
        "rule:straddle",
        "best-over-draws",
    ];
    let rules = [
        "always:1",
        "max",
        "max-min",
        "max-draws",
        "max-min-draws",
        "bayes",
        "straddle",
    ];
    let mut all = Vec::new();
    for model in models {
        all.extend(kernels.map(|kernel| format!("table --model {model} --kernel {kernel}")));
        all.extend(rules.map(|rule| format!("check --model {model} --rule {rule}")));
        all.push(format!(
            "compare --model {model} mh mpmc sve mabmc mabmc:reuse"
        ));
        all.push(format!("rules --model {model}"));
        all.push(format!("rules --model {model} --all"));
        all.push(format!("sample --model {model} --kernel mabmc --steps 500"));
    }
    let more = [
        "verify",
        "ising --rows 16 --columns 16 --boundary torus",
        "figure normal --steps 200",
    ];
    all.extend(more.map(String::from));
    all
}

fn latex(line: &str) -> (String, String) {
    let run = peskun_line(&format!("{line} --format latex"));
    (line.to_string(), run.stdout)
}

#[test]
fn every_table_compiles_and_fits() {
    let mut lines: Vec<String> = FEW.iter().map(ToString::to_string).collect();
    if is_full() {
        lines.extend(many());
    }
    println!("size: tables in LaTeX {}", lines.len());
    let pieces: Vec<(String, String)> = lines.iter().map(|line| latex(line)).collect();
    for (line, piece) in &pieces[..FEW.len()] {
        assert!(piece.contains("\\toprule"), "{line}");
        // Only names that users give have letters that an old engine lacks.
        assert!(!piece.contains("otherletter"), "{line}");
    }
    if is_there() {
        // What is undecided, or no model of a kind, prints nothing.
        let printed: Vec<_> = pieces
            .into_iter()
            .filter(|(_, piece)| !piece.is_empty())
            .collect();
        assert_eq!(problems(&printed), Vec::<String>::new());
    }
}

/// Labels that LaTeX would obey, does not know, or has no room for.
#[test]
fn hostile_labels_compile() {
    let long = "x".repeat(500);
    let far = "Ж中".repeat(60);
    let labels = [
        "*b",
        "[x",
        "  two",
        "50%",
        "\\\\alpha{}\\\\end{document}",
        "a_b",
        "a^b",
        "~",
        "{",
        "}}",
        "$x$",
        "#&",
        "שלום",
        "a\u{202e}b\u{200b}c",
        "é ü ß Å œ ł",
        "--- '' ``",
        "<>|",
        "=1+1",
        "α→β²∞",
        "𝔛😀",
        "r\u{302}",
        &long,
        &far,
    ];
    let scratch = Scratch::new("hostile-labels");
    let mut pieces = Vec::new();
    for (number, few) in labels.chunks(4).chain([&labels[..]]).enumerate() {
        let names = few
            .iter()
            .map(|label| format!("\"{label}\""))
            .collect::<Vec<_>>();
        let rows = (1..=few.len()).map(|row| format!("[{row}, {}, 2]", row % 3 + 1));
        let text = format!(
            "name = {}\nparameters = [{}]\nsample_space = [0, 1, 2]\nobserved = 1\nprior = [{}]\nlikelihood = [{}]\n",
            names[0],
            names.join(", "),
            vec!["1"; few.len()].join(", "),
            rows.collect::<Vec<_>>().join(", "),
        );
        let file = scratch.write(&format!("{number}.toml"), &text);
        for command in [
            &["table", "--kernel", "sve"][..],
            &["check", "--rule", "max-draws"],
            &["compare", "mh", "mpmc"],
            &["sample", "--kernel", "sve", "--steps", "50"],
        ] {
            let caption = format!("--caption={}", few.join(" "));
            let more = [
                "--model", &file, "--format", "latex", &caption, "--label", "tab:a_b",
            ];
            let run = peskun(&[command, &more].concat());
            assert!(run.status < 2, "{}", run.stderr);
            pieces.push((format!("{few:?} {command:?}"), run.stdout));
        }
    }
    if is_there() {
        assert_eq!(problems(&pieces), Vec::<String>::new());
    }
}

/// The tester is tested: tables as they should not be.
#[test]
fn what_does_not_fit_is_caught() {
    if !is_there() {
        return;
    }
    let piece = |body: &str| {
        let text = format!("% needs \\usepackage{{booktabs}}\n{body}\n");
        problems(&[("defect".to_string(), text)])
    };
    let table = |row: &str| {
        format!("\\begin{{tabular}}{{lr}}\n\\toprule\n{row} \\\\\n\\bottomrule\n\\end{{tabular}}")
    };
    assert_eq!(piece(&table("a & $1/2$")), Vec::<String>::new());
    let wide = table(&format!("a & ${}$", "1".repeat(80)));
    assert!(piece(&wide)[0].contains("Overfull \\hbox"));
    let high = table(&vec!["a & 1"; 60].join(" \\\\\n"));
    assert!(piece(&high)[0].contains("Overfull \\vbox"));
    assert!(piece(&table("a_b & 50"))[0].contains("! Missing $"));
    assert!(piece("中")[0].starts_with("defect: !"));
}

#[test]
fn captions_and_labels_are_for_latex() {
    let table = "table --model bernoulli-pair --kernel mpmc";
    let run = peskun_line(&format!(
        "{table} --format latex --caption 'Two coins, 50% θ' --label tab:coins"
    ));
    let caption = "\\captionof{table}{Two coins, 50\\% $\\theta$}\\label{tab:coins}";
    assert!(run.stdout.contains(caption), "{}", run.stdout);
    assert!(!run.stdout.contains("\\textbf"), "the caption is the title");
    for command in [
        table,
        "models",
        "ising --rows 2 --columns 2",
        "verify",
        "figure normal",
    ] {
        for format in ["text", "csv", "json"] {
            let run = peskun_line(&format!("{command} --format {format} --caption x"));
            refused(&run, 2, &["--format latex", format]);
        }
    }
    let run = peskun_line(&format!("{table} --format latex --label tab:coins"));
    refused(&run, 2, &["--caption"]);
    let run = peskun_line(&format!("{table} --format latex --caption x --label a}}b"));
    refused(&run, 2, &["letters, digits"]);
}

/// Long fractions are rounded where they stand, and a note says so.
#[test]
fn long_fractions_have_a_note() {
    let rules = peskun_line("rules --model bernoulli-pair --format latex --digits 4").stdout;
    assert!(rules.contains("& $\\approx 0.9450$ &"), "{rules}");
    assert!(rules.contains("a long fraction, rounded"), "{rules}");
    let table = peskun_line("table --model bernoulli-pair --kernel mpmc --format latex").stdout;
    assert!(!table.contains("rounded"), "{table}");
}
