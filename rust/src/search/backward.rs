//! Backward search: pull the boxes from the goals to where they start.
//!
//! Comes in:  a puzzle with as many goals as boxes, or with sinks.     Goes out: an `Answer` to `any`.
//!
//! What is cramped forwards is often roomy backwards: a goal room that must be packed in one order only is unpacked
//! by itself. Starts from every area the player could be in when all is solved; ends in the start position itself.
//! On sink levels the board is empty at first, and boxes are pulled out of the sinks one by one. The deadlock tests
//! speak of pushes and have no say here; the bound is that of boxes on their way back to their starts.

use std::sync::atomic::Ordering::Relaxed;

use crate::bits;
use crate::bounds::Bound;
use crate::bounds::matching::NEVER;
use crate::push::distance::Distances;
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::options::Options;
use crate::space::queue::Rounds;
use crate::space::store::{Node, ROOT, Store};
use crate::tables::Tables;

pub fn search(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let mut answer = Answer::new();
    answer.by = "backward";
    let _running = budget.control.begin(answer.by);
    let mut starts = Vec::new();
    puzzle.each_box(&puzzle.start, |cell| starts.push(cell));
    let distances = Distances::from_starts(&puzzle.next, puzzle.n, puzzle.live, &starts, puzzle.player);
    let mut bound = Bound::backward(puzzle, tables, options, &distances);
    let mut walk = Walk::new(puzzle.n);
    let mut child_walk = Walk::new(puzzle.n);
    let mut store = Store::new(puzzle.words);
    let mut queue = Rounds::default();
    // Turns among positions with different numbers of boxes that are not yet back where they start.
    let away = |bits: &[u64]| {
        if !options.pull_rounds {
            return 0;
        }
        let back = bits.iter().zip(&puzzle.start).map(|(&word, &start)| (word & start).count_ones() as usize);
        puzzle.count_boxes(&puzzle.start) - back.sum::<usize>()
    };
    let nothing_frozen = vec![0; puzzle.words];
    // With sinks there are no goals, and the end is the empty board.
    let mut bits = puzzle.goal_mask.clone();
    let sinks = if puzzle.kind == Kind::Sinks { &puzzle.targets[..] } else { &[] };
    let mut child = vec![0; puzzle.words];
    let mut boxes = Vec::new();

    puzzle.block(&mut walk, &puzzle.start);
    let home = walk.flood(&puzzle.next, puzzle.player);

    for cell in 0..puzzle.n as u16 {
        puzzle.block(&mut walk, &bits);
        if puzzle.has_box(&bits, cell) || walk.flood(&puzzle.next, cell) != cell {
            continue;
        }
        let rest = bound.prepare(&bits, cell, &nothing_frozen);
        if rest < NEVER {
            let rest = rest as u16;
            let node = Node { parent: ROOT, player: cell, rest, cost: 0, second: 0, direction: 0, closed: false };
            let index = store.add(puzzle.key(&bits, cell), &bits, node);
            queue.push(away(&bits), u32::from(rest) * options.pull_weight, u32::from(rest), index);
        }
    }
    answer.outcome = Outcome::Unsolvable;
    while let Some((_, _, index)) = queue.pop() {
        let mut node = store.node(index);
        bits.copy_from_slice(store.bits(index));
        if node.player == home && bits == puzzle.start {
            answer.outcome = Outcome::Solved;
            answer.pushes = pushes(puzzle, &store, index);
            break;
        }
        node.closed = true;
        store.set_node(index, node);
        answer.expanded += 1;
        if answer.expanded & 63 == 0 {
            let memory = store.memory() + queue.memory();
            budget.control.nodes.fetch_add(64, Relaxed);
            let full = store.len() >= ROOT as usize - 4096;
            if let Some(reason) =
                budget.stop_after(answer.expanded, memory + store.next_growth()).or(full.then_some(Reason::Memory))
            {
                answer.outcome = Outcome::Unknown(reason);
                break;
            }
        }
        boxes.clear();
        puzzle.each_box(&bits, |cell| boxes.push(cell));
        puzzle.block(&mut walk, &bits);
        walk.flood(&puzzle.next, node.player);
        bound.prepare(&bits, node.player, &nothing_frozen);
        let left = starts.len() - boxes.len();
        for &from in boxes.iter().chain(sinks.iter().filter(|_| left > 0)) {
            for direction in 0..4usize {
                // The player stands in `to`, steps on, and the box follows.
                let to = puzzle.next[from as usize][direction];
                let beyond = puzzle.next[to as usize][direction];
                let no_room = !walk.reached(to) || !walk.reached(beyond);
                if no_room || to as usize >= puzzle.live || puzzle.sink[to as usize] {
                    continue;
                }
                child.copy_from_slice(&bits);
                bits::clear(&mut child, from);
                bits::set(&mut child, to);
                puzzle.block(&mut child_walk, &child);
                let player = child_walk.flood(&puzzle.next, beyond);
                let key = puzzle.key(&child, player);
                if store.find(key, &child, player).is_some() {
                    continue;
                }
                let rest = bound.pulled(from, to, beyond);
                if rest >= NEVER {
                    continue;
                }
                let (cost, rest) = (node.cost + 1, rest as u16);
                let direction = direction as u8 ^ 1;
                let fresh = Node { parent: index, player, rest, cost, second: 0, direction, closed: false };
                let added = store.add(key, &child, fresh);
                queue.push(away(&child), cost + u32::from(rest) * options.pull_weight, u32::from(rest), added);
            }
        }
    }
    answer.stored = store.len() as u64;
    answer.memory = store.memory() + queue.memory() + tables.memory();
    answer
}

/// The pushes from the start, which the search reached last, to the goals.
fn pushes(puzzle: &Puzzle, store: &Store, mut index: u32) -> Vec<Push> {
    let mut pushes = Vec::new();
    loop {
        let node = store.node(index);
        if node.parent == ROOT {
            return pushes;
        }
        let (before, after) = (store.bits(index), store.bits(node.parent));
        puzzle.each_box(before, |cell| {
            if !puzzle.has_box(after, cell) {
                pushes.push(Push { from: cell, direction: node.direction });
            }
        });
        index = node.parent;
    }
}
