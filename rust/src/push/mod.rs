//! The push domain: Sokoban, sinks and holes as numbers small enough to search millions of positions.
//!
//! `puzzle` numbers the cells, `position` packs boxes and holes into bits; `walk` and `areas` say where the player can go;
//! `cuts` says which cells cut the floor, `distance` how far a single box is from home; `plan` turns pushes into keys; `law` has the rules,
//! slow and plain, against which all of it is tested, and `lockstep` walks the two side by side.

pub mod areas;
pub mod cuts;
pub mod distance;
pub mod law;
pub mod plan;
mod position;
pub mod puzzle;
pub mod walk;

#[cfg(test)]
mod lockstep;

/// No cell, no node, no hole.
pub const NONE: u16 = u16::MAX;
