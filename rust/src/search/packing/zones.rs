//! Squares from which a box can no longer take part in the plan.
//!
//! Comes in:  a plan.     Goes out: for each number of packed steps, the squares that boxes should leave.
//!
//! With the boxes of the first steps as walls, a box on such a square can be pushed to no square of a later step,
//! wherever the player is. The zone in force is the *next different* one, so that boxes leave before it closes.

use super::floor::{Floor, has, set};
use super::plan::Plan;
use crate::push::puzzle::Puzzle;

pub struct Zones {
    /// By the number of packed steps.
    zones: Vec<Vec<u64>>,
    /// For each of them and each cell: steps to the nearest cell of the zone.
    distance: Vec<Vec<u16>>,
    /// Which of these is in force.
    in_force: Vec<usize>,
}

impl Zones {
    pub fn new(puzzle: &Puzzle, floor: &Floor, plan: &Plan) -> Self {
        let count = plan.steps.len();
        let zones: Vec<Vec<u64>> = (0..count.max(1)).map(|packed| zone(puzzle, plan, packed.min(count))).collect();
        let next_different = |at: usize| (at + 1..zones.len()).find(|&later| zones[later] != zones[at]);
        let in_force: Vec<usize> = (0..zones.len()).map(|at| next_different(at).unwrap_or(at)).collect();
        let distance = zones
            .iter()
            .map(|zone| {
                let mut distance = vec![u16::MAX; puzzle.n];
                puzzle.each_box(zone, |inside| {
                    for (cell, least) in distance.iter_mut().enumerate() {
                        *least = (*least).min(floor.walk(inside, cell as u16));
                    }
                });
                distance
            })
            .collect();
        Self { zones, distance, in_force }
    }

    fn at(&self, packed: i16) -> usize {
        self.in_force[(packed.max(0) as usize).min(self.in_force.len() - 1)]
    }

    /// How many boxes should leave.
    pub fn out_of_plan(&self, bits: &[u64], packed: i16) -> u16 {
        let zone = &self.zones[self.at(packed)];
        bits.iter().zip(zone).map(|(bits, zone)| (bits & zone).count_ones()).sum::<u32>() as u16
    }

    /// How far a cell is from the zone; 0 inside.
    pub fn distance(&self, packed: i16, cell: u16) -> u16 {
        self.distance[self.at(packed)][cell as usize]
    }
}

fn zone(puzzle: &Puzzle, plan: &Plan, packed: usize) -> Vec<u64> {
    let settled = plan.settled(puzzle.words, packed);
    let wall = puzzle.n as u16;
    let free = |cell: u16| cell != wall && !(puzzle.has_box(&settled, cell));
    let mut good = vec![0; puzzle.words];
    let mut todo: Vec<u16> = plan.steps[packed..].iter().map(|step| step.to).collect();
    todo.iter().for_each(|&cell| set(&mut good, cell));
    while let Some(to) = todo.pop() {
        for d in 0..4 {
            let from = puzzle.next[to as usize][d ^ 1];
            let behind = puzzle.next[from as usize][d ^ 1];
            if (from as usize) < puzzle.live && free(from) && free(behind) && !has(&good, from) {
                set(&mut good, from);
                todo.push(from);
            }
        }
    }
    (0..puzzle.words).map(|at| puzzle.box_mask[at] & !good[at] & !settled[at]).collect()
}
