//! Plans that are known to be right, on levels of real size: no test condemns a position on them, and no bound is above
//! what they still cost. Every row of the table of tests and every bound is run here.

use super::{backward, best_first, feature_search, ida};
use crate::bounds::Bound;
use crate::deadlocks::deep::{Deep, Switches};
use crate::deadlocks::freeze::Freeze;
use crate::deadlocks::pull_freeze::PullFreeze;
use crate::deadlocks::{After, Context, TABLE, Tests};
use crate::pruning::pi_corral::{Choice, PiCorral};
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::{Answer, Budget, Control, Limits, Outcome};
use crate::space::known_plan::KnownPlan;
use crate::space::options::{Objective, Options};
use crate::tables::Tables;
use crate::tables::pairs::Pairs;
use crate::testing::large::Large;
use crate::testing::plan_file;
use crate::testing::{Random, every_test_on};

/// Positions that a search for a plan may expand.
const PATIENCE: u64 = 2_000;

fn search(puzzle: &Puzzle, objective: Objective, options: &Options, plan: Option<&KnownPlan>) -> Answer {
    let control = Control::default();
    let budget = Budget { known_plan: plan, ..Budget::new(&Limits::default(), &control).with_patience(PATIENCE) };
    let tables = Tables::new(puzzle, objective, options);
    best_first::search(puzzle, &tables, objective, options, &budget)
}

/// Levels with plans that the search found: any plan, and one of fewest pushes.
fn levels(seed: u64, count: usize) -> Vec<(Large, Puzzle, Vec<Push>)> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let kind = [Kind::Goals, Kind::Sinks, Kind::Holes][random.below(3)];
        let level = Large::random(&mut random, kind, 7);
        assert!((100..=400).contains(&level.size()));
        let puzzle = level.puzzle();
        assert_eq!(puzzle.hopeless, None, "{}", level.draw());
        for objective in [Objective::Any, Objective::Pushes] {
            let answer = search(&puzzle, objective, &Options::default(), None);
            assert_ne!(answer.outcome, Outcome::Unsolvable, "{}", level.draw());
            if answer.outcome == Outcome::Solved && answer.pushes.len() > 10 {
                found.push((level.clone(), puzzle.clone(), answer.pushes));
            }
        }
    }
    found
}

/// Calls `visit` with each position of a plan, the player's cell and the pushes still to come.
fn each_position(puzzle: &Puzzle, plan: &[Push], mut visit: impl FnMut(&[u64], u16, u32)) {
    let (mut bits, mut player) = (puzzle.start.clone(), puzzle.player);
    for (at, push) in plan.iter().enumerate() {
        visit(&bits, player, (plan.len() - at) as u32);
        puzzle.push(&mut bits, push.from, puzzle.next[push.from as usize][push.direction as usize]);
        player = push.from;
    }
    visit(&bits, player, 0);
}

#[test]
fn the_tests_for_pulls_condemn_no_position_on_a_known_plan() {
    let mut asked = 0;
    for (level, puzzle, plan) in levels(43, 30) {
        let mut test = PullFreeze::new(&puzzle);
        let pairs = Pairs::from_starts(&puzzle, &backward::distances(&puzzle));
        each_position(&puzzle, &plan, |bits, player, _| {
            let pair = pairs.as_ref().and_then(|pairs| pairs.find_dead(&puzzle, bits, player));
            assert_eq!(pair, None, "boxes {:?}{}", puzzle.boxes(bits), level.draw());
            assert!(!test.is_dead(&puzzle, bits, player), "boxes {:?}{}", puzzle.boxes(bits), level.draw());
            asked += usize::from(puzzle.kind == Kind::Goals);
        });
    }
    assert!(asked > 100, "{asked}");
}

#[test]
fn no_test_condemns_a_position_on_a_known_plan() {
    // Where the matching is the bound, that says what `bipartite` says.
    let options = Options { matching: false, blocklist_number: 2, ..every_test_on() };
    let mut asked = vec![0; TABLE.len()];
    let control = Control::default();
    for (level, puzzle, plan) in levels(41, 60) {
        let budget = Budget::new(&Limits::default(), &control);
        let tables = Tables::with_blocklist(&puzzle, Objective::Any, &options, &budget);
        let context = Context { puzzle: &puzzle, tables: &tables, options: &options, objective: Objective::Any };
        let mut walk = Walk::new(puzzle.n);
        for (row, asked) in TABLE.iter().zip(&mut asked) {
            let mut test = Tests::among(context, |other| other.name == row.name);
            test.begin_late(u64::MAX);
            each_position(&puzzle, &plan, |bits, player, _| {
                puzzle.block(&mut walk, bits);
                walk.flood(&puzzle.next, player);
                for cell in puzzle.boxes(bits) {
                    let after = After { bits, cell, player };
                    let shut: Vec<u16> = puzzle.shut_out(&walk, cell).collect();
                    let name = test.condemn(&after).or_else(|| test.condemn_costly(&after, &shut));
                    assert_eq!(name, None, "boxes {:?}{}", puzzle.boxes(bits), level.draw());
                    *asked += usize::from(test.has(row.name));
                }
            });
        }
    }
    for (row, asked) in TABLE.iter().zip(asked) {
        assert!(asked > 500, "`{}` was asked {asked} times only", row.name);
    }
}

#[test]
fn no_bound_is_above_what_a_known_plan_costs() {
    let control = Control::default();
    let names: Vec<&str> = Options::table().iter().filter(|row| row.is_bound()).map(|row| row.name).collect();
    let mut compared = 0;
    for (at, (level, puzzle, plan)) in levels(42, 24).into_iter().enumerate() {
        // All bounds together, and all but one, another one each time.
        let all = Options { blocklist_number: 2, ..every_test_on() };
        let mut without = all.clone();
        without.set(names[at % names.len()], "false").unwrap();
        for options in [all, without] {
            let budget = Budget::new(&Limits::default(), &control);
            let tables = Tables::with_blocklist(&puzzle, Objective::Pushes, &options, &budget);
            let mut bound = Bound::new(&puzzle, &tables, &options);
            let nothing = vec![0; puzzle.words];
            each_position(&puzzle, &plan, |bits, player, left| {
                let pushes = bound.prepare(bits, player, &nothing);
                assert!(
                    pushes as u32 <= left,
                    "{pushes} > {left}, without {}{}",
                    names[at % names.len()],
                    level.draw()
                );
                compared += 1;
            });
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn every_search_keeps_the_known_plan() {
    let every = Options { threads: 1, corral_search: 100, corral_astar: 100, ..every_test_on() };
    for (_, puzzle, plan) in levels(43, 8) {
        let known = KnownPlan::new(&puzzle, &plan);
        for options in [&Options::default(), &every] {
            // What they find does not matter here, only that they do not stumble over the plan.
            search(&puzzle, Objective::Any, options, Some(&known));
            search(&puzzle, Objective::Pushes, options, Some(&known));
            search(&puzzle, Objective::Moves, options, Some(&known));
            let control = Control::default();
            let limits = Limits { seconds: Some(0.1), ..Limits::default() };
            let budget = Budget { known_plan: Some(&known), ..Budget::new(&limits, &control) };
            let tables = Tables::new(&puzzle, Objective::Pushes, options);
            ida::search(&puzzle, &tables, options, &budget);
            let tables = Tables::new(&puzzle, Objective::Any, options);
            feature_search::search(&puzzle, &tables, options, &budget, 0);
        }
    }
}

/// The plans of a file that `SOKOPLAN_KNOWN_PLANS` names: every test and every bound, on real levels.
#[test]
#[ignore = "needs a file of levels and plans: benchmarks/trust/known_plans.py"]
fn no_test_and_no_bound_is_wrong_about_the_plans_of_a_file() {
    let path = std::env::var("SOKOPLAN_KNOWN_PLANS").expect("the name of a file");
    let text = std::fs::read_to_string(path).expect("the file");
    let levels = plan_file::read(&text);
    let (mut positions, mut asked) = (0, 0);
    for known in &levels {
        let (more_positions, more_asked) = judge(known);
        positions += more_positions;
        asked += more_asked;
    }
    println!("{} plans, {positions} positions, {asked} pushes judged", levels.len());
    assert!(asked > 0, "no plan in the file");
}

/// Asks everything that may call a position dead, in all of a plan. How many positions, and how many after a push.
fn judge(plan_file::Known { picture, puzzle, plan }: &plan_file::Known) -> (usize, usize) {
    let control = Control::default();
    // A blocklist of a large level that is not ready by then is left out; the program does the same.
    let limits = Limits { seconds: Some(1.0), ..Limits::default() };
    // Where the matching is the bound, that says what `bipartite` says.
    let options = Options { matching: false, blocklist_number: 2, threads: 1, ..every_test_on() };
    let budget = Budget::new(&limits, &control);
    let tables = Tables::with_blocklist(puzzle, Objective::Any, &options, &budget);
    let context = Context { puzzle, tables: &tables, options: &options, objective: Objective::Any };
    let mut tests = Tests::among(context, |_| true);
    tests.begin_late(u64::MAX);
    let mut pulls = PullFreeze::new(puzzle);
    let pull_pairs = Pairs::from_starts(puzzle, &backward::distances(puzzle));
    let mut deep = Deep::new(puzzle, tables.pairs.as_ref(), Switches::default());
    let mut corral = PiCorral::new(puzzle);
    let mut freeze = Freeze::new(puzzle);
    let by_pushes = [Options::default(), Options { blocklist_number: 2, threads: 1, ..every_test_on() }];
    let bound_tables = by_pushes.each_ref().map(|options| {
        let budget = Budget::new(&limits, &control);
        Tables::with_blocklist(puzzle, Objective::Pushes, options, &budget)
    });
    let mut bounds = [0, 1].map(|at| Bound::new(puzzle, &bound_tables[at], &by_pushes[at]));
    let nothing = vec![0; puzzle.words];
    let mut walk = Walk::new(puzzle.n);
    let (mut positions, mut asked) = (0, 0);
    let mut moved = None;
    each_position(puzzle, plan, |bits, player, left| {
        let place = format!("{left} pushes before the end{picture}");
        let pair = pull_pairs.as_ref().and_then(|pairs| pairs.find_dead(puzzle, bits, player));
        assert_eq!(pair, None, "pairs of pulls, {place}");
        assert!(!pulls.is_dead(puzzle, bits, player), "pulls, {place}");
        freeze.scan(puzzle, bits);
        for bound in &mut bounds {
            for frozen in [&nothing, &freeze.frozen] {
                let least = bound.prepare(bits, player, frozen);
                assert!(least as u32 <= left, "bound {least}, {place}");
            }
        }
        puzzle.block(&mut walk, bits);
        walk.flood(&puzzle.next, player);
        if left > 0 {
            let choice = corral.find(puzzle, bits, &puzzle.boxes(bits), &walk);
            assert_ne!(choice, Choice::Dead, "pi_corral, {place}");
        }
        if let Some(cell) = moved.filter(|&cell| puzzle.has_box(bits, cell)) {
            let after = After { bits, cell, player };
            let shut: Vec<u16> = puzzle.shut_out(&walk, cell).collect();
            let name = tests.condemn(&after).or_else(|| tests.condemn_costly(&after, &shut));
            assert_eq!(name, None, "{place}");
            if puzzle.kind == Kind::Goals {
                assert_eq!(deep.condemn(bits, player, cell), None, "{place}");
            }
            asked += 1;
        }
        if let Some(push) = plan.get(positions) {
            moved = Some(puzzle.next[push.from as usize][push.direction as usize]);
        }
        positions += 1;
    });
    // What a search learns on its way, and hands to its tests and bounds, is judged along the way.
    let known = KnownPlan::new(puzzle, plan);
    for objective in [Objective::Any, Objective::Pushes] {
        search(puzzle, objective, &Options::default(), Some(&known));
    }
    (positions, asked)
}

#[test]
fn a_file_of_plans_is_read() {
    let text = "#####\n#@$.#\n#####\nR\n\n######\n#@ $0#\n######\nrR\n\n######\n#@ $^#\n######\nrR\n";
    let read = plan_file::read(text);
    let kinds: Vec<Kind> = read.iter().map(|known| known.puzzle.kind).collect();
    assert_eq!(kinds, [Kind::Goals, Kind::Sinks, Kind::Holes]);
    assert!(read.iter().all(|known| known.plan.len() == 1));
}

#[test]
#[should_panic(expected = "`wrong` condemns a position that can be solved in")]
fn who_condemns_a_known_plan_is_caught() {
    let (_, puzzle, plan) = levels(44, 1).remove(0);
    KnownPlan::new(&puzzle, &plan).condemned(&puzzle, &puzzle.start, puzzle.player, "wrong");
}
