//! The figures of a start against brute force: every plan with the fewest pushes, played forwards.

use std::collections::HashMap;

use super::*;
use crate::push::puzzle::Kind;
use crate::testing::{Oracle, Position, Random, Tiny};

const NEVER_STOP: &dyn Fn() -> bool = &|| false;

struct Brute<'a> {
    tiny: &'a Tiny,
    field: &'a Field,
    pushes: HashMap<Position, u32>,
}

impl Brute<'_> {
    /// Each push that a player who walks can make next: the position after it, the box's cells before and after.
    fn next(&self, start: Position) -> Vec<(Position, usize, usize)> {
        let (mut seen, mut todo, mut pushes) = (vec![start], vec![start], Vec::new());
        while let Some(now) = todo.pop() {
            for direction in 0..4 {
                match self.tiny.press(now, direction) {
                    Some((after, false)) if !seen.contains(&after) => {
                        seen.push(after);
                        todo.push(after);
                    }
                    Some((after, true)) => {
                        let beyond = after.0 + after.0 - now.0;
                        pushes.push((after, after.0, beyond));
                    }
                    _ => {}
                }
            }
        }
        pushes
    }

    /// How many best plans, and the fewest changes and pushes away among them. `held` is where the last box stands.
    fn plans(&self, now: Position, held: Option<usize>) -> (u64, u8, u8) {
        let left = self.pushes[&now];
        if left == 0 {
            return (1, 0, 0);
        }
        let (mut plans, mut changes, mut away) = (0, u8::MAX, u8::MAX);
        for (after, from, to) in self.next(now) {
            if self.pushes.get(&after).is_none_or(|&more| more + 1 != left) {
                continue;
            }
            let lost = self.tiny.sinks >> to & 1 != 0;
            let rest = self.plans(after, Some(if lost { usize::MAX } else { to }));
            let distance = |at: usize| self.field.distance[self.field.at(self.tiny.place(at)).unwrap()];
            plans += rest.0;
            changes = changes.min(rest.1 + u8::from(held.is_some_and(|held| held != from)));
            away = away.min(rest.2 + u8::from(distance(to) > distance(from)));
        }
        (plans, changes, away)
    }
}

fn compare(kind: Kind, seeds: std::ops::Range<u64>) -> usize {
    let mut compared = 0;
    for seed in seeds {
        let tiny = Tiny::random(&mut Random::new(seed), kind, 3);
        if kind == Kind::Goals && tiny.goals.count_ones() != tiny.boxes.count_ones() {
            continue;
        }
        let Some(oracle) = Oracle::new(&tiny, 20_000) else { continue };
        let board = tiny.board();
        let field = Field::new(&board).unwrap();
        let at = |field: &Field, at: usize| field.at(tiny.place(at)).unwrap();
        let boxes: Vec<usize> =
            (0..32).filter(|&cell| tiny.boxes >> cell & 1 != 0).map(|cell| at(&field, cell)).collect();
        let player = at(&field, tiny.player);
        let found = Starts::of(Field::new(&board).unwrap(), player, &boxes, 1_000_000, NEVER_STOP).unwrap();
        let pushes: HashMap<Position, u32> = oracle
            .positions
            .iter()
            .zip(&oracle.truths)
            .filter_map(|(&position, truth)| Some((position, truth.as_ref()?.pushes_moves.0)))
            .collect();
        let drawn = tiny.draw(tiny.start());
        let Some(&least) = pushes.get(&tiny.start()) else {
            assert_eq!(found, None, "{drawn}");
            continue;
        };
        let figures = found.unwrap_or_else(|| panic!("no figures for\n{drawn}"));
        assert_eq!(u32::from(figures.pushes), least, "{drawn}");
        if figures.plans > 20_000 {
            continue;
        }
        let (plans, changes, away) = Brute { tiny: &tiny, field: &field, pushes }.plans(tiny.start(), None);
        assert_eq!((figures.plans, figures.changes, figures.away), (plans, changes, away), "{drawn}");
        compared += usize::from(least > 0);
    }
    compared
}

#[test]
fn figures_of_goals_are_those_of_brute_force() {
    assert!(compare(Kind::Goals, 0..1500) > 200);
}

#[test]
fn figures_of_sinks_are_those_of_brute_force() {
    assert!(compare(Kind::Sinks, 0..2000) > 100);
}

#[test]
fn all_starts_are_there_and_the_farthest_can_be_asked_for() {
    //  ######
    //  #    #
    //  #    #
    //  # .. #
    //  #    #
    //  #    #
    //  ######
    let wall = |&(row, column): &(usize, usize)| row % 6 == 0 || column % 5 == 0;
    let walls: Vec<(usize, usize)> = (0..42).map(|at| (at / 6, at % 6)).filter(wall).collect();
    let board = crate::board::Board::new(7, 6, &walls, &[(3, 2), (3, 3)], &[], &[]).unwrap();
    let starts = Starts::new(Field::new(&board).unwrap(), 2, 1_000_000, NEVER_STOP).unwrap();
    assert!(starts.complete());
    let weights = Weights { pushes: 1.0, changes: 0.0, away: 0.0, plans: 0.0 };
    let (farthest, player, boxes) = starts.nearest(100.0, weights, 1).remove(0);
    let told = Starts::of(Field::new(&board).unwrap(), player, &boxes, 1_000_000, NEVER_STOP).unwrap();
    assert_eq!(told, Some(farthest));
    let few = Starts::new(Field::new(&board).unwrap(), 2, 3, NEVER_STOP).unwrap();
    assert!(!few.complete() && few.len() < starts.len());
}

#[test]
fn what_cannot_be_unravelled_is_refused() {
    let wide = crate::board::Board::new(12, 12, &[], &[(0, 0)], &[], &[]).unwrap();
    assert!(Field::new(&wide).is_err());
    let board = crate::board::Board::new(3, 3, &[], &[(0, 0), (0, 1)], &[], &[]).unwrap();
    assert!(Starts::new(Field::new(&board).unwrap(), 1, 10, NEVER_STOP).is_err());
}
