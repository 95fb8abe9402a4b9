//! A board: walls, goals, sinks and holes of one level, without the things that move.
//!
//! Comes in:  height, width and cells as (row, column).     Goes out: `Board`, which is never changed.
//!
//! Cells are numbered on a board that has one ring of wall around it, so that a step from any floor cell lands in
//! the table and "outside is wall" costs no test. `cell` and `place` translate; nothing else needs to know the ring.

use std::fmt;

use crate::bits;

/// A cell of the board with its ring: `(row + 1) * stride + column + 1`.
pub type Cell = usize;

/// Up, down, left, right, in the order of the keys `u d l r`.
pub const KEYS: [char; 4] = ['u', 'd', 'l', 'r'];

/// Why a board was refused, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardError {
    /// No cells, or more than a `u16` can number.
    Size(usize, usize),
    /// A cell that is not on the board.
    Outside(usize, usize),
    /// Something stands where a wall is.
    InWall(&'static str, usize, usize),
    /// Two things stand in one cell.
    Shared(&'static str, usize, usize),
    /// The numbers of boxes, goals, sinks or holes do not make a level.
    Count(String),
    /// A sign that is none of `#@+$*.` and space.
    Letter(char),
}

impl fmt::Display for BoardError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(h, w) => write!(out, "a board of {h} rows and {w} columns is empty or too large"),
            Self::Outside(r, c) => write!(out, "the cell ({r}, {c}) is not on the board"),
            Self::InWall(what, r, c) => write!(out, "a {what} stands in the wall at ({r}, {c})"),
            Self::Shared(what, r, c) => write!(out, "a second {what} stands at ({r}, {c})"),
            Self::Count(text) => out.write_str(text),
            Self::Letter(sign) => write!(out, "{sign:?} stands for nothing on a board"),
        }
    }
}

impl std::error::Error for BoardError {}

/// One bit for each cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bits(Vec<u64>);

impl Bits {
    pub fn new(len: usize) -> Self {
        Self(vec![0; bits::words(len)])
    }

    pub fn has(&self, at: usize) -> bool {
        bits::has(&self.0, at)
    }

    pub fn set(&mut self, at: usize) {
        bits::set(&mut self.0, at);
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The numbers of the bits that are set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        bits::iter(&self.0)
    }
}

/// The part of a level that does not move (a hole may fill; that is the state's business).
#[derive(Debug, Clone)]
pub struct Board {
    pub height: usize,
    pub width: usize,
    /// Cells in a row, ring included; also the step from a cell to the one below.
    pub stride: usize,
    pub walls: Bits,
    pub goals: Bits,
    pub sinks: Bits,
    pub holes: Bits,
}

impl Board {
    pub fn new(
        height: usize,
        width: usize,
        walls: &[(usize, usize)],
        goals: &[(usize, usize)],
        sinks: &[(usize, usize)],
        holes: &[(usize, usize)],
    ) -> Result<Self, BoardError> {
        if height == 0 || width == 0 || (height + 2).saturating_mul(width + 2) > usize::from(u16::MAX) {
            return Err(BoardError::Size(height, width));
        }
        let stride = width + 2;
        let len = (height + 2) * stride;
        let mut board = Self {
            height,
            width,
            stride,
            walls: Bits::new(len),
            goals: Bits::new(len),
            sinks: Bits::new(len),
            holes: Bits::new(len),
        };
        for column in 0..stride {
            board.walls.set(column);
            board.walls.set(len - stride + column);
        }
        for row in 0..height + 2 {
            board.walls.set(row * stride);
            board.walls.set(row * stride + stride - 1);
        }
        for &(row, column) in walls {
            let cell = board.cell(row, column)?;
            board.walls.set(cell);
        }
        for (name, places) in [("goal", goals), ("sink", sinks), ("hole", holes)] {
            for &(row, column) in places {
                let cell = board.floor(name, row, column)?;
                match name {
                    "goal" => board.goals.set(cell),
                    "sink" => board.sinks.set(cell),
                    _ => board.holes.set(cell),
                }
            }
        }
        Ok(board)
    }

    /// How many cells there are, ring included.
    pub fn size(&self) -> usize {
        (self.height + 2) * self.stride
    }

    pub fn cell(&self, row: usize, column: usize) -> Result<Cell, BoardError> {
        if row >= self.height || column >= self.width {
            return Err(BoardError::Outside(row, column));
        }
        Ok((row + 1) * self.stride + column + 1)
    }

    /// The cell, which must not be a wall; `name` is who asks.
    pub fn floor(&self, name: &'static str, row: usize, column: usize) -> Result<Cell, BoardError> {
        let cell = self.cell(row, column)?;
        if self.walls.has(cell) {
            return Err(BoardError::InWall(name, row, column));
        }
        Ok(cell)
    }

    /// Row and column of a cell.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        (cell / self.stride - 1, cell % self.stride - 1)
    }

    /// The cell one step away; `direction` counts as in `KEYS`. Only for cells inside the ring.
    #[inline]
    pub fn step(&self, cell: Cell, direction: usize) -> Cell {
        match direction {
            0 => cell - self.stride,
            1 => cell + self.stride,
            2 => cell - 1,
            _ => cell + 1,
        }
    }
}

/// A board, its player and its boxes.
pub type Drawn = (Board, (usize, usize), Vec<(usize, usize)>);

/// A Sokoban level as text, in the letters `#@+$*.` and space.
pub fn drawn(text: &str) -> Result<Drawn, BoardError> {
    let (mut walls, mut goals, mut boxes, mut player) = (vec![], vec![], vec![], vec![]);
    let (mut height, mut width) = (0, 0);
    for (row, line) in text.lines().enumerate() {
        height = row + 1;
        for (column, sign) in line.chars().enumerate() {
            width = width.max(column + 1);
            let here = (row, column);
            match sign {
                '#' => walls.push(here),
                ' ' => {}
                '@' => player.push(here),
                '+' => (player.push(here), goals.push(here)).0,
                '$' => boxes.push(here),
                '*' => (boxes.push(here), goals.push(here)).0,
                '.' => goals.push(here),
                _ => return Err(BoardError::Letter(sign)),
            }
        }
    }
    let &[player] = &player[..] else {
        return Err(BoardError::Count(format!("there are {} players, not one", player.len())));
    };
    Ok((Board::new(height, width, &walls, &goals, &[], &[])?, player, boxes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_is_wall_and_places_come_back() {
        let board = Board::new(2, 3, &[(1, 2)], &[(0, 0)], &[], &[]).unwrap();
        assert_eq!(board.walls.iter().count(), board.size() - 5);
        for row in 0..2 {
            for column in 0..3 {
                let cell = board.cell(row, column).unwrap();
                assert_eq!(board.place(cell), (row, column));
                assert_eq!(board.walls.has(cell), (row, column) == (1, 2));
            }
        }
        assert_eq!(board.goals.iter().collect::<Vec<_>>(), [board.cell(0, 0).unwrap()]);
    }

    #[test]
    fn a_drawing() {
        let (board, player, boxes) = drawn("####\n#+$#\n#*\n####").unwrap();
        assert_eq!((board.height, board.width, player), (4, 4, (1, 1)));
        assert_eq!(boxes, [(1, 2), (2, 1)]);
        let goals: Vec<_> = board.goals.iter().map(|cell| board.place(cell)).collect();
        assert_eq!(goals, [(1, 1), (2, 1)]);
        assert_eq!(drawn("#@x#").unwrap_err(), BoardError::Letter('x'));
        assert_eq!(drawn("#@@#").unwrap_err().to_string(), "there are 2 players, not one");
    }

    #[test]
    fn what_is_not_a_board_is_refused() {
        assert_eq!(Board::new(0, 3, &[], &[], &[], &[]).unwrap_err(), BoardError::Size(0, 3));
        assert_eq!(Board::new(9, 9999, &[], &[], &[], &[]).unwrap_err(), BoardError::Size(9, 9999));
        assert_eq!(Board::new(1, 1, &[(0, 1)], &[], &[], &[]).unwrap_err(), BoardError::Outside(0, 1));
        let error = Board::new(1, 2, &[(0, 1)], &[(0, 1)], &[], &[]).unwrap_err();
        assert_eq!(error.to_string(), "a goal stands in the wall at (0, 1)");
    }
}
