//! The packing search: plans of small levels of our own, and thousands of tiny levels against the oracle.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use super::super::solve;
use super::features::Guide;
use super::outline::{Outline, outline};
use super::pack::{Pack, Workshop};
use super::plan::EVER;
use super::rooms::CORRIDOR;
use super::styles::{STYLES, Taste};
use super::unpack::Unpack;
use super::{Level, Packing, search, suits};
use crate::board::Board;
use crate::push::law::Play;
use crate::push::plan;
use crate::push::puzzle::{Kind, Puzzle};
use crate::space::control::{Budget, Control, Limits, Outcome};
use crate::space::options::{Objective, Options};
use crate::tables::Tables;
use crate::testing::large::Large;
use crate::testing::{Oracle, Random, Tiny};

type Place = (usize, usize);

fn read(picture: &str) -> (Board, Place, Vec<Place>) {
    let rows: Vec<&str> = picture.lines().filter(|line| line.contains('#')).collect();
    let places = |signs: &str| {
        let cells =
            rows.iter().enumerate().flat_map(|(row, line)| line.chars().enumerate().map(move |(c, s)| (row, c, s)));
        cells.filter(|&(_, _, sign)| signs.contains(sign)).map(|(row, column, _)| (row, column)).collect::<Vec<_>>()
    };
    let width = rows.iter().map(|row| row.len()).max().unwrap();
    let board = Board::new(rows.len(), width, &places("#"), &places(".*+"), &[], &[]).unwrap();
    (board, places("@+")[0], places("$*"))
}

fn puzzle(picture: &str) -> Puzzle {
    let (board, player, boxes) = read(picture);
    Puzzle::new(&board, player, &boxes).unwrap()
}

/// A goal room with one door, and three boxes outside.
const GOAL_ROOM: &str = "
##########
#    #   #
# $     .#
# @$$ ##.#
#     ##.#
##########";

#[test]
fn the_innermost_goal_is_packed_first() {
    let puzzle = puzzle(GOAL_ROOM);
    let level = Level::new(&puzzle);
    let plan = Unpack::new(&level, Taste::Farthest).run(1000, |_| false).unwrap();
    assert!(plan.complete && plan.waiting.is_empty());
    let order: Vec<Place> = plan.steps.iter().map(|step| puzzle.places[step.to as usize]).collect();
    assert_eq!(order, [(4, 8), (3, 8), (2, 8)]);
    assert!(plan.steps.iter().all(|step| step.until == EVER && !step.initial));
    // Nothing is packed at the start; a box on the last goal alone does not count, one on the first does.
    assert_eq!(plan.packed(&puzzle.start), 0);
    let mut bits = vec![0; puzzle.words];
    super::floor::set(&mut bits, plan.steps[2].to);
    assert_eq!(plan.packed(&bits), 0);
    super::floor::set(&mut bits, plan.steps[0].to);
    assert_eq!(plan.packed(&bits), 1);
    super::floor::set(&mut bits, plan.steps[1].to);
    assert_eq!(plan.packed(&bits), 3);
}

#[test]
fn a_plan_takes_every_box_from_its_start_to_a_goal_of_its_own() {
    let mut random = Random::new(47);
    let (mut plans, mut parked) = (0, 0);
    let control = Control::default();
    let budget = Budget::new(&Limits::default(), &control);
    for _ in 0..200 {
        let level = Large::crowded(&mut random, Kind::Goals);
        let (puzzle, picture) = (level.puzzle(), level.draw());
        let Ok(Outline { plan, .. }) = outline(&puzzle, &budget) else { continue };
        plans += 1;
        // Where each box is, by its start. Whatever has not been moved yet is not in the way.
        let mut place: BTreeMap<u16, u16> = BTreeMap::new();
        for (at, step) in plan.steps.iter().enumerate() {
            let start = step.start.expect("a whole plan goes back to the start");
            assert!(puzzle.has_box(&puzzle.start, start), "{picture}");
            assert!(place.values().all(|&other| other != step.to), "{picture}");
            place.insert(start, step.to);
            parked += usize::from(step.until != EVER);
            let next = plan.steps.iter().skip(at + 1).position(|later| later.start == Some(start));
            assert_eq!(next.map_or(EVER, |ahead| at + 1 + ahead), step.until, "{picture}");
        }
        assert_eq!(place.len(), puzzle.count_boxes(&puzzle.start), "{picture}");
        assert!(place.values().all(|&cell| puzzle.goal[cell as usize]), "{picture}");
        let boxes = place.len() as u64;
        assert_eq!(plan.boxes_packed(plan.steps.len() as i16), (boxes, boxes), "{picture}");
    }
    assert!(plans > 150 && parked > 20, "{plans} plans, {parked} boxes parked");
}

#[test]
fn whoever_watches_sees_what_runs() {
    let control = Control::default();
    let packing = control.begin("packing");
    let forward = control.begin("forward");
    drop(control.begin("forward"));
    assert_eq!(control.running(), ["forward", "packing"]);
    drop(forward);
    assert_eq!(control.running(), ["packing"]);
    drop(packing);
    assert!(control.running().is_empty());
}

#[test]
fn rooms_are_blocks_of_floor_and_doors_are_corridor() {
    let puzzle = puzzle(
        "
#########
#   #   #
#  @  $.#
#   #   #
#########",
    );
    let level = Level::new(&puzzle);
    let room = |place: Place| level.rooms.room[puzzle.places.iter().position(|&other| other == place).unwrap()];
    assert_eq!(level.rooms.count, 2);
    assert_eq!(level.rooms.links, [(0, 1)]);
    assert_eq!(room((2, 4)), CORRIDOR);
    assert_eq!(room((1, 1)), room((3, 3)));
    assert_ne!(room((1, 1)), room((1, 7)));
}

fn solves(board: &Board, player: Place, boxes: &[Place], options: &Options) -> Option<bool> {
    let puzzle = Puzzle::new(board, player, boxes).unwrap();
    let control = Control::default();
    let budget = Budget::new(&Limits::default(), &control).with_patience(20_000);
    if !suits(&puzzle, &budget) {
        return None;
    }
    let tables = Tables::new(&puzzle, Objective::Any, options);
    let answer = search(&puzzle, &tables, options, &budget);
    assert_ne!(answer.outcome, Outcome::Unsolvable, "guesswork proves nothing");
    if answer.outcome != Outcome::Solved {
        return Some(false);
    }
    let keys = plan::keys(&puzzle, &answer.pushes);
    assert!(Play::new(board, player, boxes).judge(&keys).is_some(), "{keys}");
    Some(true)
}

/// A hall of two thousand cells, and a dozen goals in a closet.
#[test]
fn a_large_board_has_a_plan_where_the_memory_allows_it() {
    let (height, width) = (48, 44);
    let door = (5, 3);
    let walls: Vec<Place> = (0..width).map(|column| (5, column)).filter(|&place| place != door).collect();
    let goals: Vec<Place> = (0..4).flat_map(|row| (1..4).map(move |column| (row + 1, column))).collect();
    let boxes: Vec<Place> = (0..3).flat_map(|row| (0..4).map(move |column| (20 + 4 * row, 10 + 9 * column))).collect();
    let board = Board::new(height, width, &walls, &goals, &[], &[]).unwrap();
    let puzzle = Puzzle::new(&board, (40, 5), &boxes).unwrap();
    assert!(puzzle.n > 2000);
    let control = Control::default();
    let limits = |megabytes: usize| Limits { memory: megabytes << 20, ..Limits::default() };
    assert!(!suits(&puzzle, &Budget::new(&limits(200), &control)));
    assert!(suits(&puzzle, &Budget::new(&limits(500), &control)));
    let options = Options { threads: 1, ..Options::default() };
    let answer = solve(&puzzle, Objective::Any, &options, &limits(500), &control);
    assert!(answer.by.starts_with("packing"), "{}", answer.by);
    assert!(Play::new(&board, (40, 5), &boxes).judge(&answer.keys).is_some());
    assert!(answer.memory < 500 << 20);
}

#[test]
fn solves_what_can_be_solved() {
    let mut random = Random::new(31);
    let (mut solved, mut missed) = (0, 0);
    for round in 0..3000 {
        let tiny = Tiny::random(&mut random, Kind::Goals, 2 + round % 4);
        let Some(oracle) = Oracle::new(&tiny, 60_000) else { continue };
        let boxes = tiny.places(tiny.boxes);
        let Some(found) = solves(&tiny.board(), tiny.place(tiny.player), &boxes, &Options::default()) else { continue };
        let picture = tiny.draw(tiny.start());
        assert!(!found || oracle.truths[0].is_some(), "{picture}");
        solved += usize::from(found);
        missed += usize::from(!found && oracle.truths[0].is_some());
    }
    // All moves are tried in the end, and the tests of moves are sound: nothing may be missed.
    assert!(solved > 600 && missed == 0, "{solved} solved, {missed} missed");
}

#[test]
fn every_switch_leaves_a_search_that_solves() {
    let (board, player, boxes) = read(GOAL_ROOM);
    for row in Options::table() {
        let mut options = Options::default();
        let off = if row.is_switch() { "false" } else { "0" };
        if options.set(row.name, off).is_ok() && row.name != "packing" {
            assert_eq!(solves(&board, player, &boxes, &options), Some(true), "without {}", row.name);
        }
    }
    for style in 1..=super::styles::STYLES.len() {
        let options = Options { packing_style: style, ..Options::default() };
        assert_eq!(solves(&board, player, &boxes, &options), Some(true), "style {style}");
    }
}

#[test]
fn repeats_itself() {
    let puzzle = puzzle(GOAL_ROOM);
    let options = Options::default();
    let tables = Tables::new(&puzzle, Objective::Any, &options);
    let level = Level::new(&puzzle);
    let run = || {
        let control = Control::default();
        let answer = Packing::new(&level, &tables, &options).round(&Budget::new(&Limits::default(), &control));
        (answer.pushes, answer.expanded)
    };
    assert_eq!(run(), run());
}

#[test]
fn the_first_position_is_left_when_the_budget_ends() {
    let puzzle = puzzle(GOAL_ROOM);
    let options = Options::default();
    let tables = Tables::new(&puzzle, Objective::Any, &options);
    let level = Level::new(&puzzle);
    let moved = |cancel: bool| {
        let control = Control::default();
        control.cancel.store(cancel, Relaxed);
        let plan = Unpack::new(&level, Taste::Farthest).run(1000, |_| false).unwrap();
        let mut pack = Pack::new(&level, Guide::new(&level, plan, STYLES[0]), &options);
        pack.begin(&mut Workshop::new(&level, &tables, &options), &Budget::new(&Limits::default(), &control));
        let mut boxes: Vec<u16> = pack.tree.nodes[0].children.iter().map(|child| child.step.from).collect();
        boxes.sort_unstable();
        boxes.dedup();
        boxes.len()
    };
    assert_eq!((moved(false), moved(true)), (3, 1));
}
