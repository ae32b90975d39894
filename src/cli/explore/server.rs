//! Connections, a thread for each, and not too many of them.

use std::net::{TcpListener, TcpStream};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};
use std::time::Duration;

use super::super::failure::Failure;
use super::gate::{Asked, admitted};
use super::work::Office;
use super::{http, pages};

/// Connections at the same time.
const MOST_CONNECTIONS: usize = 64;

/// Answers whoever connects, for as long as the process runs.
pub(super) fn serve(listener: &TcpListener, port: u16) -> Result<ExitCode, Failure> {
    let office = Arc::new(Office::new()?);
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // No descriptors are left, or the connection is gone already.
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        let guest = Guest::of(&open);
        if open.load(Ordering::Relaxed) > MOST_CONNECTIONS {
            continue;
        }
        let office = Arc::clone(&office);
        let talk = move || {
            let _guest = guest;
            talk(stream, port, &office);
        };
        // Without a thread the connection is closed.
        let _ = Builder::new().spawn(talk);
    }
    Ok(ExitCode::SUCCESS)
}

/// Somebody who is counted for as long as it is here.
struct Guest(Arc<AtomicUsize>);

impl Guest {
    fn of(open: &Arc<AtomicUsize>) -> Self {
        open.fetch_add(1, Ordering::Relaxed);
        Guest(Arc::clone(open))
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// One request and its response.
fn talk(mut stream: TcpStream, port: u16, office: &Office) {
    let response = match http::read(&mut stream) {
        Err(refusal) => refusal,
        Ok(request) => match admitted(&request, port) {
            Err(refusal) => Some(refusal),
            Ok(Asked::File(path)) => Some(pages::file(&path)),
            Ok(Asked::Answer) => office.answer(&request.body, &stream),
        },
    };
    if let Some(response) = response {
        response.send(&mut stream);
    }
}
