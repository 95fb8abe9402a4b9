//! One level on the grid that all levels of a stepper share, smaller ones with wall around them.

use std::sync::OnceLock;

use super::{BOX, DEMONESS, GOAL, HOLE, KEY, OWED, PLAYER, SINK, SPIKES, Shape, TRAP_DOWN, TRAP_UP, WALL};
use crate::board::Board;
use crate::push::puzzle::Puzzle;

/// No way leads home from here.
pub const FAR: u16 = u16::MAX;

pub struct Room {
    /// The flags at the start, ring included.
    pub start: Vec<u16>,
    pub player: usize,
    pub has_key: bool,
    pub limit: Option<u32>,
    pub each_once: bool,
    pub has_holes: bool,
    /// More boxes than holes: some of them may be wasted.
    pub spare: bool,
    pub keys: Vec<usize>,
    pub traps: Vec<usize>,
    /// Spikes and traps.
    pub sharp: Vec<usize>,
    nearest: OnceLock<Vec<u16>>,
}

impl Room {
    /// `flags` row by row, without the ring. A sentence where it is no level.
    pub fn new(
        shape: Shape,
        flags: &[u16],
        has_key: bool,
        limit: Option<u32>,
        each_once: bool,
    ) -> Result<Self, String> {
        if flags.len() != shape.height * shape.width {
            return Err(format!(
                "a level of {} cells does not fit a grid of {}",
                flags.len(),
                shape.height * shape.width
            ));
        }
        let mut start = vec![WALL; shape.size()];
        shape.cells().zip(flags).for_each(|(cell, &flags)| start[cell] = flags);
        let cells = |wanted: u16| -> Vec<usize> { shape.cells().filter(|&cell| start[cell] & wanted != 0).collect() };
        let &[player] = cells(PLAYER).as_slice() else { return Err("a level has exactly one player".into()) };
        let (boxes, holes) = (cells(BOX).len(), cells(HOLE).len());
        Ok(Self {
            player,
            has_key,
            limit,
            each_once,
            has_holes: holes > 0,
            spare: boxes > holes,
            keys: cells(KEY),
            traps: cells(TRAP_DOWN | TRAP_UP),
            sharp: cells(TRAP_DOWN | TRAP_UP | SPIKES),
            start,
            nearest: OnceLock::new(),
        })
    }

    /// For each cell: the least pushes that bring a box from there to any target, alone on the board, or `FAR`; in
    /// Helltaker the least steps that bring the hero next to a demoness.
    pub fn nearest(&self, shape: Shape) -> &[u16] {
        self.nearest
            .get_or_init(|| if self.limit.is_some() { self.steps_to_demoness(shape) } else { self.pushes_home(shape) })
    }

    fn steps_to_demoness(&self, shape: Shape) -> Vec<u16> {
        let mut nearest = vec![FAR; shape.size()];
        let blocked = |cell: usize| self.start[cell] & (WALL | DEMONESS) != 0;
        let beside = |cell: usize| (0..4).any(|d| self.start[shape.step(cell, d)] & DEMONESS != 0);
        let mut queue: Vec<usize> = shape.cells().filter(|&cell| !blocked(cell) && beside(cell)).collect();
        queue.iter().for_each(|&cell| nearest[cell] = 0);
        let mut next = 0;
        while next < queue.len() {
            let cell = queue[next];
            next += 1;
            for direction in 0..4 {
                let other = shape.step(cell, direction);
                if !blocked(other) && nearest[other] == FAR {
                    nearest[other] = nearest[cell] + 1;
                    queue.push(other);
                }
            }
        }
        nearest
    }

    fn pushes_home(&self, shape: Shape) -> Vec<u16> {
        let places = |wanted: u16| -> Vec<(usize, usize)> {
            let here = shape.cells().filter(|&cell| self.start[cell] & wanted != 0);
            here.map(|cell| (shape.place(cell) / shape.width, shape.place(cell) % shape.width)).collect()
        };
        // A board that the search does not take says nothing about its cells: nothing is far, nothing is lost.
        let nothing = vec![0; shape.size()];
        let targets = [GOAL, SINK, HOLE].map(places);
        let Ok(board) = Board::new(shape.height, shape.width, &places(WALL), &targets[0], &targets[1], &targets[2])
        else {
            return nothing;
        };
        let Ok(puzzle) = Puzzle::new(&board, places(PLAYER)[0], &[]) else { return nothing };
        let mut nearest = vec![FAR; shape.size()];
        // A box where the player can never come stays where it is: at home, or lost.
        for cell in shape.cells().filter(|&cell| self.start[cell] & GOAL != 0) {
            nearest[cell] = 0;
        }
        for (number, &(row, column)) in puzzle.places.iter().enumerate().take(puzzle.live) {
            let pushes = puzzle.distances.best_row(number as u16).into_iter().min();
            nearest[shape.cell(row, column)] = pushes.unwrap_or(FAR);
        }
        nearest
    }

    /// Whether this box must still come to a target.
    #[inline]
    pub fn wants_home(&self, flags: u16) -> bool {
        flags & BOX != 0 && if self.each_once { flags & OWED != 0 } else { flags & GOAL == 0 }
    }
}
