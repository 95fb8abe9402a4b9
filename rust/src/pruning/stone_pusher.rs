//! On a sink level: a box that can go straight home is sent home at once, and nothing else is tried.
//!
//! Comes in:  a position.     Goes out: the pushes of one box into a sink, if one can go by a shortest way.
//!
//! The idea is the NetHack solver's ("stone pusher"). It keeps the optimum in pushes: no plan brings that box home in
//! fewer pushes, and every plan still works with the box gone, its player merely walking where it used to push.
//! Where any plan will do, the way need not be a shortest one: a box that can go, goes.

use crate::bits;
use crate::push::distance::FAR;
use crate::push::plan::Push;
use crate::push::puzzle::Puzzle;
use crate::push::walk::Walk;

pub struct StonePusher {
    walk: Walk,
    bits: Vec<u64>,
    /// Pushes already thought of, by the box's cell before it and direction.
    tried: Vec<u32>,
    stamp: u32,
    /// Pushes in the order found, each with the one before it.
    queue: Vec<(Push, usize)>,
    /// Boxes that could go home if the player could walk everywhere, and the cells seen on the way there.
    hopeful: Vec<u16>,
    seen: Vec<u16>,
    pub pushes: Vec<Push>,
}

impl StonePusher {
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            walk: Walk::new(puzzle.n),
            bits: vec![0; puzzle.words],
            tried: vec![0; puzzle.n * 4],
            stamp: 0,
            queue: Vec::new(),
            hopeful: Vec::new(),
            seen: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// Looks for such a box; its pushes are then in `pushes`. Without `shortest`, by any way at all.
    /// `walk` has flooded from the player.
    pub fn find(&mut self, puzzle: &Puzzle, bits: &[u64], walk: &Walk, player: u16, shortest: bool) -> bool {
        self.pushes.clear();
        self.look_back(puzzle, bits, walk);
        let hopeful = std::mem::take(&mut self.hopeful);
        let found = hopeful.iter().any(|&cell| {
            self.bits.copy_from_slice(bits);
            bits::clear(&mut self.bits, cell);
            self.stamp += 1;
            self.queue.clear();
            self.go(puzzle, cell, player, shortest)
        });
        self.hopeful = hopeful;
        found
    }

    /// Pulls a box back from the sinks as far as no other box stands in the way: a look at all boxes at once, which
    /// rules most of them out. It may miss one whose way crosses its own start; that only costs a shortcut.
    fn look_back(&mut self, puzzle: &Puzzle, bits: &[u64], walk: &Walk) {
        self.stamp += 1;
        self.hopeful.clear();
        self.seen.clear();
        self.seen.extend_from_slice(&puzzle.targets);
        let mut at = 0;
        while at < self.seen.len() {
            let cell = self.seen[at];
            at += 1;
            for direction in 0..4 {
                let from = puzzle.next[cell as usize][direction ^ 1];
                let behind = puzzle.next[from as usize][direction ^ 1];
                if from as usize >= puzzle.live || behind as usize == puzzle.n || puzzle.has_box(bits, behind) {
                    continue;
                }
                let is_box = puzzle.has_box(bits, from);
                let known = &mut self.tried[from as usize * 4];
                if *known == self.stamp || (is_box && !walk.reached(behind)) {
                    continue;
                }
                *known = self.stamp;
                if is_box { self.hopeful.push(from) } else { self.seen.push(from) }
            }
        }
    }

    /// Breadth first, so that the way never comes back to a position it has been in.
    fn go(&mut self, puzzle: &Puzzle, start: u16, player: u16, shortest: bool) -> bool {
        let table = &puzzle.distances;
        let (mut cell, mut player, mut before) = (start, player, usize::MAX);
        let mut at = 0;
        loop {
            let pushes = table.nearest(table.row_of(cell, player));
            let mut flooded = false;
            for direction in 0..4 {
                let to = puzzle.next[cell as usize][direction];
                let behind = puzzle.next[cell as usize][direction ^ 1];
                if to as usize >= puzzle.live || puzzle.has_box(&self.bits, to) || behind as usize == puzzle.n {
                    continue;
                }
                let home = puzzle.sink[to as usize];
                let rest = if home { 0 } else { table.nearest(table.row_of(to, cell)) };
                let tried = cell as usize * 4 + direction;
                if rest == FAR || (shortest && rest + 1 != pushes) || self.tried[tried] == self.stamp {
                    continue;
                }
                if !flooded {
                    puzzle.block(&mut self.walk, &self.bits);
                    self.walk.block(cell);
                    self.walk.flood(&puzzle.next, player);
                    flooded = true;
                }
                if !self.walk.reached(behind) {
                    continue;
                }
                self.tried[tried] = self.stamp;
                self.queue.push((Push { from: cell, direction: direction as u8 }, before));
                if home {
                    let mut last = self.queue.len() - 1;
                    while last != usize::MAX {
                        self.pushes.push(self.queue[last].0);
                        last = self.queue[last].1;
                    }
                    self.pushes.reverse();
                    return true;
                }
            }
            if at == self.queue.len() {
                return false;
            }
            let (push, _) = self.queue[at];
            (before, player) = (at, push.from);
            cell = puzzle.next[push.from as usize][push.direction as usize];
            at += 1;
        }
    }
}
