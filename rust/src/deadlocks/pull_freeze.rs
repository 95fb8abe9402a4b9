//! Boxes that can never be pulled again, for the search that pulls.
//!
//! Comes in:  a position.     Goes out: "dead", or "not that I can see".
//!
//! As `frozen`, backwards: a box that the player can pull now is taken away, and the player walks on. What is left when
//! nothing more can be pulled stands for good, because the first of these boxes to move would have been taken away. If
//! one of them does not stand where a box starts, or the player can never come to where it starts, nothing comes
//! before this position.

use super::sets;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;

pub struct PullFreeze {
    walk: Walk,
    rest: Vec<u64>,
}

impl PullFreeze {
    pub fn new(puzzle: &Puzzle) -> Self {
        Self { walk: Walk::new(puzzle.n), rest: vec![0; puzzle.words] }
    }

    /// `player` is any cell of the player's area.
    pub fn is_dead(&mut self, puzzle: &Puzzle, bits: &[u64], player: u16) -> bool {
        // Boxes that a sink has swallowed are not on the board yet.
        if puzzle.kind != Kind::Goals {
            return false;
        }
        let Self { walk, rest } = self;
        puzzle.block(walk, bits);
        walk.flood(&puzzle.next, player);
        rest.copy_from_slice(bits);
        loop {
            let mut freed = false;
            for at in 0..rest.len() {
                let mut word = rest[at];
                while word != 0 {
                    let cell = (at * 64) as u16 + word.trailing_zeros() as u16;
                    word &= word - 1;
                    let can_go = |direction: usize| {
                        let to = puzzle.next[cell as usize][direction];
                        let stand = puzzle.next[to as usize][direction];
                        walk.reached(to) && walk.reached(stand) && (to as usize) < puzzle.live
                    };
                    if (0..4).any(can_go) {
                        sets::remove(rest, cell);
                        walk.unblock(cell);
                        walk.flood(&puzzle.next, cell);
                        freed = true;
                    }
                }
            }
            if !freed {
                return !sets::is_within(rest, &puzzle.start) || !walk.reached(puzzle.player);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Oracle, Random, Tiny};

    /// The start comes before every position that can be reached from it; few other positions can be pulled back to it.
    #[test]
    fn sound_on_every_position_of_tiny_levels() {
        let mut random = Random::new(22);
        let (mut reached, mut found) = (0, 0);
        for _ in 0..600 {
            let tiny = Tiny::random(&mut random, Kind::Goals, 5);
            let Some(oracle) = Oracle::new(&tiny, 12_000) else { continue };
            let puzzle = tiny.puzzle();
            if puzzle.hopeless.is_some() {
                continue;
            }
            let mut test = PullFreeze::new(&puzzle);
            for &position in &oracle.positions {
                let Some((bits, player)) = tiny.bits(&puzzle, position) else { continue };
                assert!(!test.is_dead(&puzzle, &bits, player), "{}", tiny.draw(position));
                reached += 1;
            }
            for cell in 0..puzzle.n as u16 {
                if !puzzle.has_box(&puzzle.goal_mask, cell) && puzzle.targets.len() == puzzle.count_boxes(&puzzle.start)
                {
                    found += usize::from(test.is_dead(&puzzle, &puzzle.goal_mask, cell));
                }
            }
        }
        // Exactly as many as ever: whatever finds fewer makes searches slower, and no answer would show it.
        assert_eq!((reached, found), (97_086, 116));
    }
}
