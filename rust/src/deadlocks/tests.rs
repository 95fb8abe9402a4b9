//! Soundness against the oracle, on every position of many tiny levels: nothing that can be solved is condemned, and
//! no bound is above the true cost.

use super::bipartite::Bipartite;
use super::corral::Corral;
use super::freeze::Freeze;
use crate::bounds::Bound;
use crate::bounds::matching::NEVER;
use crate::pruning::pi_corral::{PiCorral, Verdict};
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::options::{Objective, Options};
use crate::tables::Tables;
use crate::tables::pairs::Pairs;
use crate::testing::{Oracle, Random, Tiny};

#[test]
fn sound_on_every_position_of_tiny_levels() {
    let mut random = Random::new(7);
    let (mut positions, mut solvable, mut condemned) = (0, 0, [0; 8]);
    let mut doors = 0;
    let options = Options::default();
    for round in 0..740 {
        let kind = [Kind::Goals, Kind::Sinks, Kind::Holes][round % 3];
        let (tiny, most) = match round {
            0..700 => (Tiny::random(&mut random, kind, 4), 12_000),
            _ => (Tiny::with_door(&mut random), 120_000),
        };
        let Some(oracle) = Oracle::new(&tiny, most) else { continue };
        let puzzle = Puzzle::new(&tiny.board(), tiny.place(tiny.player), &tiny.places(tiny.boxes)).unwrap();
        if puzzle.hopeless.is_some() {
            assert!(oracle.truths[0].is_none(), "{:?}{}", puzzle.hopeless, tiny.draw(tiny.start()));
            continue;
        }
        let tables = Tables::new(&puzzle, Objective::Pushes, &options);
        doors += usize::from(puzzle.kind == Kind::Goals && tables.exits.is_some());
        let triples = tables.triples(&puzzle);
        let mut bound = Bound::new(&puzzle, &tables, &options);
        let mut freeze = Freeze::new(&puzzle);
        let mut corral = PiCorral::new(&puzzle);
        let mut walk = Walk::new(puzzle.n);
        let mut search = Corral::new(&puzzle, 300);
        for (&position, truth) in oracle.positions.iter().zip(&oracle.truths) {
            let picture = || tiny.draw(position);
            positions += 1;
            solvable += usize::from(truth.is_some());
            let Some((bits, player)) = tiny.bits(&puzzle, position) else {
                assert!(truth.is_none(), "dead square{}", picture());
                condemned[0] += 1;
                continue;
            };
            let mut boxes = Vec::new();
            puzzle.each_box(&bits, |cell| boxes.push(cell));
            freeze.scan(&puzzle, &bits);
            let mut condemn = |which: usize, name: &str| {
                assert!(truth.is_none(), "{name}{}", picture());
                condemned[which] += 1;
            };
            if freeze.is_deadlock(&puzzle, &bits) {
                condemn(1, "freeze");
                continue;
            }
            if let Some(pairs) = &tables.pairs
                && boxes.iter().any(|&cell| Pairs::is_dead(pairs, &bits, cell, player))
            {
                condemn(2, "pairs");
            }
            if triples.is_some_and(|triples| boxes.iter().any(|&cell| triples.is_dead(&puzzle, &bits, cell, player))) {
                condemn(6, "triples");
            }
            let rows = boxes.iter().map(|&cell| puzzle.distances.row(puzzle.distances.row_of(cell, player)));
            if puzzle.kind == Kind::Goals && Bipartite::default().is_dead(&rows.collect::<Vec<_>>()) {
                condemn(7, "bipartite");
            }
            puzzle.block(&mut walk, &bits);
            walk.flood(&puzzle.next, player);
            if corral.find(&puzzle, &bits, &boxes, &walk) == Verdict::Dead {
                condemn(3, "corral");
            }
            if boxes.iter().any(|&cell| search.is_dead(&puzzle, None, &bits, cell, &walk)) {
                condemn(5, "corral search");
            }
            let nothing = vec![0; puzzle.words];
            for frozen in [&nothing, &freeze.frozen] {
                let pushes = bound.prepare(&bits, player, frozen);
                if pushes >= NEVER {
                    condemn(4, "bound");
                } else if let Some(truth) = truth {
                    assert!(pushes as u32 <= truth.pushes_moves.0, "bound {pushes} {truth:?}{}", picture());
                }
            }
        }
    }
    assert!(positions >= 100_000 && solvable >= 30_000, "{positions} {solvable}");
    assert!(doors > 5, "{doors} {positions} {solvable} {condemned:?}");
    assert!(condemned.iter().all(|&count| count > 50), "{condemned:?}");
}
