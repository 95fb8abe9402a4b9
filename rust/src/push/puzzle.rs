//! A level as the search sees it: cells numbered from 0, positions as bits.
//!
//! Comes in:  a `Board`, the player, the boxes.     Goes out: `Puzzle`, which every bound and search reads.
//!
//! Only cells that the player could ever stand on get a number; all others are the one cell `n`, the wall. Cells on
//! which a box can still be brought home come first, so that "dead square" is the comparison `cell >= live`, and a
//! position is `live` bits for boxes followed by one bit for each hole that is still open. Next to it goes the
//! player's cell: the least one of its area where only pushes count (the usual normalisation), else its own.
//!
//! Keys are Zobrist's (1970): one random word for every fact, so a push changes a key by two or three xors.

use super::NONE;
use super::distance::Distances;
use super::walk::Walk;
use crate::board::{Board, BoardError};

/// What becomes of the boxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Every box must stand on a goal at the end; goals may be left over.
    Goals,
    /// A sink swallows every box; none may be left.
    Sinks,
    /// A hole swallows one box and becomes floor; no hole may be left, boxes may.
    Holes,
}

/// A short reason why no plan can exist, seen before any search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hopeless {
    /// The player can never reach this box, and it is not where it should be.
    UnreachableBox(usize, usize),
    /// From here a single box cannot be brought home on the empty board.
    DeadSquare(usize, usize),
    /// So many boxes can be brought home, but so many are needed.
    TooFew { boxes: usize, targets: usize },
}

#[derive(Debug, Clone)]
pub struct Puzzle {
    pub kind: Kind,
    /// Floor cells; `n` itself stands for the wall.
    pub n: usize,
    /// Cells below this may hold a box.
    pub live: usize,
    /// The four neighbours of each cell, and of the wall (itself).
    pub next: Vec<[u16; 4]>,
    /// Row and column of each cell.
    pub places: Vec<(usize, usize)>,
    pub goal: Vec<bool>,
    pub sink: Vec<bool>,
    /// The number of the hole in a cell, or `NONE`.
    pub hole: Vec<u16>,
    pub holes: Vec<u16>,
    /// Where boxes belong: the goals, the sinks or the holes.
    pub targets: Vec<u16>,
    /// Words of a position's bits.
    pub words: usize,
    /// Bits of boxes on goals.
    pub goal_mask: Vec<u64>,
    /// Bits of boxes, without those of holes.
    pub box_mask: Vec<u64>,
    pub start: Vec<u64>,
    pub player: u16,
    /// Whether a solved position may hold boxes anywhere: then no single box can be dead.
    pub spare_boxes: bool,
    pub hopeless: Option<Hopeless>,
    /// Single-box distances on the empty board.
    pub distances: Distances,
    bit_keys: Vec<u64>,
    player_keys: Vec<u64>,
}

impl Puzzle {
    pub fn new(board: &Board, player: (usize, usize), boxes: &[(usize, usize)]) -> Result<Self, BoardError> {
        let player_cell = board.floor("player", player.0, player.1)?;
        let mut is_box = vec![false; board.len()];
        for &(row, column) in boxes {
            let cell = board.floor("box", row, column)?;
            if is_box[cell] || cell == player_cell {
                return Err(BoardError::Shared("thing", row, column));
            }
            if board.sinks.has(cell) || board.holes.has(cell) {
                return Err(BoardError::Count(format!("a box starts on a sink or a hole, at ({row}, {column})")));
            }
            is_box[cell] = true;
        }
        if board.holes.has(player_cell) {
            return Err(BoardError::Shared("thing", player.0, player.1));
        }
        let some = |bits: &crate::board::Bits| bits.iter().next().is_some();
        let kind = match (some(&board.goals), some(&board.sinks), some(&board.holes)) {
            (_, false, false) => Kind::Goals,
            (false, true, false) => Kind::Sinks,
            (false, false, true) => Kind::Holes,
            _ => return Err(BoardError::Count("a level has goals, or sinks, or holes, not two of these".into())),
        };

        // Only what the player could reach with every box out of the way takes part.
        let mut number = vec![NONE; board.len()];
        let mut floor = vec![player_cell];
        number[player_cell] = 0;
        let mut at = 0;
        while at < floor.len() {
            for direction in 0..4 {
                let cell = board.step(floor[at], direction);
                if !board.walls.has(cell) && number[cell] == NONE {
                    number[cell] = 0;
                    floor.push(cell);
                }
            }
            at += 1;
        }
        floor.sort_unstable();
        let target_bits = match kind {
            Kind::Goals => &board.goals,
            Kind::Sinks => &board.sinks,
            Kind::Holes => &board.holes,
        };
        let lost: Vec<usize> = (0..board.len()).filter(|&cell| is_box[cell] && number[cell] == NONE).collect();
        let mut hopeless = None;
        if kind != Kind::Holes
            && let Some(&cell) = lost.iter().find(|&&cell| !board.goals.has(cell))
        {
            let (row, column) = board.place(cell);
            hopeless = Some(Hopeless::UnreachableBox(row, column));
        }
        let holes_wanted = board.holes.iter().count();
        let boxes_there = boxes.len() - lost.len();
        let spare_boxes = kind == Kind::Holes && boxes_there > holes_wanted;

        // First numbering: in reading order, to learn which squares are dead; then the live ones come first.
        let graph = |order: &[usize]| {
            let n = order.len();
            let mut number = vec![n as u16; board.len()];
            for (index, &cell) in order.iter().enumerate() {
                number[cell] = index as u16;
            }
            let mut next: Vec<[u16; 4]> =
                order.iter().map(|&cell| std::array::from_fn(|d| number[board.step(cell, d)])).collect();
            next.push([n as u16; 4]);
            let targets: Vec<u16> = order
                .iter()
                .enumerate()
                .filter(|&(_, &cell)| target_bits.has(cell))
                .map(|(index, _)| index as u16)
                .collect();
            (number, next, targets)
        };
        let n = floor.len();
        let (_, next, targets) = graph(&floor);
        let first = Distances::new(&next, n, n, &targets, kind == Kind::Sinks, true, &[]);
        let live_cell = |index: usize| spare_boxes || first.is_live(index);
        let mut order: Vec<usize> = (0..n).filter(|&index| live_cell(index)).map(|index| floor[index]).collect();
        let live = order.len();
        order.extend((0..n).filter(|&index| !live_cell(index)).map(|index| floor[index]));
        let (number, next, targets) = graph(&order);
        let distances = Distances::new(&next, n, live, &targets, kind == Kind::Sinks, true, &[]);

        let mut hole = vec![NONE; n + 1];
        let mut holes = Vec::new();
        if kind == Kind::Holes {
            for (index, &cell) in targets.iter().enumerate() {
                hole[cell as usize] = index as u16;
                holes.push(cell);
            }
            if holes.len() < holes_wanted {
                // A hole that the player can never come near cannot be filled.
                hopeless = Some(Hopeless::TooFew { boxes: holes.len(), targets: holes_wanted });
            }
        }
        let words = (live + holes.len()).div_ceil(64).max(1);
        let mut start = vec![0u64; words];
        let mut goal_mask = vec![0u64; words];
        let mut box_mask = vec![0u64; words];
        let set = |bits: &mut Vec<u64>, at: usize| bits[at >> 6] |= 1 << (at & 63);
        for cell in 0..live {
            set(&mut box_mask, cell);
        }
        for index in 0..holes.len() {
            set(&mut start, live + index);
        }
        let mut goal = vec![false; n + 1];
        let mut sink = vec![false; n + 1];
        for &cell in &targets {
            match kind {
                Kind::Goals => {
                    goal[cell as usize] = true;
                    if (cell as usize) < live {
                        set(&mut goal_mask, cell as usize);
                    }
                }
                Kind::Sinks => sink[cell as usize] = true,
                Kind::Holes => {}
            }
        }
        for cell in (0..board.len()).filter(|&cell| is_box[cell]) {
            let index = number[cell] as usize;
            if index < live {
                set(&mut start, index);
            } else if index < n && hopeless.is_none() {
                let (row, column) = board.place(cell);
                hopeless = Some(Hopeless::DeadSquare(row, column));
            }
        }
        let needs = match kind {
            Kind::Goals => (targets.len(), boxes_there),
            Kind::Sinks => (usize::from(!targets.is_empty()), usize::from(boxes_there > 0)),
            Kind::Holes => (boxes_there, holes.len()),
        };
        if needs.0 < needs.1 && hopeless.is_none() {
            hopeless = Some(Hopeless::TooFew { boxes: boxes_there, targets: targets.len() });
        }
        let mut seed = 0x5eed_u64;
        let mut random = || {
            // Sebastiano Vigna's splitmix64: fixed seed, so node counts repeat.
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = seed;
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        Ok(Self {
            kind,
            n,
            live,
            next,
            places: order.iter().map(|&cell| board.place(cell)).collect(),
            goal,
            sink,
            hole,
            bit_keys: (0..words * 64).map(|_| random()).collect(),
            player_keys: (0..n).map(|_| random()).collect(),
            holes,
            targets,
            words,
            goal_mask,
            box_mask,
            start,
            player: number[player_cell],
            spare_boxes,
            hopeless,
            distances,
        })
    }

    /// The same board with other boxes to begin with. They must be some of those that were there.
    pub fn with_start(&self, start: Vec<u64>) -> Self {
        Self { start, ..self.clone() }
    }

    /// Whether a box stands in the cell; walls and dead squares never hold one.
    #[inline]
    pub fn has_box(&self, bits: &[u64], cell: u16) -> bool {
        let cell = cell as usize;
        cell < self.live && bits[cell >> 6] >> (cell & 63) & 1 != 0
    }

    /// Whether the cell is a hole that nothing has filled yet.
    #[inline]
    pub fn is_open_hole(&self, bits: &[u64], cell: u16) -> bool {
        let hole = self.hole[cell as usize];
        hole != NONE && {
            let at = self.live + hole as usize;
            bits[at >> 6] >> (at & 63) & 1 != 0
        }
    }

    /// Calls `visit` with every box, ascending.
    #[inline]
    pub fn each_box(&self, bits: &[u64], mut visit: impl FnMut(u16)) {
        for (at, (&word, &mask)) in bits.iter().zip(&self.box_mask).enumerate() {
            let mut rest = word & mask;
            while rest != 0 {
                visit((at * 64) as u16 + rest.trailing_zeros() as u16);
                rest &= rest - 1;
            }
        }
    }

    pub fn count_boxes(&self, bits: &[u64]) -> usize {
        bits.iter().zip(&self.box_mask).map(|(&word, &mask)| (word & mask).count_ones() as usize).sum()
    }

    pub fn count_open_holes(&self, bits: &[u64]) -> usize {
        bits.iter().zip(&self.box_mask).map(|(&word, &mask)| (word & !mask).count_ones() as usize).sum()
    }

    pub fn is_solved(&self, bits: &[u64]) -> bool {
        match self.kind {
            Kind::Goals => bits.iter().zip(&self.goal_mask).all(|(&word, &mask)| word & !mask == 0),
            Kind::Sinks => bits.iter().all(|&word| word == 0),
            Kind::Holes => bits.iter().zip(&self.box_mask).all(|(&word, &mask)| word & !mask == 0),
        }
    }

    /// The key of a whole position.
    pub fn key(&self, bits: &[u64], player: u16) -> u64 {
        let mut key = self.player_keys[player as usize];
        for (at, &word) in bits.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                key ^= self.bit_keys[at * 64 + rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
        }
        key
    }

    #[inline]
    pub fn player_key(&self, player: u16) -> u64 {
        self.player_keys[player as usize]
    }

    /// Moves the box in `from` to `to` in the bits, with all that follows; returns the change of the key.
    /// The push must be possible.
    #[inline]
    pub fn push(&self, bits: &mut [u64], from: u16, to: u16) -> u64 {
        let from = from as usize;
        bits[from >> 6] &= !(1 << (from & 63));
        let mut change = self.bit_keys[from];
        if self.sink[to as usize] {
            return change;
        }
        if self.is_open_hole(bits, to) {
            let at = self.live + self.hole[to as usize] as usize;
            bits[at >> 6] &= !(1 << (at & 63));
            return change ^ self.bit_keys[at];
        }
        let to = to as usize;
        bits[to >> 6] |= 1 << (to & 63);
        change ^= self.bit_keys[to];
        change
    }

    /// Marks boxes and open holes for a walk.
    #[inline]
    pub fn block(&self, walk: &mut Walk, bits: &[u64]) {
        walk.begin();
        self.each_box(bits, |cell| walk.block(cell));
        for (index, &cell) in self.holes.iter().enumerate() {
            let at = self.live + index;
            if bits[at >> 6] >> (at & 63) & 1 != 0 {
                walk.block(cell);
            }
        }
    }
}
