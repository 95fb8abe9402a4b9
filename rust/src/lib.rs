//! The fast half of sokoplan. This crate is a plain search library; `py.rs` alone knows Python.
//!
//! Comes in:  a board, where the player and the boxes stand.     Goes out: plans, proofs, short reasons.
//!
//!     board -> push -> space -> pruning -> tables -> bounds, deadlocks -> search
//!
//! `board` is the picture as it was drawn, `push` the same in the search's own numbers. `space` keeps the positions seen
//! and the limits; `tables` are exact answers about a few boxes. `bounds`, `deadlocks` and `pruning` hold one idea a
//! file, `search` puts them to use. `explain` says why there is no plan; `task` searches games that come as facts and
//! operators. `starts` unravels a board from its solved position, to make levels; `stepper` plays many games at once, for
//! agents that learn; `turns` knows a puzzle again however it is drawn. `proof` stands alone: it checks what SAT solvers
//! write. The arrows are held by `arrows_tests.rs`.

pub mod bits;
pub mod board;
pub mod bounds;
pub mod deadlocks;
pub mod explain;
pub mod proof;
pub mod pruning;
pub mod push;
pub mod search;
pub mod space;
pub mod starts;
pub mod stepper;
pub mod tables;
pub mod task;
pub mod turns;

#[cfg(test)]
mod arrows_tests;
#[cfg(test)]
mod corpus_tests;
#[cfg(feature = "python")]
mod py;
#[cfg(test)]
mod testing;

// The fuzzer's checks, which tests replay, know this crate by its name.
#[cfg(test)]
extern crate self as sokoplan_core;
