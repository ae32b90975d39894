//! How large a certificate may be: reading one takes bounded time and memory.

/// The most bytes of a certificate.
pub const LARGEST_CERTIFICATE: u64 = 16 << 20;

/// The most paths that a certificate lists.
pub const MOST_CERTIFIED_PATHS: u64 = 50_000;

/// The most answers along one of them.
pub const LONGEST_CERTIFIED_PATH: usize = 500;

/// The most characters of a number in a certificate.
pub const LONGEST_CERTIFIED_NUMBER: usize = 100_000;

/// Binary digits of a common denominator of numbers that are added: with longer
/// ones arithmetic takes minutes.
pub(super) const LONGEST_DENOMINATOR: usize = 2_000_000;
