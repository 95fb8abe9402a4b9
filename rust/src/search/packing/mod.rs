//! The packing search: a plan for the goals first, found backwards, then a search that follows it.
//!
//! Comes in:  a puzzle with goals.     Goes out: an `Answer`, solved or unknown.
//!
//! After Yaron Shoham's Festival (Shoham and Schaeffer, The FESS Algorithm, 2020). `unpack` finds the plan by pulling,
//! `plan` says how far a position has come, `pack` follows it, `tree` decides which move is next, `features` and
//! `advisors` guide it, `deep` tests the chosen move.

pub mod advisors;
pub mod areas;
pub mod box_travel;
pub mod deep;
pub mod features;
pub mod floor;
pub mod hotspots;
pub mod pack;
pub mod plan;
pub mod rooms;
pub mod tree;
pub mod unpack;
pub mod zones;

use std::sync::atomic::Ordering::Relaxed;

use super::control::{Answer, Budget, Outcome, Reason};
use super::options::Options;
use super::tables::Tables;
use crate::push::puzzle::{Kind, Puzzle};

/// Positions for finding a plan.
const PLAN_PATIENCE: u64 = 1000;

/// Whether the search makes sense here.
pub fn suits(puzzle: &Puzzle) -> bool {
    puzzle.kind == Kind::Goals && puzzle.n <= floor::MOST_CELLS && puzzle.hopeless.is_none()
}

pub fn search(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let mut answer = Answer::new();
    answer.by = "packing";
    answer.outcome = Outcome::Unknown(Reason::Horizon);
    if !suits(puzzle) {
        return answer;
    }
    if puzzle.is_solved(&puzzle.start) {
        answer.outcome = Outcome::Solved;
        return answer;
    }
    let floor = floor::Floor::new(puzzle);
    let rooms = rooms::Rooms::new(puzzle);
    let mut unpack = unpack::Unpack::new(puzzle, &floor, &rooms);
    let Some(plan) = unpack.run(PLAN_PATIENCE, |memory| budget.stop(memory).is_some()) else { return answer };
    answer.expanded = unpack.expanded;
    let meter = features::Meter::new(puzzle, &floor, &rooms, &plan, options);
    let mut pack = pack::Pack::new(puzzle, tables, &floor, meter, options);
    pack.begin();
    loop {
        budget.control.nodes.fetch_add(1, Relaxed);
        answer.expanded = pack.expanded;
        answer.memory = pack.memory();
        if pack.solved.is_some() {
            answer.pushes = pack.pushes();
            answer.outcome = Outcome::Solved;
            return answer;
        }
        if let Some(reason) = budget.stop_after(answer.expanded, answer.memory + floor.memory()) {
            answer.outcome = Outcome::Unknown(reason);
            return answer;
        }
        if !pack.advance() {
            return answer;
        }
    }
}
