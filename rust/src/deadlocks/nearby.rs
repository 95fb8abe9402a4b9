//! The boxes around the one that moved, by themselves: can each of them get away or home?
//!
//! Comes in:  a position and the box that moved.     Goes out: "dead", or "not that I can see".
//!
//! The cells nearest to the moved box (on foot, without boxes) are taken as a room, and the few boxes in it as the
//! only ones (`part_search`, rule `Inside`): who can leave the room is gone. Festival does this with real rooms; cells
//! counted from the box find the same without anyone having to say what a room is, and corners of large rooms too.

use super::part_search::{Ground, PartSearch, Rule};
use super::sets;
use crate::push::puzzle::{Kind, Puzzle};

/// Cells taken as a room.
const CELLS: usize = 24;
/// Boxes in it: pairs have their own exact table, and with many the search has no end.
const BOXES: std::ops::RangeInclusive<usize> = 3..=7;

pub struct Nearby {
    wide: usize,
    /// For each cell the cells around it, as bits.
    rooms: Vec<u64>,
    boxes: Vec<u64>,
    /// Positions for each question.
    most: usize,
}

impl Nearby {
    pub fn new(puzzle: &Puzzle, most: usize) -> Self {
        let wide = puzzle.n.div_ceil(64).max(puzzle.words);
        let mut rooms = vec![0; puzzle.live * wide];
        let mut queue = Vec::new();
        for start in 0..puzzle.live {
            let room = &mut rooms[start * wide..(start + 1) * wide];
            queue.clear();
            queue.push(start as u16);
            sets::add(room, start as u16);
            let mut at = 0;
            while at < queue.len() {
                for &other in &puzzle.next[queue[at] as usize] {
                    if queue.len() < CELLS && other as usize != puzzle.n && !sets::has(room, other) {
                        sets::add(room, other);
                        queue.push(other);
                    }
                }
                at += 1;
            }
        }
        Self { wide, rooms, boxes: vec![0; puzzle.words], most }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.rooms.len() * 8
    }

    /// `moved` is where the box is now.
    pub fn is_dead(&mut self, ground: &Ground, search: &mut PartSearch, bits: &[u64], player: u16, moved: u16) -> bool {
        let &Ground { puzzle, board, .. } = ground;
        if puzzle.kind == Kind::Holes || !puzzle.has_box(bits, moved) {
            return false;
        }
        let room = &self.rooms[moved as usize * self.wide..(moved as usize + 1) * self.wide];
        for at in 0..bits.len() {
            self.boxes[at] = bits[at] & room[at] & !board.walls[at];
        }
        BOXES.contains(&sets::count(&self.boxes))
            && search.is_dead(ground, Rule::Inside, (&self.boxes, room, player), self.most)
    }
}
