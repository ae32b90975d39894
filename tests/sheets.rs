//! What commands print as CSV is read as a data frame would: a column is all
//! numbers, all truth values or all words, and its name is plain.

use crate::support;

use support::command::{Scratch, peskun, peskun_line, refused};

const LINES: &[&str] = &[
    "table --model bernoulli-pair --kernel mabmc:reuse",
    "table --model three-point-pair --kernel pmc",
    "check --model bernoulli-pair --rule max-draws",
    "check --rule max-draws --search 8",
    "compare --model bernoulli-pair mh mpmc sve mabmc mabmc:reuse",
    "compare --model three-point-pair mh mabmc --budget 100",
    "rules",
    "rules --model bernoulli-pair",
    "rules --model three-point-pair --rule max-min-draws:40 --budget 30000",
    "rules --model bernoulli-pair --all",
    "rules --model bernoulli-pair --print best-over-draws",
    "models",
    "kernels",
    "ising --rows 9 --columns 9",
    "sample --model bernoulli-pair --kernel mabmc:reuse --steps 200",
    "sample --model ising-10x10 --kernel sve --steps 50",
    "sample --model normal:0.3 --kernel mabmc --steps 1 --chains 1",
    "verify --claim first-mpmc --claim lemma-1",
    "verify --exhaustive 1 --shapes 2x2",
    "check --rule max-min --search 4",
];

/// The fields of each line; names in these outputs have no line ends.
fn read(text: &str) -> Vec<Vec<String>> {
    let line = |line: &str| {
        let mut fields = vec![String::new()];
        let mut quoted = false;
        for part in line.split_inclusive(['"', ',']) {
            let (words, end) = part.split_at(part.len() - usize::from(part.ends_with(['"', ','])));
            if let Some(field) = fields.last_mut() {
                *field += words;
            }
            match (end, quoted) {
                ("\"", _) => quoted = !quoted,
                (",", false) => fields.push(String::new()),
                (comma, _) => fields.last_mut().expect("a field").push_str(comma),
            }
        }
        fields
    };
    text.lines().map(line).collect()
}

/// What is wrong with a sheet, if anything is.
fn complaint(text: &str) -> Option<String> {
    let lines = read(text);
    let (header, rows) = lines.split_first()?;
    for (place, name) in header.iter().enumerate() {
        let column: Vec<&str> = match rows
            .iter()
            .map(|row| row.get(place))
            .collect::<Option<Vec<_>>>()
        {
            Some(column) => column.into_iter().map(String::as_str).collect(),
            None => return Some(format!("a row has no {name}")),
        };
        let plain = |c: char| c.is_ascii_graphic() && c != '"';
        if !name.chars().all(plain) {
            return Some(format!("`{name}` is no plain name"));
        }
        if header.iter().filter(|other| *other == name).count() > 1 {
            return Some(format!("`{name}` is there twice"));
        }
        for cell in &column {
            if cell.starts_with(['=', '+', '@', '–', '≈']) {
                return Some(format!("{name}: {cell}"));
            }
        }
        // Where some cells are plain numbers, all are, or fractions with doubles
        // beside them.
        let there = || column.iter().filter(|cell| !cell.is_empty());
        let numbers = there().filter(|cell| cell.parse::<f64>().is_ok()).count();
        let has_floats = header.contains(&format!("{name}_float"));
        if numbers > 0 && numbers < there().count() && !has_floats {
            return Some(format!("{name} has numbers and words: {column:?}"));
        }
        if name.ends_with("_float") && numbers < there().count() {
            return Some(format!("{name} has words: {column:?}"));
        }
    }
    None
}

#[test]
fn every_sheet_is_a_data_frame() {
    for line in LINES {
        let run = peskun_line(&format!("{line} --format csv"));
        assert!(run.stdout.lines().count() > 1, "{line}: {}", run.stderr);
        // States and facts are names of their own.
        assert_eq!(complaint(&run.stdout), None, "{line}:\n{}", run.stdout);
    }
}

#[test]
fn defective_sheets_are_noticed() {
    assert_eq!(complaint("a,b,b_float\nx,1/3,0.3\ny,\"[0, 1]\",\n"), None);
    for defect in [
        "a,b\nx,0.5\ny,yes\n",
        "|λ₂|,b\n1,2\n",
        "a b,c\n1,2\n",
        "a,a\n1,2\n",
        "a,b\nx\n",
        "a\n≈0.5\n",
        "a\n=1+1\n",
        "a,a_float\n1/3,1/3\n",
    ] {
        assert!(complaint(defect).is_some(), "{defect}");
    }
}

/// The doubles are the fractions, and the orders are those of the JSON.
#[test]
fn numbers_and_orders_are_right() {
    let text =
        peskun_line("compare --model bernoulli-pair mh mpmc sve mabmc:reuse --format csv").stdout;
    let lines = read(&text);
    let column = |name: &str| {
        let place = lines[0].iter().position(|found| found == name);
        let place = place.unwrap_or_else(|| panic!("no {name}"));
        lines[1..]
            .iter()
            .map(|row| row[place].as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(column("verdict"), ["valid", "valid", "valid", "invalid"]);
    assert_eq!(column("moves")[0], "6/13");
    assert_eq!(column("moves_float")[0].parse(), Ok(6.0 / 13.0));
    assert_eq!(
        (column("efficiency")[0], column("efficiency_float")[0]),
        ("", "inf")
    );
    assert_eq!(
        column("peskun_to_mpmc"),
        ["above", "", "above", "incomparable"]
    );
    assert_eq!(
        column("peskun_to_mh"),
        ["", "below", "equal", "incomparable"]
    );
    assert_eq!(
        column("covariance_to_sve"),
        ["equal", "below", "", "incomparable"]
    );
}

#[test]
fn digits_are_asked_for_and_refused_alike() {
    for line in [
        "table --model bernoulli-pair --kernel mpmc",
        "check --model bernoulli-pair --rule max",
        "compare --model bernoulli-pair mh sve",
        "rules --model bernoulli-pair",
        "sample --model bernoulli-pair --kernel sve --steps 10",
        "figure normal",
    ] {
        for bad in ["0", "-1", "x", "1.5", "99999"] {
            let run = peskun_line(&format!("{line} --digits {bad}"));
            refused(&run, 2, &["--digits", "digits are 1 to "]);
        }
    }
    let sample = "sample --model bernoulli-pair --kernel sve --steps 1000";
    let three = peskun_line(&format!("{sample} --digits 3")).stdout;
    assert!(three.contains(" 0.462           6/13\n"), "{three}");
    let all =
        |digits: &str| peskun_line(&format!("{sample} --format csv --digits {digits}")).stdout;
    assert_eq!(all("3"), all("9"), "a sheet has all digits");
    let rules = |digits: &str| {
        let line = format!("rules --model bernoulli-pair --digits {digits}");
        peskun_line(&line).stdout
    };
    assert!(rules("5").contains("≈0.95289 ") && rules("7").contains("≈0.9528876 "));
}

/// Digits that are asked for hold for every fraction that is longer than they are, on
/// pages only.
#[test]
fn digits_that_are_given_round_every_long_fraction() {
    let table = "table --model bernoulli-pair --kernel mabmc:reuse";
    let rounded = peskun_line(&format!("{table} --digits 4")).stdout;
    for shown in ["15/28", "≈0.4837", "≈0.5102", "difference ≈-0.0268"] {
        assert!(rounded.contains(shown), "{shown}: {rounded}");
    }
    assert!(!rounded.contains("10157/19907"), "{rounded}");
    let exact = peskun_line(table).stdout;
    assert!(
        exact.contains("10157/19907") && !exact.contains('≈'),
        "{exact}"
    );
    for line in [
        "check --model bernoulli-pair --kernel mabmc:reuse",
        "compare --model bernoulli-pair mh mabmc:reuse",
        "rules --model bernoulli-pair",
    ] {
        let rounded = peskun_line(&format!("{line} --digits 4")).stdout;
        let words = rounded.split_whitespace();
        let long = words.filter(|word| word.contains('/') && word.len() > 6);
        let numbers = long.filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        assert_eq!(numbers.collect::<Vec<_>>(), [""; 0], "{rounded}");
        let json = |digits: &str| peskun_line(&format!("{line} --format csv{digits}")).stdout;
        assert_eq!(json(""), json(" --digits 4"), "{line}");
    }
    // Whole numbers are not rounded.
    let counts = peskun_line("table --model ising-2x2 --kernel mabmc --digits 1").stdout;
    assert!(!counts.contains(".0 "), "{counts}");
}

/// A table with its doubles is read back as the same chain.
#[test]
fn a_sheet_with_doubles_is_a_chain() {
    let scratch = Scratch::new("sheet-chain");
    let file = scratch.path("t.csv").to_string_lossy().into_owned();
    let table = [
        "table",
        "--model",
        "three-point-pair",
        "--kernel",
        "pmc",
        "--format",
        "csv",
    ];
    peskun(&[&table[..], &["--out", &file]].concat());
    let again = peskun(&["table", "--chain", &file, "--format", "csv"]);
    assert_eq!(again.stdout, peskun(&table).stdout);
    let damaged =
        std::fs::read_to_string(&file)
            .expect("a table")
            .replacen("a|0_float", "a|9_float", 1);
    let damaged = scratch.write("damaged.csv", &damaged);
    refused(&peskun(&["table", "--chain", &damaged]), 2, &["a|9_float"]);
}

/// A state may be called as a column beside the matrix, or as the copy of another
/// state.
#[test]
fn no_two_columns_of_a_table_have_one_name() {
    let scratch = Scratch::new("sheet-names");
    let names = "target,target_float,invariant,state,a,a_float";
    let quoted: Vec<String> = names.split(',').map(|name| format!("{name:?}")).collect();
    let step = scratch.write("w.rhai", &format!("choose([{}])", quoted.join(", ")));
    let table = peskun(&[
        "table",
        "--step",
        &step,
        "--states",
        names,
        "--target",
        "1,1,1,1,1,1",
        "--format",
        "csv",
    ]);
    assert_eq!(table.status, 0, "{}", table.stderr);
    assert_eq!(complaint(&table.stdout), None, "{}", table.stdout);
    assert!(table.stdout.starts_with("state,"), "{}", table.stdout);
    let file = scratch.write("t.csv", &table.stdout);
    let again = peskun(&["table", "--chain", &file, "--format", "csv"]);
    assert_eq!(again.stdout, table.stdout);
    let states = peskun(&["check", "--chain", &file, "--format", "json"]).stdout;
    for name in quoted {
        assert!(states.contains(&name), "{name}: {states}");
    }
    // Without a name above the states it is read as well.
    let file = scratch.write("u.csv", &table.stdout["state".len()..]);
    let again = peskun(&["table", "--chain", &file, "--format", "csv"]);
    assert_eq!(again.stdout, table.stdout);
}
