//! Against the oracle, on positions of many tiny levels: no bound is above the true cost. Every option that is a bound
//! is run, so a new bound is tested the moment it has a row.

use super::Bound;
use super::matching::NEVER;
use crate::deadlocks::freeze::Freeze;
use crate::push::puzzle::Kind;
use crate::space::control::{Budget, Control, Limits};
use crate::space::options::{Objective, Options};
use crate::tables::Tables;
use crate::testing::{Oracle, Random, Tiny, every_test_on};

/// All bounds together, each one without the others, and all but each one.
fn bounds_to_try() -> Vec<(String, Options)> {
    let bounds: Vec<&str> = Options::table().iter().filter(|row| row.is_bound()).map(|row| row.name).collect();
    let mut found = vec![("all".to_string(), every_test_on())];
    for name in &bounds {
        let (mut only, mut without) = (every_test_on(), every_test_on());
        bounds.iter().filter(|other| other != &name).for_each(|other| only.set(other, "false").unwrap());
        without.set(name, "false").unwrap();
        found.extend([(format!("only {name}"), only), (format!("without {name}"), without)]);
    }
    found
}

#[test]
fn no_bound_is_above_the_true_cost() {
    let mut random = Random::new(17);
    let (mut compared, mut doors, mut dead) = (0, 0, 0);
    let control = Control::default();
    let bounds = bounds_to_try();
    assert!(bounds.len() > 10);
    for round in 0..200 {
        let kind = [Kind::Goals, Kind::Sinks, Kind::Holes][round % 3];
        let (tiny, most) = match round {
            0..185 => (Tiny::random(&mut random, kind, 4), 12_000),
            _ => (Tiny::with_door(&mut random), 120_000),
        };
        let Some(oracle) = Oracle::new(&tiny, most) else { continue };
        let puzzle = tiny.puzzle();
        if puzzle.hopeless.is_some() {
            continue;
        }
        let mut freeze = Freeze::new(&puzzle);
        for (name, options) in &bounds {
            let budget = Budget::new(&Limits::default(), &control);
            let tables = Tables::with_blocklist(&puzzle, Objective::Pushes, options, &budget);
            doors += usize::from(puzzle.kind == Kind::Goals && tables.exits.is_some());
            let mut bound = Bound::new(&puzzle, &tables, options);
            // The levels with a door have many positions; not every one is needed.
            let stride = if round < 185 { 3 } else { 31 };
            for (&position, truth) in oracle.positions.iter().zip(&oracle.truths).step_by(stride) {
                let Some((bits, player)) = tiny.bits(&puzzle, position) else { continue };
                freeze.scan(&puzzle, &bits);
                if freeze.is_deadlock(&puzzle, &bits) {
                    continue;
                }
                let nothing = vec![0; puzzle.words];
                for frozen in [&nothing, &freeze.frozen] {
                    let pushes = bound.prepare(&bits, player, frozen);
                    dead += usize::from(pushes >= NEVER);
                    let truth = truth.map(|truth| truth.pushes_moves.0);
                    let right = truth.is_none_or(|truth| pushes as u32 <= truth);
                    assert!(right, "{name}: {pushes}, but {truth:?}{}", tiny.draw(position));
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 300_000 && doors > 50 && dead > 1000, "{compared} {doors} {dead}");
}
