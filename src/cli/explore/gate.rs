//! Who may ask: pages that this server sent, and nobody else's.
//!
//! Another site can make a browser send requests to this machine, also under a
//! name of its own that leads here. So the name must be ours, and where a browser
//! says which page asks, that must be ours too.

use super::http::Request;
use super::response::Response;

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// A file of the page, by its path.
    File(String),
    /// An answer to the question in the body.
    Answer,
}

/// The path that questions go to.
const ANSWERS: &str = "/answer";

/// What is asked for, or why it is refused.
pub(super) fn admitted(request: &Request, port: u16) -> Result<Asked, Response> {
    let ours = ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}"));
    let host = request.header("host").unwrap_or_default();
    if !ours.iter().any(|own| own.eq_ignore_ascii_case(host)) {
        return Err(Response::refusal(
            421,
            "this server is called 127.0.0.1, with its port",
        ));
    }
    if request.has("origin") {
        let origin = request.header("origin").unwrap_or_default();
        if origin != format!("http://{host}") {
            return Err(Response::refusal(
                403,
                "only the page of this server may ask",
            ));
        }
    }
    match (&*request.method, &*request.target) {
        ("GET", ANSWERS) => Err(Response::refusal(405, "questions are posted")),
        ("GET", path) => Ok(Asked::File(path.into())),
        ("POST", ANSWERS) => {
            let kind = request.header("content-type").unwrap_or_default();
            let site = request.header("sec-fetch-site").unwrap_or("same-origin");
            if site != "same-origin" {
                return Err(Response::refusal(
                    403,
                    "only the page of this server may ask",
                ));
            }
            // Other pages cannot send this kind without being asked first.
            match kind == "application/json" {
                true => Ok(Asked::Answer),
                false => Err(Response::refusal(415, "a question is application/json")),
            }
        }
        ("POST", _) => Err(Response::refusal(404, "there is no such page")),
        _ => Err(Response::refusal(405, "only GET and POST are known")),
    }
}
