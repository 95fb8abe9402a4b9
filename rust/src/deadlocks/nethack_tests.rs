//! The NetHack solver's checkers and blocklist against the oracle, on every position of many tiny levels.

use super::corridor::Corridor;
use super::freeze::Freeze;
use super::movable::Movable;
use super::{After, CheapTest};
use crate::push::distance::FAR;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::{Budget, Control, Limits};
use crate::tables::blocklist::Blocklist;
use crate::tables::blocklist_maker::make;
use crate::tables::disjoint::Disjoint;
use crate::testing::{Oracle, Random, Tiny};

/// After a push, what is found from the parent's groups is what is found from nothing.
fn check_children(puzzle: &Puzzle, list: &Blocklist, groups: &mut Disjoint, bits: &[u64], player: u16) {
    let mut walk = Walk::new(puzzle.n);
    puzzle.block(&mut walk, bits);
    walk.flood(&puzzle.next, player);
    for cell in 0..puzzle.live as u16 {
        for direction in 0..4 {
            let to = puzzle.next[cell as usize][direction];
            let behind = puzzle.next[cell as usize][direction ^ 1];
            let possible = puzzle.has_box(bits, cell) && (to as usize) < puzzle.live && !puzzle.has_box(bits, to);
            if possible && walk.reached(behind) {
                let mut child = bits.to_vec();
                puzzle.push(&mut child, cell, to);
                groups.sum(list, None, puzzle, bits, player);
                let quick = groups.child(list, None, puzzle, &child, cell, to);
                assert_eq!(quick, Disjoint::default().sum(list, None, puzzle, &child, cell));
            }
        }
    }
}

#[test]
fn sound_on_every_position_of_tiny_levels() {
    let mut random = Random::new(11);
    let control = Control::default();
    let budget = Budget::new(&Limits::default(), &control);
    let (mut positions, mut solvable, mut condemned, mut costlier) = (0, 0, [0; 3], 0);
    for round in 0..900 {
        let kind = [Kind::Goals, Kind::Sinks, Kind::Holes][round % 3];
        let tiny = Tiny::random(&mut random, kind, 4);
        let Some(oracle) = Oracle::new(&tiny, 12_000) else { continue };
        let puzzle = tiny.puzzle();
        if puzzle.hopeless.is_some() {
            continue;
        }
        let mut movable = Movable::new(&puzzle);
        let mut corridor = Corridor::new(&puzzle);
        let mut freeze = Freeze::new(&puzzle);
        let mut groups = Disjoint::default();
        let list = make(&puzzle, 2 + round / 3 % 4, round % 5, 1 + round % 2, &budget);
        assert!(kind != Kind::Holes || list.is_none());
        for (&position, truth) in oracle.positions.iter().zip(&oracle.truths) {
            positions += 1;
            solvable += usize::from(truth.is_some());
            let Some((bits, player)) = tiny.bits(&puzzle, position) else { continue };
            let mut boxes = Vec::new();
            puzzle.each_box(&bits, |cell| boxes.push(cell));
            let mut condemn = |which: usize, name: &str| {
                assert!(truth.is_none(), "{name}{}", tiny.draw(position));
                condemned[which] += 1;
            };
            freeze.scan(&puzzle, &bits);
            let frozen = freeze.is_deadlock(&puzzle, &bits);
            for &cell in &boxes {
                let after = After { bits: &bits, cell, player };
                if movable.is_dead(&puzzle, &after) {
                    condemn(0, "movable");
                    assert!(frozen, "freeze finds all that movable finds");
                }
                if corridor.is_dead(&puzzle, &after) {
                    condemn(1, "corridor");
                }
                if list.as_ref().is_some_and(|list| list.is_dead(&bits, cell, player)) {
                    condemn(2, "blocklist");
                }
            }
            if let (Some(list), Kind::Sinks) = (&list, kind) {
                let table = &puzzle.distances;
                let alone = |&cell: &u16| table.nearest(table.row_of(cell, player));
                let sum: u32 = boxes.iter().map(alone).filter(|&pushes| pushes != FAR).map(u32::from).sum();
                if positions % 16 == 0 {
                    check_children(&puzzle, list, &mut groups, &bits, player);
                }
                let excess = groups.sum(list, None, &puzzle, &bits, player) as u32;
                costlier += usize::from(excess > 0);
                if let Some(truth) = truth {
                    let (least, picture) = (truth.pushes_moves.0, tiny.draw(position));
                    assert!(sum + excess <= least, "{sum} + {excess} > {least}{picture}");
                }
            }
        }
    }
    assert!(positions >= 100_000 && solvable >= 30_000, "{positions} {solvable}");
    // Exactly as many as ever: whatever finds fewer makes searches slower, and no answer would show it.
    assert_eq!((condemned, costlier), ([28_495, 8_114, 26_113], 164));
}

#[test]
fn the_blocklist_is_exact_on_sets_that_are_whole_positions() {
    let mut random = Random::new(12);
    let control = Control::default();
    let budget = Budget::new(&Limits::default(), &control);
    let mut compared = 0;
    for _ in 0..600 {
        let tiny = Tiny::random(&mut random, Kind::Sinks, 3);
        let (Some(oracle), puzzle) = (Oracle::new(&tiny, 12_000), tiny.puzzle()) else { continue };
        let number = tiny.boxes.count_ones() as usize;
        let Some(list) = make(&puzzle, number, 0, 2, &budget).filter(|_| puzzle.hopeless.is_none()) else { continue };
        let mut groups = Disjoint::default();
        for (&position, truth) in oracle.positions.iter().zip(&oracle.truths) {
            let Some((bits, player)) = tiny.bits(&puzzle, position) else { continue };
            let mut boxes = Vec::new();
            puzzle.each_box(&bits, |cell| boxes.push(cell));
            let table = &puzzle.distances;
            let alone = boxes.iter().map(|&cell| u32::from(table.nearest(table.row_of(cell, player))));
            let dead = boxes.iter().any(|&cell| list.is_dead(&bits, cell, player));
            let sum: u32 = alone.clone().sum();
            let excess = groups.sum(&list, None, &puzzle, &bits, player) as u32;
            let least = truth.map(|truth| truth.pushes_moves.0);
            let said = (!dead && alone.max() != Some(u32::from(FAR))).then_some(sum + excess);
            assert_eq!(said, least, "{}", tiny.draw(position));
            compared += 1;
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn the_blocklist_is_the_same_whatever_the_number_of_threads() {
    let mut random = Random::new(13);
    let control = Control::default();
    let budget = Budget::new(&Limits::default(), &control);
    let mut sets = 0;
    for round in 0..300 {
        let tiny = Tiny::random(&mut random, [Kind::Goals, Kind::Sinks][round % 2], 4);
        let puzzle = tiny.puzzle();
        let sorted =
            |list: Blocklist| list.sorted().into_iter().map(|(set, entry)| (set, entry.clone())).collect::<Vec<_>>();
        let [one, three] = [1, 3].map(|threads| make(&puzzle, 3, 2, threads, &budget).map(sorted));
        sets += one.as_ref().map_or(0, Vec::len);
        assert_eq!(one, three);
    }
    assert!(sets > 1000, "{sets}");
}
