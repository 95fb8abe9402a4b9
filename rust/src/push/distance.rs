//! How many pushes a single box needs to each target, alone on the board, by the side the player is on.
//!
//! Comes in:  the neighbour table, the targets, cells that count as wall.     Goes out: tables asked by box and side.
//!
//!     #####      A box in a doorway is two cases: from the left the player can push it on, from the right only
//!     # $ .      back. Cells whose removal cuts the floor get one row of the table for each part ("side"); all
//!     ##@##      others have a single side. Known from YASS and Rolling Stone; tighter on half of XSokoban.
//!
//! Found by pulling a box backwards from each target, breadth first.

use std::collections::VecDeque;

use super::cuts::Cuts;

/// Too far: it cannot be done.
pub const FAR: u16 = u16::MAX;

/// Sides of a cell: at most four, and one more for a player who cannot come near the box at all.
const SIDES: usize = 5;
const APART: u8 = 4;

/// What the floor looks like to a single box.
struct Floor {
    blocked: Vec<bool>,
    /// The side on which each neighbour of a cell lies.
    door: Vec<[u8; 4]>,
}

#[derive(Debug, Clone)]
pub struct Distances {
    /// Columns of a row: one for each target, or a single one where any target will do.
    pub columns: usize,
    /// For cells with more than one side: where their row of `side_of` starts; else `u32::MAX`.
    side_row: Vec<u32>,
    side_of: Vec<u8>,
    /// Pushes, by cell, side and target.
    to: Vec<u16>,
    /// The least of each row.
    nearest: Vec<u16>,
}

impl Distances {
    /// `any` folds all targets into one column: a sink takes every box. Without `sides` the player is taken to be
    /// wherever it suits the box. Cells in `walls` count as wall; a target among them is at distance 0 from itself.
    pub fn new(
        next: &[[u16; 4]],
        n: usize,
        live: usize,
        targets: &[u16],
        any: bool,
        sides: bool,
        walls: &[u16],
    ) -> Self {
        let columns = if any { 1 } else { targets.len() };
        let (mut this, floor) = Self::empty(next, n, live, columns, sides, walls);
        let mut pushes = vec![FAR; n * SIDES];
        let mut queue = VecDeque::new();
        for column in 0..columns {
            pushes.fill(FAR);
            for &target in if any { targets } else { &targets[column..=column] } {
                for side in 0..SIDES {
                    let at = target as usize * SIDES + side;
                    pushes[at] = 0;
                    if !floor.blocked[target as usize] {
                        queue.push_back(at);
                    }
                }
            }
            while let Some(at) = queue.pop_front() {
                let (cell, side) = (at / SIDES, (at % SIDES) as u8);
                for direction in 0..4 {
                    // The box came to `cell` by a push in this direction, and the player stands behind it.
                    let from = next[cell][direction ^ 1] as usize;
                    if floor.blocked[from] || floor.door[cell][direction ^ 1] != side {
                        continue;
                    }
                    let player = next[from][direction ^ 1] as usize;
                    if floor.blocked[player] {
                        continue;
                    }
                    let before = from * SIDES + floor.door[from][direction ^ 1] as usize;
                    if pushes[before] == FAR {
                        pushes[before] = pushes[at] + 1;
                        queue.push_back(before);
                    }
                }
            }
            this.set_column(column, live, &pushes);
        }
        this
    }

    /// The other way round, for the search that pulls: how many pushes a box needs *from* each start to a cell,
    /// leaving the player on a side of it. The player begins in `player`.
    pub fn from_starts(next: &[[u16; 4]], n: usize, live: usize, starts: &[u16], player: u16) -> Self {
        let (mut this, floor) = Self::empty(next, n, live, starts.len(), true, &[]);
        let mut pushes = vec![FAR; n * SIDES];
        let mut queue = VecDeque::new();
        for (column, &start) in starts.iter().enumerate() {
            pushes.fill(FAR);
            let at = this.row_of(start, player);
            pushes[at] = 0;
            queue.push_back(at);
            while let Some(at) = queue.pop_front() {
                let (cell, side) = (at / SIDES, (at % SIDES) as u8);
                for direction in 0..4 {
                    let to = next[cell][direction] as usize;
                    if floor.blocked[to] || floor.door[cell][direction ^ 1] != side {
                        continue;
                    }
                    let after = to * SIDES + floor.door[to][direction ^ 1] as usize;
                    if pushes[after] == FAR {
                        pushes[after] = pushes[at] + 1;
                        queue.push_back(after);
                    }
                }
            }
            this.set_column(column, live, &pushes);
        }
        this
    }

    fn set_column(&mut self, column: usize, live: usize, pushes: &[u16]) {
        for row in 0..live * SIDES {
            self.to[row * self.columns + column] = pushes[row];
            self.nearest[row] = self.nearest[row].min(pushes[row]);
        }
    }

    /// Tables without numbers yet, and the sides of every cell.
    fn empty(next: &[[u16; 4]], n: usize, live: usize, columns: usize, sides: bool, walls: &[u16]) -> (Self, Floor) {
        let mut blocked = vec![false; n + 1];
        blocked[n] = true;
        for &cell in walls {
            blocked[cell as usize] = true;
        }
        let mut this = Self {
            columns,
            side_row: vec![u32::MAX; n],
            side_of: Vec::new(),
            to: vec![FAR; live * SIDES * columns],
            nearest: vec![FAR; live * SIDES],
        };
        let mut door = vec![[APART; 4]; n];
        let mut label = vec![APART; n + 1];
        let mut todo = Vec::new();
        let mut cuts = Cuts::default();
        let in_one_piece = cuts.find(next, n, |cell| blocked[cell]) == 1;
        for cell in 0..n {
            if blocked[cell] {
                continue;
            }
            if in_one_piece && !cuts.is_cut[cell] {
                // The usual case: whatever is beside it lies on the one side that there is.
                door[cell] = next[cell].map(|other| if blocked[other as usize] { APART } else { 0 });
                continue;
            }
            label[..n].fill(APART);
            let mut count = 0u8;
            for direction in 0..4 {
                let start = next[cell][direction] as usize;
                if blocked[start] {
                    continue;
                }
                if label[start] == APART {
                    label[start] = count;
                    todo.push(start);
                    while let Some(at) = todo.pop() {
                        for &other in &next[at] {
                            let other = other as usize;
                            if other != cell && !blocked[other] && label[other] == APART {
                                label[other] = count;
                                todo.push(other);
                            }
                        }
                    }
                    if sides {
                        count += 1;
                    }
                }
                door[cell][direction] = label[start];
            }
            let cut_off = |other: usize| other != cell && !blocked[other] && label[other] == APART;
            if count > 1 || (!walls.is_empty() && (0..n).any(cut_off)) {
                this.side_row[cell] = this.side_of.len() as u32;
                this.side_of.extend_from_slice(&label[..n]);
            }
        }
        (this, Floor { blocked, door })
    }

    /// The row of a box for a player standing in `player`.
    #[inline]
    pub fn row_of(&self, cell: u16, player: u16) -> usize {
        let start = self.side_row[cell as usize];
        let side = if start == u32::MAX { 0 } else { self.side_of[start as usize + player as usize] };
        cell as usize * SIDES + side as usize
    }

    /// Pushes to each target.
    #[inline]
    pub fn row(&self, row: usize) -> &[u16] {
        &self.to[row * self.columns..(row + 1) * self.columns]
    }

    /// Pushes to the nearest target.
    #[inline]
    pub fn nearest(&self, row: usize) -> u16 {
        self.nearest[row]
    }

    /// Pushes to (or from) each target, were the player on the best side for each.
    pub fn best_row(&self, cell: u16) -> Vec<u16> {
        let rows = (0..SIDES).map(|side| self.row(cell as usize * SIDES + side));
        rows.fold(vec![FAR; self.columns], |best, row| best.iter().zip(row).map(|(a, b)| *a.min(b)).collect())
    }

    /// Whether the box could be brought home from here, were the player on the best side.
    pub fn is_live(&self, cell: usize) -> bool {
        self.nearest[cell * SIDES..(cell + 1) * SIDES].iter().any(|&pushes| pushes != FAR)
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.side_row.len() * 4 + self.side_of.len() + self.to.len() * 2 + self.nearest.len() * 2
    }
}
