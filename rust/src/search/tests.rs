//! The searches against the oracle: over thousands of tiny levels, the same answer and the same optimum.

use super::control::{Control, Limits, Outcome};
use super::options::{Objective, Options};
use super::solve;
use crate::push::law::Play;
use crate::push::puzzle::{Kind, Puzzle};
use crate::testing::{Oracle, Random, Tiny};

const KINDS: [Kind; 3] = [Kind::Goals, Kind::Sinks, Kind::Holes];

/// Runs every objective on random levels and compares with the oracle; returns how many could be solved.
fn compare(seed: u64, levels: usize, most_boxes: usize, options: &Options) -> usize {
    let mut random = Random::new(seed);
    let mut solved = 0;
    for round in 0..levels {
        let tiny = Tiny::random(&mut random, KINDS[round % 3], most_boxes);
        let Some(oracle) = Oracle::new(&tiny, 60_000) else { continue };
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
fn every_switch_can_be_off() {
    for (name, default, _) in Options::table() {
        if default == "true" || default == "false" {
            let mut options = Options::default();
            options.set(name, if default == "true" { "false" } else { "true" }).unwrap();
            let solved = compare(3, 300, 3, &options);
            assert!(solved > 30, "{name} {solved}");
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
