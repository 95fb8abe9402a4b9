//! Lower bounds on the pushes still needed: one idea a file, none ever above the truth.

pub mod disjoint;
pub mod distance;
pub mod exits;
pub mod goal_pairs;
pub mod groups;
pub mod matching;
pub mod on_top;
