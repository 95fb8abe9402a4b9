//! Many levels, one after the other, on one thread: what a worker of a long run does with a chunk of boards.
//!
//! Comes in:  boards as text.     Goes out: an answer for each, in order. A level of a large data set takes less than a
//! millisecond, so that starting a thread for each, or handing cells over one by one, would be a good part of the work.

use crate::board::{self, BoardError};
use crate::push::puzzle::{Kind, Puzzle};
use crate::space::control::{Answer, Budget, Control, Limits};
use crate::space::options::{Objective, Options};

/// An answer, and the places of the boxes that a proof is about.
type Placed = (Answer, Vec<(usize, usize)>);

/// The limits are for each level. Once it is cancelled, the levels that are left are answered so at once.
pub fn solve_many(
    boards: &[String],
    objective: Objective,
    options: &Options,
    limits: &Limits,
    control: &Control,
) -> Result<Vec<Placed>, BoardError> {
    options.check(objective, Kind::Goals).map_err(BoardError::Count)?;
    boards.iter().map(|text| solve_one(text, objective, options, limits, control)).collect()
}

fn solve_one(
    text: &str,
    objective: Objective,
    options: &Options,
    limits: &Limits,
    control: &Control,
) -> Result<Placed, BoardError> {
    let budget = Budget::new(limits, control);
    if budget.stop(0).is_some() {
        return Ok((Answer::new(), vec![]));
    }
    let (board, player, boxes) = board::drawn(text)?;
    let puzzle = Puzzle::new(&board, player, &boxes)?;
    let answer = super::solve_in(&puzzle, objective, options, budget);
    let part = answer.part.iter().map(|&cell| puzzle.places[cell as usize]).collect();
    Ok((answer, part))
}
