//! Pushes that need not be tried and positions that count as one: each idea keeps a shortest plan, by pushes.

pub mod pi_corral;
pub mod stone_pusher;
pub mod symmetry;
