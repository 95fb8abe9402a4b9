//! Positions that no plan can leave: one idea a file, none ever wrong about a position that can be solved.

pub mod bipartite;
pub mod blocklist;
pub mod blocklist_maker;
pub mod closed_areas;
pub mod corral;
pub mod corridor;
pub mod deep;
pub mod freeze;
pub mod frozen;
pub mod goal_reach;
pub mod movable;
pub mod nearby;
pub mod pairs;
pub mod part_search;
pub mod patterns;
pub mod pi_corral;
pub mod sets;
pub mod triples;
pub mod verdicts;

#[cfg(test)]
mod deep_tests;
#[cfg(test)]
mod nethack_tests;
#[cfg(test)]
mod tests;
