//! Positions that no plan can leave: one idea a file, none ever wrong about a position that can be solved.

pub mod bipartite;
pub mod corral;
pub mod corridor;
pub mod freeze;
pub mod movable;

#[cfg(test)]
mod nethack_tests;
#[cfg(test)]
mod tests;
