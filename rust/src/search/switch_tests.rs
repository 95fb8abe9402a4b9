//! A switch is honoured or refused, never ignored: turned the other way, it changes how many positions each search that
//! claims it looks at, on a fixed set of levels.

use super::{any, backward, best_first, feature_search, ida, packing, part, solve};
use crate::board::Board;
use crate::push::puzzle::{Kind, Puzzle};
use crate::space::control::{Budget, Control, Limits};
use crate::space::options::{Objective, Options, Row, Search, Value};
use crate::tables::Tables;
use crate::testing::large::Large;
use crate::testing::{Random, Tiny};

/// Small levels of every kind first, some with a door and some that are their own mirror image; then crowded ones, and
/// a few of real size.
fn levels() -> Vec<Puzzle> {
    let mut random = Random::new(31);
    let mut found = Vec::new();
    for round in 0..120 {
        let kind = [Kind::Goals, Kind::Sinks, Kind::Holes][round % 3];
        let tiny = Tiny::random(&mut random, kind, 5);
        if kind == Kind::Goals {
            found.extend((1..4).filter_map(|turn| tiny.mirrored(turn)).map(|tiny| tiny.puzzle()));
        }
        found.push(tiny.puzzle());
    }
    found.extend((0..6).map(|_| Tiny::with_door(&mut random).puzzle()));
    found.extend((0..300).map(|_| Tiny::random(&mut random, Kind::Sinks, 6).puzzle()));
    found.push(square());
    found.extend((0..30).map(|round| Large::crowded(&mut random, [Kind::Sinks, Kind::Goals][round % 2]).puzzle()));
    found.extend([Kind::Goals, Kind::Sinks, Kind::Holes].map(|kind| Large::random(&mut random, kind, 6).puzzle()));
    found.retain(|puzzle| puzzle.hopeless.is_none());
    found
}

/// Levels that take the packing search more than a few positions.
fn warehouses() -> Vec<Puzzle> {
    let mut random = Random::new(32);
    let found = (0..12).map(|_| Large::warehouse(&mut random).puzzle());
    found.filter(|puzzle| puzzle.hopeless.is_none()).collect()
}

/// A room that looks the same however it is turned, with the goals in its corners.
fn square() -> Puzzle {
    let board = Board::new(5, 5, &[], &[(0, 0), (0, 4), (4, 0), (4, 4)], &[], &[]).unwrap();
    Puzzle::new(&board, (3, 2), &[(1, 1), (1, 2), (1, 3), (2, 2)]).unwrap()
}

/// What else must be set for an option to show: what it needs, and off what sees the same.
fn company(name: &str) -> &'static [(&'static str, &'static str)] {
    match name {
        "movable" | "corridor" => &[
            ("freeze", "false"),
            ("dead_pairs", "false"),
            ("corral_search", "0"),
            ("deep_tests", "false"),
            ("pi_corral", "false"),
        ],
        "blocklist_number" | "blocklist_dead" | "blocklist_distance" => &[
            ("blocklist_number", "3"),
            ("dead_pairs", "false"),
            ("freeze", "false"),
            ("corral_search", "0"),
            ("pi_corral", "false"),
            ("stone_pusher", "false"),
        ],
        "blocklist_excess" => &[
            ("blocklist_number", "2"),
            ("blocklist_distance", "0"),
            ("pair_excess", "false"),
            ("triples", "false"),
            ("pi_corral", "false"),
            ("stone_pusher", "false"),
        ],
        "pair_excess" | "triples" => &[("triples", "false"), ("pi_corral", "false"), ("stone_pusher", "false")],
        "corral_search" => &[("dead_pairs", "false"), ("pi_corral", "false")],
        "corral_astar" => &[("corral_after", "0"), ("corral_astar", "100"), ("dead_pairs", "false")],
        "corral_after" => &[("corral_astar", "100"), ("dead_pairs", "false")],
        "dead_triples" => {
            &[("dead_triples", "0"), ("matching", "false"), ("pi_corral", "false"), ("corral_search", "0")]
        }
        "dead_pairs" => &[("corral_search", "0"), ("goal_pairs", "false")],
        "weight" => &[("two_orders", "false"), ("matching", "false")],
        "closed_areas" => &[("nearby", "0"), ("pi_corral", "false")],
        // What makes small levels take so many moves that advice gives out.
        "drift" => &[("packing_style", "1"), ("eager", "false"), ("deep_tests", "false"), ("pi_corral", "false")],
        "plan_supply" => &[("packing_style", "2")],
        "symmetry" => &[("matching", "false"), ("pi_corral", "false")],
        _ => &[],
    }
}

/// The value that an option is turned to.
fn turned(row: &Row) -> &'static str {
    match (row.name, row.default) {
        ("triples", _) => "true",
        (_, Value::Switch(true)) => "false",
        (_, Value::Switch(false)) => "true",
        ("dead_triples" | "blocklist_distance" | "pull_weight", _) => "1",
        ("weight" | "sink_weight", _) => "4",
        ("packing_style", _) => "2",
        _ => "0",
    }
}

/// Positions that a search expands and stores on a level, where it can be asked there.
fn effort(puzzle: &Puzzle, search: Search, objective: Objective, options: &Options) -> Option<(u64, u64)> {
    let one_end = puzzle.kind == Kind::Sinks || puzzle.count_boxes(&puzzle.start) == puzzle.targets.len();
    let is_large = puzzle.n > 60;
    if (search == Search::Backward && !one_end) || (is_large && options.blocklist_number > 2) {
        return None;
    }
    let control = Control::default();
    let budget = Budget::new(&Limits::default(), &control).with_patience(if is_large { 300 } else { 1_000 });
    let tables = Tables::with_blocklist(puzzle, objective, options, &budget);
    let answer = match search {
        Search::BestFirst => best_first::search(puzzle, &tables, objective, options, &budget),
        Search::Ida => ida::search(puzzle, &tables, options, &budget),
        Search::Features => feature_search::first_turn(puzzle, &tables, options, &budget),
        Search::Packing if !packing::suits(puzzle, &budget) => return None,
        Search::Packing => {
            let level = packing::Level::new(puzzle);
            let mut packing = packing::Packing::new(&level, &tables, options);
            packing.round(&budget).then(packing.round(&budget))
        }
        Search::Backward => backward::search(puzzle, &tables, options, &budget),
        Search::Driver if puzzle.kind == Kind::Goals => {
            any::search(puzzle, &tables, &Options { threads: 1, ..options.clone() }, &mut budget.clone())
        }
        Search::Driver => any::from_another_side(puzzle, &tables, options, &budget),
    };
    Some((answer.expanded, answer.stored))
}

#[test]
fn every_switch_changes_every_search_that_claims_it() {
    let (levels, warehouses) = (levels(), warehouses());
    let (mut ignored, mut honoured) = (Vec::new(), Vec::new());
    for row in Options::table() {
        if matches!(row.name, "core" | "threads" | "ida" | "perimeter" | "meeting") {
            continue; // These choose the search: see the next test.
        }
        let mut options = Options::default();
        company(row.name).iter().for_each(|(name, value)| options.set(name, value).unwrap());
        let mut other = options.clone();
        other.set(row.name, turned(&row)).unwrap();
        for &search in row.searches {
            for objective in objectives(&row, search) {
                let effort = |puzzle: &Puzzle, options: &Options| effort(puzzle, search, objective, options);
                let more = if search == Search::Packing { &warehouses[..] } else { &[] };
                let changes = |puzzle: &&Puzzle| matches!((effort(puzzle, &options), effort(puzzle, &other)), (Some(one), Some(two)) if one != two);
                let (here, elsewhere): (Vec<_>, Vec<_>) =
                    levels.iter().chain(more).partition(|puzzle| row.kinds.contains(&puzzle.kind));
                if !here.iter().any(changes) {
                    ignored.push(format!("`{}` in {search:?} for {objective:?}", row.name));
                }
                // What a row refuses must have no effect there.
                if let Some(level) = elsewhere.iter().take(60).find(|puzzle| changes(puzzle)) {
                    honoured.push(format!("`{}` in {search:?} on {:?}", row.name, level.kind));
                }
            }
        }
    }
    assert!(ignored.is_empty(), "turned, these change nothing: {}", ignored.join(", "));
    assert!(honoured.is_empty(), "refused, and yet with an effect: {}", honoured.join(", "));
}

/// The objectives for which to turn an option in a search: one of each way to count.
fn objectives(row: &Row, search: Search) -> Vec<Objective> {
    let wanted: &[Objective] = match search {
        Search::BestFirst => &[Objective::Any, Objective::Pushes, Objective::Moves],
        Search::Ida => &[Objective::Pushes],
        _ => &[Objective::Any],
    };
    wanted.iter().copied().filter(|objective| row.objectives.contains(objective)).collect()
}

#[test]
fn the_options_that_choose_a_search_choose_it() {
    let levels = levels();
    let by = |options: &Options, objective: Objective| -> Vec<&'static str> {
        let control = Control::default();
        levels[..100].iter().map(|puzzle| solve(puzzle, objective, options, &Limits::default(), &control).by).collect()
    };
    let ida = Options { ida: true, ..Options::default() };
    assert!(by(&ida, Objective::Pushes).iter().all(|&name| name == "ida"));
    assert!(by(&Options::default(), Objective::Pushes).iter().all(|&name| name == "astar"));
    let alone = Options { threads: 1, ..Options::default() };
    let turns = by(&alone, Objective::Any);
    assert!(turns.contains(&"forward") && turns.iter().all(|name| !name.starts_with("packing")));
    let large = Large::warehouse(&mut Random::new(11)).puzzle();
    let answer = solve(&large, Objective::Any, &alone, &Limits::default(), &Control::default());
    assert!(answer.by.starts_with("packing"), "{}", answer.by);
    let plain = Options { packing: false, ..alone };
    assert!(by(&plain, Objective::Any).iter().all(|&name| name == "forward"));
    let control = Control::default();
    let budget = Budget::new(&Limits::default(), &control);
    let parts = |core: bool| {
        let options = Options { core, ..Options::default() };
        let mut random = Random::new(10);
        let sinks = (0..300).map(|_| Tiny::random(&mut random, Kind::Sinks, 5).puzzle());
        let has_part = |puzzle: &Puzzle| {
            let tables = Tables::new(puzzle, Objective::Any, &options);
            part::search(puzzle, &tables, &options, &budget, 1).is_some()
        };
        sinks.filter(|puzzle| puzzle.hopeless.is_none() && has_part(puzzle)).count()
    };
    assert!(parts(true) > 0 && parts(false) == 0);
}

/// They take turns of hundreds of positions, so only a level that is hard for its size shows it.
#[test]
fn both_ends_meet_where_they_may() {
    let text = "\
#########
#  $. #@#
# $..$. #
# $#$$$ #
# . .  ##
#   #   #
#  . #  #
#########";
    let (board, player, boxes) = crate::board::drawn(text).unwrap();
    let puzzle = Puzzle::new(&board, player, &boxes).unwrap();
    let answer = |meeting: bool| {
        let options = Options { meeting, threads: 1, ..Options::default() };
        solve(&puzzle, Objective::Any, &options, &Limits::default(), &Control::default())
    };
    let (with, without) = (answer(true), answer(false));
    assert_eq!(with.by, super::both_ends::NAME);
    assert_ne!(without.by, super::both_ends::NAME);
    assert!(with.expanded < without.expanded, "{} {}", with.expanded, without.expanded);
}

#[test]
fn corrals_of_two_boxes_are_searched_where_the_pairs_are_not_asked() {
    let without = Options { dead_pairs: false, ..Options::default() };
    let blind = Options { corral_search: 0, ..without.clone() };
    let sum = |options: &Options| -> u64 {
        let two = |puzzle: &&Puzzle| puzzle.count_boxes(&puzzle.start) == 2;
        let of = |puzzle: &Puzzle| effort(puzzle, Search::BestFirst, Objective::Any, options);
        levels().iter().filter(two).filter_map(of).map(|(_, stored)| stored).sum()
    };
    assert!(sum(&without) < sum(&blind), "{} {}", sum(&without), sum(&blind));
}
