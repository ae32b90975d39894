//! The live page, served by the built command as a user would start it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// `peskun explore` on a port of its own; ended when dropped.
pub struct Server {
    child: Child,
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
            .spawn()
            .expect("the command runs");
        let output = child.stdout.take().expect("an output");
        let mut line = String::new();
        BufReader::new(output)
            .read_line(&mut line)
            .expect("an address");
        let address = line
            .strip_prefix("http://")
            .and_then(|rest| rest.split('/').next());
        let address = address.expect("an address").parse().expect("an address");
        Server { child, address }
    }

    /// Does it still run, and answer?
    pub fn is_there(&mut self) -> bool {
        let runs = self.child.try_wait().expect("a status").is_none();
        runs && self.get("/").status == 200
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
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).expect("a timeout");
        // The server may close before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
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

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
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
