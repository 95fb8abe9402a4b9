//! Levels with known plans from a file: real levels, which the project does not ship.
//!
//! A record is a board and a line with its plan, then an empty line. The board has the signs of XSB, `^` for a hole and
//! `0` for a sink. `benchmarks/trust/known_plans.py` writes such files.

use crate::board::{Board, KEYS};
use crate::push::law::Play;
use crate::push::plan::Push;
use crate::push::puzzle::Puzzle;

pub struct Known {
    pub picture: String,
    pub puzzle: Puzzle,
    pub plan: Vec<Push>,
}

/// The records of a text. Panics where one is wrong: whoever wrote the file has checked it.
pub fn read(text: &str) -> Vec<Known> {
    text.split("\n\n").filter(|record| !record.trim().is_empty()).map(known).collect()
}

fn known(record: &str) -> Known {
    let (picture, keys) = record.trim_end().rsplit_once('\n').expect("a board and a plan");
    let rows: Vec<&str> = picture.split('\n').filter(|row| !row.is_empty()).collect();
    let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let places = |signs: &str| -> Vec<(usize, usize)> {
        let found = rows.iter().enumerate().flat_map(|(row, line)| {
            line.chars().enumerate().filter(|(_, sign)| signs.contains(*sign)).map(move |(column, _)| (row, column))
        });
        found.collect()
    };
    let (walls, goals, boxes) = (places("#"), places(".+*"), places("$*"));
    let board = Board::new(rows.len(), width, &walls, &goals, &places("0"), &places("^")).expect("a board");
    let player = places("@+")[0];
    let puzzle = Puzzle::new(&board, player, &boxes).expect("a level");
    let plan = pushes(&board, &puzzle, Play::new(&board, player, &boxes), keys);
    Known { picture: format!("\n{picture}\n{keys}"), puzzle, plan }
}

/// The pushes of a plan, in the search's own numbers.
fn pushes(board: &Board, puzzle: &Puzzle, mut play: Play, keys: &str) -> Vec<Push> {
    let mut found = Vec::new();
    for key in keys.chars() {
        let before = play.pushes;
        assert!(play.press(key), "an illegal plan");
        if play.pushes > before {
            let direction = KEYS.iter().position(|&known| known == key.to_ascii_lowercase()).unwrap();
            let place = board.place(play.player);
            let from = puzzle.places.iter().position(|&known| known == place).expect("a cell of the puzzle");
            found.push(Push { from: from as u16, direction: direction as u8 });
        }
    }
    assert!(play.is_won(), "a plan that does not win");
    found
}
