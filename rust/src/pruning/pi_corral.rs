//! Areas that must be opened, and can only be opened from where the player is: nothing else need be tried.
//!
//! Comes in:  a position and where the player can walk.     Goes out: the only pushes worth trying, or "dead".
//!
//!     #######      The player cannot reach the two cells on the left. If every push of the boxes K around them that
//!     #  $  #      could ever come first goes into the area, and can be made right now, then a plan's first push of
//!     #  $ @#      a box of K can be made first of all: what the plan did before it neither enters the area nor
//!     #######      needs one of K to stay. So only those pushes are tried; if there is none, the position is dead.
//!
//! The idea is Matthias Meger's and Brian Damgaard's (PI-corrals, Sokoban wiki). Here K and the area grow until the
//! conditions hold: a box outside K that could give way is added to K, another closed area is added to the area.
//! It keeps the number of pushes, not of moves, so only push counts may use it.

use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// No such area: try every push.
    Free,
    /// Try only `pushes`.
    Only,
    Dead,
}

pub struct PiCorral {
    /// The cell belongs to this try's area, or is one of its boxes, where it bears its stamp.
    stamp: u32,
    area: Vec<u32>,
    around: Vec<u32>,
    /// Cells whose area was the start of a try.
    tried: Vec<u32>,
    round: u32,
    boxes: Vec<u16>,
    todo: Vec<u16>,
    found: Vec<(u16, u8)>,
    /// Whether the area contains a goal without a box.
    open_goal: bool,
    /// The pushes to try, as box and direction.
    pub pushes: Vec<(u16, u8)>,
}

impl PiCorral {
    pub fn new(puzzle: &Puzzle) -> Self {
        let fresh = || vec![0; puzzle.n + 1];
        Self {
            stamp: 0,
            area: fresh(),
            around: fresh(),
            tried: fresh(),
            round: 0,
            boxes: Vec::new(),
            todo: Vec::new(),
            found: Vec::new(),
            open_goal: false,
            pushes: Vec::new(),
        }
    }

    /// `walk` has flooded from the player with the boxes blocked.
    pub fn find(&mut self, puzzle: &Puzzle, bits: &[u64], boxes: &[u16], walk: &Walk) -> Choice {
        // With holes a box may be left where it is, so nothing must be opened.
        if puzzle.kind == Kind::Holes || walk.cells().len() + boxes.len() == puzzle.n {
            return Choice::Free;
        }
        self.round += 1;
        // Without goals to spare each one must be filled, so an area with an empty one must be opened too.
        let no_spare = puzzle.kind == Kind::Goals && boxes.len() == puzzle.targets.len();
        let mut best = usize::MAX;
        for &near in boxes {
            for &start in &puzzle.next[near as usize] {
                if !walk.untouched(start) || self.tried[start as usize] == self.round {
                    continue;
                }
                if !self.grow(puzzle, bits, walk, start) {
                    continue;
                }
                let must_open = match puzzle.kind {
                    Kind::Goals => {
                        (no_spare && self.open_goal) || self.boxes.iter().any(|&cell| !puzzle.goal[cell as usize])
                    }
                    _ => true,
                };
                if must_open && self.found.len() < best {
                    best = self.found.len();
                    std::mem::swap(&mut self.pushes, &mut self.found);
                    if best == 0 {
                        return Choice::Dead;
                    }
                }
            }
        }
        if best == usize::MAX { Choice::Free } else { Choice::Only }
    }

    fn add_box(&mut self, cell: u16) {
        if self.around[cell as usize] != self.stamp {
            self.around[cell as usize] = self.stamp;
            self.boxes.push(cell);
        }
    }

    fn add_area(&mut self, puzzle: &Puzzle, bits: &[u64], start: u16) {
        self.area[start as usize] = self.stamp;
        self.todo.push(start);
        while let Some(cell) = self.todo.pop() {
            self.tried[cell as usize] = self.round;
            self.open_goal |= puzzle.goal[cell as usize];
            for &other in &puzzle.next[cell as usize] {
                if other as usize == puzzle.n || self.area[other as usize] == self.stamp {
                    continue;
                }
                if puzzle.has_box(bits, other) {
                    self.add_box(other);
                } else {
                    self.area[other as usize] = self.stamp;
                    self.todo.push(other);
                }
            }
        }
    }

    /// Grows area and boxes from one closed cell; false where they would reach the player.
    fn grow(&mut self, puzzle: &Puzzle, bits: &[u64], walk: &Walk, start: u16) -> bool {
        self.stamp += 1;
        self.boxes.clear();
        self.open_goal = false;
        self.add_area(puzzle, bits, start);
        loop {
            self.found.clear();
            let mut grown = false;
            let mut at = 0;
            while at < self.boxes.len() {
                let cell = self.boxes[at];
                at += 1;
                for direction in 0..4usize {
                    let behind = puzzle.next[cell as usize][direction ^ 1];
                    let ahead = puzzle.next[cell as usize][direction];
                    let is_in = |this: &Self, cell: u16| {
                        this.area[cell as usize] == this.stamp || this.around[cell as usize] == this.stamp
                    };
                    if behind as usize == puzzle.n || is_in(self, behind) {
                        continue;
                    }
                    if ahead as usize >= puzzle.live || self.around[ahead as usize] == self.stamp {
                        continue;
                    }
                    if self.area[ahead as usize] == self.stamp {
                        if walk.reached(behind) {
                            self.found.push((cell, direction as u8));
                        } else if puzzle.has_box(bits, behind) {
                            self.add_box(behind);
                            grown = true;
                        } else {
                            self.add_area(puzzle, bits, behind);
                            grown = true;
                        }
                        continue;
                    }
                    // A push that does not go into the area: it must be shut out, or the area is no such area.
                    grown = true;
                    if puzzle.has_box(bits, ahead) {
                        self.add_box(ahead);
                    } else if puzzle.has_box(bits, behind) {
                        self.add_box(behind);
                    } else if walk.untouched(ahead) {
                        self.add_area(puzzle, bits, ahead);
                    } else if walk.untouched(behind) {
                        self.add_area(puzzle, bits, behind);
                    } else {
                        return false;
                    }
                }
            }
            if !grown {
                return true;
            }
        }
    }
}
