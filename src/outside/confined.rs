//! A process that gives things up for good before it looks at what a stranger
//! sent: from then on it opens no file and has an end.

use std::io;

/// What a confined process may still take.
#[derive(Clone, Copy, Debug)]
pub struct Confinement {
    /// Bytes of memory.
    pub memory: u64,
    /// Seconds on a processor, all threads together.
    pub seconds: u64,
}

/// Confines this process: it opens no file, socket or pipe any more, lets none
/// grow on the disk, and is ended by the system when it takes more than this.
/// There is no way back.
///
/// Where the system has no such limits, nothing is confined.
#[cfg(unix)]
pub fn confine(confinement: Confinement) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // Files are given up in any case; not every system limits the rest.
    let everywhere = cfg!(target_os = "linux");
    let limits = [
        (Resource::Nofile, 0, true),
        (Resource::Fsize, 0, everywhere),
        (Resource::Core, 0, everywhere),
        (Resource::Cpu, confinement.seconds, everywhere),
        (Resource::As, confinement.memory, everywhere),
    ];
    for (resource, most, is_needed) in limits {
        // A limit that is there already stays if it is lower.
        let given = getrlimit(resource).maximum;
        let most = Some(given.map_or(most, |given| given.min(most)));
        let limit = Rlimit {
            current: most,
            maximum: most,
        };
        match setrlimit(resource, limit) {
            Err(error) if is_needed => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}

/// There are no such limits here.
#[cfg(not(unix))]
pub fn confine(_: Confinement) -> io::Result<()> {
    Ok(())
}
