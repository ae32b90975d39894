//! The files of the page, which are part of the program.

use super::catalog::catalog;
use super::response::Response;
use crate::reports::STYLE;

/// A file by its path.
pub(super) fn file(path: &str) -> Response {
    const SCRIPT: &str = "text/javascript; charset=utf-8";
    const SHEET: &str = "text/css; charset=utf-8";
    // What stands behind a question mark is for the script on the page.
    let path = path.split('?').next().unwrap_or_default();
    match path {
        "/" => Response::file(
            "text/html; charset=utf-8",
            include_str!("page/explore.html"),
        ),
        "/style.css" => Response::file(SHEET, STYLE),
        "/explore.css" => Response::file(SHEET, include_str!("page/explore.css")),
        "/explore.js" => Response::file(SCRIPT, include_str!("page/explore.js")),
        "/state.js" => Response::file(SCRIPT, include_str!("page/state.js")),
        "/ask.js" => Response::file(SCRIPT, include_str!("page/ask.js")),
        "/show.js" => Response::file(SCRIPT, include_str!("page/show.js")),
        "/icon.svg" => Response::file("image/svg+xml", include_str!("page/icon.svg")),
        "/catalog" => Response::json(200, &catalog()),
        _ => Response::refusal(404, "there is no such page"),
    }
}
