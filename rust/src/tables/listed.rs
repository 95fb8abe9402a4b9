//! Two tables written out for people: what a box alone costs, and what the blocklist knows of sets of boxes.
//!
//! Comes in:  a puzzle.     Goes out: sets of boxes, each with the areas into which they cut the floor and their values.
//!
//! The NetHack solver writes the same as `partitions.dump` and `blocklist.dump`.

use crate::push::distance::FAR;
use crate::push::puzzle::Puzzle;
use crate::tables::blocklist::Blocklist;

/// Boxes alone on the board, one area the player may be in, and the pushes; `None` where there is no plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub boxes: Vec<u16>,
    pub area: Vec<u16>,
    pub pushes: Option<u32>,
}

/// The areas into which boxes cut the floor, each ascending.
fn areas(puzzle: &Puzzle, boxes: &[u16]) -> Vec<Vec<u16>> {
    let mut seen = vec![false; puzzle.n];
    boxes.iter().for_each(|&cell| seen[cell as usize] = true);
    let mut found = Vec::new();
    for start in 0..puzzle.n {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut area = vec![start as u16];
        let mut at = 0;
        while at < area.len() {
            for &other in &puzzle.next[area[at] as usize] {
                if (other as usize) < puzzle.n && !std::mem::replace(&mut seen[other as usize], true) {
                    area.push(other);
                }
            }
            at += 1;
        }
        area.sort_unstable();
        found.push(area);
    }
    found
}

fn known(value: u16) -> Option<u32> {
    (value != FAR).then_some(u32::from(value))
}

/// For every cell that a box may be in, and every area beside it: pushes to the nearest target.
pub fn distances(puzzle: &Puzzle) -> Vec<Line> {
    let line = |cell: u16, area: Vec<u16>| {
        let pushes = known(puzzle.distances.nearest(puzzle.distances.row_of(cell, area[0])));
        Line { boxes: vec![cell], area, pushes }
    };
    (0..puzzle.live as u16)
        .flat_map(|cell| areas(puzzle, &[cell]).into_iter().map(move |area| line(cell, area)))
        .collect()
}

/// Every set of a blocklist and every area for which it knows something: pushes beyond those of the boxes alone.
pub fn sets(puzzle: &Puzzle, list: &Blocklist) -> Vec<Line> {
    let mut lines = Vec::new();
    for (set, entry) in list.sorted() {
        for area in areas(puzzle, set.cells()) {
            let value = entry.value(area[0]);
            if value != 0 {
                lines.push(Line { boxes: set.cells().to_vec(), area, pushes: known(value) });
            }
        }
    }
    lines
}
