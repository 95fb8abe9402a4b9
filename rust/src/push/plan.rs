//! From a chain of positions to keys.
//!
//! Comes in:  the pushes of a plan, box cell and direction each.     Goes out: LURD with shortest walks between.

use super::puzzle::Puzzle;
use super::walk::Walk;
use crate::board::KEYS;

/// One push: the box's cell before it, and the direction as in `KEYS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Push {
    pub from: u16,
    pub direction: u8,
}

/// The keys of a plan from the puzzle's start. Panics where a push is not possible: that would be our bug.
pub fn keys(puzzle: &Puzzle, pushes: &[Push]) -> String {
    let mut walk = Walk::new(puzzle.n);
    let mut bits = puzzle.start.clone();
    let mut player = puzzle.player;
    let mut keys = String::new();
    for push in pushes {
        let direction = push.direction as usize;
        let behind = puzzle.next[push.from as usize][direction ^ 1];
        puzzle.block(&mut walk, &bits);
        // Flooding from the end of the walk lets the player go downhill in steps from where it stands.
        walk.flood_with_steps(&puzzle.next, behind);
        assert!(walk.reached(player), "the plan walks through a wall");
        while player != behind {
            let steps = walk.steps(player);
            let (way, &cell) = puzzle.next[player as usize]
                .iter()
                .enumerate()
                .find(|&(_, &cell)| walk.reached(cell) && walk.steps(cell) + 1 == steps)
                .expect("a shortest walk goes on");
            keys.push(KEYS[way]);
            player = cell;
        }
        puzzle.push(&mut bits, push.from, puzzle.next[push.from as usize][direction]);
        keys.push(KEYS[direction].to_ascii_uppercase());
        player = push.from;
    }
    assert!(puzzle.is_solved(&bits), "the plan does not solve the puzzle");
    keys
}
