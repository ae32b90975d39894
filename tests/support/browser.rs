//! Chromium without a window, asked over a pipe by its DevTools protocol.

use std::io::Write;
use std::process::{ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::command::Scratch;
use super::waiting::{Bounded, Pieces, Process};

/// A browser with one page open; ended when dropped.
pub struct Browser {
    _child: Process,
    input: ChildStdin,
    output: Pieces,
    session: Option<String>,
    number: u64,
    /// What the page complained of.
    pub complaints: Vec<String>,
    _profile: Scratch,
}

impl Browser {
    /// Nothing, and a line that says so, where there is no Chromium.
    pub fn start(name: &str) -> Option<Self> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let is_there = |name: &&str| {
            let version = Command::new(name).arg("--version").ended();
            version.is_ok_and(|version| version.status.success())
        };
        let Some(program) = names.into_iter().find(is_there) else {
            println!("skipped: there is no Chromium");
            return None;
        };
        let profile = Scratch::new(name);
        // The browser reads from 3 and writes to 4.
        let line = format!(
            "exec {program} --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --hide-scrollbars --user-data-dir='{}' --remote-debugging-pipe about:blank 3<&0 4>&1 1>&2 2>/dev/null",
            profile.path("profile").display()
        );
        let mut child = Command::new("sh")
            .args(["-c", &line])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .started();
        let input = child.child().stdin.take().expect("an input");
        let output = child.child().stdout.take().expect("an output");
        let mut browser = Browser {
            input,
            output: Pieces::of(output, 0, "the browser"),
            _child: child,
            session: None,
            number: 0,
            complaints: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", target);
        browser.session = session["sessionId"].as_str().map(String::from);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Calls a method and waits for what it gives.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.number += 1;
        let mut message = json!({ "id": self.number, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let bytes = format!("{message}\0");
        self.input
            .write_all(bytes.as_bytes())
            .expect("the browser listens");
        loop {
            let mut bytes = self.output.next();
            bytes.pop();
            let message: Value = serde_json::from_slice(&bytes).expect("JSON");
            self.note(&message);
            if message["id"] == self.number {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    /// Keeps errors of the page: of its scripts, its policy and its network.
    fn note(&mut self, message: &Value) {
        let parameters = &message["params"];
        let is_bad = match message["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" | "Network.loadingFailed" => {
                parameters["canceled"] != true && parameters["errorText"] != "net::ERR_ABORTED"
            }
            "Runtime.consoleAPICalled" => parameters["type"] == "error",
            "Log.entryAdded" => parameters["entry"]["level"] == "error",
            _ => false,
        };
        if is_bad {
            self.complaints.push(parameters.to_string());
        }
    }

    /// A window of this width, light or dark.
    pub fn window(&mut self, width: u32, dark: bool) {
        let size =
            json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", media);
    }

    /// Opens an address in a page that has not seen another.
    pub fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.call("Page.navigate", json!({ "url": address }));
    }

    /// The value of an expression on the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true });
        self.call("Runtime.evaluate", asked)["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, expression: &str) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while self.value(expression) != true {
            let page = self.value("document.body.innerText");
            assert!(Instant::now() < deadline, "{expression}: {page}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Types a text where the focus is, in place of what is there.
    pub fn type_into(&mut self, id: &str, text: &str) {
        self.value(&format!(
            "document.getElementById('{id}').focus(); document.getElementById('{id}').select(); true"
        ));
        for character in text.chars() {
            self.call("Input.insertText", json!({ "text": character.to_string() }));
        }
    }

    /// Touches a point of the window.
    pub fn tap(&mut self, x: &Value, y: &Value) {
        let touch = json!({ "enabled": true, "maxTouchPoints": 1 });
        self.call("Emulation.setTouchEmulationEnabled", touch);
        let point = json!([{ "x": x, "y": y }]);
        let start = json!({ "type": "touchStart", "touchPoints": point });
        self.call("Input.dispatchTouchEvent", start);
        let end = json!({ "type": "touchEnd", "touchPoints": [] });
        self.call("Input.dispatchTouchEvent", end);
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": key, "code": key });
            self.call("Input.dispatchKeyEvent", event);
        }
    }
}
