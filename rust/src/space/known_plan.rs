//! A plan that is known to be right, to catch whatever calls one of its positions dead. Debug builds only.
//!
//! The idea is CaDiCaL's (`solution.cpp`): given a solution, the first wrong step is caught where it happens. A test
//! that condemns a position of the plan, or a bound that is above what the plan still costs there, is wrong.

use std::collections::HashMap;

use crate::push::plan::Push;
use crate::push::puzzle::Puzzle;
use crate::push::walk::Walk;

pub struct KnownPlan {
    /// For the boxes and the area of the player in each position of the plan: the pushes still to come.
    left: HashMap<(Vec<u64>, u16), u32>,
}

impl KnownPlan {
    /// The plan must be one that the rules accept.
    pub fn new(puzzle: &Puzzle, pushes: &[Push]) -> Self {
        let mut left = HashMap::new();
        let (mut bits, mut player) = (puzzle.start.clone(), puzzle.player);
        for (at, push) in pushes.iter().enumerate() {
            left.insert((bits.clone(), area(puzzle, &bits, player)), (pushes.len() - at) as u32);
            puzzle.push(&mut bits, push.from, puzzle.next[push.from as usize][push.direction as usize]);
            player = push.from;
        }
        left.insert((bits.clone(), area(puzzle, &bits, player)), 0);
        Self { left }
    }

    /// Panics where the position is one of the plan's.
    pub fn condemned(&self, puzzle: &Puzzle, bits: &[u64], player: u16, name: &str) {
        if let Some(pushes) = self.left.get(&(bits.to_vec(), area(puzzle, bits, player))) {
            panic!("`{name}` condemns a position that can be solved in {pushes} pushes");
        }
    }

    /// Panics where the position is one of the plan's and the bound is above what the plan still costs.
    pub fn bounded(&self, puzzle: &Puzzle, bits: &[u64], player: u16, bound: u32) {
        if let Some(&pushes) = self.left.get(&(bits.to_vec(), area(puzzle, bits, player))) {
            assert!(bound <= pushes, "the bound is {bound} in a position that can be solved in {pushes} pushes");
        }
    }
}

fn area(puzzle: &Puzzle, bits: &[u64], player: u16) -> u16 {
    let mut walk = Walk::new(puzzle.n);
    puzzle.block(&mut walk, bits);
    walk.flood(&puzzle.next, player)
}
