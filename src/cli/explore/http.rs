//! One request of a connection, read within limits of size and time.
//!
//! This is the one file that names the crate that reads HTTP.

use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::response::Response;

/// The most bytes of a request before its body.
const MOST_HEAD: usize = 16 << 10;
/// The most bytes of the body: a model that is pasted.
pub(super) const MOST_BODY: usize = 1 << 20;
/// The most lines of the head.
const MOST_HEADERS: usize = 64;
/// How long a request may take to arrive.
const PATIENCE: Duration = Duration::from_secs(5);

/// A request that arrived in full.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) target: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// The value of a header; nothing if it is missing, or there more than once.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.all(name);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Is the header there at all?
    pub(super) fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }

    fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let named = move |(given, _): &&(String, String)| given.eq_ignore_ascii_case(name);
        let found = self.headers.iter().filter(named);
        found.map(|(_, value)| value.as_str())
    }

    /// Bytes that the body has.
    fn length(&self) -> Result<usize, Response> {
        if self.has("transfer-encoding") {
            return Err(Response::refusal(501, "a body has a Content-Length here"));
        }
        if !self.has("content-length") {
            return Ok(0);
        }
        let digits = self.header("content-length").unwrap_or_default();
        let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        match digits.parse() {
            Ok(length @ 0..=MOST_BODY) if is_plain => Ok(length),
            _ if is_plain => Err(Response::refusal(
                413,
                &format!(
                    "a question has at most {MOST_BODY} bytes; for larger models there is the command line"
                ),
            )),
            _ => Err(Response::refusal(400, "the Content-Length is not a number")),
        }
    }
}

/// Reads a request; or what is answered to something that is none. Nothing if
/// the other side went away.
pub(super) fn read(stream: &mut TcpStream) -> Result<Request, Option<Response>> {
    let deadline = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    let (mut request, head) = loop {
        more(stream, &mut bytes, deadline)?;
        if let Some(found) = head(&bytes)? {
            break found;
        }
        if bytes.len() > MOST_HEAD {
            return Err(Some(Response::refusal(431, "the head is too long")));
        }
    };
    let length = request.length()?;
    let mut body = bytes.split_off(head);
    while body.len() < length {
        more(stream, &mut body, deadline)?;
    }
    body.truncate(length);
    request.body = body;
    Ok(request)
}

/// Reads what has arrived, waiting until something has.
fn more(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    deadline: Instant,
) -> Result<(), Option<Response>> {
    let left = deadline.saturating_duration_since(Instant::now());
    let late = || Some(Response::refusal(408, "the request did not arrive in time"));
    if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
        return Err(late());
    }
    let mut buffer = [0; 16 << 10];
    match stream.read(&mut buffer) {
        Ok(0) => Err(None),
        Ok(count) => {
            bytes.extend_from_slice(&buffer[..count]);
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::Interrupted => Ok(()),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
            Err(late())
        }
        Err(_) => Err(None),
    }
}

/// The head of a request and its length, if all of it is there.
fn head(bytes: &[u8]) -> Result<Option<(Request, usize)>, Response> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let malformed = || Response::refusal(400, "this is no request");
    let status = parsed.parse(bytes).map_err(|_| malformed())?;
    let httparse::Status::Complete(length) = status else {
        return Ok(None);
    };
    if length > MOST_HEAD {
        return Err(Response::refusal(431, "the head is too long"));
    }
    let (Some(method), Some(target)) = (parsed.method, parsed.path) else {
        return Err(malformed());
    };
    let header = |header: &httparse::Header<'_>| {
        let value = str::from_utf8(header.value).map_err(|_| malformed())?;
        Ok((header.name.to_string(), value.trim().to_string()))
    };
    let headers: Result<Vec<_>, Response> = parsed.headers.iter().map(header).collect();
    let request = Request {
        method: method.into(),
        target: target.into(),
        headers: headers?,
        body: Vec::new(),
    };
    Ok(Some((request, length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Request {
        head(text.as_bytes())
            .ok()
            .flatten()
            .expect("a whole head")
            .0
    }

    #[test]
    fn heads_are_whole_or_waited_for_or_refused() {
        let text = "POST /answer HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n";
        let request = of(text);
        assert_eq!((&*request.method, &*request.target), ("POST", "/answer"));
        assert_eq!(request.header("HOST"), Some("a"));
        assert_eq!(request.length().ok(), Some(7));
        assert!(matches!(head(&text.as_bytes()[..30]), Ok(None)));
        assert!(head(b"\x16\x03\x01 not HTTP\r\n\r\n").is_err());
    }

    #[test]
    fn lengths_are_plain_numbers_and_given_once() {
        let length = |lines: &str| of(&format!("POST / HTTP/1.1\r\n{lines}\r\n")).length();
        assert_eq!(length("").ok(), Some(0));
        for bad in [
            "Content-Length: +7\r\n",
            "Content-Length: 1e3\r\n",
            "Content-Length: 7\r\nContent-Length: 8\r\n",
            "Content-Length: 99999999999999999999999\r\n",
            "Content-Length: 1048577\r\n",
            "Transfer-Encoding: chunked\r\n",
        ] {
            assert!(length(bad).is_err(), "{bad}");
        }
    }
}
