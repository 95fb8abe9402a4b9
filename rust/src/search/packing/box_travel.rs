//! Where one box can go alone, by pushes or by pulls, while all others stay.
//!
//! Comes in:  a position, one of its boxes.     Goes out: every board that moving it leads to, with each side on which
//! the player may then stand.
//!
//! The parts of the floor are known for each cell the box comes to: that tells at which sides of the box the player can be,
//! and the score of the board, whatever the side. Unlike `box_moves` the box may pass the cell it came from.

use super::super::box_moves::Next;
use super::floor::{clear, set};
use crate::push::areas::{Areas, CLOSED};
use crate::push::plan::Push;
use crate::push::puzzle::Puzzle;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Push,
    Pull,
}

/// What is done with the places a box comes to.
pub trait Visitor {
    /// Whether the box may be in this cell at all, if only to pass.
    fn may_enter(&mut self, to: u16) -> bool {
        let _ = to;
        true
    }
    /// The same with the player in the part that contains `player`.
    fn place(&mut self, bits: &[u64], to: u16, player: u16, areas: &Areas) -> Next;
}

#[derive(Debug, Clone, Copy)]
struct Place {
    cell: u16,
    /// Where the player stands after the last step.
    player: u16,
    before: u32,
    direction: u8,
}

/// What is known of a cell once the box has been there.
#[derive(Debug, Clone, Copy, Default)]
struct Doors {
    stamp: u32,
    open: bool,
    label: [u16; 4],
    /// Parts already visited, by the door that leads to them.
    visited: u8,
}

pub struct Travel {
    areas: Areas,
    doors: Vec<Doors>,
    stamp: u32,
    bits: Vec<u64>,
    places: Vec<Place>,
}

const START: u32 = u32::MAX;

impl Travel {
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            areas: Areas::new(puzzle.n),
            doors: vec![Doors::default(); puzzle.n + 1],
            stamp: 0,
            bits: vec![0; puzzle.words],
            places: Vec::new(),
        }
    }

    /// Moves the box in `from` everywhere, nearest places first. Returns the place at which the visitor stopped.
    pub fn each(
        &mut self,
        puzzle: &Puzzle,
        way: Way,
        bits: &[u64],
        player: u16,
        from: u16,
        visitor: &mut impl Visitor,
    ) -> Option<usize> {
        self.bits.copy_from_slice(bits);
        clear(&mut self.bits, from);
        self.areas.scan(puzzle, &self.bits);
        self.stamp += 1;
        self.places.clear();
        self.places.push(Place { cell: from, player, before: START, direction: 0 });
        let mut at = 0;
        while at < self.places.len() {
            let place = self.places[at];
            let cell = place.cell;
            set(&mut self.bits, cell);
            let fresh = self.doors[cell as usize].stamp != self.stamp;
            let is_start = place.before == START;
            if fresh {
                self.areas.put(puzzle, cell);
                let label = puzzle.next[cell as usize].map(|other| self.areas.name(other));
                let open = cell == from || visitor.may_enter(cell);
                self.doors[cell as usize] = Doors { stamp: self.stamp, open, label, visited: 0 };
            }
            let doors = self.doors[cell as usize];
            // The player stands beside the box, or anywhere at the start.
            let part = if is_start { self.areas.name(player) } else { self.part_of(puzzle, &place) };
            let sides = (0..4).filter(|&d| doors.label[d] == part).fold(0u8, |mask, d| mask | 1 << d);
            if !doors.open || (doors.visited & sides != 0) || (sides == 0 && !is_start) {
                clear(&mut self.bits, cell);
                at += 1;
                continue;
            }
            self.doors[cell as usize].visited |= sides;
            if !is_start {
                if !fresh {
                    self.areas.put(puzzle, cell);
                }
                match visitor.place(&self.bits, cell, place.player, &self.areas) {
                    Next::GoOn => {}
                    Next::Leave => {
                        clear(&mut self.bits, cell);
                        at += 1;
                        continue;
                    }
                    Next::Found => return Some(at),
                }
            }
            clear(&mut self.bits, cell);
            for direction in 0..4u8 {
                if let Some(next) = self.step(puzzle, way, cell, direction, sides) {
                    self.places.push(Place { before: at as u32, ..next });
                }
            }
            at += 1;
        }
        None
    }

    /// The label of the part the player is in, at a cell whose doors are known.
    fn part_of(&self, puzzle: &Puzzle, place: &Place) -> u16 {
        let doors = &self.doors[place.cell as usize];
        let side = (0..4).find(|&d| puzzle.next[place.cell as usize][d] == place.player);
        side.map_or(CLOSED, |d| doors.label[d])
    }

    /// The box one cell further, if there is room and the player can be where it must.
    #[inline]
    fn step(&self, puzzle: &Puzzle, way: Way, cell: u16, direction: u8, sides: u8) -> Option<Place> {
        let d = direction as usize;
        let to = puzzle.next[cell as usize][d];
        if to as usize >= puzzle.live || puzzle.has_box(&self.bits, to) {
            return None;
        }
        match way {
            Way::Push => (sides >> (d ^ 1) & 1 != 0).then_some(Place { cell: to, player: cell, before: 0, direction }),
            Way::Pull => {
                let player = puzzle.next[to as usize][d];
                let free = player as usize != puzzle.n && !puzzle.has_box(&self.bits, player);
                (sides >> d & 1 != 0 && free).then_some(Place { cell: to, player, before: 0, direction })
            }
        }
    }

    /// The pushes that take the box in `from` to `to`, with the player in the end in the part named `end`.
    pub fn pushes(&mut self, puzzle: &Puzzle, bits: &[u64], player: u16, from: u16, to: u16, end: u16) -> Vec<Push> {
        struct Finder {
            to: u16,
            end: u16,
        }
        impl Visitor for Finder {
            fn place(&mut self, _: &[u64], to: u16, player: u16, areas: &Areas) -> Next {
                if to == self.to && areas.name(player) == self.end { Next::Found } else { Next::GoOn }
            }
        }
        let found = self.each(puzzle, Way::Push, bits, player, from, &mut Finder { to, end });
        let mut place = self.places[found.expect("a move that was made can be made again")];
        let mut pushes = Vec::new();
        while place.before != START {
            pushes.push(Push { from: place.player, direction: place.direction });
            place = self.places[place.before as usize];
        }
        pushes.reverse();
        pushes
    }
}
