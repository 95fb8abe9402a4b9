//! Why a level has no plan, where the reason is short enough to be seen.
//!
//! Comes in:  a puzzle.     Goes out: a `Why`: its kind, the boxes and goals to point at; or nothing.
//!
//! Asks the same tests that the search uses, one after the other, from the plainest to the subtlest. No reason does
//! not mean that there is a plan: then only searching everything can tell.

use crate::deadlocks::corral::Corral;
use crate::deadlocks::freeze::Freeze;
use crate::deadlocks::{After, Context, CostlyTest};
use crate::push::distance::FAR;
use crate::push::puzzle::{Hopeless, Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::options::{Objective, Options};
use crate::tables::Tables;

/// Positions to search in a closed area; more than in a search, which does this thousands of times.
const PATIENCE: usize = 20_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// `unreachable-box`, `dead-square`, `too-few`, `frozen`, `wrong-side`, `pair`, `fight` or `corral`.
    pub kind: &'static str,
    pub boxes: Vec<(usize, usize)>,
    /// The goals, holes or sinks that are too few for these boxes, where that is the reason.
    pub targets: Vec<(usize, usize)>,
}

pub fn explain(puzzle: &Puzzle) -> Option<Why> {
    let place = |cell: &u16| puzzle.places[*cell as usize];
    let why = |kind, boxes: &[u16], targets: &[u16]| {
        Some(Why { kind, boxes: boxes.iter().map(place).collect(), targets: targets.iter().map(place).collect() })
    };
    match puzzle.hopeless {
        Some(Hopeless::UnreachableBox(row, column)) => {
            return Some(Why { kind: "unreachable-box", boxes: vec![(row, column)], targets: vec![] });
        }
        Some(Hopeless::DeadSquare(row, column)) => {
            return Some(Why { kind: "dead-square", boxes: vec![(row, column)], targets: vec![] });
        }
        Some(Hopeless::TooFew { .. }) => return why("too-few", &[], &puzzle.targets),
        None => {}
    }
    let (bits, player) = (&puzzle.start, puzzle.player);
    let boxes = puzzle.boxes(bits);
    let mut freeze = Freeze::new(puzzle);
    freeze.scan(puzzle, bits);
    if freeze.is_deadlock(puzzle, bits) {
        return why("frozen", freeze.boxes(), &[]);
    }
    let table = &puzzle.distances;
    if !puzzle.spare_boxes {
        let stuck = |&&cell: &&u16| table.nearest(table.row_of(cell, player)) == FAR;
        if let Some(&cell) = boxes.iter().find(stuck) {
            return why("wrong-side", &[cell], &[]);
        }
    }
    // Groups of three cost more than they say here.
    let options = Options { triples: false, dead_triples: 0, ..Options::default() };
    let tables = Tables::new(puzzle, Objective::Any, &options);
    if let Some((a, b)) = tables.pairs.as_ref().and_then(|pairs| pairs.find_dead(puzzle, bits, player)) {
        return why("pair", &[a, b], &[]);
    }
    if let Some((some, targets)) = fight(puzzle, &boxes) {
        return why("fight", &some, &targets);
    }
    let mut walk = Walk::new(puzzle.n);
    puzzle.block(&mut walk, bits);
    walk.flood(&puzzle.next, player);
    let context = Context { puzzle, tables: &tables, options: &options, objective: Objective::Any };
    let mut corral = Corral::new(&context, PATIENCE);
    let closed = boxes.iter().any(|&cell| {
        let shut: Vec<u16> = puzzle.shut_out(&walk, cell).collect();
        corral.is_dead(puzzle, &After { bits, cell, player }, &shut)
    });
    if closed { why("corral", &puzzle.boxes(corral.part()), &[]) } else { None }
}

/// Boxes that together can reach fewer targets than they are (Hall 1935), with those targets.
fn fight(puzzle: &Puzzle, boxes: &[u16]) -> Option<(Vec<u16>, Vec<u16>)> {
    if puzzle.kind != Kind::Goals {
        return None;
    }
    let table = &puzzle.distances;
    let reach: Vec<Vec<usize>> = boxes
        .iter()
        .map(|&cell| {
            let row = table.row(table.row_of(cell, puzzle.player));
            (0..row.len()).filter(|&goal| row[goal] != FAR).collect()
        })
        .collect();
    let mut owner = vec![usize::MAX; puzzle.targets.len()];
    for start in 0..boxes.len() {
        // Breadth first from a box to the goals it could take, and on to the boxes that have them: all these boxes
        // compete for the same goals.
        let mut asked = vec![start];
        let mut from = vec![usize::MAX; puzzle.targets.len()];
        let mut at = 0;
        let mut free = None;
        while at < asked.len() && free.is_none() {
            for &goal in &reach[asked[at]] {
                if from[goal] == usize::MAX {
                    from[goal] = asked[at];
                    if owner[goal] == usize::MAX {
                        free = Some(goal);
                        break;
                    }
                    asked.push(owner[goal]);
                }
            }
            at += 1;
        }
        let Some(mut goal) = free else {
            let goals = (0..from.len()).filter(|&goal| from[goal] != usize::MAX);
            let goals = goals.map(|goal| puzzle.targets[goal]).collect();
            return Some((asked.iter().map(|&index| boxes[index]).collect(), goals));
        };
        loop {
            let taker = from[goal];
            let left = owner.iter().position(|&who| who == taker);
            owner[goal] = taker;
            match left {
                Some(old) if taker != start => goal = old,
                _ => break,
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::testing::{Oracle, Random, Tiny};

    fn why(rows: &[&str]) -> Option<&'static str> {
        let mut found: [Vec<(usize, usize)>; 4] = Default::default();
        for (row, line) in rows.iter().enumerate() {
            for (column, sign) in line.chars().enumerate() {
                for (list, signs) in found.iter_mut().zip(["#", ".*+", "$*", "@+"]) {
                    if signs.contains(sign) {
                        list.push((row, column));
                    }
                }
            }
        }
        let [walls, goals, boxes, players] = found;
        let board = Board::new(rows.len(), rows[0].len(), &walls, &goals, &[], &[]).unwrap();
        explain(&Puzzle::new(&board, players[0], &boxes).unwrap()).map(|why| why.kind)
    }

    #[test]
    fn names_the_reason() {
        assert_eq!(why(&["######", "#$ .@#", "######"]), Some("dead-square"));
        assert_eq!(why(&["#######", "#@#$ .#", "#######"]), Some("unreachable-box"));
        assert_eq!(
            why(&["########", "#      #", "# $$   #", "# $$ @ #", "# .... #", "#      #", "########"]),
            Some("frozen")
        );
        assert_eq!(why(&["########", "# $  @.#", "########"]), Some("wrong-side"));
        let two = ["#########", "#@$ $  .#", "#   .   #", "#       #", "#########"];
        assert_eq!(why(&two), Some("pair"));
        let three = ["###########", "#@$ $ $ ..#", "#    .    #", "#         #", "###########"];
        assert_eq!(why(&three), Some("fight"));
        assert_eq!(why(&["######", "#@$ .#", "######"]), None);
    }

    #[test]
    fn never_explains_what_can_be_solved() {
        let mut random = Random::new(23);
        let mut explained = 0;
        for round in 0..1500 {
            let kind = [Kind::Goals, Kind::Sinks, Kind::Holes][round % 3];
            let tiny = Tiny::random(&mut random, kind, 4);
            let Some(oracle) = Oracle::new(&tiny, 20_000) else { continue };
            let puzzle = Puzzle::new(&tiny.board(), tiny.place(tiny.player), &tiny.places(tiny.boxes)).unwrap();
            if let Some(why) = explain(&puzzle) {
                assert!(oracle.truths[0].is_none(), "{why:?}{}", tiny.draw(tiny.start()));
                explained += 1;
            }
        }
        assert!(explained > 200, "{explained}");
    }
}
