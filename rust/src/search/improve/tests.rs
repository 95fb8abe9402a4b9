//! Plans made shorter, against the oracle: legal, never worse, and best where nothing was left to try.

use super::vicinity::{ANYWHERE, Reach, Spread, Vicinity};
use super::{improve, pushes_of};
use crate::push::law::Play;
use crate::push::plan;
use crate::push::puzzle::Kind;
use crate::space::control::{Budget, Control, Limits, Reason};
use crate::space::options::Objective;
use crate::testing::{Oracle, Random, Tiny};

/// A plan with many detours: keys at random until the level is solved.
fn stroll(tiny: &Tiny, random: &mut Random) -> Option<String> {
    let mut position = tiny.start();
    let mut keys = String::new();
    for _ in 0..3000 {
        if tiny.is_won(position) {
            return Some(keys);
        }
        let direction = random.below(4);
        if let Some((after, _)) = tiny.press(position, direction) {
            position = after;
            keys.push(crate::board::KEYS[direction]);
        }
    }
    None
}

#[test]
fn strolls_become_best_plans() {
    let mut random = Random::new(21);
    let (mut improved, mut solved) = (0, 0);
    for round in 0..600 {
        let kind = [Kind::Goals, Kind::Sinks, Kind::Holes][round % 3];
        let tiny = Tiny::random(&mut random, kind, 3);
        let (Some(keys), Some(oracle)) = (stroll(&tiny, &mut random), Oracle::new(&tiny, 60_000)) else { continue };
        let truth = oracle.truths[0].unwrap();
        let puzzle = tiny.puzzle();
        let given = pushes_of(&puzzle, &keys).unwrap();
        for (_, objective) in Objective::NAMES.into_iter().skip(1) {
            let control = Control::default();
            let found = improve(&puzzle, &given, objective, &Budget::new(&Limits::default(), &control));
            let keys = plan::keys(&puzzle, &found.plan);
            let board = tiny.board();
            let play = Play::new(&board, tiny.place(tiny.player), &tiny.places(tiny.boxes));
            let (moves, pushes) = play.judge(&keys).unwrap_or_else(|| panic!("{keys}{}", tiny.draw(tiny.start())));
            let (moves, pushes) = (moves as u32, pushes as u32);
            let (said, right) = match objective {
                Objective::Moves => ((moves, 0), (truth.moves_pushes.0, 0)),
                Objective::MovesPushes => ((moves, pushes), truth.moves_pushes),
                Objective::PushesMoves => ((pushes, moves), truth.pushes_moves),
                _ => ((pushes, 0), (truth.pushes_moves.0, 0)),
            };
            assert_eq!(found.reason, None);
            assert_eq!(said, right, "{objective:?} {keys}{}", tiny.draw(tiny.start()));
            improved += usize::from(found.plan.len() < given.len());
        }
        solved += 1;
    }
    assert!(solved > 40 && improved > 40, "{solved} {improved}");
}

#[test]
fn a_plan_is_kept_when_there_is_no_time() {
    let mut random = Random::new(22);
    let (tiny, keys) = std::iter::repeat_with(|| Tiny::random(&mut random, Kind::Goals, 2))
        .find_map(|tiny| stroll(&tiny, &mut Random::new(3)).filter(|keys| keys.len() > 300).map(|keys| (tiny, keys)))
        .unwrap();
    let puzzle = tiny.puzzle();
    let given = pushes_of(&puzzle, &keys).unwrap();
    let control = Control::default();
    control.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    let found = improve(&puzzle, &given, Objective::Pushes, &Budget::new(&Limits::default(), &control));
    // So small a level may be through before anybody looks at the clock.
    assert!(found.reason.is_none_or(|reason| reason == Reason::Cancelled) && found.plan.len() <= given.len());
    assert!(plan::keys(&puzzle, &found.plan).len() <= keys.len());
}

#[test]
fn keys_that_do_not_solve_are_no_plan() {
    let tiny = Tiny { height: 1, width: 5, walls: 0, goals: 16, sinks: 0, holes: 0, boxes: 4, player: 0 };
    let puzzle = tiny.puzzle();
    for keys in ["", "rr", "rx", "u", "rrrr"] {
        assert!(pushes_of(&puzzle, keys).is_none_or(|plan| keys == "rrrr" && plan.len() == 2), "{keys}");
    }
    assert_eq!(pushes_of(&puzzle, "rlrrrll").unwrap().len(), 2);
}

#[test]
fn near_is_what_few_boxes_out_of_place_make() {
    // Six cells in a row with another row below, all floor; goals enough that every cell is live.
    let tiny = Tiny { height: 2, width: 6, walls: 0, goals: 0xfff, sinks: 0, holes: 0, boxes: 0b111, player: 6 };
    let puzzle = tiny.puzzle();
    let spread = Spread::new(&puzzle);
    let bits = |boxes: u32| tiny.bits(&puzzle, (6, boxes, 0)).unwrap().0;
    let mut vicinity = Vicinity::new(&puzzle, &spread);
    let start = bits(0b111);
    for (boxes, reach, near) in [
        (0b100011, [ANYWHERE, 0, 0], true),
        (0b100011, [2, 0, 0], false),
        (0b100011, [3, 0, 0], true),
        (0b110001, [ANYWHERE, 0, 0], false),
        (0b110001, [ANYWHERE, 1, 0], false),
        (0b110001, [ANYWHERE, 2, 0], true),
        (0b111000, [ANYWHERE, ANYWHERE, 0], false),
        (0b111000, [3, 3, 3], true),
        (0b111000, [ANYWHERE, 3, 1], true),
        (0b111000, [4, 2, 2], false),
    ] {
        vicinity.take([&start[..]].into_iter(), Reach(reach));
        assert_eq!(vicinity.latest(&bits(boxes), 0), near.then_some(0), "{boxes:b} {reach:?}");
    }
}

#[test]
fn the_latest_of_several_near_positions_counts() {
    let tiny = Tiny { height: 2, width: 6, walls: 0, goals: 0xfff, sinks: 0, holes: 0, boxes: 0b11, player: 6 };
    let puzzle = tiny.puzzle();
    let spread = Spread::new(&puzzle);
    let bits = |boxes: u32| tiny.bits(&puzzle, (6, boxes, 0)).unwrap().0;
    // The second box goes two cells, then the first one goes two.
    let plan = [0b11, 0b101, 0b1001, 0b1010, 0b1100].map(bits);
    let mut vicinity = Vicinity::new(&puzzle, &spread);
    vicinity.take(plan.iter().map(|bits| &bits[..]), Reach([ANYWHERE, 0, 0]));
    for (boxes, latest) in [(0b10001, Some(2)), (0b11000, Some(4)), (0b110000, None)] {
        assert_eq!(vicinity.latest(&bits(boxes), 0), latest, "{boxes:b}");
    }
}
