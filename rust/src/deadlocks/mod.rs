//! Positions that no plan can leave: one idea a file, none ever wrong about a position that can be solved.

pub mod bipartite;
pub mod blocklist;
pub mod blocklist_maker;
pub mod corral;
pub mod corridor;
pub mod freeze;
pub mod frozen;
pub mod goal_reach;
pub mod movable;
pub mod pairs;
pub mod pi_corral;
pub mod sets;
pub mod triples;

#[cfg(test)]
mod nethack_tests;
#[cfg(test)]
mod tests;
