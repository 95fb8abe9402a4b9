//! A small board as sets of cells, one bit a cell.
//!
//! Cells are numbered row by row on the smallest rectangle that holds the floor, with one column of wall at its right,
//! so that a shift by one never leads into the next row.

use crate::board::{Board, BoardError};

pub type Cells = u128;

/// Farther than any box can be from a goal.
const FAR: u16 = u16::MAX;

pub struct Field {
    pub floor: Cells,
    pub goals: Cells,
    pub sinks: Cells,
    /// Pushes that a box alone on the board needs from a cell to the nearest goal or sink, the player anywhere.
    pub distance: Vec<u16>,
    stride: usize,
    /// The row and column of cell 0.
    origin: (usize, usize),
}

/// The cells of a set, ascending.
pub fn cells(set: Cells) -> impl Iterator<Item = usize> {
    (0..128).filter(move |&at| set & 1 << at != 0)
}

impl Field {
    pub fn new(board: &Board) -> Result<Self, BoardError> {
        let count = |words: &str| BoardError::Count(words.to_string());
        if !board.holes.is_empty() {
            return Err(count("starts are known for goals and sinks, not for holes"));
        }
        let floor: Vec<(usize, usize)> = (0..board.height)
            .flat_map(|row| (0..board.width).map(move |column| (row, column)))
            .filter(|&(row, column)| board.cell(row, column).is_ok_and(|cell| !board.walls.has(cell)))
            .collect();
        let rows = || floor.iter().map(|place| place.0);
        let columns = || floor.iter().map(|place| place.1);
        let (Some(top), Some(left)) = (rows().min(), columns().min()) else { return Err(count("there is no floor")) };
        let stride = columns().max().unwrap() - left + 2;
        let height = rows().max().unwrap() - top + 1;
        if stride * height > 128 {
            return Err(BoardError::Size(board.height, board.width));
        }
        let mut field = Self { floor: 0, goals: 0, sinks: 0, distance: vec![FAR; 128], stride, origin: (top, left) };
        for place in floor {
            let (at, cell) = (field.at(place).unwrap(), board.cell(place.0, place.1)?);
            field.floor |= 1 << at;
            field.goals |= u128::from(board.goals.has(cell)) << at;
            field.sinks |= u128::from(board.sinks.has(cell)) << at;
        }
        field.measure();
        Ok(field)
    }

    /// Number of a cell; None outside the floor's rectangle.
    pub fn at(&self, (row, column): (usize, usize)) -> Option<usize> {
        let (row, column) = (row.checked_sub(self.origin.0)?, column.checked_sub(self.origin.1)?);
        let at = row * self.stride + column;
        (column < self.stride && at < 128).then_some(at)
    }

    pub fn place(&self, at: usize) -> (usize, usize) {
        (self.origin.0 + at / self.stride, self.origin.1 + at % self.stride)
    }

    /// The floor cell one step on, if there is one: up, down, left, right.
    pub fn step(&self, at: usize, direction: usize) -> Option<usize> {
        let to = match direction {
            0 => at.checked_sub(self.stride)?,
            1 => at + self.stride,
            2 => at.checked_sub(1)?,
            _ => at + 1,
        };
        (to < 128 && self.floor & 1 << to != 0).then_some(to)
    }

    /// Where the player can walk to.
    pub fn reach(&self, boxes: Cells, player: usize) -> Cells {
        let free = self.floor & !boxes;
        let mut reach: Cells = 1 << player;
        loop {
            let wider =
                (reach | reach << 1 | reach >> 1 | reach << self.stride | reach >> self.stride) & free | 1 << player;
            if wider == reach {
                return reach;
            }
            reach = wider;
        }
    }

    /// The least cell of the player's area, which stands for all of it.
    pub fn area(&self, boxes: Cells, player: usize) -> u8 {
        self.reach(boxes, player).trailing_zeros() as u8
    }

    fn measure(&mut self) {
        let mut layer: Vec<usize> = cells(self.goals | self.sinks).collect();
        let mut distance = 0;
        for &at in &layer {
            self.distance[at] = 0;
        }
        while !layer.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for from in layer {
                for direction in 0..4 {
                    let Some(to) = self.step(from, direction) else { continue };
                    if self.distance[to] == FAR && self.step(to, direction).is_some() {
                        self.distance[to] = distance;
                        next.push(to);
                    }
                }
            }
            layer = next;
        }
    }
}
