//! The packing search: a plan for the goals first, found backwards, then a search that follows it.
//!
//! Comes in:  a puzzle with goals.     Goes out: an `Answer`, solved or unknown.
//!
//! After Yaron Shoham's Festival (Shoham and Schaeffer, The FESS Algorithm, 2020). `unpack` finds the plan by pulling,
//! `plan` says how far a position has come, `pack` follows it, `tree` decides which move is next, `features` and
//! `advisors` guide it, `deep` tests the chosen move. `styles` are tried in turn, for longer and longer.

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
pub mod styles;
pub mod tree;
pub mod unpack;
pub mod zones;

use std::sync::atomic::Ordering::Relaxed;

use super::control::{Answer, Budget, Outcome, Reason};
use super::options::Options;
use super::tables::Tables;
use crate::push::puzzle::{Kind, Puzzle};
use features::Guide;
use floor::Floor;
use pack::{Pack, Workshop};
use plan::Plan;
use rooms::Rooms;
use styles::{STYLES, Taste};
use unpack::Unpack;

/// Positions for finding a plan.
const PLAN_PATIENCE: u64 = 1000;
/// Positions that each style may expand in its first turn; then four times as many.
const FIRST_TURN: u64 = 300;

/// What is known of a level before the search.
pub struct Level<'a> {
    pub puzzle: &'a Puzzle,
    pub floor: Floor,
    pub rooms: Rooms,
}

impl<'a> Level<'a> {
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Self { puzzle, floor: Floor::new(puzzle), rooms: Rooms::new(puzzle) }
    }
}

/// Whether the search makes sense here.
pub fn suits(puzzle: &Puzzle) -> bool {
    puzzle.kind == Kind::Goals && puzzle.n <= floor::MOST_CELLS && puzzle.hopeless.is_none()
}

/// Tries every style in turn until one solves the level; "horizon" where all have come to an end, or do not apply.
pub fn search(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let mut answer = Answer::new();
    answer.by = STYLES[0].name;
    answer.outcome = Outcome::Unknown(Reason::Horizon);
    if !suits(puzzle) {
        return answer;
    }
    if puzzle.is_solved(&puzzle.start) {
        answer.outcome = Outcome::Solved;
        return answer;
    }
    let level = Level::new(puzzle);
    let mut shop = Workshop::new(&level, tables, options);
    let mut plans: Vec<(Taste, Plan)> = Vec::new();
    let mut searches: Vec<Option<Pack>> = Vec::new();
    let mut turn = FIRST_TURN;
    loop {
        let mut alive = false;
        for (at, style) in STYLES.iter().enumerate() {
            if options.packing_style != 0 && options.packing_style != at + 1 {
                if searches.len() == at {
                    searches.push(None);
                }
                continue;
            }
            if searches.len() == at {
                searches.push(None);
                let known = plans.iter().find(|(taste, _)| *taste == style.taste).map(|(_, plan)| plan.clone());
                let plan = known.or_else(|| {
                    let mut unpack = Unpack::new(&level, style.taste);
                    let plan = unpack.run(PLAN_PATIENCE, |memory| budget.stop(memory).is_some());
                    answer.expanded += unpack.expanded;
                    plans.extend(plan.clone().map(|plan| (style.taste, plan)));
                    plan
                });
                if let Some(plan) = plan {
                    let guide = Guide::new(&level, plan, style.allowed(options));
                    let mut pack = Pack::new(&level, tables, guide, options);
                    pack.begin(&mut shop);
                    searches[at] = Some(pack);
                }
            }
            let Some(mut pack) = searches[at].take() else { continue };
            let memory = |pack: &Pack, shop: &Workshop| {
                let others = searches.iter().flatten().map(Pack::memory).sum::<usize>();
                others + pack.memory() + shop.memory() + level.floor.memory() + tables.memory()
            };
            let others = memory(&pack, &shop) - pack.memory() - shop.memory();
            let before = pack.expanded;
            let mut ended = false;
            while pack.solved.is_none() && !ended && pack.expanded < turn {
                answer.memory = answer.memory.max(others + pack.memory() + shop.memory());
                let done = answer.expanded + pack.expanded - before;
                if let Some(reason) = budget.stop_after(done, answer.memory) {
                    answer.outcome = Outcome::Unknown(reason);
                    answer.expanded = done;
                    return answer;
                }
                budget.control.nodes.fetch_add(1, Relaxed);
                ended = !pack.advance(&mut shop);
            }
            answer.expanded += pack.expanded - before;
            answer.stored = answer.expanded;
            if pack.solved.is_some() {
                answer.by = style.name;
                answer.pushes = pack.pushes(&mut shop);
                answer.outcome = Outcome::Solved;
                return answer;
            }
            if !ended {
                alive = true;
                searches[at] = Some(pack);
            }
        }
        if !alive {
            return answer;
        }
        turn = turn.saturating_mul(4);
    }
}
