//! The live page attacked with questions: what does not end or is too large is
//! answered or refused, nothing is read from the disk, and the server is still there.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::command::Scratch;
use crate::support::server::{Server, model_text};
use crate::support::size::sized;
use crate::support::waiting::Bounded;

#[test]
fn rules_and_steps_that_never_end_are_answered() {
    let mut server = Server::start();
    let endless = [
        "loop { }",
        "while true { let x = 1; }",
        "let x = [1]; loop { x += x; }",
        "let x = 2; loop { x *= x; }",
        "fn f(n) { f(n + 1) } f(1)",
        "let s = \"a\"; loop { s += s; }",
    ];
    for text in endless {
        for question in [
            json!({ "part": "rule", "model": "bernoulli-pair", "rule": text }),
            json!({ "part": "ladder", "model": "bernoulli-pair", "rule": text }),
            json!({ "part": "step", "step": text, "states": "a,b", "target": "1,2" }),
            json!({ "part": "kernel", "model": "bernoulli-pair", "kernel": format!("rule:{text}") }),
        ] {
            let began = Instant::now();
            let reply = server.ask(question);
            assert_eq!(reply.status, 200, "{text} {}", reply.body);
            let status = reply.json()["status"].clone();
            assert!(status == 2 || status == 3, "{text}: {}", reply.body);
            assert!(began.elapsed() < Duration::from_secs(15), "{text}");
        }
    }
    assert!(server.is_there());
}

#[test]
fn large_models_are_answered_or_refused_in_time() {
    let mut server = Server::start();
    let million = model_text(1000, 1000);
    assert!(million.len() > 2_000_000);
    let reply = server.ask(json!({ "part": "kernel", "text": million, "kernel": "mh" }));
    assert_eq!(reply.status, 413, "{}", reply.body);
    let models = sized("models near the limit of size", 4, 1);
    let shapes = [(400, 1000), (60, 60), (500, 500), (2, 50_000)];
    for (parameters, points) in &shapes[..models] {
        let text = model_text(*parameters, *points);
        assert!(text.len() < 1 << 20);
        let ask = |part: &str| {
            let began = Instant::now();
            let reply = server.ask(json!({
                "part": part, "text": text, "kernel": "mabmc", "rule": "max-min-draws",
                "kernels": ["mpmc", "sve", "pmc", "mabmc", "noisy:2", "dmh:2"],
            }));
            let took = began.elapsed();
            assert_eq!(reply.status, 200, "{}", reply.body);
            println!(
                "{parameters}×{points} {part}: {took:?}, {}",
                reply.json()["sentence"]
            );
            assert!(took < Duration::from_secs(20), "{took:?}");
        };
        thread::scope(|scope| {
            for part in ["kernel", "ladder", "rule", "compare"] {
                scope.spawn(|| ask(part));
            }
        });
    }
    assert!(server.is_there());
}

/// A file with a secret, by all the names that might lead to it.
#[test]
fn no_file_is_read() {
    let mut server = Server::start();
    let scratch = Scratch::new("explore-secret");
    const SECRET: &str = "wombat-4711";
    let model = scratch.write(
        "model.toml",
        &format!("name = \"{SECRET}\"\n{}", model_text(2, 2)),
    );
    let rule = scratch.write("rule.rhai", &format!("\"{SECRET}\""));
    let mut asked = 0;
    for path in [
        &*model,
        &rule,
        "/etc/passwd",
        "/proc/self/environ",
        "../Cargo.toml",
        "Cargo.toml",
    ] {
        for text in [
            path.to_string(),
            format!("file://{path}"),
            format!("import \"{path}\" as m; 1"),
            format!("eval(\"{path}\")"),
            format!("rule:{path}"),
            format!("open(\"{path}\")"),
        ] {
            for question in [
                json!({ "part": "rule", "model": text, "rule": "max" }),
                json!({ "part": "rule", "model": "bernoulli-pair", "rule": text }),
                json!({ "part": "ladder", "model": text, "rule": text, "arms": text }),
                json!({ "part": "kernel", "model": "bernoulli-pair", "kernel": text }),
                json!({ "part": "kernel", "model": "bernoulli-pair", "kernel": format!("rule:{text}") }),
                json!({ "part": "compare", "model": "bernoulli-pair", "kernels": ["mh", format!("--chain={text}"), text] }),
                json!({ "part": "step", "step": text, "states": text, "target": text }),
            ] {
                let reply = server.ask(question.clone());
                assert_eq!(reply.status, 200, "{question} {}", reply.body);
                let answer = reply.json();
                assert_eq!(answer["status"], 2, "{question} {answer}");
                let said = answer["sentence"].to_string();
                assert!(!said.contains(SECRET) && !said.contains("root:"), "{said}");
                assert!(answer["answer"].is_null());
                asked += 1;
            }
        }
    }
    assert_eq!(asked, 6 * 6 * 7);
    for path in [
        "//etc/passwd",
        "/../Cargo.toml",
        "/%2e%2e/etc/passwd",
        "/page/explore.js",
        "/answer/",
        "/style.css/..",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert!(server.is_there());
}

/// The process that answers can open nothing, whatever it is told.
#[cfg(target_os = "linux")]
#[test]
fn the_answering_process_has_no_files() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_peskun"))
        .args(["explore", "--answer"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .started();
    let path = format!("/proc/{}/limits", child.id());
    let deadline = Instant::now() + Duration::from_secs(20);
    let limits = loop {
        let limits = std::fs::read_to_string(&path).expect("limits");
        let soft = |name: &str| {
            let line = limits.lines().find(|line| line.starts_with(name));
            let rest = line
                .and_then(|line| line.strip_prefix(name))
                .unwrap_or_default();
            rest.split_whitespace()
                .take(2)
                .map(String::from)
                .collect::<Vec<_>>()
        };
        // The last of the limits to be set.
        if soft("Max address space") == ["2147483648", "2147483648"] {
            break [
                soft("Max open files"),
                soft("Max file size"),
                soft("Max cpu time"),
            ];
        }
        assert!(Instant::now() < deadline, "{limits}");
        thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(limits[0], ["0", "0"]);
    assert_eq!(limits[1], ["0", "0"]);
    assert_eq!(limits[2], ["20", "20"]);
    let output = child.end();
    assert!(!output.status.success() && output.stdout.is_empty());
}
