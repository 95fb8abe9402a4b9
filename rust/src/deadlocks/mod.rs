//! Positions that no plan can leave: one idea a file, none ever wrong about a position that can be solved.

pub mod bipartite;
pub mod corral;
pub mod freeze;
pub mod pairs;
pub mod pi_corral;
pub mod triples;

#[cfg(test)]
mod tests;
