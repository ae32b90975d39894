//! The caption and the label of a table in LaTeX.

use clap::Args;

use super::failure::Failure;
use crate::reports::{Caption, Format};

/// What goes above a table in LaTeX.
#[derive(Debug, Default, Args)]
pub(super) struct LatexArguments {
    /// With --format latex: number the table, under this caption. It is plain
    /// text, and LaTeX commands in it are printed as they are.
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
    /// With --format latex: the key for \ref, of letters, digits and :-_./
    #[arg(long, value_name = "KEY", value_parser = label)]
    label: Option<String>,
}

impl LatexArguments {
    /// The caption, if there is one.
    pub(super) fn caption(&self) -> Option<Caption> {
        let text = self.caption.clone()?;
        let label = self.label.clone();
        Some(Caption { text, label })
    }

    /// Refuses a caption in a format that has none, and a label without a caption.
    pub(super) fn check(&self, format: Format) -> Result<(), Failure> {
        let asked = self.caption.is_some() || self.label.is_some();
        if asked && format != Format::Latex {
            return Err(Failure::Input(format!(
                "--caption and --label are for tables in LaTeX: use them with --format latex, not {format}"
            )));
        }
        match self.label.is_some() && self.caption.is_none() {
            true => Err(Failure::Input(
                "--label numbers a table that has a caption: give --caption as well".into(),
            )),
            false => Ok(()),
        }
    }
}

fn label(text: &str) -> Result<String, String> {
    const LONGEST: usize = 100;
    let fits = |c: char| c.is_ascii_alphanumeric() || ":-_./".contains(c);
    match !text.is_empty() && text.len() <= LONGEST && text.chars().all(fits) {
        true => Ok(text.into()),
        false => Err(format!(
            "a label has 1 to {LONGEST} letters, digits and : - _ . /"
        )),
    }
}
