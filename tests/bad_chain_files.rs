//! Files that have no chain in them: one sentence that names the file, the line
//! or the field, and what was expected.

use crate::support;

use std::path::Path;
use std::time::{Duration, Instant};

use peskun::numbers::Rational;
use peskun::outside::read_chain;
use support::command::Scratch;
use support::q;
use support::waiting::Bounded;

/// The name of a file, what is in it, and words of what must be said.
type Case<'a> = (&'a str, &'a str, &'a [&'a str]);

/// What is said of a file with this content.
fn sentence(scratch: &Scratch, name: &str, content: &[u8]) -> String {
    let path = scratch.path(name);
    std::fs::write(&path, content).expect("a scratch file");
    refusal(&path, None)
}

fn refusal(path: &Path, target: Option<Vec<Rational>>) -> String {
    let start = Instant::now();
    let error = read_chain(path, target).expect_err("it is no chain");
    assert!(start.elapsed() < Duration::from_secs(10), "{error}");
    let sentence = error.to_string();
    let file = path.file_name().expect("a name").to_string_lossy();
    assert!(sentence.contains(&*file), "{sentence}");
    assert!(
        sentence.lines().count() == 1 && sentence.len() < 600,
        "{sentence}"
    );
    sentence
}

#[test]
fn bad_files() {
    let scratch = Scratch::new("bad-chains");
    let wide = format!(",{}\n", "a,".repeat(5_000));
    let many = format!("{{\"states\": [{}0]}}", "0,".repeat(9_000_000));
    let deep = format!("{{\"states\": {}", "[".repeat(1_000_000));
    let digits = format!(",a\na,{}\n", "1".repeat(300_000));
    let cases: &[Case<'_>] = &[
        ("a.csv", "", &["the file is empty"]),
        ("a.csv", "\n\n", &["the file is empty"]),
        ("a.csv", ",a,b\n", &["line 1", "one line only"]),
        (
            "a.csv",
            ",a,b,target\na,1/2,1/2,1\nb,1/2,1/3,1\n",
            &["line 3", "the row of `b` adds up to 5/6, not 1"],
        ),
        (
            "a.csv",
            ",a,b,target\na,0.333,0.6666,1\nb,0,1,1\n",
            &[
                "line 2",
                "adds up to 2499/2500",
                "decimals are read exactly",
                "fractions",
            ],
        ),
        (
            "a.csv",
            ",a,b,target\na,3/2,-1/2,1\nb,0,1,1\n",
            &["line 2", "from `a` to `b` is -1/2", "negative"],
        ),
        (
            "a.csv",
            ",a,b,target\na,1/2,1/2,1\nb,1\n",
            &["line 3", "4 fields are expected", "found 2"],
        ),
        (
            "a.csv",
            "a,1/2,1/2\nb,1/2,1/2\n",
            &["line 1", "with 1 row the", "is a row missing"],
        ),
        (
            "a.csv",
            ",a,b\na,1/2,1/2\nc,1/2,1/2\n",
            &["line 3", "row is called `c`", "`b`"],
        ),
        (
            "a.csv",
            ",a,b\na,1/2,1/2\nb,1/2,1/2\n",
            &["give --target w1,w2,…"],
        ),
        (
            "a.csv",
            ",a,a,target\na,1/2,1/2,1\na,1/2,1/2,1\n",
            &["`a` is listed twice"],
        ),
        (
            "a.csv",
            ",a,b,target,target\na,1,0,1,1\nb,0,1,1,1\n",
            &["`target` is there twice"],
        ),
        (
            "a.csv",
            ",a,b,target\na,NaN,1/2,1\nb,1/2,1/2,1\n",
            &["line 2", "`a`", "`NaN` is not a number"],
        ),
        (
            "a.csv",
            ",a,b,target\na,1e999999999,0,1\nb,1/2,1/2,1\n",
            &["line 2", "too large"],
        ),
        (
            "a.csv",
            ",a,b,target\na,1/0,0,1\nb,1/2,1/2,1\n",
            &["`1/0` divides by zero"],
        ),
        (
            "a.csv",
            ",a,b,target\na,~0.5,~0.6,1\nb,1/2,1/2,1\n",
            &["line 2", "adds up to", "at most 1e-9"],
        ),
        (
            "a.csv",
            ",a,b,target\na,~inf,0,1\nb,1/2,1/2,1\n",
            &["not a finite number"],
        ),
        (
            "a.csv",
            ",a,b,target\na,,1,1\nb,1/2,1/2,1\n",
            &["line 2", "`a`", "not a number"],
        ),
        ("a.csv", ",\"a,b\na,1,0\n", &["line 1", "does not end"]),
        (
            "a.csv",
            ",\"a\"b,c\na,1,0\n",
            &["line 1", "behind a field in quotes"],
        ),
        (
            "a.csv",
            ",a\"b,c\na,1,0\n",
            &["line 1", "quotation mark within"],
        ),
        (
            "a.csv",
            ",a,b,target\na,1/2,1/2,1\nb,1/2,1/2,-1\n",
            &["`b`", "-1", "negative"],
        ),
        (
            "a.csv",
            ",a,b,target\na,1/2,1/2,0\nb,1/2,1/2,0\n",
            &["every state weight 0"],
        ),
        ("a.csv", ",a,b\na,\"[1/3, 1/2]\",0\nb,0,1\n", &["enclosure"]),
        ("a.csv", &wide, &["line 1", "at most 2048 states"]),
        ("a.csv", &digits, &["line 2", "too large", "250000"]),
        ("a.json", "", &["the file is empty"]),
        ("a.json", "[1]", &["line 1", "not a JSON object"]),
        ("a.json", "\"long\"", &["JSON object: the fields"]),
        (
            "a.json",
            "{\"states\": [\"a\"]",
            &["not a JSON object", "EOF"],
        ),
        ("a.json", "{\"matrix\": [[1]]}", &["`states`", "missing"]),
        ("a.json", "{\"states\": [\"a\"]}", &["`matrix`", "missing"]),
        ("a.json", "{\"states\": []}", &["`states`", "no states"]),
        (
            "a.json",
            "{\"states\": [\"a\"],\n \"matrix\": [[1]]}",
            &["give --target"],
        ),
        (
            "a.json",
            "{\"states\": [\"a\", \"b\"],\n \"matrix\": [[1, 0]], \"target\": [1, 1]}",
            &["has 1 row for 2 states"],
        ),
        (
            "a.json",
            "{\"states\": [\"a\", \"b\"],\n \"matrix\": [[1, 0],\n [1]]}",
            &["line 3", "`matrix`", "2 numbers are expected, found 1"],
        ),
        (
            "a.json",
            "{\"states\": [\"a\"],\n \"matrix\": [[\"x\\ny\"]]}",
            &["line 2", "not a number"],
        ),
        (
            "a.json",
            "{\"states\": [\"a\"], \"matrix\": [[null]]}",
            &["expected a number", "null"],
        ),
        (
            "a.json",
            "{\"states\": [\"a\"], \"matrix\": 1}",
            &["expected a list", "found a number"],
        ),
        (
            "a.json",
            "{\"states\": [\"a\"], \"matrix\": [[1]], \"target\": {}}",
            &["`target`", "found an object"],
        ),
        (
            "a.json",
            "{\"states\": [\"a\"], \"matrix\": [[1]], \"target\": [1, 2]}",
            &["`target`", "1 numbers are expected, found 2"],
        ),
        (
            "a.json",
            "{\"enclosure\": true, \"states\": [\"a\"], \"matrix\": [[[\"0\", \"1\"]]]}",
            &["`enclosure`", "exact probabilities"],
        ),
        ("a.json", &many, &["too many values"]),
        ("a.json", &deep, &["not a JSON object"]),
        ("a.tra", "", &["the file is empty"]),
        ("a.tra", "2\n0 1 1\n", &["line 1", "two numbers"]),
        ("a.tra", "2 2 2\n0 0 1 1\n", &["decision process"]),
        (
            "a.tra",
            "1000000000 1\n0 0 1\n",
            &["line 1", "1000000000 states are too many: at most"],
        ),
        (
            "a.tra",
            "99999999999999999999999 1\n",
            &["line 1", "number of states"],
        ),
        ("a.tra", "0 0\n", &["no states"]),
        (
            "a.tra",
            "2 2\n0 1 1\n2 0 1\n",
            &["line 3", "no state 2", "0 to 1"],
        ),
        (
            "a.tra",
            "2 3\n0 1 1\n1 0 1\n",
            &["announces 3 transitions, found 2"],
        ),
        (
            "a.tra",
            "2 3\n0 1 1/2\n0 1 1/2\n1 0 1\n",
            &["line 3", "from 0 to 1 was given in line 2"],
        ),
        (
            "a.tra",
            "2 1\n0 1 1\n",
            &["the row of `1` adds up to 0", "no step leads anywhere"],
        ),
        (
            "a.tra",
            "2 2\n0 1\n1 0 1\n",
            &["line 2", "`from to probability`"],
        ),
        (
            "a.tra",
            "2 2\n0 1 1 go\n1 0 1\n",
            &["line 2", "`from to probability`"],
        ),
        (
            "a.tra",
            "2 2\n0 -1 1\n1 0 1\n",
            &["line 2", "number of a state", "`-1`"],
        ),
        ("a.tra", "1 1\n0 0 1\n", &["give --target"]),
        ("a.drn", "", &["the file is empty"]),
        ("a.drn", "@type: MDP\n", &["line 1", "DTMC", "`MDP`"]),
        (
            "a.drn",
            "@type: DTMC\n@nr_states\n1\n",
            &["@model is missing"],
        ),
        ("a.drn", "hello\n", &["line 1", "@type: DTMC"]),
        (
            "a.drn",
            "@type: DTMC\n@parameters\np\n@model\n",
            &["line 3", "parameters"],
        ),
        (
            "a.drn",
            "@nr_states\n1000000000\n@model\n",
            &["line 2", "too many"],
        ),
        (
            "a.drn",
            "@model\nstate 4000000000\n",
            &["line 2", "at most 1000000"],
        ),
        (
            "a.drn",
            "@model\n0 : 1\n",
            &["line 2", "expected `state 0`"],
        ),
        (
            "a.drn",
            "@nr_states\n2\n@model\nstate 0\n1 : 1\n",
            &["the state 1 is missing"],
        ),
        (
            "a.drn",
            "@nr_states\n1\n@model\nstate 0\n0 : 1\nstate 1\n1 : 1\n",
            &["there is a state 1", "@nr_states is 1"],
        ),
        (
            "a.drn",
            "@model\nstate 0\naction 0\n0 : 1\naction 1\n0 : 1\n",
            &["line 5", "several actions"],
        ),
        (
            "a.drn",
            "@model\nstate 0\n0 : 1\nstate 0\n",
            &["line 4", "there twice"],
        ),
        (
            "a.drn",
            "@model\nstate 0\n3 : 1\n",
            &["line 3", "no state 3"],
        ),
        (
            "a.drn",
            "@model\nstate 0\n0 = 1\n",
            &["line 3", "`to : probability`"],
        ),
        (
            "a.drn",
            "@model\nstate 0\n0 : p\n",
            &["line 3", "`p` is not a number"],
        ),
        ("a.txt", "1\n", &[".csv, .json, .tra or .drn"]),
        ("a", "1\n", &[".csv, .json, .tra or .drn"]),
    ];
    for (name, content, words) in cases {
        let sentence = sentence(&scratch, name, content.as_bytes());
        for word in *words {
            assert!(sentence.contains(word), "`{word}` is not in: {sentence}");
        }
    }
    for ending in ["csv", "json", "tra", "drn"] {
        let name = format!("bytes.{ending}");
        assert!(sentence(&scratch, &name, b"1 1\n\xff\xfe").contains("UTF-8"));
        let missing = scratch.path(&format!("missing.{ending}"));
        assert!(refusal(&missing, None).contains("cannot be read"));
    }
}

#[test]
fn bad_files_beside_a_prism_file() {
    let scratch = Scratch::new("bad-labels");
    scratch.write("a.tra", "2 2\n0 1 1\n1 0 1\n");
    let cases: [(&str, &str, &[&str]); 9] = [
        ("a.lab", "", &["the file is empty"]),
        ("a.lab", "hello\n", &["line 1", "0=\"init\""]),
        ("a.lab", "0=\"init\n", &["line 1", "quotation mark"]),
        (
            "a.lab",
            "x=\"init\"\n",
            &["line 1", "number of a label", "`x`"],
        ),
        ("a.lab", "0=\"init\"\n0\n", &["line 2", "`state:`"]),
        ("a.lab", "0=\"init\"\n7: 0\n", &["line 2", "no state 7"]),
        ("a.lab", "0=\"init\"\n0: 3\n", &["line 2", "no label 3"]),
        ("a.sta", "(x)\n0:(5)\n", &["the state 1 is missing"]),
        ("a.sta", "(x)\n9:(5)\n", &["line 2", "no state 9"]),
    ];
    for (name, content, words) in cases {
        scratch.write(name, content);
        let error = read_chain(&scratch.path("a.tra"), Some(vec![q(1, 1), q(1, 1)]));
        let sentence = error.expect_err("the labels are wrong").to_string();
        for word in words.iter().chain([&name]) {
            assert!(sentence.contains(word), "`{word}` is not in: {sentence}");
        }
        std::fs::remove_file(scratch.path(name)).expect("the file");
    }
    scratch.write("a.sta", "(x,y)\n0:(5,true)\n1:(6,false)\n");
    scratch.write("a.lab", "0=\"init\" 3=\"goal\"\n0: 0\n1: 3\n");
    let chain = read_chain(&scratch.path("a.tra"), Some(vec![q(1, 1), q(3, 1)]));
    let chain = chain.expect("a chain");
    assert_eq!(chain.states(), ["(5,true)", "goal"]);
    assert_eq!(chain.target(), [q(1, 4), q(3, 4)]);
}

/// Directories, pipes, devices and large files are refused without waiting.
#[test]
fn files_that_are_no_files() {
    let scratch = Scratch::new("no-files");
    std::fs::create_dir(scratch.path("folder.csv")).expect("a folder");
    assert!(refusal(&scratch.path("folder.csv"), None).contains("directory"));
    let large = std::fs::File::create(scratch.path("large.csv")).expect("a file");
    large.set_len(100 << 20).expect("a sparse file");
    assert!(refusal(&scratch.path("large.csv"), None).contains("at most 64 MiB"));
    #[cfg(unix)]
    {
        let device = scratch.path("zero.csv");
        std::os::unix::fs::symlink("/dev/zero", &device).expect("a link");
        assert!(refusal(&device, None).contains("pipe or a device"));
        let pipe = scratch.path("pipe.csv");
        let made = std::process::Command::new("mkfifo").arg(&pipe).ended();
        if made.is_ok_and(|made| made.status.success()) {
            assert!(refusal(&pipe, None).contains("pipe or a device"));
        } else {
            println!("not run: there is no mkfifo");
        }
    }
}
