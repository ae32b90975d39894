//! Universal claims on all models of a finite class: block by block, in shards,
//! and the record of what was run.

mod class;
mod plan;
mod record;
mod shard;

pub use class::{Block, ModelClass, Shape};
pub use plan::{Exception, Plan, Tally};
pub(super) use record::shapes_in_words;
pub use record::{Run, merged, recorded};
pub use shard::{Part, Shard};
