//! The packing plan by itself, for people to look at.
//!
//! Comes in:  a puzzle with goals.     Goes out: the plan that the packing search would follow, or nothing.
//!
//! The tastes are tried in the order of the styles, for longer and longer, until one has pulled all boxes to where they
//! start. A plan that does not go that far may still guide the search, but there is little to see in it.

use super::plan::Plan;
use super::styles::{STYLES, Taste};
use super::unpack::Unpack;
use super::{Level, PLAN_PATIENCE, suits};
use crate::push::puzzle::Puzzle;
use crate::space::control::{Budget, Reason};

/// Rounds of growing length that each taste is tried for.
const ROUNDS: u32 = 2;

/// A plan, and which style has it.
pub struct Outline {
    pub style: &'static str,
    pub plan: Plan,
    /// Positions that were expanded to find it.
    pub expanded: u64,
}

/// `Err` says why there is none: "horizon" where the tries were used up.
pub fn outline(puzzle: &Puzzle, budget: &Budget) -> Result<Outline, Reason> {
    if !suits(puzzle, budget) {
        return Err(Reason::Horizon);
    }
    let level = Level::new(puzzle);
    let mut tries: Vec<(Taste, &'static str, Unpack)> = Vec::new();
    for style in STYLES {
        if tries.iter().all(|&(taste, ..)| taste != style.taste) {
            tries.push((style.taste, style.name, Unpack::new(&level, style.taste)));
        }
    }
    let mut reason = Reason::Horizon;
    for round in 0..ROUNDS {
        for at in 0..tries.len() {
            let (_, style, unpack) = &mut tries[at];
            let stop = |memory| budget.stop(memory).inspect(|&why| reason = why).is_some();
            let Some(plan) = unpack.run(PLAN_PATIENCE << (2 * round), stop) else { return Err(Reason::Horizon) };
            if plan.complete {
                let style = *style;
                let expanded = tries.iter().map(|(.., unpack)| unpack.expanded).sum();
                return Ok(Outline { style, plan, expanded });
            }
            if reason != Reason::Horizon {
                return Err(reason);
            }
        }
    }
    Err(reason)
}
