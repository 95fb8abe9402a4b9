//! The fast half of sokoplan. This crate is a plain search library; `py.rs` alone knows Python.
//!
//! Comes in:  a board, where the player and the boxes stand.     Goes out: what can be reached, plans, proofs.
//!
//! `board` is the picture as it was drawn; `reach` says where the player can walk on it.

pub mod board;
pub mod reach;

#[cfg(feature = "python")]
mod py;
