//! Boxes that cannot all have a goal of their own.
//!
//! Comes in:  for each box, the pushes to each goal.     Goes out: whether some boxes must fight for too few goals.
//!
//! Augmenting paths (Kuhn 1955), on "can be reached" alone. Where the cheapest matching is the bound, that says the
//! same by the way; this is for when it is not.

use crate::push::distance::FAR;

#[derive(Default)]
pub struct Bipartite {
    /// The box that has each goal, and the goals seen while one box looks for one.
    holder: Vec<Option<usize>>,
    seen: Vec<bool>,
}

impl Bipartite {
    /// Whether some box is left without a goal. Every row has one number for each goal.
    pub fn is_dead(&mut self, rows: &[&[u16]]) -> bool {
        let goals = rows.first().map_or(0, |row| row.len());
        self.holder.clear();
        self.holder.resize(goals, None);
        (0..rows.len()).any(|row| {
            self.seen.clear();
            self.seen.resize(goals, false);
            !self.seat(rows, row)
        })
    }

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
