//! A chain as the command `table` prints it.

use std::sync::Arc;

use peskun::chains::{Chain, Verification};
use peskun::reports::{ChainReport, Format, Report};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::background::interruptible;

const FORMATS: [Format; 7] = [
    Format::Text,
    Format::Markdown,
    Format::Latex,
    Format::Csv,
    Format::Json,
    Format::Prism,
    Format::Drn,
];

/// The matrix, the laws and the verdicts in a format by name.
pub(crate) fn table(
    py: Python<'_>,
    chain: &Arc<Chain>,
    model: String,
    kernel: String,
    format: &str,
) -> PyResult<String> {
    let Some(&format) = FORMATS.iter().find(|known| known.name() == format) else {
        let names = FORMATS.map(Format::name).join(", ");
        let sentence = format!("no format is called `{format}`; the formats are {names}");
        return Err(PyValueError::new_err(sentence));
    };
    let chain = (**chain).clone();
    let rendered = interruptible(py, move || {
        let report = ChainReport::new(&model, &kernel, Verification::of(chain));
        report.render(format)
    })?;
    rendered.ok_or_else(|| PyValueError::new_err("a table has no such format"))
}
