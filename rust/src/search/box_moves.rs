//! Where one box can be pushed while all the others stay.
//!
//! Comes in:  a position and one of its boxes.     Goes out: every position that pushing this box alone leads to.
//!
//! A plan for people speaks of such moves ("that box into the corner"), and a search that counts them goes deep
//! where one that counts pushes drowns: moving a box eight cells is one step, not eight.

use crate::bits;
use crate::push::plan::Push;
use crate::push::puzzle::Puzzle;
use crate::push::walk::Walk;

#[derive(Debug, Clone, Copy)]
struct Place {
    /// The push that led here, and the place it was made from.
    push: Push,
    before: usize,
}

/// What to do after looking at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    GoOn,
    /// Nothing beyond this place is of interest.
    Leave,
    /// No other place is of interest.
    Found,
}

/// The place before the first push.
const START: usize = usize::MAX;

pub struct BoxMoves {
    walk: Walk,
    bits: Vec<u64>,
    after: Vec<u64>,
    places: Vec<Place>,
    /// Pushes already thought of, by the box's cell before it and direction.
    tried: Vec<u32>,
    stamp: u32,
}

impl BoxMoves {
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            walk: Walk::new(puzzle.n),
            bits: vec![0; puzzle.words],
            after: vec![0; puzzle.words],
            places: Vec::new(),
            tried: vec![0; (puzzle.n + 1) * 4],
            stamp: 0,
        }
    }

    /// Pushes the box in `from` everywhere, nearest places first. `may_begin` says which first pushes are wanted;
    /// `visit` gets each position with the push that led there, and says what to do next.
    ///
    /// Places where the box is back in `from` are left out: two moves lead there.
    pub fn each(
        &mut self,
        puzzle: &Puzzle,
        bits: &[u64],
        player: u16,
        from: u16,
        mut may_begin: impl FnMut(u8) -> bool,
        mut visit: impl FnMut(&[u64], Push) -> Next,
    ) {
        self.bits.copy_from_slice(bits);
        bits::clear(&mut self.bits, from);
        self.places.clear();
        self.stamp += 1;
        let (mut cell, mut player, mut before) = (from, player, START);
        let mut at = 0;
        loop {
            puzzle.block(&mut self.walk, &self.bits);
            self.walk.block(cell);
            self.walk.flood(&puzzle.next, player);
            for direction in 0..4u8 {
                let to = puzzle.next[cell as usize][direction as usize];
                let behind = puzzle.next[cell as usize][direction as usize ^ 1];
                let tried = &mut self.tried[cell as usize * 4 + direction as usize];
                let no_room = to as usize >= puzzle.live || puzzle.has_box(&self.bits, to) || to == from;
                if no_room || *tried == self.stamp || !self.walk.reached(behind) {
                    continue;
                }
                *tried = self.stamp;
                if before == START && !may_begin(direction) {
                    continue;
                }
                self.after.copy_from_slice(&self.bits);
                bits::set(&mut self.after, cell);
                puzzle.push(&mut self.after, cell, to);
                let push = Push { from: cell, direction };
                self.places.push(Place { push, before });
                let next = visit(&self.after, push);
                if next == Next::Found {
                    return;
                }
                // From a box that was swallowed nothing goes on.
                if next == Next::Leave || !puzzle.has_box(&self.after, to) {
                    self.places.pop();
                }
            }
            if at == self.places.len() {
                return;
            }
            let push = self.places[at].push;
            (before, player) = (at, push.from);
            cell = puzzle.next[push.from as usize][push.direction as usize];
            at += 1;
        }
    }

    /// The pushes of one box that lead from a position to another; players are given by the least cells of their areas.
    pub fn way(&mut self, puzzle: &Puzzle, start: (&[u64], u16), end: (&[u64], u16)) -> Vec<Push> {
        let mut from = 0;
        puzzle.each_box(start.0, |cell| {
            if !puzzle.has_box(end.0, cell) {
                from = cell;
            }
        });
        let mut walk = Walk::new(puzzle.n);
        let is_end = |after: &[u64], push: Push| {
            puzzle.block(&mut walk, after);
            let there = after == end.0 && walk.flood(&puzzle.next, push.from) == end.1;
            if there { Next::Found } else { Next::GoOn }
        };
        self.each(puzzle, start.0, start.1, from, |_| true, is_end);
        let mut pushes = Vec::new();
        let mut last = self.places.last();
        while let Some(place) = last {
            pushes.push(place.push);
            last = self.places.get(place.before);
        }
        pushes.reverse();
        pushes
    }
}
