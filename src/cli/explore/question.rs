//! A question of the page, and the command that asks the same.

use serde_json::{Map, Value};

use super::super::names::{Names, Typed};
use crate::numbers::excerpt;
use crate::outside::repeated_field;

/// The most paths that are enumerated for a question: some seconds' worth.
const BUDGET: &str = "--budget=10000000";
/// The most kernels in one question.
const MOST_KERNELS: usize = 12;
/// The most characters in the number of a page.
const LONGEST_PAGE: usize = 40;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// Is this rule valid on this model?
    Rule,
    /// How good are the rules of this model, the typed one among them?
    Ladder,
    /// What is the matrix of this kernel?
    Kernel,
    /// How do these kernels compare?
    Compare,
    /// Is this step a right sampler?
    Step,
}

const PARTS: [(&str, Part); 5] = [
    ("rule", Part::Rule),
    ("ladder", Part::Ladder),
    ("kernel", Part::Kernel),
    ("compare", Part::Compare),
    ("step", Part::Step),
];

/// A question.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// Which page asks: a newer question of the same page and part replaces this.
    pub(super) page: String,
    pub(super) part: Part,
    pub(super) names: Names,
    fields: Map<String, Value>,
}

const FIELDS: [&str; 13] = [
    "page", "part", "model", "text", "rule", "arms", "tie", "reading", "kernel", "kernels", "step",
    "states", "target",
];

impl Question {
    /// Reads a question, or says in a sentence why it is none.
    pub(super) fn read(body: &[u8]) -> Result<Self, String> {
        let body = std::str::from_utf8(body).map_err(|_| "a question is JSON")?;
        let value: Value = serde_json::from_str(body).map_err(|_| "a question is JSON")?;
        if let Some(name) = repeated_field(body) {
            return Err(format!("`{}` is given twice", excerpt(&name)));
        }
        let Value::Object(fields) = value else {
            return Err("a question is an object".into());
        };
        if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
            let shown: String = unknown.chars().take(40).collect();
            return Err(format!("a question has no `{shown}`"));
        }
        let texts = fields.iter().filter(|(name, _)| *name != "kernels");
        if let Some((name, _)) = texts.into_iter().find(|(_, value)| !value.is_string()) {
            return Err(format!("`{name}` is a text"));
        }
        let text = |name: &str| fields.get(name).and_then(Value::as_str);
        let part = text("part").unwrap_or_default();
        let part = PARTS.iter().find(|(name, _)| *name == part);
        let Some((_, part)) = part else {
            let names = PARTS.map(|(name, _)| name).join(", ");
            return Err(format!("the parts are {names}"));
        };
        let page = text("page").unwrap_or_default();
        if page.is_empty() || page.len() > LONGEST_PAGE {
            return Err("a page has a number of its own".into());
        }
        let typed = |name| text(name).map(str::to_string);
        Ok(Question {
            page: page.into(),
            part: *part,
            names: Names::OfPage(Typed {
                model: typed("text"),
                step: typed("step"),
            }),
            fields,
        })
    }

    fn text(&self, name: &str) -> &str {
        let field = self.fields.get(name).and_then(Value::as_str);
        field.unwrap_or_default()
    }

    /// The kernels that are compared.
    fn kernels(&self) -> Result<Vec<&str>, String> {
        let all = self.fields.get("kernels").and_then(Value::as_array);
        let names = all.into_iter().flatten().map(Value::as_str);
        match names.collect::<Option<Vec<&str>>>() {
            Some(names) if names.len() <= MOST_KERNELS => Ok(names),
            Some(_) => Err(format!("at most {MOST_KERNELS} kernels are compared here")),
            None => Err("kernels are a list of names".into()),
        }
    }

    /// The model's name in a command.
    fn model(&self) -> &str {
        match self.fields.contains_key("text") {
            true => Typed::MODEL,
            false => self.text("model"),
        }
    }

    /// The command that asks the same, word by word. A value is part of the word
    /// that names its option, so that it cannot be an option itself.
    fn options(&self) -> Result<Vec<String>, String> {
        let model = || format!("--model={}", self.model());
        let chosen = |name: &str, usual: &str| match self.text(name) {
            "" => None,
            value if value == usual => None,
            value => Some(format!("--{name}={value}")),
        };
        let (arms, tie) = (chosen("arms", "mpmc,sve"), chosen("tie", "first"));
        let word = |name: &str| format!("--{name}={}", self.text(name));
        Ok(match self.part {
            Part::Rule => ["check".into(), model(), word("rule")]
                .into_iter()
                .chain(arms)
                .chain(tie)
                .chain(chosen("reading", "fresh"))
                .collect(),
            Part::Ladder => ["rules".into(), model()]
                .into_iter()
                .chain(chosen("rule", ""))
                .chain(arms)
                .chain(tie)
                .collect(),
            Part::Kernel => ["table".into(), model(), word("kernel")]
                .into_iter()
                .chain(tie)
                .collect(),
            Part::Compare => ["compare".into(), model()].into_iter().chain(tie).collect(),
            Part::Step => {
                let step = format!("--step={}", Typed::STEP);
                ["check".into(), step, word("states"), word("target")].into()
            }
        })
    }

    /// The words of the command as it is run.
    pub(super) fn words(&self) -> Result<Vec<String>, String> {
        let mut words = self.options()?;
        words.push(BUDGET.into());
        if self.part == Part::Compare {
            words.push("--".into());
            words.extend(self.kernels()?.into_iter().map(String::from));
        }
        Ok(words)
    }

    /// The command as one would type it into a shell.
    pub(super) fn command(&self) -> String {
        let word = |word: &String| match word.split_once('=') {
            // What begins like an option stays with the name of its own.
            Some((name, value)) if value.starts_with('-') => format!("{name}={}", quoted(value)),
            Some((name, value)) => format!("{name} {}", quoted(value)),
            None => quoted(word),
        };
        let options = self.options().unwrap_or_default();
        let mut words: Vec<String> = options.iter().map(word).collect();
        if self.part == Part::Compare {
            let kernels = self.kernels().unwrap_or_default();
            if kernels.iter().any(|name| name.starts_with('-')) {
                words.push("--".into());
            }
            words.extend(kernels.into_iter().map(quoted));
        }
        words.join(" ")
    }

    /// A heading in words.
    pub(super) fn heading(&self, model: Option<&str>) -> String {
        let on = model.map_or_else(String::new, |model| format!(" on {model}"));
        match self.part {
            Part::Rule => format!("Is the rule valid{on}?"),
            Part::Ladder => format!("The ladder of rules{on}"),
            Part::Kernel => format!("The kernel {}{on}", self.text("kernel")),
            Part::Compare => format!("The kernels side by side{on}"),
            Part::Step => "Is the step a right sampler?".into(),
        }
    }
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:/".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Question {
        Question::read(text.as_bytes()).expect("a question")
    }

    #[test]
    fn questions_are_commands() {
        let question = of(
            r#"{"page": "1", "part": "rule", "model": "bernoulli-pair", "rule": "if r[1] > r[2] {1} else {2}", "arms": "mpmc,sve", "tie": "coin"}"#,
        );
        assert_eq!(
            question.command(),
            "check --model bernoulli-pair --rule 'if r[1] > r[2] {1} else {2}' --tie coin"
        );
        let pasted = of(
            r#"{"page": "1", "part": "compare", "model": "/etc/passwd", "text": "", "kernels": ["mh", "--out=x"]}"#,
        );
        assert_eq!(
            pasted.command(),
            "compare --model model.toml -- mh '--out=x'"
        );
        assert_eq!(
            pasted.words().expect("words")[2..],
            [BUDGET, "--", "mh", "--out=x"]
        );
    }

    #[test]
    fn values_are_no_options() {
        let question = of(
            r#"{"page": "1", "part": "rule", "model": "--program", "rule": "--out", "arms": "-x"}"#,
        );
        let words = question.words().expect("words");
        assert_eq!(
            words[..4],
            ["check", "--model=--program", "--rule=--out", "--arms=-x"]
        );
        assert_eq!(
            question.command(),
            "check --model=--program --rule=--out --arms=-x"
        );
    }

    #[test]
    fn what_is_no_question() {
        for bad in [
            "",
            "[]",
            "7",
            "{}",
            r#"{"page": "1"}"#,
            r#"{"page": "", "part": "rule"}"#,
            r#"{"page": "1", "part": "verify"}"#,
            r#"{"page": 1, "part": "rule"}"#,
            r#"{"page": "1", "part": "rule", "program": "sh"}"#,
        ] {
            assert!(Question::read(bad.as_bytes()).is_err(), "{bad}");
        }
        let many = format!(
            r#"{{"page": "1", "part": "compare", "kernels": [{}]}}"#,
            ["\"mh\""; 13].join(",")
        );
        assert!(of(&many).words().is_err());
    }
}
