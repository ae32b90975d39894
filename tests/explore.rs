//! `peskun explore`: the live page says what the commands say, to its own page
//! only.

use serde_json::{Value, json};

use crate::report::is_well_formed;
use crate::support::command::{peskun, peskun_line, refused};
use crate::support::server::Server;

#[test]
fn questions_get_what_the_commands_answer() {
    let server = Server::start();
    let rule = "if a[1] > 1 { 1 } else { 2 }";
    let questions = [
        json!({ "part": "rule", "model": "bernoulli-pair", "rule": rule, "tie": "coin" }),
        json!({ "part": "rule", "model": "three-point-pair", "rule": "max-min-draws", "arms": "mpmc,sve,noisy:2", "reading": "reuse" }),
        json!({ "part": "ladder", "model": "three-point-pair", "rule": "argmax(r)" }),
        json!({ "part": "kernel", "model": "ising-3x3", "kernel": "mabmc" }),
        json!({ "part": "kernel", "model": "bernoulli-pair", "kernel": "rule:max-min" }),
        json!({ "part": "compare", "model": "three-point-pair", "kernels": ["mpmc", "sve", "mabmc"] }),
    ];
    for question in questions {
        let reply = server.ask(question.clone());
        assert_eq!(reply.status, 200, "{question}: {}", reply.body);
        let answer = reply.json();
        let command = answer["command"].as_str().expect("a command");
        let run = peskun_line(&format!("{command} --format json"));
        let alone: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(answer["answer"], alone, "{question}");
        assert_eq!(answer["status"], run.status, "{question}");
        let html = answer["html"].as_str().expect("a text");
        assert!(is_well_formed(html), "{html}");
    }
}

#[test]
fn an_answer_has_verdicts_witness_law_matrix_and_flows() {
    let server = Server::start();
    let rule = "if a[1] > 1 { 1 } else { 2 }";
    let reply = server.ask(json!({ "part": "rule", "model": "bernoulli-pair", "rule": rule }));
    let html = reply.json()["html"].as_str().expect("a text").to_string();
    for part in [
        "<dt>verdict</dt><dd class=\"bad\">invalid</dd>",
        "<dt>reversible</dt><dd class=\"bad\">fails: a→b has flow 293/1300",
        "<td>mpmc</td><td class=\"number\">1/5</td><td class=\"number\">3/10</td>",
        "heat-9 broken\" tabindex=\"0\">293/700<span class=\"whole\" role=\"note\">P(a → b) = 293/700 ≈ 0.41857143</span>",
        "<tr class=\"broken\"><th scope=\"row\">a ⇄ b</th>",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    let right = server.ask(json!({ "part": "rule", "model": "bernoulli-pair", "rule": "max-min" }));
    let html = right.json()["html"].as_str().expect("a text").to_string();
    assert!(!html.contains("broken") && html.contains(">equal<"));
}

#[test]
fn what_is_pasted_and_typed_is_read() {
    let server = Server::start();
    let text = "name = \"mine\"\nparameters = [\"a\", \"b\"]\nsample_space = [\"0\", \"1\"]\nobserved = \"1\"\nprior = [1, 1]\nlikelihood = [[3, 7], [4, 6]]\n";
    let reply = server.ask(json!({ "part": "kernel", "text": text, "kernel": "mpmc" }));
    let answer = reply.json();
    assert_eq!(answer["command"], "table --model model.toml --kernel mpmc");
    assert_eq!(answer["answer"]["model"], "mine", "{answer}");
    let wrong = server.ask(json!({ "part": "kernel", "text": "name = ", "kernel": "mpmc" }));
    let sentence = wrong.json()["sentence"].to_string();
    assert!(sentence.contains("model.toml, line 1"), "{sentence}");
    let step = "let to = choose([\"a\", \"b\"]); if accept(weight(to) / weight(state)) { to } else { state }";
    let reply =
        server.ask(json!({ "part": "step", "step": step, "states": "a,b", "target": "1,2" }));
    assert_eq!(reply.json()["answer"]["verdict"], "valid", "{}", reply.body);
    let biased = step.replace("weight(to) / weight(state)", "1");
    let reply =
        server.ask(json!({ "part": "step", "step": biased, "states": "a,b", "target": "1,2" }));
    assert_eq!(reply.json()["answer"]["verdict"], "invalid");
}

/// What is named like a piece of a page is shown, and does nothing.
#[test]
fn names_do_not_act() {
    let server = Server::start();
    let bad = "<img src=x onerror=alert(1)>";
    let other = "</td><script>alert(2)</script>&quot;";
    let text = format!(
        "name = '{bad}'\nparameters = ['{bad}', '{other}']\nsample_space = ['0', '1']\nobserved = '1'\nprior = [1, 1]\nlikelihood = [[3, 7], [4, 6]]\n"
    );
    let rule = format!("if a[1] > 1 {{ 1 }} else {{ 2 }} // {bad}");
    let kernels = ["mh", "mpmc"];
    for part in ["rule", "ladder", "kernel", "compare"] {
        let reply = server.ask(json!({
            "part": part, "text": text, "rule": rule, "kernel": "mpmc", "kernels": kernels,
        }));
        let answer = reply.json();
        let html = answer["html"].as_str().expect("a text");
        assert!(html.contains("&lt;img src=x"), "{part} {answer}");
        for tag in ["<img", "<script", "<b>"] {
            assert!(!html.contains(tag), "{part} {html}");
        }
        assert!(is_well_formed(html), "{html}");
    }
    let labels = format!("a,{bad}");
    let reply = server.ask(json!({
        "part": "step", "step": "state", "states": labels, "target": "1,2",
    }));
    let html = reply.json()["html"].as_str().expect("a text").to_string();
    assert!(html.contains("&lt;img") && !html.contains("<img"), "{html}");
}

#[test]
fn only_the_page_itself_may_ask() {
    let server = Server::start();
    let address = server.address;
    let question = r#"{"page": "1", "part": "rule", "model": "bernoulli-pair", "rule": "max"}"#;
    let post = |host: &str, lines: &str| {
        let length = question.len();
        let head =
            format!("POST /answer HTTP/1.1\r\nHost: {host}\r\n{lines}Content-Length: {length}");
        server.raw(format!("{head}\r\n\r\n{question}").as_bytes())
    };
    let kind = "Content-Type: application/json\r\n";
    let own = address.to_string();
    let with = |lines: &str| post(&own, &format!("{kind}{lines}"));
    assert_eq!(with("").status, 200);
    assert_eq!(with(&format!("Origin: http://{own}\r\n")).status, 200);
    assert_eq!(with("Sec-Fetch-Site: same-origin\r\n").status, 200);
    for foreign in [
        "Origin: http://example.org\r\n".to_string(),
        "Origin: null\r\n".into(),
        format!("Origin: https://{own}\r\n"),
        format!("Origin: http://{own}.example.org\r\n"),
        format!("Origin: http://{own}\r\nOrigin: http://example.org\r\n"),
        "Origin: http://127.0.0.1\r\n".into(),
        "Sec-Fetch-Site: cross-site\r\n".into(),
        "Sec-Fetch-Site: same-site\r\n".into(),
    ] {
        let reply = with(&foreign);
        assert_eq!(reply.status, 403, "{foreign} {reply:?}");
        assert!(!reply.body.contains("verdict"));
    }
    for host in [
        "example.org",
        "127.0.0.1",
        "127.0.0.1:1",
        "[::1]:80",
        "",
        "evil.example:80",
    ] {
        assert_eq!(post(host, kind).status, 421, "{host}");
        let page = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert_eq!(server.raw(page.as_bytes()).status, 421, "{host}");
    }
    assert_eq!(server.raw(b"GET / HTTP/1.1\r\n\r\n").status, 421);
    let local = format!("localhost:{}", address.port());
    assert_eq!(post(&local, kind).status, 200);
    for simple in [
        "",
        "Content-Type: text/plain\r\n",
        "Content-Type: application/x-www-form-urlencoded\r\n",
    ] {
        assert_eq!(post(&own, simple).status, 415, "{simple}");
    }
}

#[test]
fn every_response_keeps_the_page_to_itself() {
    let server = Server::start();
    for (path, status) in [
        ("/", 200),
        ("/explore.js", 200),
        ("/catalog", 200),
        ("/nothing", 404),
    ] {
        let reply = server.get(path);
        assert_eq!(reply.status, status, "{path}");
        for header in [
            "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';",
            "X-Content-Type-Options: nosniff",
            "Cache-Control: no-store",
            "frame-ancestors 'none'",
        ] {
            assert!(reply.head.contains(header), "{path} {header}");
        }
        let head = reply.head.to_lowercase();
        assert!(!head.contains("access-control"), "{head}");
    }
}

/// Nothing of the page is anywhere else.
#[test]
fn the_page_has_no_address_but_its_own() {
    let server = Server::start();
    let page = server.get("/").body;
    assert!(is_well_formed(&page.replace("<link", "<meta")));
    let paths = page.split(['"']).filter(|text| text.starts_with('/'));
    let mut followed = 0;
    for path in paths {
        assert_eq!(server.get(path).status, 200, "{path}");
        followed += 1;
    }
    assert!(followed >= 4);
    for path in [
        "/",
        "/style.css",
        "/explore.css",
        "/explore.js",
        "/state.js",
        "/ask.js",
        "/show.js",
        "/icon.svg",
        "/catalog",
    ] {
        let reply = server.get(path);
        assert_eq!(reply.status, 200, "{path}");
        let text = reply
            .body
            .replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        for word in ["http:", "https:", "//", "url(", "@import", "eval("] {
            let found = text
                .lines()
                .find(|line| line.contains(word) && !line.trim_start().starts_with("//"));
            assert_eq!(found, None, "{path} has {word}");
        }
    }
}

#[test]
fn what_is_no_port() {
    for port in ["-1", "65536", "many"] {
        refused(&peskun(&["explore", "--port", port]), 2, &["--port"]);
    }
    let server = Server::start();
    let port = server.address.port().to_string();
    let run = peskun(&["explore", "--port", &port]);
    refused(&run, 2, &[&format!("127.0.0.1:{port}"), "--port 0"]);
}
