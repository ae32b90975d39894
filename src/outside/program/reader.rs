//! The lines of a program, read by a thread of their own: whoever waits for one
//! can stop waiting.
//!
//! Few lines are kept, and a line has a greatest length, so that a flood waits
//! in the pipe and not in memory.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// What came from the program.
#[derive(Debug)]
pub(super) enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// A line that is longer than allowed; nothing is read after it.
    TooLong,
    /// The end of the output.
    Closed,
}

/// Lines that wait to be heard.
const WAITING: usize = 2;

/// Reads lines of at most so many bytes until the output ends or nobody listens.
pub(super) fn listen<R: Read + Send + 'static>(
    output: R,
    longest: usize,
) -> io::Result<Receiver<Heard>> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::Builder::new()
        .name("lines of a program".into())
        .spawn(move || read_lines(BufReader::new(output), longest, &sender))?;
    Ok(receiver)
}

fn read_lines(mut output: impl BufRead, longest: usize, sender: &SyncSender<Heard>) {
    loop {
        let mut line = Vec::new();
        // One more for the end of the line.
        let most = u64::try_from(longest).unwrap_or(u64::MAX).saturating_add(1);
        let heard = match output.by_ref().take(most).read_until(b'\n', &mut line) {
            Err(_) | Ok(0) => Heard::Closed,
            Ok(_) if line.last() == Some(&b'\n') => {
                line.pop();
                Heard::Line(line)
            }
            Ok(_) if line.len() > longest => Heard::TooLong,
            Ok(_) => Heard::Line(line),
        };
        let last = !matches!(heard, Heard::Line(_));
        if sender.send(heard).is_err() || last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(bytes: &'static [u8], longest: usize) -> Vec<String> {
        let receiver = listen(bytes, longest).expect("a thread");
        receiver.iter().map(|heard| format!("{heard:?}")).collect()
    }

    #[test]
    fn lines_of_at_most_the_length_and_the_end() {
        assert_eq!(heard(b"", 3), ["Closed"]);
        assert_eq!(
            heard(b"abc\n\nab", 3),
            ["Line([97, 98, 99])", "Line([])", "Line([97, 98])", "Closed"]
        );
        assert_eq!(heard(b"ab\nabcd\nab", 3), ["Line([97, 98])", "TooLong"]);
        assert_eq!(heard(b"abcd", 3), ["TooLong"]);
    }
}
