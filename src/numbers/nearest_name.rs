//! The known name that is nearest to a mistyped one.

/// Longer names are not compared: what somebody typed is short.
const LONGEST: usize = 64;

/// The known name that differs least from this one, in upper or lower case, if it
/// differs in at most a third of its letters.
fn nearest_name<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = name.chars().count();
    if length > LONGEST {
        return None;
    }
    let typed = name.to_lowercase();
    let distance = |other: &str| strsim::damerau_levenshtein(&typed, &other.to_lowercase());
    let named = known.into_iter().map(|other| (distance(other), other));
    let (distance, nearest) = named.min_by_key(|&(distance, _)| distance)?;
    (distance <= length / 3).then_some(nearest)
}

/// The known name that was probably meant, as a question in parentheses after a
/// space; nothing if no known name is near.
pub(crate) fn did_you_mean<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    match nearest_name(name, known) {
        Some(nearest) => format!(" (did you mean `{nearest}`?)"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name() {
        let known = ["mh", "mpmc", "sve", "mabmc", "mabmc:reuse"];
        for (typed, meant) in [
            ("mpcm", Some("mpmc")),
            ("MPMC", Some("mpmc")),
            ("mabmc:resue", Some("mabmc:reuse")),
            ("svee", Some("sve")),
            ("ab", None),
            ("", None),
            ("gibbs", None),
        ] {
            assert_eq!(nearest_name(typed, known), meant, "{typed}");
        }
        assert_eq!(nearest_name(&"m".repeat(1_000_000), known), None);
        for (letters, compared) in [(63, true), (64, true), (65, false), (66, false)] {
            let long = "m".repeat(letters);
            let found = nearest_name(&long, [long.as_str()]);
            assert_eq!(found.is_some(), compared, "{letters}");
        }
        assert_eq!(did_you_mean("svee", known), " (did you mean `sve`?)");
        assert_eq!(did_you_mean("gibbs", known), "");
    }
}
