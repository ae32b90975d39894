//! Where the answer goes: every format, and files that are whole or not there.

use crate::support;

use serde_json::Value;
use support::command::{Scratch, peskun, refused};

const MPMC: [&str; 5] = ["table", "--model", "bernoulli-pair", "--kernel", "mpmc"];

#[test]
fn every_format_of_a_table() {
    let table = |format: &str| peskun(&[MPMC.as_slice(), &["--format", format]].concat()).stdout;
    assert_eq!(
        table("csv"),
        "state,a,b,target,stationary,invariant,reversible,irreducible,aperiodic,target_float,stationary_float,a_float,b_float\n\
         a,87/140,53/140,7/13,7/13,true,true,true,true,0.5384615384615384,0.5384615384615384,0.6214285714285714,0.37857142857142856\n\
         b,53/120,67/120,6/13,6/13,true,true,true,true,0.46153846153846156,0.46153846153846156,0.44166666666666665,0.5583333333333333\n"
    );
    assert_eq!(
        table("prism"),
        "2 4\n0 0 87/140\n0 1 53/140\n1 0 53/120\n1 1 67/120\n"
    );
    assert_eq!(
        table("drn"),
        "@type: DTMC\n@value_type: rational\n@parameters\n\n@reward_models\n\n@nr_states\n2\n@nr_choices\n2\n@model\n\
         state 0 init a\n\taction 0\n\t\t0 : 87/140\n\t\t1 : 53/140\nstate 1 b\n\taction 0\n\t\t0 : 53/120\n\t\t1 : 67/120\n"
    );
    assert!(table("markdown").contains("| a | 87/140 | 53/140 |"));
    let latex = table("latex");
    assert!(
        latex.contains("\\toprule") && latex.contains("a & $87/140$ & $53/140$ \\\\"),
        "{latex}"
    );
    assert_eq!(
        latex.matches("\\begin{").count(),
        latex.matches("\\end{").count()
    );
    assert!(table("text").contains("53/140"));
}

#[test]
fn names_are_escaped_in_every_format() {
    let scratch = Scratch::new("names");
    let file = scratch.write("odd.toml", "parameters = [\"a|b_$%\", \"x,\\\"y\\u001b[31m\"]\nsample_space = [0, 1]\nobserved = 1\nprior = [1, 1]\nlikelihood = [[3, 7], [4, 6]]\n");
    let table = |format: &str| {
        peskun(&[
            "table", "--model", &file, "--kernel", "sve", "--format", format,
        ])
    };
    assert!(table("latex").stdout.contains("a\\textbar{}b\\_\\$\\%"));
    assert!(table("markdown").stdout.contains("a\\|b\\_$%"));
    assert!(table("csv").stdout.starts_with("state,a|b_$%,\"x,\"\"y"));
    let text = table("text").stdout;
    assert!(
        !text.contains('\u{1b}') && text.contains("y\\u{1b}[31m"),
        "escape codes in a name are shown: {text}"
    );
    let csv = table("csv").stdout;
    assert_eq!(
        csv.matches("\\u{1b}[31m").count(),
        3,
        "twice in the header, and in the row: {csv}"
    );
    assert!(table("drn").stdout.contains("state 0 init a_b___\n"));
    assert_eq!(table("json").status, 0);
}

#[test]
fn files_are_whole() {
    let scratch = Scratch::new("files");
    let out = scratch.path("table.tra");
    let arguments =
        |format: &'static str| [MPMC.to_vec(), vec!["--format", format, "--out"]].concat();
    let run = peskun(&[arguments("prism"), vec![out.to_str().expect("a path")]].concat());
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert_eq!(scratch.files(), ["table.lab", "table.sta", "table.tra"]);
    let read = |name: &str| std::fs::read_to_string(scratch.path(name)).expect("a file");
    assert_eq!(read("table.sta"), "(s)\n0:(0)\n1:(1)\n");
    assert_eq!(
        read("table.lab"),
        "0=\"init\" 1=\"deadlock\" 2=\"a\" 3=\"b\"\n0: 0 2\n1: 3\n"
    );
    assert!(read("table.tra").starts_with("2 4\n"));
    let again = peskun(&[arguments("json"), vec![out.to_str().expect("a path")]].concat());
    assert_eq!(again.status, 0);
    assert!(
        read("table.tra").starts_with('{'),
        "an existing file is replaced"
    );
}

#[test]
fn files_that_cannot_be_written_leave_nothing() {
    let scratch = Scratch::new("unwritable");
    std::fs::create_dir(scratch.path("folder.tra")).expect("a folder");
    for (out, format) in [
        ("missing/table.json", "json"),
        ("folder.tra", "prism"),
        ("folder.tra", "csv"),
    ] {
        let path = scratch.path(out);
        let run = peskun(
            &[
                &MPMC[..],
                &["--format", format, "--out", path.to_str().expect("a path")],
            ]
            .concat(),
        );
        refused(&run, 2, &[]);
    }
    assert_eq!(
        scratch.files(),
        ["folder.tra"],
        "no temporary file stays behind"
    );
}

/// Links are followed, modes kept, and what is no regular file is left alone.
#[cfg(unix)]
#[test]
fn files_are_written_where_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let scratch = Scratch::new("links");
    let text = |path: &std::path::Path| path.to_string_lossy().into_owned();
    let table = |out: &std::path::Path| {
        peskun(&[&MPMC[..], &["--format", "csv", "--out", &text(out)]].concat())
    };
    let (real, link) = (scratch.path("real.csv"), scratch.path("link.csv"));
    std::fs::write(&real, "old").expect("a file");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o600)).expect("a mode");
    symlink(&real, &link).expect("a link");
    assert_eq!(table(&link).status, 0);
    assert!(link.symlink_metadata().expect("a link").is_symlink());
    assert!(
        std::fs::read_to_string(&real)
            .expect("a file")
            .starts_with("state,a,b")
    );
    assert_eq!(
        real.metadata().expect("a file").permissions().mode() & 0o777,
        0o600
    );
    let null = scratch.path("null");
    symlink("/dev/null", &null).expect("a link");
    refused(&table(&null), 2, &[]);
    refused(&table(&scratch.path("new/")), 2, &[]);
    assert_eq!(scratch.files(), ["link.csv", "null", "real.csv"]);
    let prism = scratch.path("chain");
    let run = peskun(&[&MPMC[..], &["--format", "prism", "--out", &text(&prism)]].concat());
    assert_eq!(run.status, 0);
    assert_eq!(
        scratch.files(),
        [
            "chain.lab",
            "chain.sta",
            "chain.tra",
            "link.csv",
            "null",
            "real.csv"
        ]
    );
}

#[test]
fn output_is_plain_where_it_is_no_terminal() {
    let run = peskun(&["check", "--model", "bernoulli-pair", "--rule", "max-draws"]);
    assert!(!run.stdout.contains('\u{1b}'));
    assert_eq!(
        run.stdout,
        peskun(&["check", "--model", "bernoulli-pair", "--rule", "max-draws"]).stdout
    );
}

/// Names that LaTeX, a spreadsheet or a terminal would act upon.
#[test]
fn names_do_not_act() {
    let scratch = Scratch::new("acting-names");
    let names = r#"parameters = ["*b", " [31m\u007f", "=1+1", "a\u202eb\u200b", "-1/2"]"#;
    let rest = "\nsample_space = [0, 1]\nobserved = 1\nprior = [1, 1, 1, 1, 1]\nlikelihood = [[3, 7], [4, 6], [1, 1], [1, 2], [2, 1]]\n";
    let file = scratch.write("acting.toml", &format!("{names}{rest}"));
    let line = ["table", "--model", &file, "--kernel", "sve", "--format"];
    let table = |format: &str| peskun(&[&line[..], &[format]].concat()).stdout;
    let latex = table("latex");
    for row in [
        "{}*b & $",
        "\\ {}[31m\\textbackslash{}u\\{7f\\} & $",
        "a\\textbackslash{}u\\{20",
    ] {
        assert!(latex.contains(row), "{row}: {latex}");
    }
    for format in ["text", "markdown", "latex", "csv", "json"] {
        let text = table(format);
        let acts = |c: char| c != '\n' && (c.is_control() || "\u{202e}\u{200b}".contains(c));
        assert!(!text.contains(acts), "{format}: {text}");
        let out = scratch.path("out").to_string_lossy().into_owned();
        peskun(&[&line[..], &[format, "--out", &out]].concat());
        assert_eq!(
            text,
            std::fs::read_to_string(&out).expect("a file"),
            "{format}"
        );
    }
    let csv = table("csv");
    let header = "state,*b, [31m\\u{7f},\\u{3d}1+1,a\\u{202e}b\\u{200b},-1/2,target";
    assert!(csv.starts_with(header), "{csv}");
    // The same names come back from a file.
    let chain = scratch.write("chain.csv", &csv);
    let states = |arguments: &[&str]| {
        let run = peskun(&[arguments, &["--format", "json"]].concat());
        let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
        value["states"].clone()
    };
    let read = states(&["table", "--chain", &chain]);
    assert_eq!(read, states(&line[..5]));
    assert_eq!(read[3], "a\u{202e}b\u{200b}");
}

/// θ|y with a bar in a part: no two states are called alike.
#[test]
fn labels_of_pairs_do_not_collide() {
    let scratch = Scratch::new("bars");
    let file = scratch.write("bars.toml", "parameters = [\"a\", \"a|b\"]\nsample_space = [\"b|c\", \"c\"]\nobserved = \"c\"\nprior = [1, 1]\nlikelihood = [[3, 7], [4, 6]]\n");
    let line = [
        "table", "--model", &file, "--kernel", "pmc", "--format", "json",
    ];
    let run = peskun(&line);
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let states = serde_json::json!(["a|b\\|c", "a|c", "a\\|b|b\\|c", "a\\|b|c"]);
    assert_eq!(value["states"], states);
}

/// What has no transition matrix has no format for one, and says so at once.
#[test]
fn formats_that_cannot_be_are_refused_before_the_work() {
    let begin = std::time::Instant::now();
    for line in [
        &["verify"][..],
        &["verify", "--exhaustive", "3"],
        &["check", "--rule", "max-min", "--search", "1000000"],
        &["compare", "--model", "ising-10x10", "mh", "mabmc"],
        &[
            "ising",
            "--rows",
            "14",
            "--columns",
            "14",
            "--boundary",
            "torus",
        ],
        &["models"],
    ] {
        for format in ["prism", "drn"] {
            let run = peskun(&[line, &["--format", format]].concat());
            refused(&run, 2, &["transition matrices", "peskun table"]);
        }
    }
    assert!(begin.elapsed() < std::time::Duration::from_secs(5));
}

/// Without a format the ending of the file says it.
#[test]
fn the_ending_of_a_file_says_the_format() {
    let scratch = Scratch::new("endings");
    let written = |name: &str, command: &[&str], more: &[&str]| {
        let path = scratch.path(name).to_string_lossy().into_owned();
        let run = peskun(&[command, &["--out", &path], more].concat());
        assert_eq!((run.status, &*run.stderr), (0, ""), "{name}");
        std::fs::read_to_string(path).expect("an answer")
    };
    let table = |format: &str| peskun(&[&MPMC[..], &["--format", format]].concat()).stdout;
    for (ending, format) in [
        ("tex", "latex"),
        ("md", "markdown"),
        ("csv", "csv"),
        ("JSON", "json"),
        ("txt", "text"),
        ("tra", "prism"),
        ("drn", "drn"),
        ("html", "text"),
    ] {
        let name = format!("t.{ending}");
        assert_eq!(written(&name, &MPMC, &[]), table(format), "{ending}");
    }
    assert_eq!(written("t", &MPMC, &[]), table("text"));
    // What is asked for comes first, and a list has no matrix.
    let asked = ["--format", "json"];
    assert_eq!(written("u.tex", &MPMC, &asked), table("json"));
    assert!(written("m.drn", &["models"], &[]).starts_with("models"));
    assert!(written("m.csv", &["models"], &[]).starts_with("name,"));
    let caption = ["--caption", "Two coins"];
    assert!(written("c.tex", &MPMC, &caption).contains("Two coins"));
}
