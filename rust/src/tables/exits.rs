//! What one, two or three boxes cost together to leave a part of the board, exactly.
//!
//! Comes in:  a puzzle with sinks, or with goals that lie behind one door.     Goes out: groups and what they cost on top.
//!
//! A box leaves through a sink, or by being pushed into the doorway of the goals. All positions of so many boxes alone
//! on the board are solved backwards. The idea is that of pattern databases over an intermediate goal (Pereira, Ritt
//! and Buriol 2015): before the door the goals need not be told apart, so groups of three fit into memory.
//!
//! Why it may be added to the matching: the door is only taken where the table of single boxes says that every way to
//! every goal is a way to the door and on from there. Then the pushes before the door and those behind it add up, and
//! what a group costs more than its boxes alone before the door, no matching has counted.

use super::groups::{Group, Groups, MOST};
use crate::bits;
use crate::push::cuts::Cuts;
use crate::push::distance::FAR;
use crate::push::puzzle::{Kind, Puzzle};

/// Fewer boxes make no group that the pairs do not have.
const LEAST: usize = 3;

/// Groups of up to three boxes that leave by the same exits.
pub struct Exits {
    single: Groups,
    double: Groups,
    triple: Groups,
    words: usize,
    /// Groups that may cost more than by twos, their numbers ascending: for each first number the second ones, for
    /// each two numbers the third ones.
    seconds: Vec<u64>,
    thirds: Vec<u64>,
}

impl Exits {
    /// `None` where the board has no such exits, or is too large.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let (cells, exits) = match puzzle.kind {
            Kind::Sinks => {
                let cells = (0..puzzle.live as u16).filter(|&cell| !puzzle.sink[cell as usize]).collect();
                (cells, puzzle.targets.clone())
            }
            Kind::Goals => door(puzzle)?,
            Kind::Holes => return None,
        };
        let count: usize = cells.len();
        let mut boxes = 0;
        puzzle.each_box(&puzzle.start, |cell| boxes += usize::from(cells.contains(&cell)));
        if boxes < LEAST || count * count * count / 6 > MOST {
            return None;
        }
        let single = Groups::leaving(puzzle, 1, &cells, &exits, None);
        let double = Groups::leaving(puzzle, 2, &cells, &exits, Some(&single));
        let triple = Groups::leaving(puzzle, 3, &cells, &exits, Some(&double));
        let words = count.div_ceil(64);
        let (seconds, thirds) = (vec![0; count * words], vec![0; count * count * words]);
        let mut this = Self { single, double, triple, words, seconds, thirds };
        this.sum_up();
        Some(this)
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.double.memory() + self.triple.memory() + (self.seconds.len() + self.thirds.len()) * 8
    }

    fn sum_up(&mut self) {
        let count = self.single.cells.len();
        let mut found = Vec::new();
        self.triple.each_group(|group| {
            let players = (0..self.triple.n as u16).filter(|&player| self.triple.place_of(group, player).is_some());
            // Where the group cuts nothing off, one cell stands for all; its parts may still tell cells apart.
            let players: Vec<u16> =
                if self.triple.cuts_nothing(group) { players.take(1).collect() } else { players.collect() };
            if players.iter().any(|&player| self.extra(group, player) > 0) {
                found.push(*group);
            }
        });
        for [a, b, c] in found.into_iter().map(|group| group.map(usize::from)) {
            bits::set(&mut self.seconds, a * self.words * 64 + b);
            bits::set(&mut self.thirds, (a * count + b) * self.words * 64 + c);
        }
    }

    /// What three boxes cost more than each alone, where no two of them cost as much more; `FAR` where they are dead.
    fn extra(&self, group: &Group, player: u16) -> u16 {
        let alone = group.map(|at| self.single.cost[self.single.place(&[at, 0, 0], player)]);
        if alone.contains(&FAR) {
            return 0;
        }
        let cost = self.triple.cost[self.triple.place(group, player)];
        if cost == FAR {
            return FAR;
        }
        let by_two = [(0, 1), (0, 2), (1, 2)].map(|(x, y)| {
            let both = self.double.cost[self.double.place(&[group[x], group[y], 0], player)];
            if both == FAR { 0 } else { both - alone[x] - alone[y] }
        });
        let extra = cost - alone.iter().sum::<u16>();
        if by_two.iter().all(|&two| two < extra) { extra } else { 0 }
    }

    /// Calls `visit` with what a group of three costs on top (`FAR`: it is dead), and its places in `boxes`.
    /// `boxes` are cells in any order; those that have left are passed over.
    pub fn each(&self, boxes: &[u16], player: u16, mut visit: impl FnMut(u16, [u16; 3])) {
        let count = self.single.cells.len();
        let mut there = [0u64; 8];
        let mut row_of = [0u16; 512];
        for (row, &cell) in boxes.iter().enumerate() {
            let number = self.single.number[cell as usize];
            if number != u16::MAX {
                bits::set(&mut there, number);
                row_of[number as usize] = row as u16;
            }
        }
        let there = &there[..self.words];
        let row = |at: usize| at * self.words..(at + 1) * self.words;
        for a in bits::iter(there) {
            for b in bits::common(&self.seconds[row(a)], there) {
                for c in bits::common(&self.thirds[row(a * count + b)], there) {
                    let extra = self.extra(&[a, b, c].map(|at| at as u16), player);
                    if extra > 0 {
                        visit(extra, [a, b, c].map(|at| row_of[at]));
                    }
                }
            }
        }
    }
}

/// The cells before the door and the door, for the door with most boxes before it.
fn door(puzzle: &Puzzle) -> Option<(Vec<u16>, Vec<u16>)> {
    let mut best: Option<(usize, Vec<u16>, u16)> = None;
    let mut cuts = Cuts::default();
    cuts.find(&puzzle.next, puzzle.n, |_| false);
    for exit in 0..puzzle.live as u16 {
        if puzzle.goal[exit as usize] || !cuts.is_cut[exit as usize] {
            continue;
        }
        let cells = before(puzzle, exit);
        let boxes = cells.iter().filter(|&&cell| puzzle.has_box(&puzzle.start, cell)).count();
        if boxes < LEAST {
            continue;
        }
        let rank = boxes * puzzle.n + cells.len();
        if best.as_ref().is_none_or(|(least, ..)| rank > *least) && every_way_leads_through(puzzle, &cells, exit) {
            best = Some((rank, cells, exit));
        }
    }
    best.map(|(_, cells, exit)| (cells, vec![exit]))
}

/// The cells for boxes from which the player comes to no goal but over `exit`.
fn before(puzzle: &Puzzle, exit: u16) -> Vec<u16> {
    let mut behind = vec![false; puzzle.n + 1];
    let mut todo: Vec<u16> = puzzle.targets.clone();
    todo.iter().for_each(|&goal| behind[goal as usize] = true);
    behind[exit as usize] = true;
    while let Some(cell) = todo.pop() {
        for &other in &puzzle.next[cell as usize] {
            if other as usize != puzzle.n && !behind[other as usize] {
                behind[other as usize] = true;
                todo.push(other);
            }
        }
    }
    (0..puzzle.live as u16).filter(|&cell| !behind[cell as usize]).collect()
}

/// Whether the way of every box to every goal is as long as that to the door and on from there.
fn every_way_leads_through(puzzle: &Puzzle, cells: &[u16], exit: u16) -> bool {
    let single = Groups::leaving(puzzle, 1, cells, &[exit], None);
    let table = &puzzle.distances;
    (0..cells.len()).all(|at| {
        let cell = cells[at];
        // The box arrives with the player behind it, on the side that the box came from.
        let onward = table.row(table.row_of(exit, cell));
        (0..puzzle.n as u16).filter(|&player| player != cell).all(|player| {
            let first = single.cost[single.place(&[at as u16, 0, 0], player)];
            let direct = table.row(table.row_of(cell, player));
            direct.iter().zip(onward).all(|(&direct, &rest)| {
                if first == FAR || rest == FAR { direct == FAR } else { direct == first + rest }
            })
        })
    })
}
