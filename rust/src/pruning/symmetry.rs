//! Boards that look the same turned or mirrored: positions that do so too are one.
//!
//! Comes in:  a puzzle with goals, a position.     Goes out: the one of its images by which it is kept.
//!
//! Only walls and goals must be symmetric, the start need not be: what a position costs from here on is the same for
//! all its images. A chain of kept positions is no chain of pushes, so the plan is found again from the start, push by
//! push, each leading to an image of the next position kept. Forward search only: backwards the boxes must end where
//! they start, and those cells are not symmetric.

use crate::bits;
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;

pub struct Symmetry {
    /// The board's images but the plain one: where each cell goes.
    images: Vec<Vec<u16>>,
    image: Vec<u64>,
    /// The position as it is kept, after `keep`.
    pub bits: Vec<u64>,
    pub player: u16,
}

impl Symmetry {
    /// `None` where the board has no image but itself.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        if puzzle.kind != Kind::Goals {
            return None;
        }
        let images: Vec<Vec<u16>> = (1..8).filter_map(|turn| image(puzzle, turn)).collect();
        let fresh = || vec![0; puzzle.words];
        (!images.is_empty()).then(|| Self { images, image: fresh(), bits: fresh(), player: 0 })
    }

    /// Chooses the least image of a position. `area` are the cells the player can be in, where it is named by the
    /// least of them; none where its own cell counts.
    pub fn keep(&mut self, puzzle: &Puzzle, bits: &[u64], player: u16, area: &[u16]) {
        self.bits.copy_from_slice(bits);
        self.player = player;
        for to in &self.images {
            self.image.fill(0);
            let image = &mut self.image;
            puzzle.each_box(bits, |cell| {
                bits::set(image, to[cell as usize]);
            });
            if self.image > self.bits {
                continue;
            }
            let player = area.iter().map(|&cell| to[cell as usize]).min().unwrap_or(to[player as usize]);
            if self.image < self.bits || player < self.player {
                self.bits.copy_from_slice(&self.image);
                self.player = player;
            }
        }
    }

    /// The pushes of a plan, from the positions kept along it, the start's first. `merges` is whether a player is
    /// named by its area. Where several pushes lead to the next position, the one with the shortest walk is taken.
    pub fn pushes(&mut self, puzzle: &Puzzle, kept: &[(&[u64], u16)], merges: bool) -> Vec<Push> {
        let mut bits = puzzle.start.clone();
        let mut player = puzzle.player;
        let mut plan = Vec::new();
        let (mut walk, mut after) = (Walk::new(puzzle.n), Walk::new(puzzle.n));
        for &(next, next_player) in &kept[1..] {
            puzzle.block(&mut walk, &bits);
            walk.flood_with_steps(&puzzle.next, player);
            let mut best: Option<(u16, Push)> = None;
            puzzle.each_box(&bits, |from| {
                for direction in 0..4usize {
                    let to = puzzle.next[from as usize][direction];
                    let behind = puzzle.next[from as usize][direction ^ 1];
                    if to as usize >= puzzle.live || puzzle.has_box(&bits, to) || !walk.reached(behind) {
                        continue;
                    }
                    let mut child = bits.clone();
                    puzzle.push(&mut child, from, to);
                    if merges {
                        puzzle.block(&mut after, &child);
                        let name = after.flood(&puzzle.next, from);
                        self.keep(puzzle, &child, name, after.cells());
                    } else {
                        self.keep(puzzle, &child, from, &[]);
                    }
                    let steps = walk.steps(behind);
                    let leads = self.bits == next && self.player == next_player;
                    if leads && best.is_none_or(|(least, _)| steps < least) {
                        best = Some((steps, Push { from, direction: direction as u8 }));
                    }
                }
            });
            let (_, push) = best.expect("a push to an image of the next position");
            puzzle.push(&mut bits, push.from, puzzle.next[push.from as usize][push.direction as usize]);
            player = push.from;
            plan.push(push);
        }
        plan
    }
}

/// Where each cell goes in one of the eight ways to lay a rectangle on itself; `None` where the board changes.
fn image(puzzle: &Puzzle, turn: usize) -> Option<Vec<u16>> {
    let rows = puzzle.places.iter().map(|place| place.0);
    let columns = puzzle.places.iter().map(|place| place.1);
    let (top, bottom) = (rows.clone().min()?, rows.max()?);
    let (left, right) = (columns.clone().min()?, columns.max()?);
    let (height, width) = (bottom - top + 1, right - left + 1);
    if turn & 1 != 0 && height != width {
        return None;
    }
    let mut at = vec![u16::MAX; height * width];
    for (cell, &(row, column)) in puzzle.places.iter().enumerate() {
        at[(row - top) * width + column - left] = cell as u16;
    }
    let to = puzzle.places.iter().map(|&(row, column)| {
        let (mut row, mut column) = (row - top, column - left);
        if turn & 1 != 0 {
            (row, column) = (column, row);
        }
        if turn & 2 != 0 {
            row = height - 1 - row;
        }
        if turn & 4 != 0 {
            column = width - 1 - column;
        }
        at[row * width + column]
    });
    let to: Vec<u16> = to.collect();
    let same = |(cell, &image): (usize, &u16)| {
        let image = image as usize;
        image < puzzle.n && puzzle.goal[cell] == puzzle.goal[image] && (cell < puzzle.live) == (image < puzzle.live)
    };
    to.iter().enumerate().all(same).then_some(to)
}
