//! Soundness against the oracle, on every position of many tiny levels: nothing that can be solved is condemned.
//! Every row of the table is run, so a new test is tested the moment it is registered.

use super::{After, Context, Make, TABLE, Tests};
use crate::pruning::pi_corral::{Choice, PiCorral};
use crate::push::puzzle::Kind;
use crate::push::walk::Walk;
use crate::space::control::{Budget, Control, Limits};
use crate::space::options::{Objective, Options};
use crate::tables::Tables;
use crate::testing::{Oracle, Random, Tiny, every_test_on};

#[test]
fn no_test_condemns_what_can_be_solved() {
    let mut random = Random::new(7);
    let (mut positions, mut solvable) = (0, 0);
    let mut condemned = vec![0; TABLE.len()];
    let (mut corrals, mut dead_squares) = (0, 0);
    let control = Control::default();
    for round in 0..740 {
        let kind = [Kind::Goals, Kind::Sinks, Kind::Holes][round % 3];
        let (tiny, most) = match round {
            0..700 => (Tiny::random(&mut random, kind, 4), 12_000),
            _ => (Tiny::with_door(&mut random), 120_000),
        };
        let Some(oracle) = Oracle::new(&tiny, most) else { continue };
        let puzzle = tiny.puzzle();
        if puzzle.hopeless.is_some() {
            assert!(oracle.truths[0].is_none(), "{:?}{}", puzzle.hopeless, tiny.draw(tiny.start()));
            continue;
        }
        // Where the matching is the bound, that says what `bipartite` says.
        let options = Options { matching: false, ..every_test_on() };
        let budget = Budget::new(&Limits::default(), &control);
        let tables = Tables::with_blocklist(&puzzle, Objective::Any, &options, &budget);
        let context = Context { puzzle: &puzzle, tables: &tables, options: &options, objective: Objective::Any };
        let mut tests: Vec<Tests> =
            TABLE.iter().map(|row| Tests::among(context, |other| other.name == row.name)).collect();
        tests.iter_mut().for_each(|test| test.begin_late(u64::MAX));
        let mut corral = PiCorral::new(&puzzle);
        let mut walk = Walk::new(puzzle.n);
        for (&position, truth) in oracle.positions.iter().zip(&oracle.truths) {
            positions += 1;
            solvable += usize::from(truth.is_some());
            let Some((bits, player)) = tiny.bits(&puzzle, position) else {
                assert!(truth.is_none(), "dead square{}", tiny.draw(position));
                dead_squares += 1;
                continue;
            };
            let boxes = puzzle.boxes(&bits);
            puzzle.block(&mut walk, &bits);
            walk.flood(&puzzle.next, player);
            for (at, test) in tests.iter_mut().enumerate() {
                for &cell in &boxes {
                    let after = After { bits: &bits, cell, player };
                    let shut: Vec<u16> = puzzle.shut_out(&walk, cell).collect();
                    if let Some(name) = test.condemn(&after).or_else(|| test.condemn_costly(&after, &shut)) {
                        assert!(truth.is_none(), "{name}{}", tiny.draw(position));
                        condemned[at] += 1;
                    }
                }
            }
            if corral.find(&puzzle, &bits, &boxes, &walk) == Choice::Dead {
                assert!(truth.is_none(), "pi_corral{}", tiny.draw(position));
                corrals += 1;
            }
        }
        for (row, test) in TABLE.iter().zip(&tests) {
            let (is_costly, memory) = (test.has_costly(), test.memory());
            assert_eq!(is_costly, matches!(row.make, Make::Costly(_)), "{}", row.name);
            assert!(if is_costly { (100..100_000_000).contains(&memory) } else { memory == 0 }, "{memory}");
        }
    }
    assert!(positions >= 100_000 && solvable >= 30_000, "{positions} {solvable}");
    assert!(dead_squares > 50, "{dead_squares}");
    // A test that finds fewer is weaker: slower searches, and no answer that would show it.
    let counts: Vec<_> = TABLE.iter().map(|row| row.name).zip(condemned).collect();
    let as_ever = [
        ("movable", 81_011),
        ("blocklist", 240_107),
        ("corridor", 27_402),
        ("pairs", 235_443),
        ("triples", 219_513),
        ("freeze", 91_532),
        ("bipartite", 285_450),
        ("corral", 49_526),
    ];
    assert_eq!(counts, as_ever);
    assert!(corrals > 50, "{corrals}");
}
