//! Universal claims on all models of a finite class: block by block, in shards,
//! and the record of what was run.

mod class;
#[cfg(feature = "cli")]
mod part;
mod plan;
mod record;
mod shard;

pub use class::{Block, ModelClass, Shape};
#[cfg(feature = "cli")]
pub use part::{Part, merged};
pub use plan::{Exception, Plan, Tally};
pub(super) use record::shapes_in_words;
pub use record::{Run, recorded};
pub use shard::Shard;
