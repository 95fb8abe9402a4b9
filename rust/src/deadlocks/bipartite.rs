//! Boxes that cannot all have a goal of their own.
//!
//! Augmenting paths (Kuhn 1955), on "can be reached" alone. Where the cheapest matching is the bound, that says the
//! same by the way; this is for when it is not.

use super::{After, CheapTest};
use crate::push::distance::{Distances, FAR};
use crate::push::puzzle::{Kind, Puzzle};
use crate::tables::Tables;

/// Gives every row a column of its own, where that can be done.
#[derive(Default)]
pub struct Seating {
    /// The row that has each column, and the columns seen while one row looks for one.
    holder: Vec<Option<usize>>,
    seen: Vec<bool>,
}

impl Seating {
    /// Whether some row goes without. A row has one number for each column, which is `FAR` if it cannot have it.
    pub fn is_short(&mut self, rows: &[&[u16]]) -> bool {
        let columns = rows.first().map_or(0, |row| row.len());
        self.holder.clear();
        self.holder.resize(columns, None);
        (0..rows.len()).any(|row| {
            self.seen.clear();
            self.seen.resize(columns, false);
            !self.seat(rows, row)
        })
    }

    /// Finds a column for a row; those that hold one already may have to take another.
    fn seat(&mut self, rows: &[&[u16]], row: usize) -> bool {
        for column in 0..self.holder.len() {
            if rows[row][column] == FAR || std::mem::replace(&mut self.seen[column], true) {
                continue;
            }
            if self.holder[column].is_none_or(|other| self.seat(rows, other)) {
                self.holder[column] = Some(row);
                return true;
            }
        }
        false
    }
}

pub struct Bipartite<'a> {
    /// Distances that do not ask where the player is, where those are wanted.
    one_sided: Option<&'a Distances>,
    boxes: Vec<u16>,
    seating: Seating,
}

impl<'a> Bipartite<'a> {
    pub fn new(tables: &'a Tables) -> Self {
        Self { one_sided: tables.one_sided.as_ref(), boxes: Vec::new(), seating: Seating::default() }
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
        self.seating.is_short(&rows)
    }
}
