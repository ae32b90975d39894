//! The caption of a table in a document.

/// What a table is called, as plain text, and what it is referred to by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// The text; nothing in it is a command.
    pub text: String,
    /// The key for references.
    pub label: Option<String>,
}
