//! What the packing search knows of the empty board: distances, keys, and cells as sets of bits.
//!
//! Comes in:  a puzzle with goals.     Goes out: `Floor`, made once and read by both directions.

use super::Level;
use crate::push::distance::{Distances, FAR};
use crate::push::puzzle::Puzzle;
use crate::push::walk::steps_between;

pub struct Floor {
    pub n: usize,
    /// Steps from cell to cell, by `from * n + to`.
    walk: Vec<u16>,
    /// Pushes of one box from cell to cell, with the side the player is on.
    pub pushes: Distances,
    /// The least over the sides, by `from * live + to`.
    push: Vec<u16>,
    live: usize,
    /// For each cell the cells that a box can be pushed to from there, as bits, were the player on the best side.
    reach: Vec<u64>,
    words: usize,
    /// Goals with three walls around them; a filled one counts as wall.
    pub hole: Vec<bool>,
    /// How far a box in this cell is from the goals, summed over them; a goal that it cannot reach counts nothing, so
    /// that losing goals does not look like keeping away.
    pub away: Vec<u32>,
    /// The same for a box that was pulled here; there a goal that it cannot reach counts as very far.
    pub pulled: Vec<u32>,
    box_keys: Vec<u64>,
    player_keys: Vec<u64>,
    start_keys: Vec<u64>,
}

impl Floor {
    pub fn new(puzzle: &Puzzle) -> Self {
        let (n, live) = (puzzle.n, puzzle.live);
        let walk = steps_between(&puzzle.next, n);
        let all: Vec<u16> = (0..live as u16).collect();
        let pushes = Distances::new(&puzzle.next, n, live, &all, false, true, &[]);
        let mut push = Vec::with_capacity(live * live);
        for &cell in &all {
            push.extend(pushes.best_row(cell));
        }
        let words = puzzle.words;
        let mut reach = vec![0; live * words];
        for from in 0..live {
            let row = &mut reach[from * words..(from + 1) * words];
            (0..live as u16).filter(|&to| push[from * live + to as usize] != FAR).for_each(|to| set(row, to));
        }
        let sum = |cell: usize, unreachable: u32| -> u32 {
            let goals = puzzle.targets.iter().map(|&goal| goal as usize).filter(|&goal| goal < live);
            let pushes = goals.map(|goal| push[cell * live + goal]);
            pushes.map(|pushes| if pushes == FAR { unreachable } else { u32::from(pushes) }).sum()
        };
        let pulled = (0..live).map(|cell| sum(cell, n as u32)).collect();
        let away = (0..live).map(|cell| sum(cell, 0)).collect();
        let mut seed = 0xface_u64;
        let mut random = move || {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = seed;
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        let mut keys = |count: usize| (0..count).map(|_| random()).collect::<Vec<u64>>();
        Self {
            n,
            walk,
            pushes,
            push,
            live,
            reach,
            words,
            hole: holes(puzzle),
            away,
            pulled,
            box_keys: keys(n),
            player_keys: keys(n),
            start_keys: keys(n),
        }
    }

    /// Bytes that it would take: the steps, the pushes from four sides and from the best one, and the bits.
    pub fn bytes(puzzle: &Puzzle) -> usize {
        let (n, live) = (puzzle.n, puzzle.live);
        2 * n * n + (4 + 1) * 2 * live * live + 8 * live * puzzle.words
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.walk.len() * 2 + self.pushes.memory() + self.push.len() * 2 + self.reach.len() * 8
    }

    /// Steps between two cells.
    #[inline]
    pub fn walk(&self, from: u16, to: u16) -> u16 {
        self.walk[from as usize * self.n + to as usize]
    }

    /// Whether a box can be pushed from one cell to another, were the player on the best side.
    #[inline]
    pub fn can_push(&self, from: u16, to: u16) -> bool {
        self.push[from as usize * self.live + to as usize] != FAR
    }

    /// The cells that a box in `from` can be pushed to, were the player on the best side.
    pub fn reach(&self, from: u16) -> &[u64] {
        &self.reach[from as usize * self.words..(from as usize + 1) * self.words]
    }

    /// Whether a box just pushed could be pushed back, by a player in `player`.
    #[inline]
    pub fn has_way_back(&self, from: u16, to: u16, player: u16) -> bool {
        self.pushes.row(self.pushes.row_of(to, player))[from as usize] != FAR
    }

    #[inline]
    pub fn box_key(&self, cell: u16) -> u64 {
        self.box_keys[cell as usize]
    }

    #[inline]
    pub fn player_key(&self, cell: u16) -> u64 {
        self.player_keys[cell as usize]
    }

    #[inline]
    pub fn start_key(&self, cell: u16) -> u64 {
        self.start_keys[cell as usize]
    }

    /// The key of a set of boxes.
    pub fn boxes_key(&self, puzzle: &Puzzle, bits: &[u64]) -> u64 {
        let mut key = 0;
        puzzle.each_box(bits, |cell| key ^= self.box_keys[cell as usize]);
        key
    }
}

fn holes(puzzle: &Puzzle) -> Vec<bool> {
    let mut hole = vec![false; puzzle.n + 1];
    hole[puzzle.n] = true;
    loop {
        let mut changed = false;
        for &goal in &puzzle.targets {
            let closed = puzzle.next[goal as usize].iter().filter(|&&other| hole[other as usize]).count();
            if closed >= 3 && !std::mem::replace(&mut hole[goal as usize], true) {
                changed = true;
            }
        }
        if !changed {
            return hole;
        }
    }
}

#[inline]
pub fn has(bits: &[u64], cell: u16) -> bool {
    bits[cell as usize >> 6] >> (cell & 63) & 1 != 0
}

#[inline]
pub fn set(bits: &mut [u64], cell: u16) {
    bits[cell as usize >> 6] |= 1 << (cell & 63);
}

#[inline]
pub fn clear(bits: &mut [u64], cell: u16) {
    bits[cell as usize >> 6] &= !(1 << (cell & 63));
}

/// How far the boxes are from the goals, in all.
pub fn away(level: &Level, bits: &[u64]) -> u32 {
    let mut sum = 0;
    level.puzzle.each_box(bits, |cell| sum += level.floor.away[cell as usize]);
    sum
}
