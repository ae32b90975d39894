//! How pages look: the report page and the live page share it.

/// The style sheet: light and dark, for wide windows, phones and print.
pub const STYLE: &str = concat!(
    include_str!("style/base.css"),
    include_str!("style/tables.css"),
    include_str!("style/ledger.css"),
    include_str!("style/figures.css"),
);
