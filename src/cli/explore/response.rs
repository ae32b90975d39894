//! What is sent back, with the headers that keep the page to itself.

use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// What goes with every response. Nothing is loaded but from the server itself,
/// nothing is run that stands in the page, and no other page may look in.
const HEADERS: &str = "\
Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
X-Content-Type-Options: nosniff\r\n\
X-Frame-Options: DENY\r\n\
Referrer-Policy: no-referrer\r\n\
Cross-Origin-Resource-Policy: same-origin\r\n\
Cross-Origin-Opener-Policy: same-origin\r\n\
Cache-Control: no-store\r\n\
Connection: close\r\n";

/// How long the other side may take to read.
const PATIENCE: Duration = Duration::from_secs(5);

/// A response.
#[derive(Debug)]
pub(super) struct Response {
    status: u16,
    kind: &'static str,
    body: Vec<u8>,
}

impl Response {
    /// A file of the page.
    pub(super) fn file(kind: &'static str, text: impl Into<Vec<u8>>) -> Self {
        Response {
            status: 200,
            kind,
            body: text.into(),
        }
    }

    /// An answer.
    pub(super) fn json(status: u16, value: &Value) -> Self {
        Response {
            status,
            kind: "application/json",
            body: value.to_string().into_bytes(),
        }
    }

    /// A refusal, in one sentence.
    pub(super) fn refusal(status: u16, sentence: &str) -> Self {
        Self::json(status, &json!({ "refused": sentence }))
    }

    /// Sends it and ends the connection. What still arrives is read for a while:
    /// a connection that is closed before is a failure to the other side, which
    /// then does not see the response.
    pub(super) fn send(&self, stream: &mut TcpStream) {
        // Whoever does not read has no use for an error either.
        let _ = self.write(stream);
    }

    fn write(&self, stream: &mut TcpStream) -> io::Result<()> {
        const MOST_READ: u64 = 16 << 20;
        let deadline = Instant::now() + PATIENCE;
        stream.set_write_timeout(Some(PATIENCE))?;
        let head = format!(
            "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{HEADERS}\r\n",
            self.status,
            reason(self.status),
            self.kind,
            self.body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(&self.body)?;
        stream.shutdown(Shutdown::Write)?;
        stream.set_read_timeout(Some(Duration::from_millis(500)))?;
        let mut buffer = [0; 16 << 10];
        let mut read = 0;
        while read < MOST_READ && Instant::now() < deadline {
            match io::Read::read(stream, &mut buffer)? {
                0 => break,
                count => read += count as u64,
            }
        }
        Ok(())
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}
