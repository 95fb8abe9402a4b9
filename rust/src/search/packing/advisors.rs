//! Seven advisors: each names at most one move, and only if that improves what it cares for.
//!
//! Comes in:  a position's value and its moves.     Goes out: which moves are advised, and by whom.
//!
//! No advisor names a move that undoes packing.

use std::cmp::Reverse;

use super::features::{Guide, Value};
use super::floor::Floor;
use super::tree::{Child, Step};

pub const NAMES: [&str; 8] =
    ["nobody", "packing", "components", "links", "hotspots", "out of plan", "opener", "explorer"];

/// Advisors after this one care for less than the first features of a score.
pub const LAST_PLAIN: u8 = 3;

/// A move with what advisors ask about it.
pub struct Candidate {
    pub child: Child<Value>,
    /// Some other box can be pushed from a side that could not be reached before, and this one could be pushed back.
    pub opens: bool,
}

/// With `all` false only packing is advised.
pub fn advise(floor: &Floor, guide: &Guide, all: bool, now: Value, moves: &mut [Candidate]) {
    let every = 0..moves.len();
    let sane = |at: usize| moves[at].child.score.packed >= now.packed;
    let score = |at: usize| moves[at].child.score;
    let step = |at: usize| moves[at].child.step;
    let has_way_back = |Step { from, to, player, .. }: Step| floor.has_way_back(from, to, player);
    let best = |wanted: &dyn Fn(usize) -> bool| {
        every.clone().filter(|&at| sane(at) && wanted(at)).max_by(|&a, &b| score(a).cmp(&score(b)).then(b.cmp(&a)))
    };
    let mut named: [Option<usize>; 8] = [None; 8];
    named[1] = best(&|at| score(at).packed > now.packed);
    if all {
        named[2] = best(&|at| score(at).components > now.components);
        named[3] = best(&|at| score(at).lost_links > now.lost_links);
        named[4] = best(&|at| score(at).hotspots > now.hotspots);
        if let Some(zones) = guide.zones.as_ref().filter(|_| now.out_of_plan.0 > 0) {
            let distance = |cell: u16| zones.distance(now.packed, cell);
            let wanted = |&at: &usize| {
                let after = score(at);
                sane(at)
                    && after.components >= now.components
                    && after.lost_links >= now.lost_links
                    && after.out_of_plan >= now.out_of_plan
                    && distance(step(at).to) > distance(step(at).from)
                    && has_way_back(step(at))
            };
            let order = |&at: &usize| (distance(step(at).from), Reverse(distance(step(at).to)), Reverse(score(at)));
            named[5] = every.clone().filter(wanted).min_by_key(order);
        }
        if let Some(next) = guide.plan.next(now.packed).filter(|_| guide.style.opener && named[1].is_none()) {
            let distance = |cell: u16| floor.walk(cell, next);
            let wanted = |&at: &usize| {
                let after = score(at);
                sane(at)
                    && after.components >= now.components
                    && after.lost_links >= now.lost_links
                    && distance(step(at).to) >= distance(step(at).from)
            };
            let order = |&at: &usize| (distance(step(at).from), Reverse(distance(step(at).to)), Reverse(score(at)));
            named[6] = every.clone().filter(wanted).min_by_key(order);
        }
        if guide.style.explorer {
            named[7] = best(&|at| moves[at].opens);
        }
    }
    for (advisor, at) in named.into_iter().enumerate().rev() {
        if let Some(at) = at {
            moves[at].child.weight = 0;
            moves[at].child.advisor = advisor as u8;
        }
    }
}
