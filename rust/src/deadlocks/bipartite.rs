//! Boxes that cannot all have a goal of their own.
//!
//! Augmenting paths (Kuhn 1955), on "can be reached" alone. Where the cheapest matching is the bound, that says the
//! same by the way; this is for when it is not.

use super::{After, CheapTest};
use crate::push::distance::{Distances, FAR};
use crate::push::puzzle::{Kind, Puzzle};
use crate::tables::Tables;

pub struct Bipartite<'a> {
    /// Distances that do not ask where the player is, where those are wanted.
    one_sided: Option<&'a Distances>,
    boxes: Vec<u16>,
    /// The box that has each goal, and the goals seen while one box looks for one.
    holder: Vec<Option<usize>>,
    seen: Vec<bool>,
}

impl<'a> Bipartite<'a> {
    pub fn new(tables: &'a Tables) -> Self {
        let one_sided = tables.one_sided.as_ref();
        Self { one_sided, boxes: Vec::new(), holder: Vec::new(), seen: Vec::new() }
    }

    /// Finds a goal for a box; those that hold one already may have to take another.
    fn seat(&mut self, rows: &[&[u16]], row: usize) -> bool {
        for goal in 0..self.holder.len() {
            if rows[row][goal] == FAR || std::mem::replace(&mut self.seen[goal], true) {
                continue;
            }
            if self.holder[goal].is_none_or(|other| self.seat(rows, other)) {
                self.holder[goal] = Some(row);
                return true;
            }
        }
        false
    }
}

impl CheapTest for Bipartite<'_> {
    fn is_dead(&mut self, puzzle: &Puzzle, after: &After) -> bool {
        if puzzle.kind != Kind::Goals {
            return false;
        }
        let table = self.one_sided.unwrap_or(&puzzle.distances);
        self.boxes.clear();
        let boxes = &mut self.boxes;
        puzzle.each_box(after.bits, |cell| boxes.push(cell));
        let rows: Vec<&[u16]> = boxes.iter().map(|&cell| table.row(table.row_of(cell, after.player))).collect();
        self.holder.clear();
        self.holder.resize(puzzle.targets.len(), None);
        (0..rows.len()).any(|row| {
            self.seen.clear();
            self.seen.resize(puzzle.targets.len(), false);
            !self.seat(&rows, row)
        })
    }
}
