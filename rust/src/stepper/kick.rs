//! The rules of Helltaker on a grid of flags.
//!
//! The cases are tried in the order of `puzzle/rules/kick.py`.

use super::{BOX, DEMONESS, Deed, Game, KEY, LOCK, MOB, PLAYER, Room, SPIKES, Shape, TRAP_DOWN, TRAP_UP, WALL};

/// Whether a key is allowed, by what is ahead.
#[inline]
pub fn can(ahead: u16, has_key: bool) -> bool {
    ahead & (WALL | DEMONESS) == 0 && (ahead & LOCK == 0 || has_key)
}

pub fn press(room: &Room, shape: Shape, grid: &mut [u16], game: &mut Game, direction: usize) -> Deed {
    let ahead = shape.step(game.player, direction);
    if !can(grid[ahead], game.has_key) {
        return Deed::default();
    }
    let mut deed = Deed { allowed: true, pushed: true, cost: 1, home: 0 };
    if grid[ahead] & BOX != 0 {
        let beyond = shape.step(ahead, direction);
        if grid[beyond] & (WALL | DEMONESS | BOX | MOB | LOCK) == 0 {
            grid[ahead] &= !BOX;
            grid[beyond] |= BOX;
        }
    } else if grid[ahead] & MOB != 0 {
        let beyond = shape.step(ahead, direction);
        grid[ahead] &= !MOB;
        if grid[beyond] & (WALL | BOX | MOB) == 0 {
            grid[beyond] |= MOB;
        }
    } else {
        deed.pushed = false;
        grid[game.player] &= !PLAYER;
        grid[ahead] = (grid[ahead] | PLAYER) & !LOCK;
        game.player = ahead;
        if grid[ahead] & KEY != 0 {
            game.has_key = true;
            room.keys.iter().for_each(|&cell| grid[cell] &= !KEY);
        }
    }
    for &cell in &room.traps {
        grid[cell] ^= TRAP_DOWN | TRAP_UP;
    }
    for &cell in &room.sharp {
        if is_sharp(grid[cell]) {
            grid[cell] &= !MOB;
        }
    }
    // The forced step of a hero who is hurt: it only costs.
    deed.cost += u32::from(is_sharp(grid[game.player]));
    deed
}

fn is_sharp(flags: u16) -> bool {
    flags & (SPIKES | TRAP_UP) != 0
}

/// Whether the hero is next to a demoness.
pub fn won(shape: Shape, grid: &[u16], player: usize) -> bool {
    (0..4).any(|direction| grid[shape.step(player, direction)] & DEMONESS != 0)
}
