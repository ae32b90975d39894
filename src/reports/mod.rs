//! Rendering only: exact results as text, Markdown, LaTeX, CSV, JSON, HTML, PRISM
//! and Storm files. No number is computed here.

mod best_rule;
mod caption;
mod cell;
mod chain;
mod check;
mod compare;
mod compare_sheet;
mod compared;
mod csv;
mod decimal;
mod decision;
mod document;
mod draws;
mod drn;
mod enclosure;
mod exhaustive;
mod figure;
mod format;
mod heat_map;
mod html;
mod ising;
mod json;
mod ladder;
mod latex;
mod latex_table;
mod latex_words;
mod ledger;
mod ledger_html;
mod list;
mod markdown;
mod matrix_columns;
mod page;
mod parquet;
mod prism;
#[cfg(feature = "cli")]
mod replay;
mod rounded;
mod rules;
mod sample;
mod sample_answers;
mod sample_real;
mod schema;
mod search;
mod sheet;
mod straddle;
mod style;
mod survived;
mod svg;
mod svg_bands;
mod svg_look;
mod svg_signs;
mod text;
mod thrift;
mod undecided;
mod verdicts;

pub use best_rule::BestRuleReport;
pub use caption::Caption;
pub use cell::{Cell, Tone};
pub use chain::ChainReport;
pub use check::{CheckReport, Checked, Judged};
pub use compare::{CompareReport, Pair};
pub use compared::{Compared, Measured};
pub use decision::Decision;
pub use document::{Block, Document};
pub use draws::{Draw, DrawsFile, DrawsFormat, Parameter, ParameterKind};
pub use drn::drn;
pub use enclosure::EnclosureReport;
pub use exhaustive::ExhaustiveReport;
pub use figure::FigureReport;
pub use format::Format;
pub use ising::IsingReport;
pub use ladder::{LadderReport, Rung, Standing};
pub use ledger::LedgerReport;
pub use list::ListReport;
pub use page::{Answered, Chapter, PageReport};
pub use prism::{Prism, identifiers, prism};
#[cfg(feature = "cli")]
pub use replay::ReplayReport;
pub use rounded::Rounded;
pub use rules::AllRulesReport;
pub use sample::{SampleReport, counted};
pub use sample_real::RealSampleReport;
pub use schema::{DEFINED, schema};
pub use search::{FailedSearchReport, SearchReport};
pub use sheet::Sheet;
pub use straddle::StraddleReport;
pub use style::STYLE;
pub use survived::SurvivedReport;
pub use svg::svg;
pub use svg_signs::signs;
pub use undecided::UndecidedReport;

use serde_json::Value;

/// The most columns of a matrix on a page.
const MOST_COLUMNS: usize = 256;
/// The most states that are listed on a page one by one.
const MOST_LISTED: usize = 1_024;

/// Something that can be printed in every tabular format.
pub trait Report {
    /// As blocks of facts and tables.
    fn document(&self) -> Document;

    /// As JSON, by the command's contract.
    fn json(&self) -> Value;

    /// Decimal digits of long numbers on a page.
    fn digits(&self) -> usize {
        decimal::DIGITS
    }

    /// The document for a page, with as many digits as were asked for.
    fn paged(&self) -> Document {
        self.document().with_digits(self.digits())
    }

    /// The table that is written as CSV.
    fn sheet(&self) -> Sheet {
        Sheet::of(&self.document())
    }

    /// In one of the formats that every command has, or nothing if the format
    /// is for transition matrices only.
    fn render(&self, format: Format) -> Option<String> {
        match format {
            Format::Text => Some(self.plain()),
            Format::Markdown => Some(markdown::markdown(&self.paged())),
            Format::Latex => Some(self.latex(None)),
            Format::Csv => Some(csv::csv(&self.sheet())),
            Format::Json => Some(json::pretty(&self.json())),
            Format::Prism | Format::Drn => self.matrix(format),
        }
    }

    /// As LaTeX, under a caption where one is given.
    fn latex(&self, caption: Option<&Caption>) -> String {
        latex::latex(&self.paged(), caption)
    }

    /// In a format for transition matrices, if the report is on one.
    fn matrix(&self, _format: Format) -> Option<String> {
        None
    }

    /// As a piece of an HTML page, without a heading.
    fn html(&self) -> String {
        html::blocks(&self.paged())
    }

    /// As text without colors.
    fn plain(&self) -> String {
        text::text(&self.paged(), false)
    }

    /// As text with colors.
    fn colored(&self) -> String {
        text::text(&self.paged(), true)
    }
}
