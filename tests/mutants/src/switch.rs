/// Is this the mutant that was chosen? Appended to the root of the crate.
///
/// `MUTANT=N` chooses one. With `MUTANTS_REACHED=FILE` none is chosen, and the numbers
/// of those that are come by are appended to the file.
#[inline(always)]
pub(crate) fn mutant(number: u32) -> bool {
    let chosen = mutant_switch::CHOSEN.load(std::sync::atomic::Ordering::Relaxed);
    if chosen >= mutant_switch::TRACED {
        return mutant_switch::slowly(chosen, number);
    }
    chosen == number
}

mod mutant_switch {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    pub(crate) static CHOSEN: AtomicU32 = AtomicU32::new(UNKNOWN);
    pub(crate) const TRACED: u32 = u32::MAX - 1;
    const UNKNOWN: u32 = u32::MAX;
    static REACHED: [AtomicBool; 20_000] = [const { AtomicBool::new(false) }; 20_000];

    #[cold]
    #[inline(never)]
    pub(crate) fn slowly(chosen: u32, number: u32) -> bool {
        if chosen == UNKNOWN {
            let chosen = match std::env::var_os("MUTANTS_REACHED") {
                Some(_) => TRACED,
                None => std::env::var("MUTANT").map_or(0, |text| text.parse().unwrap_or(0)),
            };
            CHOSEN.store(chosen, Ordering::Relaxed);
            return super::mutant(number);
        }
        let reached = &REACHED[number as usize];
        if !reached.load(Ordering::Relaxed) && !reached.swap(true, Ordering::Relaxed) {
            let file = std::env::var_os("MUTANTS_REACHED").and_then(|path| {
                std::fs::OpenOptions::new().create(true).append(true).open(path).ok()
            });
            if let Some(mut file) = file {
                let _ = file.write_all(format!("{number}\n").as_bytes());
            }
        }
        false
    }
}
