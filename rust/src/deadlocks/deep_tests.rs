//! The costly tests against the truth: every position of tiny levels, and positions of large ones that have a plan
//! because they were made by pulling.

use super::deep::{Deep, NAMES, Switches};
use super::freeze::Freeze;
use super::sets;
use crate::board::Board;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::tables::pairs::Pairs;
use crate::testing::{Oracle, Random, Tiny};

/// A level from its picture; around it is wall.
fn drawn(rows: &[&str]) -> Puzzle {
    let places = |signs: &str| {
        let signs = signs.to_string();
        let row = |(row, line): (usize, &&str)| {
            let there = line.chars().enumerate().filter(|&(_, sign)| signs.contains(sign));
            there.map(|(column, _)| (row, column)).collect::<Vec<_>>()
        };
        rows.iter().enumerate().flat_map(row).collect::<Vec<_>>()
    };
    let board = Board::new(rows.len(), rows[0].len(), &places("#"), &places(".+*"), &[], &[]).unwrap();
    Puzzle::new(&board, places("@+")[0], &places("$*")).unwrap()
}

/// Deadlocks that neither pairs nor the plain freeze test see, each with the test that finds it.
#[test]
fn every_test_finds_its_own() {
    let everything = Switches::default();
    let nothing = Switches { closed_areas: 0, nearby: 0 };
    let levels: [(&str, &[&str], (usize, usize)); 3] = [
        // Three boxes on the rim have two goals there.
        ("frozen", &[".$ $. ", "      ", "$    @", "     ."], (0, 3)),
        // Each box that could be pushed into the corner would stay there for good.
        ("closed areas", &[" .@ ", "    ", "   $", "  $ ", " .$."], (4, 2)),
        ("nearby", &["    ", "  $.", "$#$.", "+   "], (2, 2)),
    ];
    for (name, rows, moved) in levels {
        let puzzle = drawn(rows);
        let pairs = Pairs::new(&puzzle);
        let moved = puzzle.places.iter().position(|&place| place == moved).unwrap() as u16;
        let mut freeze = Freeze::new(&puzzle);
        freeze.scan(&puzzle, &puzzle.start);
        assert!(!freeze.is_deadlock(&puzzle, &puzzle.start), "{rows:?}");
        puzzle.each_box(&puzzle.start, |cell| {
            assert!(!pairs.as_ref().unwrap().is_dead(&puzzle.start, cell, puzzle.player), "{rows:?}");
        });
        let mut deep = Deep::new(&puzzle, pairs.as_ref(), everything.clone());
        assert_eq!(deep.condemn(&puzzle.start, puzzle.player, moved), Some(name), "{rows:?}");
        let mut deep = Deep::new(&puzzle, pairs.as_ref(), nothing.clone());
        let left = (name == "frozen").then_some(name);
        assert_eq!(deep.condemn(&puzzle.start, puzzle.player, moved), left, "{rows:?}");
    }
}

#[test]
fn sound_on_every_position_of_tiny_levels() {
    let mut random = Random::new(77);
    let (mut dead, mut plain, mut alive, mut found) = (0, 0, 0, [0; NAMES.len()]);
    for round in 0..1500 {
        let kind = [Kind::Goals, Kind::Goals, Kind::Goals, Kind::Sinks, Kind::Holes][round % 5];
        let tiny = Tiny::random(&mut random, kind, if kind == Kind::Holes { 4 } else { 5 });
        let Some(oracle) = Oracle::new(&tiny, 15_000) else { continue };
        let puzzle = Puzzle::new(&tiny.board(), tiny.place(tiny.player), &tiny.places(tiny.boxes)).unwrap();
        if puzzle.hopeless.is_some() {
            continue;
        }
        let pairs = Pairs::new(&puzzle);
        let mut deep = Deep::new(&puzzle, pairs.as_ref(), Switches::default());
        let mut freeze = Freeze::new(&puzzle);
        for (&position, truth) in oracle.positions.iter().zip(&oracle.truths) {
            let Some((bits, player)) = tiny.bits(&puzzle, position) else { continue };
            freeze.scan(&puzzle, &bits);
            let mut is_plain = kind != Kind::Holes && freeze.is_deadlock(&puzzle, &bits);
            puzzle.each_box(&bits, |cell| {
                is_plain = is_plain || pairs.as_ref().is_some_and(|pairs| pairs.is_dead(&bits, cell, player));
            });
            dead += usize::from(truth.is_none() && kind != Kind::Holes);
            alive += usize::from(truth.is_some());
            let mut boxes = Vec::new();
            puzzle.each_box(&bits, |cell| boxes.push(cell));
            let moved = boxes.get(random.below(6)).copied().unwrap_or(0);
            if let Some(by) = deep.condemn(&bits, player, moved) {
                assert!(truth.is_none(), "{by}{}", tiny.draw(position));
                assert_ne!(kind, Kind::Holes);
                found[NAMES.iter().position(|&name| name == by).unwrap()] += usize::from(!is_plain);
            }
            plain += usize::from(is_plain);
        }
    }
    let told = format!("{dead} dead, {plain} by plain tests, {found:?} more, {alive} alive");
    assert!(alive > 100_000, "{told}");
    // Exactly as many as ever: whatever finds fewer makes searches slower, and no answer would show it.
    assert_eq!(found, [2499, 1140, 115], "{told}");
    // Of the dead positions that plain tests miss they find most.
    assert!(found.iter().sum::<usize>() * 100 > (dead - plain) * 90, "{told}");
}

/// A large level with its boxes on goals, and the player somewhere.
fn large(random: &mut Random) -> Option<Puzzle> {
    let (height, width) = (9 + random.below(10), 11 + random.below(12));
    let density = 12 + random.below(18);
    let mut walls = Vec::new();
    let mut floor = Vec::new();
    for row in 0..height {
        for column in 0..width {
            if random.below(100) < density { walls.push((row, column)) } else { floor.push((row, column)) }
        }
    }
    // Goals lie together, as in levels that people make.
    let centre = floor[random.below(floor.len())];
    floor.sort_by_key(|&(row, column)| (row.abs_diff(centre.0).max(column.abs_diff(centre.1)), row, column));
    let spread = 1 + random.below(3);
    let mut boxes = Vec::new();
    let count = 4 + random.below(20);
    for &place in floor.iter().take(count * spread) {
        if random.below(spread) == 0 {
            boxes.push(place);
        }
    }
    let player = *floor.iter().rev().find(|place| !boxes.contains(place))?;
    let board = Board::new(height, width, &walls, &boxes, &[], &[]).ok()?;
    Puzzle::new(&board, player, &boxes).ok().filter(|puzzle| puzzle.n >= 60)
}

/// Pulls boxes at random; calls `visit` with every position, all of which have a plan.
fn pull(puzzle: &Puzzle, random: &mut Random, pulls: usize, mut visit: impl FnMut(&[u64], u16, u16)) {
    let mut bits = puzzle.goal_mask.clone();
    let mut walk = Walk::new(puzzle.n);
    let free: Vec<u16> = (0..puzzle.n as u16).filter(|&cell| !puzzle.has_box(&bits, cell)).collect();
    let mut player = free[random.below(free.len())];
    let mut last = 0;
    for _ in 0..pulls {
        puzzle.block(&mut walk, &bits);
        let area = walk.flood(&puzzle.next, player);
        visit(&bits, area, last);
        let mut moves = Vec::new();
        puzzle.each_box(&bits, |cell| {
            for direction in 0..4 {
                let to = puzzle.next[cell as usize][direction];
                let beyond = puzzle.next[to as usize][direction];
                if walk.reached(to) && walk.reached(beyond) {
                    // The same box goes on more often than not, or all would only tremble.
                    let often = if cell == last { 6 } else { 1 };
                    moves.extend(std::iter::repeat_n((cell, to, beyond), often));
                }
            }
        });
        if moves.is_empty() {
            return;
        }
        let (from, to, beyond) = moves[random.below(moves.len())];
        sets::remove(&mut bits, from);
        sets::add(&mut bits, to);
        (player, last) = (beyond, to);
    }
}

#[test]
fn no_position_of_a_large_level_that_has_a_plan_is_condemned() {
    let mut random = Random::new(5);
    let (mut positions, mut with_areas, mut levels) = (0, 0, 0);
    while levels < 60 {
        let Some(puzzle) = large(&mut random) else { continue };
        levels += 1;
        let pairs = Pairs::new(&puzzle);
        let mut deep = Deep::new(&puzzle, pairs.as_ref(), Switches::default());
        let mut walk = Walk::new(puzzle.n);
        for _ in 0..4 {
            pull(&puzzle, &mut random, 250, |bits, player, moved| {
                let by = deep.condemn(bits, player, moved);
                assert_eq!(by, None, "{:?} {bits:?} {player}", puzzle.places);
                positions += 1;
                puzzle.block(&mut walk, bits);
                walk.flood(&puzzle.next, player);
                with_areas += usize::from(walk.cells().len() + puzzle.count_boxes(bits) < puzzle.n);
            });
        }
    }
    assert!(positions > 4000 && with_areas > 2000, "{positions} positions, {with_areas} with closed areas");
}
