//! Where the player can walk without pushing anything, and how far it is.

use super::{BOX, HOLE, Shape, WALL};

pub struct Walk {
    /// Steps to a cell, if it was reached in this round.
    steps: Vec<u32>,
    round: Vec<u32>,
    now: u32,
    queue: Vec<usize>,
}

impl Walk {
    pub fn new(shape: Shape) -> Self {
        Self { steps: vec![0; shape.size()], round: vec![0; shape.size()], now: 0, queue: Vec::new() }
    }

    pub fn from(&mut self, shape: Shape, grid: &[u16], player: usize) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.round.fill(0);
            self.now = 1;
        }
        self.queue.clear();
        self.queue.push(player);
        self.round[player] = self.now;
        self.steps[player] = 0;
        let mut next = 0;
        while next < self.queue.len() {
            let cell = self.queue[next];
            next += 1;
            for direction in 0..4 {
                let other = shape.step(cell, direction);
                if self.round[other] != self.now && grid[other] & (WALL | BOX | HOLE) == 0 {
                    self.round[other] = self.now;
                    self.steps[other] = self.steps[cell] + 1;
                    self.queue.push(other);
                }
            }
        }
    }

    /// How far it is to a cell from where the last walk began; None if it cannot be reached.
    pub fn steps(&self, cell: usize) -> Option<u32> {
        (self.round[cell] == self.now).then_some(self.steps[cell])
    }
}
