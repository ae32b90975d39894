//! Texts from files that somebody names: of bounded size, and without waiting
//! for a pipe or a device.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The text of a regular file of at most `most` bytes, or the rest of a sentence
/// that begins with the name of the file. `what` is what it should be.
pub(crate) fn read_text(path: &Path, most: u64, what: &str) -> Result<String, String> {
    let cannot = |error: std::io::Error| format!("cannot be read: {error}");
    // Opening a pipe waits for a writer, so its kind is looked at before.
    let kind = std::fs::metadata(path).map_err(cannot)?;
    if kind.is_dir() {
        return Err(format!("cannot be read: it is a directory, not {what}"));
    }
    if !kind.is_file() {
        return Err(format!(
            "cannot be read: it is a pipe or a device, and {what} is a regular file"
        ));
    }
    let mut bytes = Vec::new();
    let mut limited = File::open(path).map_err(cannot)?.take(most + 1);
    limited.read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > most {
        let most = match most >> 20 {
            0 => format!("{} KiB", most >> 10),
            size => format!("{size} MiB"),
        };
        return Err(format!("too large for {what}; at most {most} are read"));
    }
    let text = String::from_utf8(bytes).map_err(|_| "not a text file in UTF-8".to_string())?;
    // Some editors mark a text with a first character that is not part of it.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.into(),
        None => text,
    })
}
