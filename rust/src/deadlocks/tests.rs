//! Soundness against the oracle, on every position of many tiny levels: nothing that can be solved is condemned.
//! Every row of the table is run, so a new test is tested the moment it is registered.

use super::corral::Corral;
use super::freeze::Freeze;
use super::{After, Context, CostlyTest, Make, TABLE, Tests};
use crate::pruning::pi_corral::{Choice, PiCorral};
use crate::push::puzzle::{Kind, Puzzle};
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
        let mut freeze = Freeze::new(&puzzle);
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
                    let by_cheap = test.condemn(&after);
                    if TABLE[at].name != "freeze" {
                        assert_eq!(test.frozen(), None);
                    } else if by_cheap.is_none() {
                        freeze.scan(&puzzle, &bits);
                        let is_asked = Freeze::is_stuck(&puzzle, &bits, cell);
                        assert_eq!(test.frozen(), is_asked.then_some(&freeze.frozen[..]));
                    }
                    if let Some(name) = by_cheap.or_else(|| test.condemn_costly(&after, &shut)) {
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

/// The boxes that are named cannot be brought home even if all others were gone.
#[test]
fn the_part_that_a_corral_names_is_dead_alone() {
    let mut random = Random::new(8);
    let control = Control::default();
    let (mut named, mut fewer) = (0, 0);
    for _ in 0..400 {
        let tiny = Tiny::random(&mut random, Kind::Goals, 4);
        let puzzle = tiny.puzzle();
        let Some(oracle) = Oracle::new(&tiny, 3_000).filter(|_| puzzle.hopeless.is_none()) else { continue };
        let options = every_test_on();
        let tables =
            Tables::with_blocklist(&puzzle, Objective::Any, &options, &Budget::new(&Limits::default(), &control));
        let context = Context { puzzle: &puzzle, tables: &tables, options: &options, objective: Objective::Any };
        let mut corral = Corral::new(&context, 300);
        let mut walk = Walk::new(puzzle.n);
        for &position in oracle.positions.iter().step_by(5) {
            let Some((bits, player)) = tiny.bits(&puzzle, position) else { continue };
            puzzle.block(&mut walk, &bits);
            walk.flood(&puzzle.next, player);
            for cell in puzzle.boxes(&bits) {
                let shut: Vec<u16> = puzzle.shut_out(&walk, cell).collect();
                if !corral.is_dead(&puzzle, &After { bits: &bits, cell, player }, &shut) || random.below(4) > 0 {
                    continue;
                }
                let part = puzzle.boxes(corral.part());
                assert!(part.len() > 1 && part.iter().all(|&cell| puzzle.has_box(&bits, cell)));
                let at = |cell: u16| puzzle.places[cell as usize].0 * tiny.width + puzzle.places[cell as usize].1;
                let boxes = part.iter().fold(0, |mask, &cell| mask | 1 << at(cell));
                let alone = Tiny { boxes, player: at(player), ..tiny.clone() };
                let oracle = Oracle::new(&alone, 100_000).expect("a small level");
                assert_eq!(oracle.truths[0], None, "{}", tiny.draw(position));
                named += 1;
                fewer += usize::from(boxes != position.1);
            }
        }
    }
    assert!(named > 50 && fewer > 20, "{named} {fewer}");
}

type Change<'a> = &'a dyn Fn(&mut Options);

/// Each test begins after as many positions as its switch says, and only where it is wanted.
#[test]
fn tests_begin_when_they_should() {
    let mut random = Random::new(9);
    let control = Control::default();
    let has_all_tables = |puzzle: &Puzzle| {
        let options = every_test_on();
        let budget = Budget::new(&Limits::default(), &control);
        let tables = Tables::with_blocklist(puzzle, Objective::Any, &options, &budget);
        tables.pairs.is_some() && tables.blocklist.is_some() && tables.triples(puzzle).is_some()
    };
    let mut levels = std::iter::repeat_with(|| Tiny::random(&mut random, Kind::Goals, 4).puzzle()).take(1000);
    let puzzle = levels.find(|puzzle| puzzle.hopeless.is_none() && has_all_tables(puzzle)).unwrap();
    let with = |objective: Objective, change: Change| {
        let mut options = Options { dead_triples: 100, corral_after: 50, matching: false, ..every_test_on() };
        change(&mut options);
        let tables = Tables::with_blocklist(&puzzle, objective, &options, &Budget::new(&Limits::default(), &control));
        let context = Context { puzzle: &puzzle, tables: &tables, options: &options, objective };
        let mut tests = Tests::new(context);
        let mut begun = Vec::new();
        for expanded in [0, 49, 50, 99, 100] {
            tests.begin_late(expanded);
            begun.push(TABLE.iter().map(|row| row.name).filter(|name| tests.has(name)).collect::<Vec<_>>().join(" "));
        }
        let mut cheap = Tests::cheap(context);
        cheap.begin_late(u64::MAX - 1);
        assert!(!cheap.has_costly() && !cheap.has("triples") && cheap.has("movable"));
        (begun, tests.has_costly())
    };
    let plain = "movable blocklist corridor pairs freeze bipartite";
    let (corral, all) = (format!("{plain} corral"), "movable blocklist corridor pairs triples freeze bipartite corral");
    let late = with(Objective::Pushes, &|_| ());
    assert_eq!(late, ([plain, plain, &corral, &corral, all].map(String::from).to_vec(), true));
    let (at_once, _) = with(Objective::Any, &|_| ());
    assert_eq!(at_once, [&corral, &corral, &corral, &corral, all].map(|names| names.to_string()).to_vec());
    let without: [(Objective, Change, &str); 6] = [
        (Objective::Pushes, &|options| options.corral_astar = 0, "corral"),
        (Objective::Any, &|options| options.corral_search = 0, "corral"),
        (Objective::Moves, &|_| (), "corral"),
        (Objective::Pushes, &|options| options.dead_triples = 0, "triples"),
        (Objective::Pushes, &|options| options.matching = true, "bipartite"),
        (Objective::Pushes, &|options| options.bipartite = false, "bipartite"),
    ];
    for (objective, change, gone) in without {
        let (begun, has_costly) = with(objective, change);
        let left: Vec<&str> = all.split(' ').filter(|&name| name != gone).collect();
        assert_eq!(begun[4], left.join(" "));
        assert_eq!(has_costly, gone != "corral");
    }
}
