//! The plain law and the packed domain, walked side by side.
//!
//! Comes in:  a level and keys.     Goes out: the position after each, or a complaint where the two differ.
//!
//! Tests press hundreds of thousands of random keys here (Python holds its own law against `Board.play`). The packed side has no bits for
//! boxes on dead squares, so it sits out from the first such push on.

use super::law::Play;
use super::puzzle::Puzzle;
use super::walk::Walk;
use crate::board::{Board, BoardError, KEYS};

pub struct Lockstep {
    board: Box<Board>,
    player: (usize, usize),
    boxes: Vec<(usize, usize)>,
    holes: Vec<(usize, usize)>,
    won: bool,
    packed: Option<Packed>,
}

struct Packed {
    puzzle: Puzzle,
    bits: Vec<u64>,
    player: u16,
    walk: Walk,
}

impl Lockstep {
    pub fn new(board: &Board, player: (usize, usize), boxes: &[(usize, usize)]) -> Result<Self, BoardError> {
        let puzzle = Puzzle::new(board, player, boxes)?;
        let whole = puzzle.hopeless.is_none() && puzzle.count_boxes(&puzzle.start) == boxes.len();
        let packed = whole.then(|| Packed {
            bits: puzzle.start.clone(),
            player: puzzle.player,
            walk: Walk::new(puzzle.n),
            puzzle,
        });
        let mut this = Self {
            board: Box::new(board.clone()),
            player,
            boxes: boxes.to_vec(),
            holes: board.holes.iter().map(|cell| board.place(cell)).collect(),
            won: false,
            packed,
        };
        this.boxes.sort_unstable();
        this.won = this.play().is_won();
        Ok(this)
    }

    fn play(&self) -> Play<'_> {
        let mut play = Play::new(&self.board, self.player, &self.boxes);
        play.open_holes = self.holes.iter().map(|&(row, column)| self.board.cell(row, column).unwrap()).collect();
        play
    }

    /// Presses a key on both sides; returns whether it was allowed.
    pub fn press(&mut self, key: char) -> Result<bool, String> {
        let mut play = self.play();
        let allowed = play.press(key);
        let place = |&cell: &usize| self.board.place(cell);
        let player = place(&play.player);
        let boxes: Vec<_> = play.boxes.iter().map(place).collect();
        let holes: Vec<_> = play.open_holes.iter().map(place).collect();
        let won = play.is_won();
        (self.player, self.boxes, self.holes, self.won) = (player, boxes, holes, won);
        let Some(packed) = &mut self.packed else { return Ok(allowed) };
        let Some(direction) = KEYS.iter().position(|&known| known == key) else { return Ok(allowed) };
        match packed.press(direction) {
            None => self.packed = None,
            Some(also) => {
                let same = also == allowed
                    && packed.puzzle.places[packed.player as usize] == self.player
                    && packed.boxes() == self.boxes
                    && packed.holes() == self.holes
                    && packed.puzzle.is_solved(&packed.bits) == self.won;
                if !same {
                    return Err(format!(
                        "the plain law and the packed domain differ after `{key}`, at {:?}",
                        self.player
                    ));
                }
            }
        }
        Ok(allowed)
    }

    pub fn player(&self) -> (usize, usize) {
        self.player
    }

    pub fn boxes(&self) -> Vec<(usize, usize)> {
        self.boxes.clone()
    }

    pub fn holes(&self) -> Vec<(usize, usize)> {
        self.holes.clone()
    }

    pub fn is_won(&self) -> bool {
        self.won
    }

    pub fn is_packed(&self) -> bool {
        self.packed.is_some()
    }
}

impl Packed {
    /// `None` where a box would go where there are no bits for it.
    fn press(&mut self, direction: usize) -> Option<bool> {
        let puzzle = &self.puzzle;
        let ahead = puzzle.next[self.player as usize][direction];
        if puzzle.has_box(&self.bits, ahead) {
            let beyond = puzzle.next[ahead as usize][direction];
            if beyond as usize == puzzle.n || puzzle.has_box(&self.bits, beyond) {
                return Some(false);
            }
            if beyond as usize >= puzzle.live {
                return None;
            }
            puzzle.push(&mut self.bits, ahead, beyond);
            self.player = ahead;
            return Some(true);
        }
        // The walk that the search itself uses decides where the player may go.
        puzzle.block(&mut self.walk, &self.bits);
        self.walk.flood(&puzzle.next, self.player);
        let free = self.walk.reached(ahead);
        if free {
            self.player = ahead;
        }
        Some(free)
    }

    fn boxes(&self) -> Vec<(usize, usize)> {
        let mut boxes = Vec::new();
        self.puzzle.each_box(&self.bits, |cell| boxes.push(self.puzzle.places[cell as usize]));
        boxes.sort_unstable();
        boxes
    }

    fn holes(&self) -> Vec<(usize, usize)> {
        let open = self.puzzle.holes.iter().filter(|&&cell| self.puzzle.is_open_hole(&self.bits, cell));
        let mut holes: Vec<_> = open.map(|&cell| self.puzzle.places[cell as usize]).collect();
        holes.sort_unstable();
        holes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::puzzle::Kind;
    use crate::testing::{Random, Tiny};

    #[test]
    fn the_two_sides_agree_over_random_keys() {
        let mut random = Random::new(5);
        let (mut pressed, mut packed) = (0, 0);
        for round in 0..6000 {
            let kind = [Kind::Goals, Kind::Sinks, Kind::Holes][round % 3];
            let tiny = Tiny::random(&mut random, kind, 4);
            let board = tiny.board();
            let mut game = Lockstep::new(&board, tiny.place(tiny.player), &tiny.places(tiny.boxes)).unwrap();
            let mut position = tiny.start();
            for _ in 0..60 {
                let direction = random.below(4);
                let allowed =
                    game.press(KEYS[direction]).unwrap_or_else(|text| panic!("{text}{}", tiny.draw(position)));
                let after = tiny.press(position, direction);
                assert_eq!(allowed, after.is_some());
                if let Some((after, _)) = after {
                    position = after;
                }
                assert_eq!(game.player(), tiny.place(position.0));
                assert_eq!(game.boxes(), tiny.places(position.1));
                assert_eq!(game.holes(), tiny.places(position.2));
                assert_eq!(game.is_won(), tiny.is_won(position));
                pressed += 1;
                packed += usize::from(game.is_packed());
            }
        }
        assert!(pressed >= 300_000 && packed >= 100_000, "{pressed} {packed}");
    }
}
