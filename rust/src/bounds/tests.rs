//! Against the oracle, on positions of many tiny levels: no bound is above the true cost. Every option that is a bound
//! is run, so a new bound is tested the moment it has a row.

use super::Bound;
use super::matching::NEVER;
use crate::deadlocks::freeze::Freeze;
use crate::push::distance::Distances;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
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

/// What `visit` says of each push that the player can make, told the boxes after it and where the box was and is.
fn each_child(puzzle: &Puzzle, bits: &[u64], player: u16, mut visit: impl FnMut(&[u64], u16, u16) -> i32) -> Vec<i32> {
    let mut walk = Walk::new(puzzle.n);
    puzzle.block(&mut walk, bits);
    walk.flood(&puzzle.next, player);
    let mut found = Vec::new();
    for cell in puzzle.boxes(bits) {
        for direction in 0..4 {
            let to = puzzle.next[cell as usize][direction];
            let behind = puzzle.next[cell as usize][direction ^ 1];
            if (to as usize) < puzzle.live && !puzzle.has_box(bits, to) && walk.reached(behind) {
                let mut child = bits.to_vec();
                puzzle.push(&mut child, cell, to);
                found.push(visit(&child, cell, to));
            }
        }
    }
    found
}

#[test]
fn no_bound_is_above_the_true_cost() {
    let mut random = Random::new(17);
    let (mut compared, mut doors, mut dead, mut sum) = (0, 0, 0, 0);
    let (mut children, mut sum_of_children, mut with_tables) = (0, 0, 0);
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
            let mut frozen_met = false;
            // The levels with a door have many positions; not every one is needed.
            let stride = if round < 185 { 3 } else { 31 };
            for (&position, truth) in oracle.positions.iter().zip(&oracle.truths).step_by(stride) {
                let Some((bits, player)) = tiny.bits(&puzzle, position) else { continue };
                freeze.scan(&puzzle, &bits);
                if freeze.is_deadlock(&puzzle, &bits) {
                    continue;
                }
                let nothing = vec![0; puzzle.words];
                frozen_met |= freeze.frozen.iter().any(|&word| word != 0);
                for frozen in [&nothing, &freeze.frozen] {
                    let pushes = bound.prepare(&bits, player, frozen);
                    dead += usize::from(pushes >= NEVER);
                    sum += if pushes >= NEVER { 0 } else { i64::from(pushes) };
                    let truth = truth.map(|truth| truth.pushes_moves.0);
                    let right = truth.is_none_or(|truth| pushes as u32 <= truth);
                    assert!(right, "{name}: {pushes}, but {truth:?}{}", tiny.draw(position));
                    compared += 1;
                }
                if compared % 10 == 0 {
                    let pushes = each_child(&puzzle, &bits, player, |child, from, to| {
                        bound.prepare(&bits, player, &nothing);
                        let quick = bound.child(child, from, to, None);
                        // What groups cost on top of a matching depends on the matching, and there are several.
                        if !bound.has_groups() {
                            let anew = bound.child(child, from, to, Some(&nothing));
                            assert_eq!(bound.child(child, from, to, None), quick, "what was prepared is still there");
                            let alone = bound.prepare(child, from, &nothing).min(NEVER);
                            let vanished = !puzzle.has_box(child, to);
                            assert_eq!(quick.min(NEVER), alone, "{name}");
                            assert!(vanished || anew.min(NEVER) == alone || !bound.matching, "{name}");
                        }
                        quick
                    });
                    children += pushes.len();
                    sum_of_children += pushes.into_iter().filter(|&pushes| pushes < NEVER).map(i64::from).sum::<i64>();
                }
            }
            // A table for every set of frozen boxes that was met, of some hundred bytes each.
            with_tables += usize::from(frozen_met);
            let memory = bound.memory();
            assert!(if frozen_met { (200..10_000_000).contains(&memory) } else { memory == 0 }, "{memory}");
        }
    }
    assert!(compared > 300_000 && doors > 50, "{compared} {doors}");
    // Exactly as strong as ever: whatever says less makes searches slower, and no answer would show it.
    let as_ever = (88_050, 1_327_452, 133_554, 436_477);
    assert_eq!((dead, sum, children, sum_of_children), as_ever);
    assert!(with_tables > 500, "{with_tables}");
}

/// Pulled back to the start. The bound of the start is 0 and no pull takes more than 1 from it, so it is never too high.
#[test]
fn no_bound_of_a_pull_is_above_the_true_cost() {
    let mut random = Random::new(19);
    let (mut pulls, mut started, mut nearer) = (0, 0, 0);
    let options = every_test_on();
    let control = Control::default();
    for round in 0..240 {
        let kind = [Kind::Goals, Kind::Sinks][round % 2];
        let tiny = Tiny::random(&mut random, kind, 4);
        let Some(oracle) = Oracle::new(&tiny, 12_000) else { continue };
        let puzzle = tiny.puzzle();
        if puzzle.hopeless.is_some() {
            continue;
        }
        let budget = Budget::new(&Limits::default(), &control);
        let tables = Tables::with_blocklist(&puzzle, Objective::Pushes, &options, &budget);
        let starts = puzzle.boxes(&puzzle.start);
        let starts = Distances::from_starts(&puzzle.next, puzzle.n, puzzle.live, &starts, puzzle.player);
        let mut bound = Bound::backward(&puzzle, &tables, &options, &starts);
        let nothing = vec![0; puzzle.words];
        assert_eq!(bound.prepare(&puzzle.start, puzzle.player, &nothing), 0, "{}", tiny.draw(tiny.start()));
        let mut walk = Walk::new(puzzle.n);
        for &position in oracle.positions.iter().step_by(7) {
            let Some((bits, player)) = tiny.bits(&puzzle, position) else { continue };
            let before = bound.prepare(&bits, player, &nothing);
            assert!(before < NEVER, "it comes after the start{}", tiny.draw(position));
            started += usize::from(before == 0);
            puzzle.block(&mut walk, &bits);
            walk.flood(&puzzle.next, player);
            for cell in puzzle.boxes(&bits) {
                for next in 0..4 {
                    let to = puzzle.next[cell as usize][next];
                    if (to as usize) >= puzzle.live || !walk.reached(to) {
                        continue;
                    }
                    let stand = puzzle.next[to as usize][next];
                    if !walk.reached(stand) {
                        continue;
                    }
                    let mut after = bits.clone();
                    crate::bits::clear(&mut after, cell);
                    crate::bits::set(&mut after, to);
                    bound.prepare(&bits, player, &nothing);
                    let quick = bound.pulled(cell, to, stand).min(NEVER);
                    assert_eq!(quick, bound.prepare(&after, stand, &nothing).min(NEVER), "{}", tiny.draw(position));
                    assert!(quick >= before - 1, "{quick} {before}{}", tiny.draw(position));
                    nearer += usize::from(quick == before - 1);
                    pulls += 1;
                }
            }
        }
    }
    assert!(pulls > 5_000 && started > 50 && nearer > 500, "{pulls} {started} {nearer}");
}
