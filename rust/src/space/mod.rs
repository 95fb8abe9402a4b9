//! What every search stands on: the positions seen, the order they wait in, limits and answers, options, the dump.

pub mod control;
pub mod dump;
#[cfg(debug_assertions)]
pub mod known_plan;
pub mod options;
pub mod queue;
pub mod store;
