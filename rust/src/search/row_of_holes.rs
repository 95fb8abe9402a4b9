//! Holes in a row are a sink: the first one takes every box, and passes it on to the first that is still open.
//!
//! Comes in:  a puzzle whose holes lie in one corridor, as most of NetHack's do.     Goes out: the puzzle with a sink
//! in place of the first hole and wall in place of the others, and the way back from its plans.
//!
//!     |.....^^^^.|      A box pushed into the corridor can only go on; the player pushes it as far as the floor
//!     |...--------      reaches, comes back, and finds everything else as it was. So a plan that sinks enough boxes
//!                       fills all holes.
//!
//! With a sink the search has what holes deny it: dead squares, dead pairs, boxes that go home at once. It looks for
//! a plan that would sink every box, though as many as there are holes will do; so it may miss a plan that leaves
//! boxes in places they cannot be fetched from, and finding nothing proves nothing.

use std::collections::HashMap;

use super::{best_first, feature_search};
use crate::board::Board;
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::options::{Objective, Options};
use crate::tables::Tables;

struct Row {
    /// The holes, the one that is filled first first.
    holes: Vec<u16>,
    direction: u8,
}

/// The corridor, seen from where the player is.
fn find_row(puzzle: &Puzzle) -> Option<Row> {
    let is_hole = |cell: u16| (cell as usize) < puzzle.n && puzzle.holes.contains(&cell);
    let walled = |cell: u16, direction: usize| {
        let sides = if direction < 2 { [2, 3] } else { [0, 1] };
        sides.into_iter().all(|side| puzzle.next[cell as usize][side] as usize == puzzle.n)
    };
    (0..4).find_map(|direction| {
        let first = *puzzle.holes.iter().find(|&&cell| !is_hole(puzzle.next[cell as usize][direction ^ 1]))?;
        let chain = std::iter::successors(Some(first), |&cell| Some(puzzle.next[cell as usize][direction]));
        let holes: Vec<u16> = chain.take_while(|&cell| is_hole(cell)).collect();
        let whole = holes.len() == puzzle.holes.len() && holes.iter().all(|&cell| walled(cell, direction));
        let front = puzzle.next[first as usize][direction ^ 1];
        (whole && can_come_near(puzzle, front)).then_some(Row { holes, direction: direction as u8 })
    })
}

/// Whether the player could walk to a cell if there were no boxes, over no hole.
fn can_come_near(puzzle: &Puzzle, cell: u16) -> bool {
    let mut walk = crate::push::walk::Walk::new(puzzle.n);
    walk.begin();
    puzzle.holes.iter().for_each(|&hole| walk.block(hole));
    walk.flood(&puzzle.next, puzzle.player);
    cell as usize != puzzle.n && walk.reached(cell)
}

/// The puzzle with a sink; `None` where it is plainly hopeless.
fn with_sink(puzzle: &Puzzle, row: &Row) -> Option<Puzzle> {
    let place = |&cell: &u16| puzzle.places[cell as usize];
    let height = puzzle.places.iter().map(|place| place.0).max()? + 1;
    let width = puzzle.places.iter().map(|place| place.1).max()? + 1;
    let mut is_wall: HashMap<(usize, usize), bool> =
        (0..height * width).map(|at| ((at / width, at % width), true)).collect();
    for at in &puzzle.places {
        is_wall.insert(*at, false);
    }
    for hole in &row.holes[1..] {
        is_wall.insert(place(hole), true);
    }
    let mut walls: Vec<_> = is_wall.into_iter().filter(|&(_, wall)| wall).map(|(at, _)| at).collect();
    walls.sort_unstable();
    let mut boxes = Vec::new();
    puzzle.each_box(&puzzle.start, |cell| boxes.push(place(&cell)));
    let board = Board::new(height, width, &walls, &[], &[place(&row.holes[0])], &[]).ok()?;
    let sink = Puzzle::new(&board, place(&puzzle.player), &boxes).ok()?;
    sink.hopeless.is_none().then_some(sink)
}

/// Looks for a plan in the puzzle with a sink; `None` where the holes are no such row.
/// `patience` is what the plain search gets before the one by features has its turn.
pub fn search(puzzle: &Puzzle, options: &Options, budget: &Budget, patience: u64) -> Option<Answer> {
    if puzzle.kind != Kind::Holes {
        return None;
    }
    let row = find_row(puzzle)?;
    let sink = with_sink(puzzle, &row)?;
    let spare = puzzle.count_boxes(&puzzle.start).checked_sub(row.holes.len())?;
    let tables = Tables::with_blocklist(&sink, Objective::Any, options, budget);
    let first = &budget.with_patience(patience);
    let mut answer = best_first::search(&sink, &tables, Objective::Any, options, first);
    if answer.outcome == Outcome::Unknown(Reason::Horizon) {
        answer = feature_search::search(&sink, &tables, options, budget, spare);
    }
    match answer.outcome {
        Outcome::Solved => answer.pushes = translate(puzzle, &row, &sink, &answer.pushes),
        Outcome::Unsolvable => answer.outcome = Outcome::Unknown(Reason::Horizon),
        Outcome::Unknown(_) => {}
    }
    Some(answer)
}

/// The same pushes in the puzzle with holes, each box that sinks pushed on to the first open hole.
fn translate(puzzle: &Puzzle, row: &Row, sink: &Puzzle, pushes: &[Push]) -> Vec<Push> {
    let numbers: HashMap<_, _> = puzzle.places.iter().zip(0u16..).collect();
    let mut filled = 0;
    let mut all = Vec::new();
    for push in pushes {
        if filled == row.holes.len() {
            break;
        }
        let to = sink.next[push.from as usize][push.direction as usize];
        all.push(Push { from: numbers[&sink.places[push.from as usize]], ..*push });
        if sink.sink[to as usize] {
            all.extend(row.holes[..filled].iter().map(|&from| Push { from, direction: row.direction }));
            filled += 1;
        }
    }
    all
}
