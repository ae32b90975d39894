//! What the command says to a line that it cannot do: what is meant, what is
//! missing, and what to write instead.

use crate::support;

use support::command::{Scratch, peskun, peskun_line, refused};

#[test]
fn models_with_real_parameters_are_for_sample() {
    for command in ["table", "check", "compare"] {
        let kernel = match command {
            "compare" => "mh",
            _ => "--kernel mh",
        };
        for model in ["normal:0.3", "ising:2"] {
            let run = peskun_line(&format!("{command} --model {model} {kernel}"));
            let sentence = format!("`{model}` has real parameters: it is for `peskun sample`");
            refused(&run, 2, &[&sentence]);
        }
    }
    for command in ["sample", "table"] {
        for model in ["normal", "ising"] {
            let run = peskun_line(&format!("{command} --model {model} --kernel mh"));
            let sentence = format!("`{model}` needs a number, like {model}:0.3");
            refused(&run, 2, &[&sentence]);
        }
    }
}

#[test]
fn mistyped_names_are_told_what_was_meant() {
    for (line, meant) in [
        ("chekc", "; did you mean `check`?"),
        ("tabel", "; did you mean `table`?"),
        ("check --modle x", "; did you mean `--model`?"),
        ("table --format jsno", "; did you mean `json`?"),
        ("verify lemma-1", "; did you mean `--claim lemma-1`?"),
        (
            "verify --claim lema-1",
            "`lema-1` (did you mean `lemma-1`?);",
        ),
        (
            "check --model bernoulli-pair --kernel MPCM",
            "`MPCM` (did you mean `mpmc`?); the kernels are",
        ),
        (
            "check --model bernoulli-pair --rule Max-mn",
            "`Max-mn` (did you mean `max-min`?); the rules are",
        ),
        (
            "table --model bernouli-pair --kernel mh",
            "`bernouli-pair` (did you mean `bernoulli-pair`?)",
        ),
    ] {
        refused(&peskun_line(line), 2, &[meant]);
    }
    let far = peskun_line("check --model bernoulli-pair --kernel gibbs");
    refused(&far, 2, &["no kernel is called `gibbs`; the kernels are"]);
}

#[test]
fn every_way_to_complete_a_line_is_said() {
    let outside = "or --program, --step or --chain";
    for (line, ways) in [
        (
            "check",
            ["--model or --search, and --rule or --kernel; ", outside],
        ),
        ("check --model bernoulli-pair", ["--rule or --kernel", ""]),
        ("check --rule max", ["--model or --search", ""]),
        ("check --kernel mh", ["give --model as well", ""]),
        ("table", ["--model and --kernel; ", outside]),
        ("sample", ["--model and --kernel; ", outside]),
        ("compare", ["--model and the names of kernels; ", outside]),
        (
            "compare --model bernoulli-pair",
            ["the names of kernels", outside],
        ),
    ] {
        refused(&peskun_line(line), 2, &ways);
    }
}

#[test]
fn whole_numbers_and_labels() {
    let run = peskun_line("check --rule max --search 1e3");
    refused(&run, 2, &["--search", "a whole number like 1000"]);
    let table = "table --model bernoulli-pair --kernel mh --label tab:a --format latex";
    refused(&peskun_line(table), 2, &["give --caption as well"]);
}

#[test]
fn the_key_of_a_label_is_for_one_backslash() {
    for arguments in [&["table", "--help"][..], &["manual", "table"]] {
        let text = peskun(arguments).stdout;
        // In a manual a backslash is written `\\` or `\e`, which is one.
        let text = text.replace("\\\\", "\\").replace("\\e", "\\");
        let text = text.replace("\\-", "-");
        assert!(text.contains("for \\ref"), "{text}");
        assert!(!text.contains("\\\\ref"), "{text}");
    }
}

/// Decimals are exact, and a kernel that rounds its own is wrong by that much.
#[test]
fn rounded_decimals_have_a_hint() {
    let scratch = Scratch::new("hints");
    let hint = "hint";
    let program = |third: &str| {
        let script = "printf 'peskun 1\\nstates a b\\ntarget 1 2\\nready\\n'
            while read -r order state && [ $order = step ]; do
                echo draw THIRD 2/3; read -r answer
                case $answer in 0) echo to a;; *) echo to b;; esac
            done";
        scratch.write("thirds.sh", &script.replace("THIRD", third))
    };
    for (third, status, hinted) in [
        ("0.333333333333333", 1, true),
        ("3.33333333333333e-1", 1, true),
        ("~0.333333333333333", 0, false),
        ("0.3", 1, false),
        ("33333333333333333/100000000000000000", 1, false),
        ("1/3", 0, false),
    ] {
        let file = program(third);
        for command in ["check", "table"] {
            let run = peskun(&[command, "--program", &format!("sh {file}")]);
            assert_eq!((run.status, &*run.stderr), (status, ""), "{third}");
            let lines = run.stdout.lines();
            let found = lines.filter(|line| line.starts_with(hint)).count();
            assert_eq!(found, usize::from(hinted), "{third}: {}", run.stdout);
        }
    }
    for (third, hinted) in [("0.333333333333", true), ("1/4", false)] {
        let step = scratch.write("s.rhai", &format!("if coin({third}) {{ 1 }} else {{ 2 }}"));
        let run = peskun(&[
            "check", "--step", &step, "--states", "1,2", "--target", "1,2",
        ]);
        assert_eq!(run.status, 1, "{}", run.stderr);
        let said = run.stdout.contains("decimals are read exactly");
        assert_eq!(said, hinted, "{third}: {}", run.stdout);
    }
}

#[test]
fn fractions_in_model_files_have_quotes() {
    let scratch = Scratch::new("quotes");
    let model = scratch.write(
        "m.toml",
        "parameters = [\"a\", \"b\"]\nsample_space = [\"0\", \"1\"]\nobserved = \"1\"\nprior = [\"1/2\", 1/48]\nlikelihood = [[1, 2], [1, 4]]\n",
    );
    let run = peskun(&["table", "--model", &model, "--kernel", "mh"]);
    refused(&run, 2, &["line 4", "TOML", "; write \"1/48\""]);
}

/// How ties are broken is said of kernels that have some; JSON has it always.
#[test]
fn ties_are_of_kernels_that_choose() {
    for (kernel, has_ties) in [("mh", false), ("pmc", false), ("mabmc", true)] {
        let line = format!("check --model bernoulli-pair --kernel {kernel}");
        let page = peskun_line(&line).stdout;
        let said = page.lines().any(|line| line.starts_with("tie "));
        assert_eq!(said, has_ties, "{page}");
        let json = peskun_line(&format!("{line} --format json")).stdout;
        assert!(json.contains("\"tie\": \"first\""), "{json}");
    }
}

/// A run of a wrong kernel is weighed with its own law, and says so.
#[test]
fn acceptance_under_another_law_has_another_name() {
    let sample = |kernel: &str| {
        let line = format!("sample --model bernoulli-pair --kernel {kernel} --steps 200");
        peskun_line(&line).stdout
    };
    let wrong = sample("mabmc:reuse");
    assert!(wrong.contains("\nacceptance, stationary "), "{wrong}");
    let right = sample("sve");
    assert!(right.contains("\nacceptance ") && !right.contains("stationary"));
    let real = peskun_line("sample --model normal:0.3 --kernel mabmc --steps 1 --chains 1").stdout;
    assert!(real.contains("\nkeeps the posterior "), "{real}");
}
