//! The live page, served by the built command as a user would start it.

use std::io::Write;
use std::net::SocketAddr;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::waiting::{Bounded, Pieces, Process, connected, response};

/// `peskun explore` on a port of its own; ended when dropped.
pub struct Server {
    child: Process,
    pub address: SocketAddr,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    /// 0 if the connection was closed without a response.
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }
}

impl Server {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_peskun"))
            .args(["explore", "--port", "0"])
            .stdout(Stdio::piped())
            .started();
        let output = child.child().stdout.take().expect("an output");
        let lines = Pieces::of(output, b'\n', "the server");
        let line = String::from_utf8(lines.next()).expect("text");
        let address = line
            .strip_prefix("http://")
            .and_then(|rest| rest.split('/').next());
        let address = address.expect("an address").parse().expect("an address");
        Server { child, address }
    }

    /// Does it still run, and answer?
    pub fn is_there(&mut self) -> bool {
        self.child.runs() && self.get("/").status == 200
    }

    /// Kilobytes of memory that it holds.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// How many processes that it has started still run.
    pub fn workers(&self) -> usize {
        self.worker_numbers().len()
    }

    /// Their numbers.
    pub fn worker_numbers(&self) -> Vec<String> {
        let Ok(tasks) = std::fs::read_dir(format!("/proc/{}/task", self.child.id())) else {
            return Vec::new();
        };
        let of = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("children"));
        let all = tasks.flatten().flat_map(of).collect::<String>();
        all.split_whitespace().map(String::from).collect()
    }

    /// Sends these bytes and reads until the other side closes.
    pub fn raw(&self, bytes: &[u8]) -> Reply {
        let mut stream = connected(self.address);
        // The server may close before it has read everything.
        let _ = stream.write_all(bytes);
        let answer = response(&mut stream);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Reply {
            status: status.unwrap_or(0),
            head: head.into(),
            body: body.into(),
        }
    }

    /// A request with the right host, and these lines besides.
    pub fn request(&self, method: &str, path: &str, lines: &str, body: &str) -> Reply {
        let address = self.address;
        let length = body.len();
        self.raw(
            format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\n{lines}Content-Length: {length}\r\n\r\n{body}")
                .as_bytes(),
        )
    }

    pub fn get(&self, path: &str) -> Reply {
        self.request("GET", path, "", "")
    }

    /// The reply to a question; `fields` are those besides the number of the page.
    pub fn ask(&self, fields: Value) -> Reply {
        let mut question = json!({ "page": "test" });
        for (name, value) in fields.as_object().expect("fields") {
            question[name] = value.clone();
        }
        let kind = "Content-Type: application/json\r\n";
        self.request("POST", "/answer", kind, &question.to_string())
    }
}

/// A table model of so many parameters and points.
pub fn model_text(parameters: usize, points: usize) -> String {
    let names = |prefix: &str, count: usize| {
        let all: Vec<String> = (0..count).map(|n| format!("\"{prefix}{n}\"")).collect();
        all.join(",")
    };
    let row = |from: usize| {
        let weights: Vec<String> = (0..points)
            .map(|to| (1 + (from * 7 + to * 3) % 9).to_string())
            .collect();
        format!("[{}]", weights.join(","))
    };
    let rows: Vec<String> = (0..parameters).map(row).collect();
    let prior = vec!["1"; parameters].join(",");
    format!(
        "parameters = [{}]\nsample_space = [{}]\nobserved = \"x0\"\nprior = [{prior}]\nlikelihood = [{}]\n",
        names("t", parameters),
        names("x", points),
        rows.join(",")
    )
}
