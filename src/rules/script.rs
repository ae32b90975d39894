//! Reading scripts, and saying in a sentence where one is wrong.

use rhai::{AST, Engine, EvalAltResult, Position};

use super::plain::on_one_line;

/// Refuses a text that is too long or empty. `what` is what it is to be, and
/// `example` one of its kind.
pub(crate) fn readable(
    source: &str,
    longest: usize,
    what: &str,
    example: &str,
) -> Result<(), String> {
    if source.len() > longest {
        return Err(format!(
            "the {what} has {} bytes; at most {longest} are read",
            source.len()
        ));
    }
    if source.trim().is_empty() {
        return Err(format!(
            "the {what} is empty; {example} is an example of one"
        ));
    }
    Ok(())
}

/// The text on one line and without comments. Refuses comments alone, and numbers
/// in another base than ten.
pub(crate) fn plain(source: &str, what: &str, example: &str) -> Result<String, String> {
    let plain = on_one_line(source)?;
    if plain.is_empty() {
        return Err(format!(
            "the {what} has comments only; {example} is an example of one"
        ));
    }
    match radix_literal(&plain) {
        None => Ok(plain),
        Some(at) => Err(format!(
            "`{}…`: write numbers in decimal digits",
            &plain[at..at + 2]
        )),
    }
}

/// Where a literal in another base than ten begins, if there is one: the
/// engine would read it as a machine integer.
fn radix_literal(source: &str) -> Option<usize> {
    let bytes = source.as_bytes();
    (0..bytes.len().saturating_sub(1)).find(|&at| {
        let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
        bytes[at] == b'0'
            && b"xXoObB".contains(&bytes[at + 1])
            && !at.checked_sub(1).is_some_and(|before| word(bytes[before]))
    })
}

/// The program that a text spells, or where it is none.
pub(crate) fn compiled(engine: &Engine, source: &str) -> Result<AST, String> {
    engine
        .compile(source)
        .map_err(|error| located(error.1, &error.0.to_string()))
}

/// What went wrong while a script ran, and where. `unknown` is said of a name
/// that stands for nothing.
pub(crate) fn sentence(
    engine: &Engine,
    error: EvalAltResult,
    unknown: impl Fn(&str) -> String,
) -> String {
    let position = error.position();
    let error = innermost(error);
    let position = match error.position() {
        Position::NONE => position,
        inner => inner,
    };
    let what = match error {
        EvalAltResult::ErrorVariableNotFound(name, _) => unknown(&name),
        EvalAltResult::ErrorTooManyOperations(_) => {
            format!(
                "it does not end within {} operations",
                engine.max_operations()
            )
        }
        EvalAltResult::ErrorTerminated(..) => {
            "it takes too much work: long numbers or long lists, too often".into()
        }
        EvalAltResult::ErrorStackOverflow(_) => format!(
            "its functions call each other more than {} deep",
            engine.max_call_levels()
        ),
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            format!("{} is too large", what.to_lowercase())
        }
        EvalAltResult::ErrorRuntime(message, _) => message.to_string(),
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            format!("there is no {}", call(&signature))
        }
        EvalAltResult::ErrorMismatchDataType(expected, found, _) => {
            let (expected, found) = (with_article(&expected), with_article(&found));
            format!("{expected} is expected, and this is {found}")
        }
        mut other => {
            other.set_position(Position::NONE);
            other.to_string().replace("[string]", "[text]")
        }
    };
    located(position, &what)
}

/// The engine's name of a kind as other messages have it.
fn word(name: &str) -> &str {
    match name {
        "()" => "nothing",
        "bool" => "truth value",
        "string" | "&str | ImmutableString | String" => "text",
        number if number == std::any::type_name::<super::language::Value>() => "number",
        other => other,
    }
}

fn with_article(name: &str) -> String {
    match word(name) {
        "nothing" => "nothing".into(),
        word => format!("a {word}"),
    }
}

/// A call as the engine tells it, `min (number, bool)`, in words.
fn call(signature: &str) -> String {
    let Some((name, rest)) = signature.split_once(" (") else {
        return signature.into();
    };
    let arguments = rest.strip_suffix(')').unwrap_or(rest);
    let arguments: Vec<&str> = arguments.split(", ").map(word).collect();
    format!("{name}({})", arguments.join(", "))
}

/// The error within the functions that it happened in.
fn innermost(error: EvalAltResult) -> EvalAltResult {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => innermost(*inner),
        other => other,
    }
}

/// The message in a readable length: of long words their beginning, and not too
/// many of them.
fn readable_length(message: &str) -> String {
    const LONGEST_WORD: usize = 60;
    const MOST_WORDS: usize = 60;
    let beginning = |word: &str| match word.char_indices().nth(LONGEST_WORD) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.into(),
    };
    let mut words: Vec<String> = message.split(' ').map(beginning).collect();
    if words.len() > MOST_WORDS {
        words.truncate(MOST_WORDS);
        words.push("…".into());
    }
    words.join(" ")
}

/// A message with its place in the script.
fn located(position: Position, message: &str) -> String {
    let message = readable_length(message);
    match (position.line(), position.position()) {
        (Some(line), Some(column)) => format!("line {line}, column {column}: {message}"),
        (Some(line), None) => format!("line {line}: {message}"),
        _ => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_text_is_read_and_a_longer_one_is_not() {
        let read = |source: &str| readable(source, 5, "rule", "`1`");
        assert_eq!(read("1 + 2"), Ok(()));
        let message = "the rule has 6 bytes; at most 5 are read";
        assert_eq!(read("1 + 2;"), Err(message.into()));
        let message = "the rule is empty; `1` is an example of one";
        assert_eq!(read("  \n "), Err(message.into()));
    }

    #[test]
    fn numbers_in_other_bases_are_found_and_names_are_none() {
        assert_eq!(radix_literal("0x1"), Some(0));
        for literal in ["0x1", "0X1", "0o1", "0O1", "0b1", "0B1"] {
            assert_eq!(
                radix_literal(&format!("1 + {literal}")),
                Some(4),
                "{literal}"
            );
            assert_eq!(radix_literal(&format!("({literal}")), Some(1), "{literal}");
        }
        for plain in [
            "a0x1", "A0x1", "10x1", "_0x1", "1.0x1", "0", "00", "0 x", "",
        ] {
            assert_eq!(radix_literal(plain), None, "{plain}");
        }
    }

    #[test]
    fn kinds_have_the_names_of_other_messages() {
        let number = std::any::type_name::<super::super::language::Value>();
        let words = [number, "()", "bool", "string", "list"].map(word);
        assert_eq!(words, ["number", "nothing", "truth value", "text", "list"]);
        assert_eq!(
            call(&format!("f ({number}, bool)")),
            "f(number, truth value)"
        );
    }

    #[test]
    fn a_place_is_a_line_and_a_column_as_far_as_they_are_known() {
        let at = |position| located(position, "no");
        assert_eq!(at(Position::new(3, 7)), "line 3, column 7: no");
        assert_eq!(at(Position::new(3, 0)), "line 3: no");
        assert_eq!(at(Position::NONE), "no");
    }

    #[test]
    fn long_messages_end_after_sixty_words_and_long_words_after_sixty_letters() {
        let words = |count: usize| vec!["é"; count].join(" ");
        assert_eq!(readable_length(&words(60)), words(60));
        assert_eq!(readable_length(&words(61)), words(60) + " …");
        assert_eq!(readable_length(&words(70)), words(60) + " …");
        let letters = |count: usize| "é".repeat(count);
        assert_eq!(readable_length(&letters(60)), letters(60));
        assert_eq!(readable_length(&letters(61)), letters(60) + "…");
    }
}
