//! The stepper on every kind of tiny push level, side by side with the oracle: the same positions, nothing that can be
//! won called lost, no bound above the truth.

use super::*;
use crate::push::puzzle::Kind;
use crate::testing::{Oracle, Random, Tiny};

struct Arrays {
    planes: Vec<Cell<u8>>,
    mask: Vec<Cell<u8>>,
    rewards: Vec<Cell<f64>>,
    flags: [Vec<Cell<u8>>; 3],
    numbers: [Vec<Cell<i32>>; 2],
}

impl Arrays {
    fn new(setting: &Setting) -> Self {
        let cells = setting.shape.height * setting.shape.width;
        Self {
            planes: vec![Cell::new(0); setting.planes.len() * cells],
            mask: vec![Cell::new(0); setting.actions.count(setting.shape)],
            rewards: vec![Cell::new(0.0)],
            flags: std::array::from_fn(|_| vec![Cell::new(0)]),
            numbers: [vec![Cell::new(0)], vec![Cell::new(0); COUNTS]],
        }
    }

    fn outputs(&self) -> Outputs<'_> {
        Outputs {
            planes: &self.planes,
            mask: &self.mask,
            rewards: &self.rewards,
            terminated: &self.flags[0],
            truncated: &self.flags[1],
            dead: &self.flags[2],
            bound: &self.numbers[0],
            counts: &self.numbers[1],
        }
    }
}

const PLANES: [u16; 6] = [WALL, GOAL, SINK, HOLE, BOX, PLAYER];

fn stepper(tiny: &Tiny, actions: Actions) -> (Stepper, Arrays) {
    let shape = Shape { height: tiny.height, width: tiny.width };
    let flags: Vec<u16> = (0..tiny.height * tiny.width)
        .map(|at| {
            let layers = [tiny.walls, tiny.goals, tiny.sinks, tiny.holes, tiny.boxes, 1 << tiny.player];
            layers.iter().zip(PLANES).filter(|(mask, _)| **mask >> at & 1 != 0).fold(0, |all, (_, flag)| all | flag)
        })
        .collect();
    let rewards = Rewards { win: 1.0, ..Rewards::default() };
    let setting = Setting {
        shape,
        kicks: false,
        actions,
        planes: PLANES.to_vec(),
        rewards,
        most_actions: u32::MAX,
        ends_when_lost: false,
    };
    let arrays = Arrays::new(&setting);
    let room = Room::new(shape, &flags, false, None, false).unwrap();
    (Stepper::new(setting, vec![room], 1), arrays)
}

/// Player, boxes and open holes as the planes show them.
fn shown(tiny: &Tiny, arrays: &Arrays) -> (usize, u32, u32) {
    let cells = tiny.height * tiny.width;
    let mask = |plane: usize| {
        (0..cells).filter(|at| arrays.planes[plane * cells + at].get() == 1).fold(0u32, |mask, at| mask | 1 << at)
    };
    (mask(5).trailing_zeros() as usize, mask(4), mask(3))
}

#[test]
fn keys_agree_with_the_oracle_and_nothing_sound_is_called_lost() {
    let mut random = Random::new(17);
    let (mut lost, mut bounded) = (0, 0);
    for round in 0..600 {
        let kind = [Kind::Goals, Kind::Sinks, Kind::Holes][round % 3];
        let tiny = Tiny::random(&mut random, kind, 4);
        let Some(oracle) = Oracle::new(&tiny, 20_000) else { continue };
        let (mut stepper, arrays) = stepper(&tiny, Actions::Keys);
        stepper.begin(0, 0, false, &arrays.outputs());
        let mut position = tiny.start();
        for _ in 0..60 {
            assert_eq!(shown(&tiny, &arrays), position, "{}", tiny.draw(position));
            // It was carried from push to push.
            let mut anew = stepper.games()[0].clone();
            lost::at_start(&stepper.rooms[0], stepper.setting.shape, stepper.grid(0), &mut anew);
            assert_eq!(anew.bound, stepper.games()[0].bound, "{}", tiny.draw(position));
            let at = oracle.positions.iter().position(|&known| known == position).unwrap();
            match &oracle.truths[at] {
                Some(truth) => {
                    let game = &stepper.games()[0];
                    assert!(!game.dead, "{}", tiny.draw(position));
                    assert!(game.bound <= truth.pushes_moves.0, "{}", tiny.draw(position));
                    bounded += u32::from(game.bound > 0);
                }
                None => lost += u32::from(stepper.games()[0].dead),
            }
            if tiny.is_won(position) {
                break;
            }
            let key = random.below(4);
            let after = tiny.press(position, key);
            assert_eq!(arrays.mask[key].get() == 1, after.is_some(), "{}", tiny.draw(position));
            stepper.step(&[Cell::new(key as i64)], &arrays.outputs());
            position = after.map_or(position, |(after, _)| after);
            assert_eq!(arrays.flags[0][0].get() == 1, tiny.is_won(position));
        }
    }
    assert!(lost > 1000 && bounded > 1000, "{lost} {bounded}");
}

#[test]
fn a_push_is_the_walk_to_the_box_and_the_key() {
    let mut random = Random::new(18);
    let mut pushes = 0;
    for _ in 0..200 {
        let tiny = Tiny::random(&mut random, Kind::Goals, 3);
        let (mut whole, arrays) = stepper(&tiny, Actions::Pushes);
        whole.begin(0, 0, false, &arrays.outputs());
        let mut position = tiny.start();
        for _ in 0..20 {
            let legal: Vec<usize> = (0..arrays.mask.len()).filter(|&action| arrays.mask[action].get() == 1).collect();
            let wanted = pushes_of(&tiny, position);
            assert_eq!(legal, wanted.iter().map(|push| push.0).collect::<Vec<_>>(), "{}", tiny.draw(position));
            if legal.is_empty() {
                break;
            }
            let (action, after, moves) = wanted[random.below(wanted.len())];
            let before = whole.games()[0].moves;
            whole.step(&[Cell::new(action as i64)], &arrays.outputs());
            position = after;
            pushes += 1;
            assert_eq!(shown(&tiny, &arrays), position);
            assert_eq!(whole.games()[0].moves - before, moves);
        }
    }
    assert!(pushes > 500);
}

/// Every push that the oracle's rules allow after a walk: its action, what follows, and how many keys it takes.
fn pushes_of(tiny: &Tiny, start: (usize, u32, u32)) -> Vec<(usize, (usize, u32, u32), u32)> {
    let mut found = Vec::new();
    let mut queue = vec![(start, 0)];
    let mut at = 0;
    while at < queue.len() {
        let (here, steps) = queue[at];
        at += 1;
        for direction in 0..4 {
            match tiny.press(here, direction) {
                Some((after, true)) => found.push((4 * after.0 + direction, after, steps + 1)),
                Some((after, false)) if queue.iter().all(|known| known.0 != after) => queue.push((after, steps + 1)),
                _ => {}
            }
        }
    }
    found.sort_unstable();
    found
}

#[test]
fn an_action_in_place_of_which_a_game_begins_again_has_no_effect() {
    let tiny = Tiny { height: 1, width: 4, walls: 0, goals: 8, sinks: 0, holes: 0, boxes: 4, player: 0 };
    let (mut stepper, arrays) = stepper(&tiny, Actions::Nine);
    let out = arrays.outputs();
    stepper.begin(0, 0, true, &out);
    stepper.step(&[Cell::new(4)], &out);
    assert_eq!((stepper.games()[0].moves, arrays.rewards[0].get()), (0, 0.0));
    for (action, moves) in [(0, 0), (8, 1), (8, 1), (4, 2)] {
        stepper.step(&[Cell::new(action)], &out);
        assert_eq!(stepper.games()[0].moves, moves, "{action}");
    }
    assert_eq!((arrays.flags[0][0].get(), arrays.rewards[0].get()), (1, 1.0));
}
