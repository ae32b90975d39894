//! The language of rules and steps written as scripts: Rhai with exact
//! rationals as its only numbers.
//!
//! Literals are turned into names when a script is read, and a name that
//! begins with a digit stands for the rational it spells. So no literal ever
//! becomes a machine integer or a double, and `0.3` is 3/10. Drawn ratios may
//! be infinite; infinity is a number here, and what has no value, such as
//! ∞ − ∞, is an error.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use rhai::{Array, Dynamic, Engine, EvalAltResult, Token};

use super::TieBreak;
pub(crate) use super::work::fail;
use super::work::{MOST_OPERATIONS, charge};
use crate::numbers::{Ratio, Rational, bit_length, magnitude};

/// Functions that may be waiting for each other.
const DEEPEST_CALLS: usize = 32;
/// Binary digits of a number, above and below the line together.
const LONGEST_VALUE: usize = 2_000;
/// Elements of a list, characters of a text.
const LARGEST_LIST: usize = 1_000;

/// The names of what a rule can see, and that cost something to show.
const SEEN: [&str; 4] = ["r", "r_rev", "a", "a_rev"];

/// A number in a script.
pub(crate) type Value = Ratio<Rational>;

/// Numbers that are indexed from 1, as in the paper.
#[derive(Clone, Debug)]
pub(super) struct Many(pub(super) Arc<Vec<Value>>);

/// Whole numbers from the first to the second, for loops.
#[derive(Clone, Debug)]
struct Span(usize, usize);

impl IntoIterator for Span {
    type Item = Value;
    type IntoIter = Box<dyn Iterator<Item = Value>>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new((self.0..=self.1).map(|n| Ratio::Finite(Rational::from(n))))
    }
}

/// A value, or an error that ends the script.
pub(crate) type Outcome<T> = Result<T, Box<EvalAltResult>>;

/// Which of the names that cost something were read.
pub(crate) type Mentions = Arc<Mutex<BTreeSet<String>>>;

/// An engine for one script. `tie` is how the best of a list is found where
/// there are several; `mentions` collects the names in what the engine reads.
pub(crate) fn engine(tie: TieBreak, mentions: Mentions) -> Engine {
    let mut engine = Engine::new_raw();
    limits(&mut engine);
    literals(&mut engine, mentions);
    arithmetic(&mut engine);
    lists(&mut engine, tie);
    engine
}

/// What a number costs: the square of its length.
fn cost(value: &Value) -> u64 {
    match value {
        Ratio::Finite(number) => {
            let bits =
                bit_length(&magnitude(number.numerator())) + bit_length(number.denominator());
            1 + (bits as u64 / 256).pow(2)
        }
        Ratio::Infinite => 1,
    }
}

fn limits(engine: &mut Engine) {
    engine
        .set_max_operations(MOST_OPERATIONS)
        .set_max_call_levels(DEEPEST_CALLS)
        .set_max_expr_depths(64, 32)
        .set_max_string_size(LARGEST_LIST)
        .set_max_array_size(LARGEST_LIST)
        .set_max_variables(200)
        .set_max_functions(50);
    for word in ["eval", "switch", "import", "export", "print", "debug"] {
        engine.disable_symbol(word);
    }
    engine.on_progress(|_| charge(1).err().map(|_| Dynamic::from("too much work")));
}

/// Literals become names, and names that are literals become numbers.
#[expect(
    deprecated,
    reason = "marked so by the crate because they may change, not because they go"
)]
fn literals(engine: &mut Engine, mentions: Mentions) {
    engine.on_parse_token(move |token, _, _| {
        let name = match &token {
            Token::IntegerConstant(integer) => integer.to_string(),
            Token::FloatConstant(float) => float.1.to_string(),
            Token::Identifier(name) => name.to_string(),
            _ => return token,
        };
        if SEEN.contains(&name.as_str()) {
            let mut seen = mentions.lock().unwrap_or_else(PoisonError::into_inner);
            seen.insert(name.clone());
        }
        Token::Identifier(Box::new(name.into()))
    });
    engine.on_var(|name, _, _| {
        if !name.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return Ok(None);
        }
        let plain = name.replace('_', "");
        match plain.parse::<Rational>() {
            Ok(number) => Ok(Some(Dynamic::from(Ratio::Finite(number)))),
            Err(error) => fail(&error.to_string()),
        }
    });
}

/// A number that has not grown too long, with the work it took.
fn bounded(number: Rational) -> Outcome<Value> {
    charge((bit_length(number.denominator()) as u64 / 128).pow(2))?;
    let bits = bit_length(&magnitude(number.numerator())) + bit_length(number.denominator());
    match bits <= LONGEST_VALUE {
        true => Ok(Ratio::Finite(number)),
        false => fail(&format!(
            "a number grew beyond {LONGEST_VALUE} binary digits"
        )),
    }
}

/// The whole number that a value is, if it is one and not large.
pub(crate) fn whole(value: &Value) -> Option<usize> {
    match value {
        Ratio::Finite(number) if number.denominator().is_one() => {
            usize::try_from(number.numerator())
                .ok()
                .filter(|&n| n <= LARGEST_LIST)
        }
        _ => None,
    }
}

fn arithmetic(engine: &mut Engine) {
    use Ratio::{Finite, Infinite};
    fn sign(value: &Rational) -> Outcome<Value> {
        match value {
            value if value.is_positive() => Ok(Infinite),
            _ => fail("infinity times a number that is not positive has no value"),
        }
    }
    engine.register_type_with_name::<Value>("number");
    engine.register_fn("+", |a: Value, b: Value| match (a, b) {
        (Finite(a), Finite(b)) => bounded(a + b),
        _ => Ok(Infinite),
    });
    engine.register_fn("-", |a: Value, b: Value| match (a, b) {
        (Finite(a), Finite(b)) => bounded(a - b),
        (Infinite, Finite(_)) => Ok(Infinite),
        (_, Infinite) => fail("a number minus infinity has no value here"),
    });
    engine.register_fn("-", |a: Value| match a {
        Finite(a) => Ok(Finite(-a)),
        Infinite => fail("minus infinity has no value here"),
    });
    engine.register_fn("*", |a: Value, b: Value| match (a, b) {
        (Finite(a), Finite(b)) => bounded(a * b),
        (Infinite, Infinite) => Ok(Infinite),
        (Finite(a), Infinite) | (Infinite, Finite(a)) => sign(&a),
    });
    engine.register_fn("/", |a: Value, b: Value| match (a, b) {
        (_, Finite(b)) if b.is_zero() => fail("division by zero"),
        (Finite(a), Finite(b)) => bounded(a / b),
        (Infinite, Finite(b)) => sign(&b),
        (Finite(_), Infinite) => Ok(Finite(Rational::ZERO)),
        (Infinite, Infinite) => fail("infinity over infinity has no value"),
    });
    engine.register_fn("%", |a: Value, b: Value| match (a, b) {
        (_, Finite(b)) if b.is_zero() => fail("division by zero"),
        (Finite(a), Finite(b)) => bounded(a.remainder(&b)),
        _ => fail("a remainder with infinity has no value"),
    });
    engine.register_fn("abs", |a: Value| match a {
        Finite(a) => Finite(a.abs()),
        Infinite => Infinite,
    });
    // Anything else that is compared is a mistake; left to itself the engine
    // would call it unequal.
    for name in ["==", "!=", "<", "<=", ">", ">="] {
        engine.register_fn(name, |a: Dynamic, b: Dynamic| -> Outcome<bool> {
            let kind = |value: &Dynamic| kind(value);
            fail(&format!("{} is compared with {}", kind(&a), kind(&b)))
        });
    }
    engine.register_fn("==", |a: Value, b: Value| a == b);
    engine.register_fn("!=", |a: Value, b: Value| a != b);
    engine.register_fn("<", |a: Value, b: Value| a < b);
    engine.register_fn("<=", |a: Value, b: Value| a <= b);
    engine.register_fn(">", |a: Value, b: Value| a > b);
    engine.register_fn(">=", |a: Value, b: Value| a >= b);
    engine.register_fn("min", |a: Value, b: Value| a.min(b));
    engine.register_fn("max", |a: Value, b: Value| a.max(b));
    engine.register_fn("min", |a: Value, b: Value, c: Value| a.min(b).min(c));
    engine.register_fn("max", |a: Value, b: Value, c: Value| a.max(b).max(c));
}

/// What a value is, in words.
pub(crate) fn kind(value: &Dynamic) -> &'static str {
    if value.is::<Value>() {
        "a number"
    } else if value.is::<Many>() || value.is_array() {
        "a list"
    } else if value.is_bool() {
        "a truth value"
    } else if value.is_string() || value.is_char() {
        "a text"
    } else if value.is_unit() {
        "nothing"
    } else {
        "a thing of another kind"
    }
}

/// The numbers in a list that was written out.
pub(crate) fn numbers(list: &Array) -> Option<Vec<Value>> {
    list.iter()
        .map(|item| item.clone().try_cast::<Value>())
        .collect()
}

fn lists(engine: &mut Engine, tie: TieBreak) {
    engine.register_type_with_name::<Many>("list");
    engine.register_indexer_get(|list: &mut Many, index: Value| -> Outcome<Value> {
        let position = whole(&index).and_then(|n| n.checked_sub(1));
        match position.and_then(|position| list.0.get(position)) {
            Some(value) => Ok(value.clone()),
            None => fail(&format!(
                "the index is not between 1 and {}: arms are counted from 1",
                list.0.len()
            )),
        }
    });
    engine.register_fn("len", |list: Many| {
        Ratio::Finite(Rational::from(list.0.len()))
    });
    engine.register_fn("len", |list: Array| {
        Ratio::Finite(Rational::from(list.len()))
    });
    type Summary = fn(&[Value], TieBreak) -> Dynamic;
    let summaries: [(&str, Summary); 4] = [
        ("min", |list, _| Dynamic::from(list.iter().min().cloned())),
        ("max", |list, _| Dynamic::from(list.iter().max().cloned())),
        ("argmax", |list, tie| chosen(&tie.best(list), list.len())),
        ("argmin", |list, tie| {
            let reversed: Vec<_> = list.iter().map(std::cmp::Reverse).collect();
            chosen(&tie.best(&reversed), list.len())
        }),
    ];
    for (name, summary) in summaries {
        let apply = move |list: &[Value]| match list.is_empty() {
            true => fail(&format!("{name} of an empty list has no value")),
            false => {
                charge(list.iter().map(cost).sum())?;
                Ok(unwrapped(summary(list, tie)))
            }
        };
        engine.register_fn(name, move |list: Many| apply(&list.0));
        engine.register_fn(name, move |list: Array| match numbers(&list) {
            Some(list) => apply(&list),
            None => fail(&format!("{name} takes a list of numbers")),
        });
    }
    for (name, last) in [("..=", 0), ("..", 1)] {
        engine.register_fn(name, move |from: Value, to: Value| -> Outcome<Span> {
            match (whole(&from), whole(&to)) {
                (Some(from), Some(to)) => match to.checked_sub(last) {
                    Some(to) => Ok(Span(from, to)),
                    None => Ok(Span(1, 0)),
                },
                _ => fail(&format!(
                    "a loop runs over whole numbers from 0 to {LARGEST_LIST}"
                )),
            }
        });
    }
    engine.register_iterator::<Span>();
}

/// An optional number, which is there.
fn unwrapped(value: Dynamic) -> Dynamic {
    match value.clone().try_cast::<Option<Value>>() {
        Some(Some(number)) => Dynamic::from(number),
        _ => value,
    }
}

/// One arm as a number, several as a list of probabilities.
fn chosen(law: &crate::numbers::Law<usize>, arms: usize) -> Dynamic {
    let number = |value| Dynamic::from(Ratio::Finite(value));
    match law.values() {
        [arm] => number(Rational::from(arm + 1)),
        _ => Dynamic::from_array((0..arms).map(|arm| number(law.probability(&arm))).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::work::{Meter, Stopped};
    use super::*;
    use rhai::Scope;

    /// What a script gives where `i` is infinity, if it gives anything.
    fn value(script: &str) -> Option<Value> {
        let engine = engine(TieBreak::First, Mentions::default());
        let mut scope = Scope::new();
        scope.push_constant("i", Value::Infinite);
        let run = || engine.eval_with_scope::<Value>(&mut scope, script);
        Meter::new("scripts", 0).measured(run).ok()
    }

    #[test]
    fn infinity_is_a_number_where_it_has_a_value() {
        for script in [
            "i", "i + i", "2 + i", "-2 + i", "i - 2", "i * i", "2 * i", "i * 2", "i / 2", "abs(i)",
        ] {
            assert_eq!(value(script), Some(Value::Infinite), "{script}");
        }
        assert_eq!(value("2 / i"), Some(Value::Finite(Rational::ZERO)));
        for script in [
            "-i", "i - i", "2 - i", "i * 0", "0 * i", "i * (-2)", "(-2) * i", "i / 0", "i / (-2)",
            "i / i", "i % 2", "2 % i",
        ] {
            assert_eq!(value(script), None, "{script}");
        }
    }

    /// A number with so many binary digits above the line and below it.
    fn long(above: usize, below: usize) -> Rational {
        let two = Rational::from(2);
        two.power(above - 1) / (two.power(below) - Rational::ONE)
    }

    #[test]
    fn numbers_have_at_most_2000_binary_digits() {
        let fits = |number| {
            let outcome = Meter::new("numbers", 0).measured(|| bounded(number));
            match outcome {
                Ok(_) => true,
                Err(Stopped::Wrong(error)) => {
                    let message = error.to_string();
                    assert!(message.contains("beyond 2000 binary digits"), "{message}");
                    false
                }
                Err(_) => unreachable!("one number is not too much work"),
            }
        };
        for (above, below) in [(1_999, 1), (1_001, 999), (1, 1_999)] {
            assert!(fits(long(above, below)) && fits(-long(above, below)));
            assert!(!fits(long(above + 1, below)) && !fits(-long(above + 1, below)));
            assert!(!fits(long(above, below + 1)));
        }
    }

    /// One for any number, and the square of its binary digits in units of 256.
    #[test]
    fn a_number_costs_the_square_of_its_length() {
        let cost = |above, below| cost(&Value::Finite(long(above, below)));
        assert_eq!((cost(1, 1), cost(254, 1), cost(128, 127)), (1, 1, 1));
        assert_eq!((cost(255, 1), cost(128, 128), cost(300, 211)), (2, 2, 2));
        assert_eq!((cost(384, 384), cost(1_024, 256)), (10, 26));
        assert_eq!(super::cost(&Value::Infinite), 1);
    }
}
