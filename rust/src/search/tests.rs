//! The searches against the oracle: over thousands of tiny levels, the same answer and the same optimum.

use super::{feature_search, part, row_of_holes, solve};
use crate::bits;
use crate::board::Board;
use crate::push::law::Play;
use crate::push::plan;
use crate::push::puzzle::{Kind, Puzzle};
use crate::space::control::{Budget, Control, Limits, Outcome, Reason};
use crate::space::options::{Objective, Options, Value};
use crate::tables::Tables;
use crate::testing::large::Large;
use crate::testing::{Oracle, Random, Tiny};

const KINDS: [Kind; 3] = [Kind::Goals, Kind::Sinks, Kind::Holes];

/// Runs every objective on random levels and compares with the oracle; returns how many could be solved.
fn compare(seed: u64, levels: usize, most_boxes: usize, options: &Options) -> usize {
    let mut random = Random::new(seed);
    compare_all((0..levels).map(|round| Tiny::random(&mut random, KINDS[round % 3], most_boxes)), options)
}

fn compare_all(levels: impl Iterator<Item = Tiny>, options: &Options) -> usize {
    let mut solved = 0;
    for tiny in levels {
        let Some(oracle) = Oracle::new(&tiny, 120_000) else { continue };
        let truth = oracle.truths[0];
        let board = tiny.board();
        let (player, boxes) = (tiny.place(tiny.player), tiny.places(tiny.boxes));
        let puzzle = Puzzle::new(&board, player, &boxes).unwrap();
        for (_, objective) in Objective::NAMES {
            let answer = solve(&puzzle, objective, options, &Limits::default(), &Control::default());
            let picture = tiny.draw(tiny.start());
            let Some(truth) = truth else {
                assert_eq!(answer.outcome, Outcome::Unsolvable, "{objective:?} {}{picture}", answer.keys);
                continue;
            };
            assert_eq!(answer.outcome, Outcome::Solved, "{objective:?} {truth:?}{picture}");
            let judged = Play::new(&board, player, &boxes).judge(&answer.keys);
            let (moves, pushes) = judged.unwrap_or_else(|| panic!("{objective:?} {}{picture}", answer.keys));
            let (moves, pushes) = (moves as u32, pushes as u32);
            let said = match objective {
                Objective::Any => continue,
                Objective::Moves => (moves, truth.moves_pushes.1),
                Objective::MovesPushes => (moves, pushes),
                Objective::Pushes => (pushes, truth.pushes_moves.1),
                Objective::PushesMoves => (pushes, moves),
            };
            let right = match objective {
                Objective::Moves | Objective::MovesPushes => truth.moves_pushes,
                _ => truth.pushes_moves,
            };
            assert_eq!(said, right, "{objective:?} {}{picture}", answer.keys);
            assert!(answer.proved && answer.bound == right.0);
        }
        solved += usize::from(truth.is_some());
    }
    solved
}

#[test]
fn optimal_on_thousands_of_tiny_levels() {
    let solved = compare(1, 9000, 3, &Options::default());
    assert!(solved > 1500, "{solved}");
    let solved = compare(2, 900, 5, &Options::default());
    assert!(solved > 50, "{solved}");
}

#[test]
fn optimal_with_what_only_hard_levels_get() {
    let options = Options { dead_triples: 1, corral_after: 0, ..Options::default() };
    let solved = compare(4, 2000, 4, &options);
    assert!(solved > 200, "{solved}");
    let mut random = Random::new(6);
    let solved = compare_all((0..40).map(|_| Tiny::with_door(&mut random)), &options);
    assert!(solved > 10, "{solved}");
}

#[test]
fn with_one_thread_any_repeats_itself() {
    let options = Options { threads: 1, ..Options::default() };
    let mut random = Random::new(12);
    let mut names = Vec::new();
    for round in 0..8 {
        let level =
            if round % 2 == 0 { Large::crowded(&mut random, Kind::Goals) } else { Large::warehouse(&mut random) };
        let puzzle = level.puzzle();
        let run = || {
            let answer = solve(&puzzle, Objective::Any, &options, &Limits::default(), &Control::default());
            (answer.by, answer.keys, answer.expanded, answer.stored)
        };
        let first = run();
        assert_eq!(first, run(), "{}", level.draw());
        names.push(first.0);
    }
    assert!(
        names.iter().any(|name| name.starts_with("packing")) && names.iter().any(|name| !name.starts_with("packing"))
    );
}

#[test]
fn optimal_on_symmetric_boards() {
    let mut random = Random::new(5);
    let mut levels = Vec::new();
    while levels.len() < 1500 {
        let tiny = Tiny::random(&mut random, Kind::Goals, 3);
        levels.extend(tiny.mirrored(1 + random.below(3)));
    }
    let solved = compare_all(levels.into_iter(), &Options::default());
    assert!(solved > 300, "{solved}");
}

#[test]
fn mirror_images_are_one() {
    // Eight images of a start that is none of its own: turned, mirrored, all of them merged.
    let places =
        |mask: u32, width: usize| (0..25).filter(move |at| mask >> at & 1 != 0).map(move |at| (at / width, at % width));
    let goals: Vec<_> = places(1 | 1 << 4 | 1 << 20 | 1 << 24, 5).collect();
    let board = crate::board::Board::new(5, 5, &[], &goals, &[], &[]).unwrap();
    let boxes: Vec<_> = places(1 << 6 | 1 << 7 | 1 << 8 | 1 << 12, 5).collect();
    let puzzle = Puzzle::new(&board, (3, 2), &boxes).unwrap();
    let expanded = |symmetry: bool| {
        // With a weak bound, so that it looks at most of the board.
        let options = Options { symmetry, matching: false, pi_corral: false, ..Options::default() };
        let answer = solve(&puzzle, Objective::Pushes, &options, &Limits::default(), &Control::default());
        (answer.pushes.len(), answer.stored)
    };
    let (merged, plain) = (expanded(true), expanded(false));
    assert_eq!(merged.0, plain.0);
    assert!(merged.1 * 7 < plain.1 * 4, "{merged:?} {plain:?}");
}

#[test]
fn every_switch_can_be_off() {
    for row in Options::table() {
        if let Value::Switch(on) = row.default {
            let mut options = Options::default();
            options.set(row.name, if on { "false" } else { "true" }).unwrap();
            let solved = compare(3, 300, 3, &options);
            assert!(solved > 30, "{} {solved}", row.name);
        }
    }
}

#[test]
fn optimal_with_the_nethack_seeds_checkers_and_blocklist() {
    for settings in [
        &[("movable", "true"), ("corridor", "true"), ("freeze", "false"), ("dead_pairs", "false")][..],
        &[("blocklist_number", "3"), ("blocklist_distance", "2"), ("corridor", "true")],
        &[("blocklist_number", "4"), ("blocklist_distance", "0"), ("pair_excess", "false"), ("dead_pairs", "false")],
        &[("blocklist_number", "3"), ("ida", "true")],
        &[("blocklist_number", "2"), ("blocklist_dead", "false"), ("stone_pusher", "false"), ("threads", "1")],
    ] {
        let mut options = Options::default();
        for (name, value) in settings {
            options.set(name, value).unwrap();
        }
        let solved = compare(5, 900, 4, &options);
        assert!(solved > 80, "{settings:?} {solved}");
    }
}

#[test]
fn features_alone_answer_as_the_oracle_does() {
    let mut random = Random::new(8);
    let options = Options::default();
    let (mut solved, mut unsolvable) = (0, 0);
    for round in 0..3000 {
        let tiny = Tiny::random(&mut random, KINDS[round % 3], 4);
        let Some(oracle) = Oracle::new(&tiny, 120_000) else { continue };
        let board = tiny.board();
        let (player, boxes) = (tiny.place(tiny.player), tiny.places(tiny.boxes));
        let puzzle = Puzzle::new(&board, player, &boxes).unwrap();
        if puzzle.hopeless.is_some() {
            continue;
        }
        let control = Control::default();
        let budget = Budget::new(&Limits::default(), &control);
        let tables = Tables::new(&puzzle, Objective::Any, &options);
        let answer = feature_search::search(&puzzle, &tables, &options, &budget, 0);
        let picture = tiny.draw(tiny.start());
        if oracle.truths[0].is_none() {
            assert_eq!(answer.outcome, Outcome::Unsolvable, "{picture}");
            unsolvable += 1;
            continue;
        }
        assert_eq!(answer.outcome, Outcome::Solved, "{picture}");
        let keys = plan::keys(&puzzle, &answer.pushes);
        assert!(Play::new(&board, player, &boxes).judge(&keys).is_some(), "{keys}{picture}");
        solved += 1;
    }
    assert!(solved > 500 && unsolvable > 200, "{solved} {unsolvable}");
}

/// A room of five by six with boxes off its edge and a player anywhere, and a corridor of holes to its right.
fn room_with_a_row_of_holes(random: &mut Random) -> (Board, (usize, usize), Vec<(usize, usize)>) {
    let holes: Vec<_> = (6..8 + random.below(2)).map(|column| (2, column)).collect();
    let width = holes.len() + 7;
    let is_floor = |row: usize, column: usize| column < 6 || row == 2;
    let walls: Vec<_> = (0..5 * width).map(|at| (at / width, at % width)).filter(|&(r, c)| !is_floor(r, c)).collect();
    let mut cells: Vec<_> = (0..12).map(|at| (at / 4 + 1, at % 4 + 1)).collect();
    for at in (1..cells.len()).rev() {
        cells.swap(at, random.below(at + 1));
    }
    let boxes = cells[1..=holes.len() + random.below(3)].to_vec();
    (Board::new(5, width, &walls, &[], &[], &holes).unwrap(), cells[0], boxes)
}

#[test]
fn a_row_of_holes_is_filled_through_its_first() {
    let mut random = Random::new(9);
    let options = Options { threads: 1, ..Options::default() };
    let (mut found, mut missed) = (0, 0);
    for _ in 0..400 {
        let (board, player, boxes) = room_with_a_row_of_holes(&mut random);
        let puzzle = Puzzle::new(&board, player, &boxes).unwrap();
        let control = Control::default();
        let budget = Budget::new(&Limits::default(), &control);
        let answer = row_of_holes::search(&puzzle, &options, &budget, 50);
        let truth = solve(&puzzle, Objective::Any, &options, &Limits::default(), &control);
        match answer {
            Some(answer) if answer.outcome == Outcome::Solved => {
                let keys = plan::keys(&puzzle, &answer.pushes);
                assert!(Play::new(&board, player, &boxes).judge(&keys).is_some(), "{board:?} {player:?} {boxes:?}");
                assert_eq!(truth.outcome, Outcome::Solved);
                found += 1;
            }
            // It never proves that there is no plan.
            Some(answer) => assert_eq!(answer.outcome, Outcome::Unknown(Reason::Horizon)),
            None => missed += 1,
        }
    }
    assert!(found > 100 && missed == 0, "{found} {missed}");
}

#[test]
fn holes_that_are_no_row_are_left_alone() {
    let budget_of = |control| Budget::new(&Limits::default(), control);
    // The second hole lies round a corner.
    let walls = [(0, 4), (0, 5), (1, 5), (2, 5)];
    let board = Board::new(3, 6, &walls, &[], &[], &[(1, 4), (2, 4)]).unwrap();
    let puzzle = Puzzle::new(&board, (0, 0), &[(1, 1), (1, 2)]).unwrap();
    let control = Control::default();
    assert!(row_of_holes::search(&puzzle, &Options::default(), &budget_of(&control), 50).is_none());
}

#[test]
fn a_part_without_a_plan_is_found_only_where_there_is_one() {
    let mut random = Random::new(10);
    let options = Options::default();
    let (mut proved, mut solvable) = (0, 0);
    for _ in 0..2500 {
        let tiny = Tiny::random(&mut random, Kind::Sinks, 5);
        let Some(oracle) = Oracle::new(&tiny, 120_000) else { continue };
        let board = tiny.board();
        let puzzle = Puzzle::new(&board, tiny.place(tiny.player), &tiny.places(tiny.boxes)).unwrap();
        if puzzle.hopeless.is_some() {
            continue;
        }
        let control = Control::default();
        let budget = Budget::new(&Limits::default(), &control);
        let tables = Tables::new(&puzzle, Objective::Any, &options);
        // Hardly any patience, so that boxes are taken away that should have stayed.
        let answer = part::search(&puzzle, &tables, &options, &budget, 1);
        let unsolvable = answer.as_ref().is_some_and(|answer| answer.outcome == Outcome::Unsolvable);
        for cell in answer.iter().flat_map(|answer| &answer.part) {
            let mut rest = vec![0; puzzle.words];
            for other in answer.iter().flat_map(|answer| &answer.part).filter(|&other| other != cell) {
                bits::set(&mut rest, *other);
            }
            let without = puzzle.with_start(rest);
            let answer = solve(&without, Objective::Any, &options, &Limits::default(), &control);
            assert_eq!(answer.outcome, Outcome::Solved, "{}", tiny.draw(tiny.start()));
        }
        let truth = oracle.truths[0].is_some();
        assert!(!(truth && unsolvable), "{}", tiny.draw(tiny.start()));
        proved += usize::from(unsolvable);
        solvable += usize::from(truth);
    }
    assert!(proved > 50 && solvable > 200, "{proved} {solvable}");
}

#[test]
fn features_stopped_in_the_middle_of_a_position_prove_nothing() {
    let board = Board::new(3, 6, &[], &[(1, 5)], &[], &[]).unwrap();
    let puzzle = Puzzle::new(&board, (1, 0), &[(1, 1)]).unwrap();
    let (control, options) = (Control::default(), Options::default());
    let budget = Budget::new(&Limits { seconds: Some(0.0), ..Limits::default() }, &control);
    let tables = Tables::new(&puzzle, Objective::Any, &options);
    let answer = feature_search::search(&puzzle, &tables, &options, &budget, 0);
    assert_eq!(answer.outcome, Outcome::Unknown(Reason::Time));
}
