//! What can be said at once: the position is lost, or takes so many pushes at least.
//!
//! Sound, not complete. A box that cannot reach any target even alone, or that is frozen away from them (see
//! `deadlocks/freeze.rs`), loses the game; boxes alone on the board give the bound. What is lost stays lost, so it is
//! looked at only after a push, beginning with the box that moved.

use super::room::FAR;
use super::{BOX, GOAL, Game, HOLE, Room, Shape, WALL};

pub fn at_start(room: &Room, shape: Shape, grid: &[u16], game: &mut Game) {
    look(room, shape, grid, game, None);
}

/// `moved` is where the pushed box is now, unless it is gone.
pub fn after(room: &Room, shape: Shape, grid: &[u16], game: &mut Game, moved: usize) {
    look(room, shape, grid, game, Some(moved));
}

fn look(room: &Room, shape: Shape, grid: &[u16], game: &mut Game, moved: Option<usize>) {
    let nearest = room.nearest(shape);
    if let Some(limit) = room.limit {
        let steps = nearest[game.player];
        game.bound = if steps == FAR { 0 } else { steps.into() };
        game.dead |= !game.won && (steps == FAR || game.cost + game.bound > limit);
        return;
    }
    if room.has_holes {
        holes(room, shape, grid, game);
        return;
    }
    // What a box has to go. The one that was pushed stood where the player is now, and all others are where they were;
    // where boxes are told apart by what they owe, it cannot be seen any more which kind that was.
    let pushes = |cell: usize| if nearest[cell] == FAR { 0 } else { u32::from(nearest[cell]) };
    match moved {
        Some(to) if !room.each_once => {
            let from = game.player;
            game.bound -= if grid[from] & GOAL == 0 { pushes(from) } else { 0 };
            if room.wants_home(grid[to]) {
                game.bound += pushes(to);
                game.dead |= nearest[to] == FAR;
            }
        }
        _ => {
            let wanting = (0..grid.len()).filter(|&cell| room.wants_home(grid[cell]));
            (game.bound, game.dead) = wanting
                .fold((0, game.dead), |(bound, dead), cell| (bound + pushes(cell), dead || nearest[cell] == FAR));
        }
    }
    let stuck = |cell: usize| grid[cell] & BOX != 0 && closed(room, shape, grid, cell, |other| grid[other] & BOX != 0);
    if !game.dead && moved.is_none_or(stuck) {
        let frozen = frozen(room, shape, grid);
        game.dead = frozen.iter().any(|&cell| room.wants_home(grid[cell]));
    }
}

/// A box may be wasted where there are more boxes than holes, so they are counted.
fn holes(room: &Room, shape: Shape, grid: &[u16], game: &mut Game) {
    let nearest = room.nearest(shape);
    let frozen = frozen(room, shape, grid);
    let able = |&cell: &usize| grid[cell] & BOX != 0 && nearest[cell] != FAR && !frozen.contains(&cell);
    let mut pushes: Vec<u16> = shape.cells().filter(able).map(|cell| nearest[cell]).collect();
    let open = shape.cells().filter(|&cell| grid[cell] & HOLE != 0).count();
    game.dead |= pushes.len() < open;
    pushes.sort_unstable();
    game.bound = pushes.iter().take(open).map(|&pushes| u32::from(pushes)).sum();
}

/// The boxes that can never move again: the greatest set of which each is closed in by walls and the others.
fn frozen(room: &Room, shape: Shape, grid: &[u16]) -> Vec<usize> {
    let mut boxes: Vec<usize> = shape.cells().filter(|&cell| grid[cell] & BOX != 0).collect();
    loop {
        let before = boxes.clone();
        boxes.retain(|&cell| closed(room, shape, grid, cell, |other| before.binary_search(&other).is_ok()));
        if boxes.len() == before.len() {
            return boxes;
        }
    }
}

/// Whether the box has no axis on which it could move, with these boxes standing still.
fn closed(room: &Room, shape: Shape, grid: &[u16], cell: usize, still: impl Fn(usize) -> bool) -> bool {
    let nearest = room.nearest(shape);
    // Where a box may be wasted, or needs no home any more, it may also go where it is lost.
    let careless = room.each_once || (room.has_holes && room.spare);
    [0, 2].into_iter().all(|axis| {
        let ends = [shape.step(cell, axis), shape.step(cell, axis + 1)];
        ends.iter().any(|&end| grid[end] & WALL != 0 || still(end))
            || (!careless && ends.iter().all(|&end| nearest[end] == FAR))
    })
}
