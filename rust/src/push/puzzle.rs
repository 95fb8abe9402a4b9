//! A level as the search sees it: cells numbered from 0.
//!
//! Comes in:  a `Board`, the player, the boxes.     Goes out: `Puzzle`, which every bound and search reads.
//!
//! Only cells that the player could ever stand on get a number; all others are the one cell `n`, the wall. Cells on
//! which a box can still be brought home come first, so that "dead square" is the comparison `cell >= live`.
//! What a position looks like in these numbers is in `position.rs`.

use super::NONE;
use super::distance::Distances;
use crate::bits;
use crate::board::{Bits, Board, BoardError, Cell};

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

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Goals => "goals",
            Self::Sinks => "sinks",
            Self::Holes => "holes",
        }
    }
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
    /// Random words, for the keys of positions.
    pub(super) bit_keys: Vec<u64>,
    pub(super) player_keys: Vec<u64>,
}

impl Puzzle {
    pub fn new(board: &Board, player: (usize, usize), boxes: &[(usize, usize)]) -> Result<Self, BoardError> {
        let (player, boxes) = check(board, player, boxes)?;
        let kind = kind_of(board)?;
        let wanted = match kind {
            Kind::Goals => &board.goals,
            Kind::Sinks => &board.sinks,
            Kind::Holes => &board.holes,
        };
        let floor = floor_around(board, player);
        let here = boxes.iter().filter(|cell| floor.binary_search(cell).is_ok()).count();
        let spare_boxes = kind == Kind::Holes && here > wanted.iter().count();
        let (numbers, live) = live_first(Numbers::new(board, wanted, floor), board, wanted, kind, spare_boxes);
        let n = numbers.order.len();
        let distances = Distances::new(&numbers.next, n, live, &numbers.targets, kind == Kind::Sinks, true, &[]);
        let hopeless = hopeless(board, kind, &numbers, live, &boxes, wanted);

        let Numbers { order, number, next, targets } = numbers;
        let marks = |is_kind: bool| {
            let mut marks = vec![false; n + 1];
            targets.iter().filter(|_| is_kind).for_each(|&cell| marks[cell as usize] = true);
            marks
        };
        let holes = if kind == Kind::Holes { targets.clone() } else { Vec::new() };
        let mut hole = vec![NONE; n + 1];
        for (index, &cell) in holes.iter().enumerate() {
            hole[cell as usize] = index as u16;
        }
        let words = bits::words(live + holes.len()).max(1);
        let set_of = |members: &mut dyn Iterator<Item = usize>| {
            let mut set = vec![0; words];
            members.for_each(|at| bits::set(&mut set, at));
            set
        };
        let goal = marks(kind == Kind::Goals);
        let live_boxes = boxes.iter().map(|&cell| number[cell] as usize).filter(|&cell| cell < live);
        let mut random = splitmix64(0x5eed);
        Ok(Self {
            kind,
            n,
            live,
            places: order.iter().map(|&cell| board.place(cell)).collect(),
            goal_mask: set_of(&mut (0..live).filter(|&cell| goal[cell])),
            box_mask: set_of(&mut (0..live)),
            start: set_of(&mut live_boxes.chain(live..live + holes.len())),
            goal,
            sink: marks(kind == Kind::Sinks),
            hole,
            bit_keys: random.by_ref().take(words * 64).collect(),
            player_keys: random.take(n).collect(),
            holes,
            next,
            targets,
            words,
            player: number[player],
            spare_boxes,
            hopeless,
            distances,
        })
    }

    /// The same board with other boxes to begin with. They must be some of those that were there.
    pub fn with_start(&self, start: Vec<u64>) -> Self {
        Self { start, ..self.clone() }
    }
}

/// The cells of the player and of the boxes, ascending, where each of them may stand.
fn check(board: &Board, player: (usize, usize), boxes: &[(usize, usize)]) -> Result<(Cell, Vec<Cell>), BoardError> {
    let player_cell = board.floor("player", player.0, player.1)?;
    if board.holes.has(player_cell) {
        return Err(BoardError::Shared("thing", player.0, player.1));
    }
    let mut cells: Vec<Cell> = Vec::with_capacity(boxes.len());
    for &(row, column) in boxes {
        let cell = board.floor("box", row, column)?;
        if cells.contains(&cell) || cell == player_cell {
            return Err(BoardError::Shared("thing", row, column));
        }
        if board.sinks.has(cell) || board.holes.has(cell) {
            return Err(BoardError::Count(format!("a box starts on a sink or a hole, at ({row}, {column})")));
        }
        cells.push(cell);
    }
    cells.sort_unstable();
    Ok((player_cell, cells))
}

pub fn kind_of(board: &Board) -> Result<Kind, BoardError> {
    match (board.goals.is_empty(), board.sinks.is_empty(), board.holes.is_empty()) {
        (_, true, true) => Ok(Kind::Goals),
        (true, false, true) => Ok(Kind::Sinks),
        (true, true, false) => Ok(Kind::Holes),
        _ => Err(BoardError::Count("a level has goals, or sinks, or holes, not two of these".into())),
    }
}

/// The cells that the player could reach with every box out of the way, ascending: only these take part.
fn floor_around(board: &Board, player: Cell) -> Vec<Cell> {
    let mut seen = Bits::new(board.size());
    seen.set(player);
    let mut todo = vec![player];
    while let Some(at) = todo.pop() {
        for direction in 0..4 {
            let cell = board.step(at, direction);
            if !board.walls.has(cell) && !seen.has(cell) {
                seen.set(cell);
                todo.push(cell);
            }
        }
    }
    seen.iter().collect()
}

/// Cells of the board by number, and what follows from the order they are numbered in.
struct Numbers {
    order: Vec<Cell>,
    /// The number of each cell of the board; that of the wall where it takes no part.
    number: Vec<u16>,
    next: Vec<[u16; 4]>,
    targets: Vec<u16>,
}

impl Numbers {
    fn new(board: &Board, wanted: &Bits, order: Vec<Cell>) -> Self {
        let wall = order.len() as u16;
        let mut number = vec![wall; board.size()];
        for (index, &cell) in order.iter().enumerate() {
            number[cell] = index as u16;
        }
        let mut next: Vec<[u16; 4]> =
            order.iter().map(|&cell| std::array::from_fn(|d| number[board.step(cell, d)])).collect();
        next.push([wall; 4]);
        let targets = order.iter().filter(|&&cell| wanted.has(cell)).map(|&cell| number[cell]).collect();
        Self { order, number, next, targets }
    }
}

/// Numbers the cells anew, those first on which a box can still be brought home; says how many these are.
fn live_first(numbers: Numbers, board: &Board, wanted: &Bits, kind: Kind, spare_boxes: bool) -> (Numbers, usize) {
    let n = numbers.order.len();
    let first = Distances::new(&numbers.next, n, n, &numbers.targets, kind == Kind::Sinks, true, &[]);
    let (mut order, dead): (Vec<Cell>, Vec<Cell>) =
        numbers.order.iter().partition(|&&cell| spare_boxes || first.is_live(numbers.number[cell] as usize));
    let live = order.len();
    order.extend(dead);
    (Numbers::new(board, wanted, order), live)
}

/// The plainest reason why there is no plan, if there is one.
fn hopeless(
    board: &Board,
    kind: Kind,
    numbers: &Numbers,
    live: usize,
    boxes: &[Cell],
    wanted: &Bits,
) -> Option<Hopeless> {
    let (n, targets) = (numbers.order.len(), numbers.targets.len());
    let number = |cell: Cell| numbers.number[cell] as usize;
    let lost = |cell: Cell| number(cell) == n;
    let here = boxes.iter().filter(|&&cell| !lost(cell)).count();
    if kind != Kind::Holes
        && let Some(&cell) = boxes.iter().find(|&&cell| lost(cell) && !board.goals.has(cell))
    {
        let (row, column) = board.place(cell);
        return Some(Hopeless::UnreachableBox(row, column));
    }
    // A hole that the player can never come near cannot be filled.
    if kind == Kind::Holes && targets < wanted.iter().count() {
        return Some(Hopeless::TooFew { boxes: targets, targets: wanted.iter().count() });
    }
    if let Some(&cell) = boxes.iter().find(|&&cell| !lost(cell) && number(cell) >= live) {
        let (row, column) = board.place(cell);
        return Some(Hopeless::DeadSquare(row, column));
    }
    let enough = match kind {
        Kind::Goals => targets >= here,
        Kind::Sinks => targets > 0 || here == 0,
        Kind::Holes => here >= targets,
    };
    (!enough).then_some(Hopeless::TooFew { boxes: here, targets })
}

/// Sebastiano Vigna's splitmix64: random words from a fixed seed, so that node counts repeat.
fn splitmix64(mut seed: u64) -> impl Iterator<Item = u64> {
    std::iter::repeat_with(move || {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = seed;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    })
}
