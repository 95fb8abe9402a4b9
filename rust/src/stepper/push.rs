//! The rules of Sokoban on a grid of flags, with sinks and holes too.

use super::{BOX, Deed, GOAL, Game, HOLE, OWED, PLAYER, Room, SINK, Shape, WALL};

/// Whether a box can be pushed onto this.
#[inline]
pub fn has_room(flags: u16) -> bool {
    flags & (WALL | BOX) == 0
}

/// Whether a key is allowed, by what is ahead and beyond it.
#[inline]
pub fn can(ahead: u16, beyond: u16) -> bool {
    ahead & (WALL | HOLE) == 0 && (ahead & BOX == 0 || has_room(beyond))
}

pub fn press(room: &Room, shape: Shape, grid: &mut [u16], game: &mut Game, direction: usize) -> Deed {
    let ahead = shape.step(game.player, direction);
    if grid[ahead] & (WALL | HOLE) != 0 {
        return Deed::default();
    }
    let mut deed = Deed { allowed: true, cost: 1, ..Deed::default() };
    if grid[ahead] & BOX != 0 {
        let beyond = shape.step(ahead, direction);
        if !has_room(grid[beyond]) {
            return Deed::default();
        }
        deed.pushed = true;
        deed.home = move_box(room, grid, game, ahead, beyond);
    }
    grid[game.player] &= !PLAYER;
    grid[ahead] |= PLAYER;
    game.player = ahead;
    deed
}

/// Returns how many more boxes are home.
fn move_box(room: &Room, grid: &mut [u16], game: &mut Game, from: usize, to: usize) -> i32 {
    let owed = grid[from] & OWED;
    grid[from] &= !(BOX | OWED);
    if grid[to] & HOLE != 0 {
        grid[to] &= !HOLE;
        game.left -= 1;
        return 1;
    }
    if grid[to] & SINK != 0 {
        game.left -= u32::from(!room.has_holes && !room.each_once);
        return 1;
    }
    grid[to] |= BOX;
    if owed != 0 {
        if grid[to] & GOAL == 0 {
            grid[to] |= OWED;
        } else {
            game.left -= 1;
        }
    }
    let home = i32::from(grid[to] & GOAL != 0) - i32::from(grid[from] & GOAL != 0);
    if !room.each_once && !room.has_holes {
        game.left = (game.left as i32 - home) as u32;
    }
    home
}

/// How much is left to do at the start.
pub fn left(room: &Room, grid: &[u16]) -> u32 {
    let wanted = |flags: u16| {
        if room.each_once {
            flags & OWED != 0
        } else if room.has_holes {
            flags & HOLE != 0
        } else {
            flags & BOX != 0 && flags & GOAL == 0
        }
    };
    grid.iter().filter(|&&flags| wanted(flags)).count() as u32
}
