//! Helltaker's rules on sets of cells: the least cost of a level and how many plans have it, for making levels.
//!
//! The third statement of these rules (`puzzle/rules/kick.py` is the law). It exists for speed: a designer solves some
//! hundred candidates a second, and tracing the law for each would take longer than solving it. Whatever comes of it is
//! solved again by the front door, and a test compares the two on random levels.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::field::{Cells, Field};
use crate::board::KEYS;

/// What stands on the board at the start, and what never moves.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pieces {
    pub boxes: Cells,
    pub mobs: Cells,
    pub locks: Cells,
    pub keys: Cells,
    pub demonesses: Cells,
    pub spikes: Cells,
    pub traps_down: Cells,
    pub traps_up: Cells,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    boxes: Cells,
    mobs: Cells,
    locks: Cells,
    player: u8,
    has_key: bool,
    /// Whether the number of keys so far is odd; traps turn with every key.
    odd: bool,
}

/// How a position was reached: at which cost, by how many best ways, and the last step of one of them.
struct Way {
    position: Position,
    cost: u32,
    plans: u64,
    from: (usize, usize),
}

#[derive(Debug, PartialEq, Eq)]
pub struct Solved {
    pub keys: String,
    pub cost: u32,
    /// `u64::MAX` where that is too small.
    pub plans: u64,
    pub positions: usize,
}

/// The least cost, breadth first; None where there is no plan or more than `most` positions would be looked at.
pub fn solve(field: &Field, pieces: &Pieces, player: usize, most: usize, stopped: &dyn Fn() -> bool) -> Option<Solved> {
    let start = Position {
        boxes: pieces.boxes,
        mobs: pieces.mobs,
        locks: pieces.locks,
        player: player as u8,
        has_key: false,
        odd: false,
    };
    let mut ways = vec![Way { position: start, cost: 0, plans: 1, from: (0, 0) }];
    let mut index: HashMap<Position, usize, BuildHasherDefault<Mix>> = HashMap::default();
    index.insert(start, 0);
    // By cost: a step costs one or two, so what is found now is looked at later.
    let mut layers: Vec<Vec<usize>> = vec![vec![0]];
    let mut at_cost = 0;
    while at_cost < layers.len() {
        let layer = std::mem::take(&mut layers[at_cost]);
        let fresh = |&at: &usize| ways[at].cost as usize == at_cost;
        let layer: Vec<usize> = layer.into_iter().filter(fresh).collect();
        let won: Vec<usize> = layer.iter().copied().filter(|&at| is_won(field, pieces, &ways[at].position)).collect();
        if let Some(&first) = won.first() {
            let plans = won.iter().fold(0u64, |sum, &at| sum.saturating_add(ways[at].plans));
            let keys = keys_to(&ways, first);
            return Some(Solved { keys, cost: at_cost as u32, plans, positions: ways.len() });
        }
        for (count, at) in layer.into_iter().enumerate() {
            if ways.len() > most || (count % 1024 == 0 && stopped()) {
                return None;
            }
            for direction in 0..4 {
                let Some((after, step)) = press(field, pieces, &ways[at].position, direction) else { continue };
                let (cost, plans) = (ways[at].cost + step, ways[at].plans);
                let to = *index.entry(after).or_insert(ways.len());
                if to == ways.len() {
                    ways.push(Way { position: after, cost, plans, from: (at, direction) });
                } else if ways[to].cost == cost {
                    ways[to].plans = ways[to].plans.saturating_add(plans);
                    continue;
                } else if ways[to].cost > cost {
                    ways[to] = Way { position: after, cost, plans, from: (at, direction) };
                } else {
                    continue;
                }
                layers.resize_with(layers.len().max(cost as usize + 1), Vec::new);
                layers[cost as usize].push(to);
            }
        }
        at_cost += 1;
    }
    None
}

/// The position after a key, and what the key cost with the forced step that it may bring; None where it does nothing.
fn press(field: &Field, pieces: &Pieces, now: &Position, direction: usize) -> Option<(Position, u32)> {
    let ahead = field.step(now.player as usize, direction)?;
    let bit = 1 << ahead;
    if pieces.demonesses & bit != 0 || (now.locks & bit != 0 && !now.has_key) {
        return None;
    }
    let beyond = field.step(ahead, direction).map_or(0, |at| 1 << at);
    let mut next = *now;
    if now.boxes & bit != 0 {
        if beyond & !(pieces.demonesses | now.boxes | now.mobs | now.locks) != 0 {
            next.boxes = now.boxes & !bit | beyond;
        }
    } else if now.mobs & bit != 0 {
        next.mobs &= !bit;
        next.mobs |= beyond & !(now.boxes | now.mobs);
    } else {
        next.player = ahead as u8;
        next.locks &= !bit;
        next.has_key |= pieces.keys & bit != 0;
    }
    next.odd = !now.odd && pieces.traps_down | pieces.traps_up != 0;
    let sharp = pieces.spikes | if next.odd { pieces.traps_down } else { pieces.traps_up };
    next.mobs &= !sharp;
    let hurt = sharp & 1 << next.player != 0;
    Some((next, if hurt { 2 } else { 1 }))
}

fn is_won(field: &Field, pieces: &Pieces, now: &Position) -> bool {
    (0..4)
        .any(|direction| field.step(now.player as usize, direction).is_some_and(|at| pieces.demonesses & 1 << at != 0))
}

/// Quick and good enough for positions, which nobody chooses to collide.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.0 = (self.0.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
}

fn keys_to(ways: &[Way], mut at: usize) -> String {
    let mut keys = Vec::new();
    while at != 0 {
        let (from, direction) = ways[at].from;
        keys.push(KEYS[direction]);
        at = from;
    }
    keys.into_iter().rev().collect()
}
