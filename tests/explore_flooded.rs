//! The live page flooded: many requests, broken ones, silent ones and those who go
//! away; each is answered or refused, and the server is still there.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::server::{Server, model_text};
use crate::support::size::{seed, sized};
use crate::support::waiting::{connected, response};

/// A question that takes as long as it may.
fn long_question(page: &str) -> String {
    json!({
        "page": page, "part": "compare", "text": model_text(60, 60),
        "kernels": ["mpmc", "sve", "pmc", "mabmc", "noisy:2", "dmh:2"],
    })
    .to_string()
}

fn post(server: &Server, body: &str) -> TcpStream {
    let mut stream = connected(server.address);
    let head = format!(
        "POST /answer HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("sent");
    stream.write_all(body.as_bytes()).expect("sent");
    stream
}

fn wait_for(what: &str, holds: impl Fn() -> bool) -> Duration {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(8), "{what}");
        thread::sleep(Duration::from_millis(5));
    }
    began.elapsed()
}

#[test]
fn whoever_goes_away_is_not_worked_for() {
    let mut server = Server::start();
    let stream = post(&server, &long_question("gone"));
    wait_for("a worker", || server.workers() > 0);
    drop(stream);
    let took = wait_for("its end", || server.workers() == 0);
    println!("ended {took:?} after the client went away");
    assert!(server.is_there());
}

#[test]
fn a_newer_question_takes_the_place_of_an_older_one() {
    let mut server = Server::start();
    let mut first = post(&server, &long_question("same"));
    wait_for("a worker", || server.workers() > 0);
    let began = Instant::now();
    let quick =
        json!({ "page": "same", "part": "compare", "model": "bernoulli-pair", "kernels": ["mh"] });
    let reply = server.ask(quick);
    assert_eq!(reply.status, 200);
    println!("the newer one was answered after {:?}", began.elapsed());
    let answer = response(&mut first);
    assert!(answer.starts_with("HTTP/1.1 409 "), "{answer}");
    assert!(began.elapsed() < Duration::from_secs(8));
    assert!(server.is_there());
}

#[test]
fn many_questions_at_once_are_answered_or_told_to_come_again() {
    let mut server = Server::start();
    let statuses = Mutex::new(Vec::new());
    let most = AtomicUsize::new(0);
    let size = sized("parameters and points of the models", 30, 20);
    thread::scope(|scope| {
        for number in 0..40 {
            let (server, statuses, most) = (&server, &statuses, &most);
            scope.spawn(move || {
                let reply = server.ask(json!({
                    "page": number.to_string(), "part": "kernel",
                    "text": model_text(size, size), "kernel": "mabmc",
                }));
                most.fetch_max(server.workers(), Ordering::Relaxed);
                statuses.lock().expect("a list").push(reply.status);
            });
        }
    });
    let statuses = statuses.into_inner().expect("a list");
    println!("{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 503].contains(status)));
    assert!(statuses.contains(&200));
    assert!(most.into_inner() <= 4);
    assert!(server.is_there());
}

/// Requests of all kinds, most of them broken.
fn hostile(number: usize, random: u64, address: &str) -> Vec<u8> {
    let pick = |many: u64, place: u32| (random.rotate_right(place) % many) as usize;
    let noise: Vec<u8> = (0..pick(300, 3))
        .map(|n| {
            (random
                .rotate_left(n as u32 % 64)
                .wrapping_mul(n as u64 * 2 + 1)
                >> 32) as u8
        })
        .collect();
    let good = format!("Host: {address}\r\nContent-Type: application/json\r\n");
    let question = |body: &[u8]| {
        let mut bytes = format!(
            "POST /answer HTTP/1.1\r\n{good}Content-Length: {}\r\n\r\n",
            body.len()
        )
        .into_bytes();
        bytes.extend(body);
        bytes
    };
    let texts = [
        "",
        "\0",
        "\u{202e}",
        "--help",
        "$(id)",
        "<script>alert(1)</script>",
        "' OR 1=1",
        "../../x",
        "1/0",
        "r[99999999999999999999]",
        "[1/3",
        "if",
        "/*",
        "\"",
        "😀",
        "argmax(r",
        "max-min-draws:99999999",
        "always:0",
        "noisy:18446744073709551616",
        "rule:rule:rule:max",
        "a_rev[0]",
        "1e999999999",
        "9".repeat(400).leak(),
    ];
    let text = |place| texts[pick(texts.len() as u64, place)];
    match number % 12 {
        0 => noise,
        1 => question(&noise),
        2 => question(
            json!({ "page": format!("h{}", number % 5), "part": (["rule", "ladder", "kernel", "compare", "step", "x"])[pick(6, 5)], "model": text(7), "rule": text(9), "arms": text(11), "tie": text(13), "reading": text(15), "kernel": text(17), "kernels": [text(19), text(21)], "step": text(23), "states": text(25), "target": text(27) })
                .to_string()
                .as_bytes(),
        ),
        3 => question(json!({ "page": format!("h{}", number % 5), "part": "rule", "model": "bernoulli-pair", "rule": text(9) }).to_string().as_bytes()),
        4 => question(json!({ "page": format!("h{}", number % 5), "part": "kernel", "text": String::from_utf8_lossy(&noise), "kernel": text(3) }).to_string().as_bytes()),
        5 => question("[".repeat(20_000).as_bytes()),
        6 => format!("{} / HTTP/1.1\r\nHost: {address}\r\n\r\n", ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "HEAD"][pick(6, 2)]).into_bytes(),
        7 => format!("GET /{} HTTP/1.1\r\nHost: {address}\r\n\r\n", "../".repeat(pick(40, 2))).into_bytes(),
        8 => format!("GET / HTTP/1.1\r\n{}\r\n", "X: y\r\n".repeat(pick(200, 2))).into_bytes(),
        9 => format!("POST /answer HTTP/1.1\r\n{good}Content-Length: {}\r\n\r\n{{}}", ["-1", "99999999999", "0x10", "2, 3", ""][pick(5, 2)]).into_bytes(),
        10 => format!("POST /answer HTTP/1.1\r\n{good}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n").into_bytes(),
        _ => format!("GET / HTTP/1.1\r\nHost: {}\r\nOrigin: {}\r\n\r\n", ["evil.example", address][pick(2, 2)], ["null", "http://evil.example"][pick(2, 4)]).into_bytes(),
    }
}

#[test]
fn hostile_requests_are_answered_or_refused() {
    let mut server = Server::start();
    let count = sized("hostile requests", 10_000, 2_000);
    let seed = seed();
    let before = server.memory();
    let address = server.address.to_string();
    let next = AtomicUsize::new(0);
    let kinds = Mutex::new(std::collections::BTreeMap::<u16, usize>::new());
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let random = (seed ^ number as u64)
                        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                        .rotate_left(29)
                        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
                    let bytes = hostile(number, random, &address);
                    let mut stream = connected(server.address);
                    let _ = stream.write_all(&bytes);
                    // Where nothing more comes whoever waits for the rest knows; but
                    // those who close are not answered.
                    if !bytes.ends_with(b"}") {
                        let _ = stream.shutdown(std::net::Shutdown::Write);
                    }
                    let answer = response(&mut stream);
                    let status = answer.get(9..12).and_then(|status| status.parse().ok());
                    if let Some((_, body)) = answer.split_once("\r\n\r\n")
                        && answer.contains("application/json")
                    {
                        assert!(serde_json::from_str::<Value>(body).is_ok(), "{body}");
                    }
                    *kinds
                        .lock()
                        .expect("a list")
                        .entry(status.unwrap_or(0))
                        .or_default() += 1;
                }
            });
        }
    });
    println!(
        "responses by status, 0 for none: {:?}",
        kinds.lock().expect("a list")
    );
    println!(
        "kilobytes of the server before and after: {before:?} {:?}",
        server.memory()
    );
    assert!(server.is_there());
    wait_for("the end of all workers", || server.workers() == 0);
    let reply = server.ask(json!({ "part": "rule", "model": "bernoulli-pair", "rule": "max-min" }));
    assert_eq!(reply.json()["answer"]["verdict"], "valid");
    if let (Some(before), Some(after)) = (before, server.memory()) {
        assert!(after < before + 64_000, "{before} {after}");
    }
}

/// Those who send nothing, or too slowly, do not keep others out for long.
#[test]
fn silent_connections_are_closed() {
    let mut server = Server::start();
    let silent: Vec<TcpStream> = (0..100).map(|_| connected(server.address)).collect();
    let mut slow = connected(server.address);
    let _ = slow.write_all(b"GET / HTTP/1.1\r\n");
    let began = Instant::now();
    while server.get("/").status != 200 {
        assert!(began.elapsed() < Duration::from_secs(20));
        thread::sleep(Duration::from_millis(50));
    }
    println!("in again after {:?}", began.elapsed());
    drop(silent);
    assert!(server.is_there());
}

/// A process that answers does not outlive the server.
#[test]
fn nothing_is_left_behind() {
    let server = Server::start();
    let stream = post(&server, &long_question("left"));
    wait_for("a worker", || server.workers() > 0);
    let workers = server.worker_numbers();
    assert_eq!(workers.len(), 1);
    drop(server);
    let runs = |number: &String| {
        let status = std::fs::read_to_string(format!("/proc/{number}/stat"));
        // What nobody has asked for its status is no process any more.
        status.is_ok_and(|status| !status.contains(") Z "))
    };
    let took = wait_for("its end", || !workers.iter().any(runs));
    println!("ended {took:?} after the server");
    drop(stream);
}
